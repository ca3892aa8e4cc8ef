//! A table of text gives the graphs of the same table in Arrow's columns; a bad cell costs its row and is named.

use std::io::{Cursor, Write};

use arrow_schema::DataType;
use proptest::prelude::*;
use sgr::graph::{Graph, GraphRecord};
use sgr::input::{Format, GraphReader, InputError, Keep, ReadOptions, Scope, open, read};

use crate::support::tables::paths;
use crate::support::{graph6, graphs};

const FORMATS: [Format; 3] = [Format::Csv, Format::Tsv, Format::JsonRows];

fn opened(text: &str, format: Format, options: &ReadOptions) -> Result<GraphReader, InputError> {
    read(Cursor::new(text.to_owned()), "g", format, options)
}

/// The graphs of a text whose rows are all sound.
fn records(text: &str, format: Format, options: &ReadOptions) -> Vec<GraphRecord> {
    let reader = opened(text, format, options).unwrap_or_else(|error| panic!("{error}\n{text}"));
    reader.map(|item| item.unwrap_or_else(|error| panic!("{error}\n{text}"))).collect()
}

/// Ids of graphs and words of errors.
fn items(text: &str, format: Format, options: &ReadOptions) -> Vec<Result<String, String>> {
    match opened(text, format, options) {
        Ok(reader) => reader.map(|item| item.map(|graph| graph.id).map_err(|error| error.to_string())).collect(),
        Err(error) => vec![Err(error.to_string())],
    }
}

/// A table as text: the names of the columns, then rows of JSON values.
fn table(format: Format, names: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    if format == Format::JsonRows {
        for row in rows {
            let members = names.iter().zip(row).filter(|(_, value)| !value.is_empty());
            let members: Vec<String> = members.map(|(name, value)| format!("\"{name}\": {value}")).collect();
            text += &format!("{{{}}}\n", members.join(", "));
        }
        return text;
    }
    let separator = if format == Format::Csv { "," } else { "\t" };
    text += &format!("{}\n", names.join(separator));
    for row in rows {
        // A JSON string is its text; quotation marks are doubled.
        let field = |value: &String| {
            let value: String = serde_json::from_str(value).unwrap_or_else(|_| value.clone());
            format!("\"{}\"", value.replace('"', "\"\""))
        };
        text += &format!("{}\n", row.iter().map(field).collect::<Vec<_>>().join(separator));
    }
    text
}

/// Every way to write edges, as names of columns and the values of a graph.
const LAYOUTS: [&[&str]; 5] = [&["edge_index"], &["edges"], &["edge_list"], &["src", "dst"], &["graph6"]];

