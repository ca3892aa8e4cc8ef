//! Labels and attributes travel with the graph: from files, to files, with errors that name graph, node and line.

use std::fs;
use std::path::Path;

use sgr::graph::{Attributes, Graph, GraphBuilder, GraphRecord};
use sgr::input::{Format, Keep, ReadOptions, open, read};
use sgr::output::{CollectionWriter, OutputError};

fn all() -> ReadOptions {
    ReadOptions::new().node_labels(true).edge_labels(true).attributes(Keep::Required)
}

fn texts(labels: Option<&[sgr::graph::Label]>) -> Vec<&str> {
    labels.unwrap_or_default().iter().map(|label| &**label).collect()
}

/// Writes the files of a TU collection into a folder.
fn tu(folder: &Path, parts: &[(&str, &str)]) {
    for (part, text) in parts {
        fs::write(folder.join(format!("T_{part}.txt")), text).unwrap();
    }
}

const EDGES: (&str, &str) = ("A", "1, 2\n2, 1\n3, 4\n4, 3\n");
const GROUPED: (&str, &str) = ("graph_indicator", "1\n1\n2\n2\n");

/// The graphs, or the errors in words without their folder.
fn read_tu(folder: &Path, options: &ReadOptions) -> Vec<Result<GraphRecord, String>> {
    let prefix = format!("{}:", folder.display());
    let in_words = |error: sgr::input::InputError| error.to_string().replace(&prefix, "");
    match open(folder, None, options) {
        Ok(reader) => reader.map(|record| record.map_err(in_words)).collect(),
        Err(error) => vec![Err(in_words(error))],
    }
}

#[test]
fn tu_collections_give_labels_and_attributes_of_several_columns() {
    let folder = tempfile::tempdir().unwrap();
    tu(
        folder.path(),
        &[
            EDGES,
            GROUPED,
            ("node_labels", "3, 1\n4, 0\nC\n\n"),
            ("edge_labels", "a\na\nb\nb\n"),
            ("node_attributes", "0.5, -2\n1e3,0\n 7 , 7\n-0, 1\n"),
        ],
    );
    let records = read_tu(folder.path(), &all());
    let graphs: Vec<&Graph> = records.iter().map(|record| &record.as_ref().unwrap().graph).collect();
    assert_eq!(texts(graphs[0].node_labels()), ["3, 1", "4, 0"]);
    assert_eq!(texts(graphs[1].node_labels()), ["C", ""]);
    assert_eq!(texts(graphs[1].all_edge_labels()), ["b", "b"]);
    assert_eq!(graphs[0].attributes().unwrap().values(), [0.5, -2.0, 1e3, 0.0]);
    assert_eq!(graphs[1].attributes().unwrap().row(0), [7.0, 7.0]);
    let plain = read_tu(folder.path(), &ReadOptions::new());
    let plain = &plain[0].as_ref().unwrap().graph;
    assert_eq!((plain.node_labels(), plain.all_edge_labels(), plain.attributes()), (None, None, None));
}

/// The nodes of the two graphs take turns, so lines are gathered.
#[test]
fn tu_nodes_in_any_order_keep_their_labels_and_attributes() {
    let folder = tempfile::tempdir().unwrap();
    tu(
        folder.path(),
        &[
            ("A", "1, 3\n3, 1\n2, 4\n4, 2\n"),
            ("graph_indicator", "1\n2\n1\n2\n"),
            ("node_labels", "a\nb\nc\nd\n"),
            ("node_attributes", "1\n2\n3\n4\n"),
        ],
    );
    let records = read_tu(folder.path(), &all());
    let second = &records[1].as_ref().unwrap().graph;
    assert_eq!((texts(second.node_labels()), second.attributes().unwrap().values()), (vec!["b", "d"], &[2.0, 4.0][..]));
}