fn values(layout: &[&str], graph: &Graph) -> Vec<String> {
    let edges: Vec<(u32, u32)> = graph.edges().map(|(u, v, _)| (u, v)).collect();
    let first = format!("{:?}", edges.iter().map(|edge| edge.0).collect::<Vec<_>>());
    let second = format!("{:?}", edges.iter().map(|edge| edge.1).collect::<Vec<_>>());
    match layout[0] {
        "edge_index" => vec![format!("[{first}, {second}]")],
        "edges" => vec![format!("{:?}", edges.iter().map(|&(u, v)| [u, v]).collect::<Vec<_>>())],
        "edge_list" => {
            let objects: Vec<_> = edges.iter().map(|(u, v)| format!("{{\"v\": {v}, \"u\": {u}}}")).collect();
            vec![format!("[{}]", objects.join(","))]
        }
        "src" => vec![first, second],
        _ => vec![serde_json::to_string(&graph6(graph)).unwrap()],
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn every_layout_gives_the_same_graphs(wanted in prop::collection::vec(graphs(12, false), 1..6)) {
        for format in FORMATS {
            for layout in LAYOUTS {
                let names = [layout, &["num_nodes"]].concat();
                let row = |graph: &Graph| [values(layout, graph), vec![graph.node_count().to_string()]].concat();
                let text = table(format, &names, &wanted.iter().map(row).collect::<Vec<_>>());
                let found = records(&text, format, &ReadOptions::new());
                let found: Vec<Graph> = found.into_iter().map(|record| record.graph).collect();
                prop_assert_eq!(&found, &wanted, "{} {:?}\n{}", format, layout, text);
            }
        }
    }
}

#[test]
fn labels_weights_attributes_ids_and_classes() {
    let names = ["name", "edges", "num_nodes", "y", "node_labels", "edge_labels", "weight", "x"];
    let row = |name: &str, class: &str| -> Vec<String> {
        [
            name,
            "[[0,1],[1,2]]",
            "3",
            class,
            "[\"C\", 8, \"C\"]",
            "[\"single\", 2]",
            "[0.5, 2]",
            "[[1, 2], [3, 4.5], [5, 6]]",
        ]
        .map(str::to_owned)
        .into()
    };
    let mut options = ReadOptions::new().weights(true).node_labels(true).edge_labels(true).attributes(Keep::Required);
    options.columns = "id=name".parse().unwrap();
    for format in FORMATS {
        let text = table(format, &names, &[row("\"007\"", "1"), row("\"b, \\\"c\\\"\"", "\"two\"")]);
        let found = records(&text, format, &options);
        assert_eq!(found.iter().map(|graph| graph.id.as_str()).collect::<Vec<_>>(), ["007", "b, \"c\""]);
        assert_eq!(found.iter().map(|graph| graph.label.as_deref().unwrap()).collect::<Vec<_>>(), ["1", "two"]);
        for record in &found {
            let graph = &record.graph;
            let weights: Vec<f64> = graph.edges().map(|(_, _, weight)| weight).collect();
            assert_eq!(weights, [0.5, 2.0], "{format}");
            assert_eq!(graph.node_labels().unwrap().iter().map(|label| &**label).collect::<Vec<_>>(), ["C", "8", "C"]);
            assert_eq!(graph.attributes().unwrap().row(1), [3.0, 4.5]);
            let labels: Vec<&str> = graph.edge_labels(1).unwrap().iter().map(|label| &**label).collect();
            assert_eq!(labels, ["single", "2"]);
        }
    }
    // In the edges themselves.
    let text = "{\"edges\": [{\"u\": 0, \"v\": 1, \"w\": 3, \"type\": \"a\"}]}\n";
    let options = ReadOptions::new().weights(true).edge_labels(true);
    let graph = records(text, Format::JsonRows, &options).remove(0).graph;
    assert_eq!(graph.edges().next(), Some((0, 1, 3.0)));
    assert_eq!(graph.edge_labels(0).unwrap()[0].as_ref(), "a");
    let text = "edges\n\"[[0,1,0.25]]\"\n";
    let graph = records(text, Format::Csv, &ReadOptions::new().weights(true)).remove(0).graph;
    assert_eq!(graph.edges().next(), Some((0, 1, 0.25)));
}

#[test]
fn kept_columns_have_the_types_of_their_first_rows() {
    let mut options = ReadOptions::new();
    options.keep = ["whole", "number", "truth", "zip", "text", "empty", "list"].map(str::to_owned).into();
    let header = "graph6,whole,number,truth,zip,text,empty,list\n";
    let csv = format!("{header}A_,1,1,true,007,a,,\"[1]\"\nA_,-2,2.5,False,010,,,\nA_,,-1e3,,,7,,\n");
    let json = concat!(
        "{\"graph6\": \"A_\", \"whole\": 1, \"number\": 1, \"truth\": true, \"zip\": \"7\", \"text\": \"a\", \"empty\": null, \"list\": [1]}\n",
        "{\"graph6\": \"A_\", \"whole\": -2, \"number\": 2.5, \"truth\": false, \"zip\": \"10\", \"text\": 7}\n",
    );
    let wanted = [
        DataType::Int64,
        DataType::Float64,
        DataType::Boolean,
        DataType::Utf8,
        DataType::Utf8,
        DataType::Utf8,
        DataType::Utf8,
    ];
    for (text, format) in [(csv.as_str(), Format::Csv), (json, Format::JsonRows)] {
        let reader = opened(text, format, &options).unwrap();
        let found: Vec<DataType> =
            reader.kept().unwrap().schema().fields().iter().map(|field| field.data_type().clone()).collect();
        assert_eq!(found, wanted, "{format}");
    }
}

#[test]
fn a_later_value_of_another_type_costs_its_row() {
    let mut options = ReadOptions::new();
    options.keep = vec!["score".to_owned()];
    let rows: String = (0..2000).map(|row| format!("A_,{row}\n")).collect();
    let text = format!("graph6,score\n{rows}A_,n/a\nA_,7\n");
    let found = items(&text, Format::Csv, &options);
    let error = "g:2002: graph 2000: column \"score\": found \"n/a\", wanted a whole number, as in the first rows";
    assert_eq!(found[2000], Err(error.to_owned()));
    assert_eq!((found.len(), found.iter().filter(|item| item.is_ok()).count()), (2002, 2001));
    // The type is that of a whole block of rows, not of the first few.
    let text = format!("graph6,score\n{rows}").replace("A_,1000\n", "A_,0.5\n");
    assert!(items(&text, Format::Csv, &options).iter().all(Result::is_ok));
    // A column that is not used may hold anything.
    let text = format!("graph6,score\n{rows}A_,n/a\n");
    assert!(items(&text, Format::Csv, &ReadOptions::new()).iter().all(Result::is_ok));
}

#[test]
fn a_bad_cell_is_named_with_its_line_and_costs_its_row() {
    let rows = |format: Format, cell: &str| match format {
        Format::JsonRows => format!("{{\"src\":[0],\"dst\":[1]}}\n\n{cell}\n{{\"src\":[0],\"dst\":[1]}}\n"),
        _ => format!("src,dst\n[0],[1]\n{cell}\n[0],[1]\n"),
    };
    for (format, cell, error) in [
        (
            Format::Csv,
            "[0],[1",
            "column \"dst\": found broken JSON (EOF while parsing a list, column 2), wanted a list of node numbers",
        ),
        (Format::Csv, "[0],[1.5]", "column \"dst\": found floating point `1.5`, wanted a list of node numbers"),
        (Format::Csv, "[0],7", "column \"dst\": found integer `7`, wanted a list of node numbers"),
        (Format::Csv, "[0]", "found 1 fields, wanted 2, as in the first line"),
        (Format::Csv, "[0],[1],[2]", "found 3 fields, wanted 2, as in the first line"),
        (Format::Csv, "[0],", "column \"dst\": found null, wanted a list of node numbers"),
        (Format::Csv, "[0],[-1]", "column \"src\": found node -1 at edge 0, wanted a number from 0 to 4294967294"),
        (
            Format::JsonRows,
            "{\"src\":[0],\"dst\":[\"a\"]}",
            "column \"dst\": found string \"a\", wanted a list of node numbers",
        ),
        (Format::JsonRows, "{\"src\":[0]}", "column \"dst\": found null, wanted a list of node numbers"),
        (Format::JsonRows, "{\"src\":[0],\"src\":[1]}", "found \"src\" a second time, wanted each key once"),
        (Format::JsonRows, "[1]", "found sequence, wanted an object, whose keys are columns"),
        (
            Format::JsonRows,
            "{\"src\":[0]",
            "found broken JSON (EOF while parsing an object, column 10), wanted one JSON object a line",
        ),
    ] {
        let found = items(&rows(format, cell), format, &ReadOptions::new());
        assert_eq!(found, [Ok("0".to_owned()), Err(format!("g:3: graph 1: {error}")), Ok("2".to_owned())], "{cell}");
    }
}

#[test]
fn edges_that_are_none() {
    for (cell, found) in [
        ("[[0]]", "a list of length 1"),
        ("[[0,1,2,3]]", "a list of length 4"),
        ("[[0,true]]", "boolean `true`"),
        ("[7]", "integer `7`"),
        ("[{\"u\":0}]", "broken JSON (an edge without both ends \"u\" and \"v\", column 8)"),
    ] {
        let text = format!("{{\"edges\":[[0,1]]}}\n{{\"edges\":{cell}}}\n");
        let error = format!("g:2: graph 1: column \"edges\": found {found}, wanted a list of edges [u, v]");
        assert_eq!(items(&text, Format::JsonRows, &ReadOptions::new())[1], Err(error), "{cell}");
    }
}

#[test]
fn texts_that_are_no_tables() {
    for (format, text, error) in [
        (Format::Csv, "", "g:1: the line with the names of the columns is missing; found no line"),
        (Format::Csv, "src,src\n[0],[1]\n", "g:1: found column \"src\" a second time, wanted each name once"),
        (
            Format::Csv,
            "a,b\n1,2.5\n",
            "g: found columns a: Int64, b: Float64, wanted columns that hold graphs: edge_index, edges, src and dst, graph6 or smiles; other names can be given",
        ),
        (
            Format::JsonRows,
            "{\"smile\": \"CC\"}\n",
            "g: found columns smile: Utf8, wanted columns that hold graphs: edge_index, edges, src and dst, graph6 or smiles; other names can be given",
        ),
    ] {
        assert_eq!(items(text, format, &ReadOptions::new()), [Err(error.to_owned())]);
    }
    let not_text = read(Cursor::new(b"src,d\xffst\n".to_vec()), "g", Format::Csv, &ReadOptions::new()).unwrap_err();
    assert_eq!(not_text.to_string(), "g:1: found \"d\\xffst\", wanted a name of a column in UTF-8");
    let rows = b"graph6,name\nA_,\xff\nA_,b\n".to_vec();
    let mut options = ReadOptions::new();
    options.keep = vec!["name".to_owned()];
    let found: Vec<bool> =
        read(Cursor::new(rows), "g", Format::Csv, &options).unwrap().map(|item| item.is_ok()).collect();
    assert_eq!(found, [false, true]);
}

#[test]
fn fields_with_line_ends_and_other_line_ends() {
    let text = "\u{feff}graph6,id\r\n\"A_\",\"two\nlines\"\r\nA_,\"a \"\"b\"\"\"";
    let found = items(text, Format::Csv, &ReadOptions::new());
    assert_eq!(found, [Ok("two\nlines".to_owned()), Ok("a \"b\"".to_owned())]);
    // The line of a row is that of its beginning.
    let text = "graph6,id\nA_,\"two\nlines\"\n!,bad\n";
    let found = items(text, Format::Csv, &ReadOptions::new());
    assert!(found[1].as_ref().unwrap_err().starts_with("g:4: graph bad: "), "{found:?}");
}

#[test]
fn a_row_without_an_end_is_refused_before_it_fills_the_memory() {
    struct Endless(&'static [u8]);
    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() {
                buffer.fill(b'1');
                return Ok(buffer.len());
            }
            self.0.read(buffer)
        }
    }
    let options = ReadOptions::new().max_memory(8_000_000);
    for (format, start) in [
        (Format::Csv, &b"graph6\nA_\n\""[..]),
        (Format::Csv, b"graph6"),
        (Format::Tsv, b"graph6\nA_\n"),
        (Format::JsonRows, b"{\"graph6\": \"A_\"}\n{\"graph6\": \""),
    ] {
        let error = match read(Endless(start), "g", format, &options) {
            Err(error) => error,
            Ok(reader) => reader.filter_map(Result::err).next().unwrap(),
        };
        assert_eq!(error.scope, Scope::File);
        assert!(error.to_string().contains("bytes of memory, wanted at most 8000000"), "{error}");
    }
}