#[test]
fn a_fault_in_the_attributes_costs_one_graph_and_names_node_and_line() {
    for (lines, said) in [
        (
            "1\nnan\n3\n4\n",
            "T_node_attributes.txt:2: graph 1: node 2 has NaN as its attribute 1, wanted a finite number",
        ),
        (
            "1\ninf\n3\n4\n",
            "T_node_attributes.txt:2: graph 1: node 2 has inf as its attribute 1, wanted a finite number",
        ),
        (
            "1\nx\n3\n4\n",
            "T_node_attributes.txt:2: graph 1: found \"x\", wanted numbers with commas between them, the attributes of a node",
        ),
        ("1\n1, 2\n3\n4\n", "T_node_attributes.txt:2: graph 1: node 2 has 2 attributes, wanted 1"),
    ] {
        for indicator in [GROUPED, ("graph_indicator", "1\n1\n2\n2\n")] {
            let folder = tempfile::tempdir().unwrap();
            tu(folder.path(), &[EDGES, indicator, ("node_attributes", lines)]);
            let records = read_tu(folder.path(), &all());
            assert_eq!(records[0].as_ref().unwrap_err(), said);
            assert_eq!(records[1].as_ref().unwrap().graph.attributes().unwrap().values(), [3.0, 4.0]);
        }
    }
    // The second graph is as wide as the first.
    let folder = tempfile::tempdir().unwrap();
    tu(folder.path(), &[EDGES, GROUPED, ("node_attributes", "1\n2\n3, 3\n4, 4\n")]);
    let said = "T_node_attributes.txt:3: graph 2: node 3 has 2 attributes, wanted 1";
    assert_eq!(read_tu(folder.path(), &all())[1].as_ref().unwrap_err(), said);
}

#[test]
fn files_that_end_early_or_are_missing_are_named() {
    let folder = tempfile::tempdir().unwrap();
    tu(folder.path(), &[EDGES, GROUPED, ("node_attributes", "1\n2\n3\n")]);
    let records = read_tu(folder.path(), &all());
    let said = "T_node_attributes.txt:4: found the end of the file, wanted a line for each node";
    assert_eq!((records[0].is_ok(), records[1].as_ref().unwrap_err().as_str()), (true, said));
    let folder = tempfile::tempdir().unwrap();
    tu(folder.path(), &[EDGES, GROUPED]);
    let said = " T_node_attributes.txt is missing; it holds the attributes of the nodes";
    assert_eq!(read_tu(folder.path(), &all())[0].as_ref().unwrap_err(), said);
    let lenient = all().attributes(Keep::IfThere);
    assert!(read_tu(folder.path(), &lenient).iter().all(Result::is_ok));
}

fn json(line: &str, options: &ReadOptions) -> Result<GraphRecord, String> {
    let bytes = std::io::Cursor::new(line.to_owned());
    read(bytes, "g", Format::JsonLines, options).unwrap().next().unwrap().map_err(|error| error.to_string())
}

#[test]
fn json_lines_give_labels_and_attributes() {
    let line = r#"{"edge_labels":["=",1],"nodes":["x","y","z"],"edges":[["x","y"],["z","y"]],
        "node_labels":["C",7,""],"node_attributes":[[0.5,-1],[2,0],[1,1e3]]}"#;
    let graph = json(&line.replace('\n', ""), &all()).unwrap().graph;
    assert_eq!(texts(graph.node_labels()), ["C", "7", ""]);
    assert_eq!(texts(graph.edge_labels(1)), ["=", "1"]);
    assert_eq!(graph.labels_of_edges().collect::<Vec<_>>(), ["=", "1"]);
    assert_eq!(graph.attributes().unwrap().row(2), [1.0, 1e3]);
    let single = json(r#"{"nodes":2,"edges":[],"node_attributes":[3,-4.5]}"#, &all()).unwrap().graph;
    assert_eq!((single.attributes().unwrap().width(), single.attributes().unwrap().values()), (1, &[3.0, -4.5][..]));
}