#[test]
fn compressed_tables_and_more_than_one_block() {
    let wanted = paths(3000);
    let names = ["edge_index", "num_nodes"];
    let row = |graph: &Graph| [values(&["edge_index"], graph), vec![graph.node_count().to_string()]].concat();
    let text = table(Format::Csv, &names, &wanted.iter().map(row).collect::<Vec<_>>());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.csv.gz");
    let mut packed = flate2::write::GzEncoder::new(std::fs::File::create(&path).unwrap(), flate2::Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap();
    let reader = open(&path, Some(Format::Csv), &ReadOptions::new()).unwrap();
    let found: Vec<GraphRecord> = reader.map(Result::unwrap).collect();
    assert_eq!(found.iter().map(|record| record.graph.clone()).collect::<Vec<_>>(), wanted);
    assert_eq!(found.last().unwrap().id, "2999");
}

#[test]
fn other_formats_know_a_table_when_they_see_one() {
    let remedy = |name: &str, text: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let error = open(&path, None, &ReadOptions::new()).unwrap().find_map(Result::err).unwrap();
        format!("{:?}", error.remedy().unwrap())
    };
    assert_eq!(remedy("g.jsonl", "{\"edge_index\": [[0], [1]]}\n"), "UseFormat(JsonRows)");
    assert_eq!(remedy("g.csv", "id,edge_index\na,\"[[0],[1]]\"\n"), "UseFormat(Csv)");
    assert_eq!(remedy("g.tsv", "id\tgraph6\na\tA_\n"), "UseFormat(Tsv)");
}

/// Rows that are short enough become lists that take sixteen times their text, all rows of a block at once.
#[test]
fn a_block_of_rows_takes_no_more_memory_than_allowed() {
    let edges = format!("[{}[0,1]]", "[0,1],".repeat(500));
    let rows = format!("edges\n{}", format!("\"{edges}\"\n").repeat(200));
    let graphs = |limit| {
        let reader = opened(&rows, Format::Csv, &ReadOptions::new().max_memory(limit)).unwrap();
        reader.collect::<Vec<_>>()
    };
    let found = graphs(8_000_000);
    let [Err(error)] = &found[..] else { panic!("found {} items, wanted one error", found.len()) };
    assert_eq!((error.scope, error.line), (Scope::File, Some(2)));
    assert!(error.to_string().contains("bytes of memory, wanted at most 8000000"), "{error}");
    let found = graphs(16_000_000);
    assert_eq!((found.len(), found.iter().filter(|graph| graph.is_ok()).count()), (200, 200));
}