#[test]
fn json_lines_that_do_not_fit_are_named() {
    for (rest, said) in [
        (r#""node_attributes":[1]"#, r#"found 1 "node_attributes", wanted 2 as there are nodes"#),
        (r#""node_attributes":[1,[2,3]]"#, "node 1 has 2 attributes, wanted 1"),
        (r#""node_attributes":[[],[]]"#, "node 0 has 0 attributes, wanted 1"),
        (r#""node_attributes":[1,"x"]"#, "found string \"x\" for node 1, wanted a number or a list of numbers"),
        (r#""node_attributes":[1,null]"#, "found null for node 1, wanted a number or a list of numbers"),
        (r#""node_attributes":[[1],[null]]"#, "found null for node 1, wanted f64"),
        (r#""node_attributes":7"#, "found integer `7` for node 0, wanted \"node_attributes\" as a list of numbers"),
        (r#""node_attributes":null"#, r#""node_attributes" is missing; it holds the attributes of the nodes"#),
        (r#""node_attributes":[1,2],"edge_labels":[]"#, r#"found 0 "edge_labels", wanted 1 as there are edges"#),
        (r#""node_attributes":[1,2],"edge_labels":["a","b"]"#, r#"found 2 "edge_labels", wanted 1 as there are edges"#),
        (r#""node_attributes":[1,2],"edge_labels":[0.5]"#, r#"wanted "edge_labels" as a list of strings and integers"#),
    ] {
        let error = json(&format!(r#"{{"nodes":2,"edges":[[0,1]],{rest}}}"#), &all()).unwrap_err();
        assert!(error.starts_with("g:1: graph 1: ") && error.contains(said), "{rest}: {error}");
    }
    let conflict = r#"{"nodes":2,"edges":[[0,1],[1,0]],"node_attributes":[1,2],"edge_labels":["a","b"]}"#;
    let error = json(conflict, &all()).unwrap_err();
    assert!(error.ends_with("edge 0–1 has label \"a\" in edge 1 and \"b\" in edge 2, wanted one label"), "{error}");
}

/// A triangle with labels on nodes and edges, attributes, and a weight that is not whole.
fn labelled() -> Graph {
    let mut builder = GraphBuilder::new();
    builder.reserve_nodes(3).unwrap();
    for (u, v, label) in [(0, 1, "x"), (1, 2, "y\"\\"), (2, 0, "z")] {
        builder.add_labelled_edge(u, v, label.into(), Some(0.25), 0).unwrap();
    }
    for (label, row) in [("C", [0.1, -2e-300]), ("é, b", [7.0, 0.0]), ("", [-0.0, 1e300])] {
        builder.add_node_label(label.into());
        builder.add_node_attributes(&row, 0).unwrap();
    }
    builder.build().unwrap().0
}

fn record(graph: Graph) -> GraphRecord {
    GraphRecord { id: "1".into(), label: None, graph, dropped: Default::default() }
}

fn write(path: &Path, graphs: Vec<Graph>) -> Result<(), OutputError> {
    let mut writer = CollectionWriter::create(path)?;
    graphs.into_iter().try_for_each(|graph| writer.write_graph(&record(graph)))?;
    writer.finish()
}

#[test]
fn written_labels_and_attributes_come_back() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["g.jsonl", "G", "G.zip"] {
        let path = folder.path().join(name);
        write(&path, vec![labelled()]).unwrap();
        let records: Vec<GraphRecord> =
            open(&path, None, &all().weights(true)).unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!(records[0].graph, labelled(), "{name}");
    }
}

#[test]
fn tu_folders_hold_collections_whose_graphs_are_alike() {
    let folder = tempfile::tempdir().unwrap();
    let bare = || Graph::from_edges(2, &[]).unwrap();
    let pair = || Graph::from_edges(2, &[(0, 1)]).unwrap();
    let with = |labels: [&str; 2]| pair().with_node_labels(labels.map(Into::into).to_vec()).unwrap();
    let edge_labelled = || {
        let mut builder = GraphBuilder::new();
        builder.reserve_nodes(2).unwrap();
        builder.add_labelled_edge(0, 1, "x".into(), None, 0).unwrap();
        builder.build().unwrap().0
    };
    for (at, (graphs, said)) in [
        (vec![with(["a", "b"]), pair()], "node labels on some graphs"),
        (vec![edge_labelled(), pair()], "edge labels on some graphs"),
        (vec![with(["a\nb", "c"])], "a label with a line break, or blanks at its ends"),
        (vec![with([" a", "c"])], "a label with a line break, or blanks at its ends"),
        (vec![wide(1), wide(2)], "attributes of different widths"),
    ]
    .into_iter()
    .enumerate()
    {
        let error = write(&folder.path().join(at.to_string()), graphs).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
    // A graph without edges has no label that could be missing.
    let path = folder.path().join("late");
    write(&path, vec![bare(), edge_labelled(), bare()]).unwrap();
    let records: Vec<GraphRecord> =
        open(&path, None, &ReadOptions::new().edge_labels(true)).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(texts(records[1].graph.all_edge_labels()), ["x", "x"]);
}

/// Two nodes with `width` attributes each.
fn wide(width: usize) -> Graph {
    let mut attributes = Attributes::new();
    (0..2).for_each(|_| attributes.push(&vec![1.0; width], 0).unwrap());
    Graph::from_edges(2, &[(0, 1)]).unwrap().with_attributes(attributes).unwrap()
}
