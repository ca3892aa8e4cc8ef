//! Tables in, tables out: the vectors of a Parquet file are those of the same graphs in another file.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{ArrayRef, Float64Array, Int32Array, ListArray, RecordBatch, StringArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field};
use assert_cmd::Command;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::properties::WriterProperties;
use serde_json::Value;
use tempfile::TempDir;

/// Exit code, standard output and standard error of `sgr` with these arguments.
pub(crate) fn sgr(place: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("sgr").unwrap().args(arguments).current_dir(place).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn lists(rows: &[Vec<i32>]) -> ArrayRef {
    let item = Arc::new(Field::new_list_field(DataType::Int32, true));
    let offsets = OffsetBuffer::from_lengths(rows.iter().map(Vec::len));
    Arc::new(ListArray::new(item, offsets, Arc::new(Int32Array::from(rows.concat())), None))
}

/// Writes paths of 2 to 8 nodes; those at the numbers `bad` have a negative node.
pub(crate) fn write_paths(path: &Path, count: i32, group_rows: usize, bad: &[i32]) {
    let nodes = |row: i32| 2 + row % 7;
    let src: Vec<Vec<i32>> = (0..count).map(|row| (0..nodes(row) - 1).collect()).collect();
    let dst = (0..count).map(|row| match bad.contains(&row) {
        true => vec![-1; nodes(row) as usize - 1],
        false => (1..nodes(row)).collect(),
    });
    let scores = (0..count).map(|row| if row % 3 == 1 { None } else { Some(f64::from(row) / 4.0) });
    let batch = RecordBatch::try_from_iter_with_nullable([
        (
            "name",
            Arc::new(StringArray::from_iter_values((0..count).map(|row| format!("p{row}, \"q\"")))) as ArrayRef,
            true,
        ),
        ("src", lists(&src), true),
        ("dst", lists(&dst.collect::<Vec<_>>()), true),
        ("score", Arc::new(scores.collect::<Float64Array>()), true),
        ("year", Arc::new(Int32Array::from_iter_values(2000..2000 + count)), true),
    ]);
    write_table(path, &batch.unwrap(), Some(group_rows));
}

fn write_table(path: &Path, batch: &RecordBatch, group_rows: Option<usize>) {
    let properties = WriterProperties::builder().set_max_row_group_row_count(group_rows).build();
    let mut writer = ArrowWriter::try_new(fs::File::create(path).unwrap(), batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
}

fn place(count: i32, bad: &[i32]) -> TempDir {
    let place = tempfile::tempdir().unwrap();
    write_paths(&place.path().join("g.parquet"), count, 10, bad);
    let lines = (0..count).map(|row| {
        let edges: Vec<String> = (0..1 + row % 7).map(|node| format!("[{node},{}]", node + 1)).collect();
        format!("{{\"id\":\"{row}\",\"edges\":[{}]}}\n", edges.join(","))
    });
    fs::write(place.path().join("g.jsonl"), lines.collect::<String>()).unwrap();
    place
}

/// All rows of a Parquet file in one batch.
fn rows_of(path: &Path) -> RecordBatch {
    let reader = ParquetRecordBatchReaderBuilder::try_new(fs::File::open(path).unwrap()).unwrap();
    let mut batches: Vec<RecordBatch> = reader.with_batch_size(1 << 20).build().unwrap().map(Result::unwrap).collect();
    assert_eq!(batches.len(), 1);
    batches.remove(0)
}

const SMALL: [&str; 4] = ["-r", "spectrum", "--samples", "3"];

fn embed(place: &Path, input: &str, output: &str, more: &[&str]) -> (i32, String, String) {
    sgr(place, &[&["embed", input, "-o", output], &SMALL[..], more].concat())
}

#[test]
fn a_parquet_file_gives_the_vectors_of_the_same_graphs_as_json_lines() {
    let place = place(25, &[]);
    let here = place.path();
    assert_eq!(embed(here, "g.jsonl", "j.parquet", &[]), (0, String::new(), String::new()));
    assert_eq!(embed(here, "g.parquet", "p.parquet", &["--keep", "year,score"]), (0, String::new(), String::new()));
    let (found, wanted) = (rows_of(&here.join("p.parquet")), rows_of(&here.join("j.parquet")));
    let fields: Vec<String> = found.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(fields, ["id", "label", "year", "score", "vector"]);
    for column in ["id", "label", "vector"] {
        assert_eq!(found.column_by_name(column), wanted.column_by_name(column), "{column}");
    }
    let vectors = found.column(4).as_fixed_size_list().values().as_primitive::<Float32Type>();
    assert!(vectors.values().iter().any(|&value| value != vectors.value(0)));
    assert_eq!(found.column(2).as_primitive::<Int32Type>().values().to_vec(), (2000..2025).collect::<Vec<_>>());
    let scores: Vec<Option<f64>> = found.column(3).as_primitive::<Float64Type>().iter().collect();
    assert_eq!(scores[..4], [Some(0.0), None, Some(0.5), Some(0.75)]);
    // Nested columns go to Parquet as they are.
    assert_eq!(embed(here, "g.parquet", "n.parquet", &["--keep", "dst"]).0, 0);
    assert_eq!(rows_of(&here.join("n.parquet")).column(2), rows_of(&here.join("g.parquet")).column(2));
}

#[test]
fn columns_are_kept_in_text_formats_too() {
    let place = place(4, &[]);
    let here = place.path();
    assert_eq!(embed(here, "g.parquet", "v.csv", &["--keep", "score,name"]).0, 0);
    let csv = fs::read_to_string(here.join("v.csv")).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("id,label,score,name,"), "{csv}");
    assert!(lines[2].starts_with("1,,,\"p1, \"\"q\"\"\","), "{csv}");
    assert!(lines[3].starts_with("2,,0.5,\"p2, \"\"q\"\"\","), "{csv}");
    assert_eq!(embed(here, "g.parquet", "v.jsonl", &["--keep", "score,name"]).0, 0);
    let json = fs::read_to_string(here.join("v.jsonl")).unwrap();
    let rows: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&rows[1]["score"], &rows[1]["name"]), (&Value::Null, &Value::from("p1, \"q\"")));
    assert_eq!((&rows[3]["score"], rows[3]["vector"].as_array().unwrap().len()), (&Value::from(0.75), 3));
}

#[test]
fn columns_that_cannot_be_kept_are_refused() {
    let place = place(3, &[]);
    let columns = "columns name: Utf8, src: List(Int32), dst: List(Int32), score: Float64, year: Int32";
    for (output, keep, text) in [
        (
            "v.csv",
            "dst",
            "v.csv: found column \"dst\" of List(Int32), wanted a table that can hold them: parquet, not csv",
        ),
        (
            "v.jsonl",
            "dst",
            "v.jsonl: found column \"dst\" of List(Int32), wanted a table that can hold them: parquet, not jsonl",
        ),
        ("v.npy", "year", "v.npy: found columns to keep, wanted a table that can hold them: parquet, not npy"),
        ("v.npz", "year", "v.npz: found columns to keep, wanted a table that can hold them: parquet, not npz"),
        ("v.parquet", "yaer", &format!("g.parquet: column \"yaer\" is missing; found {columns}")),
        ("v.parquet", "year,year", "v.parquet: found \"year\" twice among the columns to keep, wanted it once"),
    ] {
        let (code, out, error) = embed(place.path(), "g.parquet", output, &["--keep", keep]);
        assert_eq!((code, out.as_str(), error), (2, "", format!("sgr: {text}\n")));
        assert!(!place.path().join(output).exists());
    }
    let (code, _, error) = embed(place.path(), "g.parquet", "-", &["--to", "csv", "--keep", "year"]);
    let text = "sgr: columns are kept in files: found standard output, wanted -o FILE\n";
    assert_eq!((code, error.as_str()), (2, text));
    let (code, _, error) = embed(place.path(), "g.jsonl", "v.csv", &["--keep", "year"]);
    let text =
        "sgr: g.jsonl: found format jsonl, wanted a table or an SDF file, whose columns or data fields can be kept\n";
    assert_eq!((code, error.as_str()), (2, text));
    // The program's own table has the names that an output has.
    assert_eq!(embed(place.path(), "g.jsonl", "own.parquet", &["--keep", ""]).0, 2);
    let own = place.path().join("own.parquet");
    let batch = rows_of(&place.path().join("g.parquet"));
    let known = batch.schema();
    for taken in ["id", "label", "vector"] {
        let fields = known.fields().iter().map(|field| match field.name().as_str() {
            "year" => Arc::new(field.as_ref().clone().with_name(taken)),
            _ => field.clone(),
        });
        let schema = Arc::new(arrow_schema::Schema::new(fields.collect::<Vec<_>>()));
        let renamed = RecordBatch::try_new(schema.clone(), batch.columns().to_vec()).unwrap();
        write_table(&own, &renamed, None);
        let (code, _, error) = embed(place.path(), "own.parquet", "v.parquet", &["--keep", taken]);
        let text = format!(
            "sgr: v.parquet: found \"{taken}\" among the columns to keep, wanted none of id, label and vector, which the table has\n"
        );
        assert_eq!((code, error), (2, text));
    }
}

#[test]
fn columns_to_keep_have_one_type_in_all_inputs() {
    let place = place(3, &[]);
    let batch = rows_of(&place.path().join("g.parquet"));
    let (known, years) = (batch.schema(), StringArray::from_iter_values(["2000", "2001", "2002"]));
    let fields = known.fields().iter().map(|field| match field.name().as_str() {
        "year" => Arc::new(Field::new("year", DataType::Utf8, true)),
        _ => field.clone(),
    });
    let schema = Arc::new(arrow_schema::Schema::new(fields.collect::<Vec<_>>()));
    let columns = batch.columns().iter().zip(schema.fields()).map(|(column, field)| match field.name().as_str() {
        "year" => Arc::new(years.clone()) as ArrayRef,
        _ => column.clone(),
    });
    let texts = RecordBatch::try_new(schema.clone(), columns.collect()).unwrap();
    write_table(&place.path().join("texts.parquet"), &texts, None);
    let arguments =
        [&["embed", "g.parquet", "texts.parquet", "-o", "v.parquet", "--keep", "year"][..], &SMALL].concat();
    let (code, _, error) = sgr(place.path(), &arguments);
    let text = "sgr: texts.parquet: found columns to keep of other types than in g.parquet, wanted the same\n";
    assert_eq!((code, error.as_str()), (2, text));
    assert!(!place.path().join("v.parquet").exists());
}

#[test]
fn columns_get_their_roles_from_the_command_line() {
    let place = place(3, &[]);
    let here = place.path();
    assert_eq!(embed(here, "g.parquet", "v.csv", &["--columns", "id=year,label=name,src=dst,dst=src"]).0, 0);
    let csv = fs::read_to_string(here.join("v.csv")).unwrap();
    assert!(csv.lines().nth(1).unwrap().starts_with("2000,\"p0, \"\"q\"\"\","), "{csv}");
    let (code, _, error) = embed(here, "g.parquet", "w.csv", &["--columns", "edges=bonds"]);
    assert!(error.contains("g.parquet: column \"bonds\" is missing (edges: list of edges); found columns"), "{error}");
    assert_eq!(code, 2);
    let (code, _, error) = embed(here, "g.parquet", "w.csv", &["--columns", "bonds"]);
    assert!(code == 2 && error.contains("found \"bonds\", wanted ROLE=COLUMN"), "{error}");
}

#[test]
fn a_bad_row_is_named_and_the_others_keep_their_order() {
    let place = place(25, &[13]);
    let (code, _, error) = embed(place.path(), "g.parquet", "v.parquet", &["--keep", "year"]);
    let text = "sgr: skipped: g.parquet:row group 1, row 13: graph 13: \
                column \"src\": found node -1 at edge 0, wanted a number from 0 to 4294967294\n\
                sgr: 24 graphs done, 1 skipped\n";
    assert_eq!((code, error.as_str()), (1, text));
    let years = rows_of(&place.path().join("v.parquet")).column(2).as_primitive::<Int32Type>().values().to_vec();
    assert_eq!(years, (2000..2025).filter(|&year| year != 2013).collect::<Vec<_>>());
}

#[test]
fn a_damaged_table_ends_with_code_2() {
    let place = place(25, &[]);
    let path = place.path().join("g.parquet");
    let content = fs::read(&path).unwrap();
    fs::write(&path, &content[..content.len() / 2]).unwrap();
    let (code, _, error) = embed(place.path(), "g.parquet", "v.parquet", &[]);
    assert!(code == 2 && error.starts_with("sgr: g.parquet: damaged parquet file: "), "{error}");
    assert!(!place.path().join("v.parquet").exists());
    let (code, _, error) = sgr(place.path(), &["embed", "-", "--format", "parquet", "-o", "v.csv"]);
    assert_eq!(
        (code, error.as_str()),
        (2, "sgr: stdin: found a Parquet table in a stream, wanted a file or a folder of files\n")
    );
}

/// A message whose schema has no list of fields, on which the decoder of Arrow panics.
#[test]
fn damage_on_which_a_decoder_panics_is_an_error_like_others() {
    let place = tempfile::tempdir().unwrap();
    #[rustfmt::skip]
    let words: [u16; 20] = [
        16, 0, // where the message begins
        12, 12, 4, 6, 8, 0, // places of its fields: version, kind, header; no length of a body
        12, 0, 4, 1, 8, 0, // the message: version 5, a schema, which begins 8 bytes on
        4, 4, // the schema has no fields
        4, 0, 0, 0, // the schema
    ];
    let message = words.iter().flat_map(|word| word.to_le_bytes());
    let stream: Vec<u8> = [0xff; 4].into_iter().chain(40_u32.to_le_bytes()).chain(message).collect();
    fs::write(place.path().join("g.arrows"), stream).unwrap();
    let (code, out, error) = embed(place.path(), "g.arrows", "v.csv", &[]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(error.starts_with("sgr: g.arrows: damaged arrow file: ") && error.lines().count() == 1, "{error}");
}

fn write_stream(path: &Path, batch: &RecordBatch) {
    let file = fs::File::create(path).unwrap();
    let mut writer = arrow_ipc::writer::StreamWriter::try_new(file, &batch.schema()).unwrap();
    writer.write(batch).unwrap();
    writer.finish().unwrap();
}

/// `sgr` with a file as its standard input.
fn sgr_fed(place: &Path, input: &str, arguments: &[&str]) -> (i32, String) {
    let input = fs::read(place.join(input)).unwrap();
    let output =
        Command::cargo_bin("sgr").unwrap().args(arguments).current_dir(place).write_stdin(input).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn tables_come_from_standard_input() {
    let place = place(25, &[]);
    let here = place.path();
    assert_eq!(embed(here, "g.parquet", "p.parquet", &["--keep", "year"]).0, 0);
    write_stream(&here.join("g.arrows"), &rows_of(&here.join("g.parquet")));
    let lines = (0..25).map(|row| {
        let nodes: Vec<i32> = (0..2 + row % 7).collect();
        format!("\"{:?}\",\"{:?}\",{}\n", &nodes[..nodes.len() - 1], &nodes[1..], 2000 + row)
    });
    fs::write(here.join("g.txt"), format!("src,dst,year\n{}", lines.collect::<String>())).unwrap();
    for (input, format) in [("g.arrows", "arrow"), ("g.txt", "csv")] {
        let output = format!("{format}.parquet");
        let arguments = [&["embed", "-", "--format", format, "-o", &output, "--keep", "year"][..], &SMALL].concat();
        assert_eq!(sgr_fed(here, input, &arguments), (0, String::new()));
        let (found, wanted) = (rows_of(&here.join(&output)), rows_of(&here.join("p.parquet")));
        for column in ["id", "vector"] {
            assert_eq!(found.column_by_name(column), wanted.column_by_name(column), "{format}: {column}");
        }
        let years = years_of(&found);
        assert_eq!(years, (2000..2025).collect::<Vec<i64>>(), "{format}");
    }
    let arguments = ["embed", "-", "g.parquet", "--format", "arrow", "-o", "v.parquet", "--keep", "year"];
    let text = "sgr: columns are kept of one table: found standard input next to other inputs, wanted it alone\n";
    assert_eq!(sgr_fed(here, "g.arrows", &arguments), (2, text.to_owned()));
}

/// The years of a table, whatever their width.
fn years_of(batch: &RecordBatch) -> Vec<i64> {
    let column = batch.column_by_name("year").unwrap();
    match column.as_primitive_opt::<Int32Type>() {
        Some(years) => years.values().iter().map(|&year| year.into()).collect(),
        None => column.as_primitive::<Int64Type>().values().to_vec(),
    }
}

#[test]
fn a_pattern_in_quotes_stands_for_the_files_that_match() {
    let place = place(3, &[]);
    let here = place.path();
    fs::create_dir(here.join("parts")).unwrap();
    for part in ["b", "p10", "p2"] {
        fs::copy(here.join("g.parquet"), here.join(format!("parts/{part}.parquet"))).unwrap();
    }
    fs::write(here.join("parts/other.txt"), "not a graph").unwrap();
    assert_eq!(embed(here, "parts/*.parquet", "v.csv", &[]), (0, String::new(), String::new()));
    let csv = fs::read_to_string(here.join("v.csv")).unwrap();
    let ids: Vec<&str> = csv.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    let wanted: Vec<String> =
        ["b", "p2", "p10"].iter().flat_map(|part| (0..3).map(move |row| format!("{part}.parquet/{row}"))).collect();
    assert_eq!(ids, wanted);
    // A file with such a name is that file.
    fs::copy(here.join("g.parquet"), here.join("[b].parquet")).unwrap();
    assert_eq!(embed(here, "[b].parquet", "w.csv", &[]).0, 0);
    for (pattern, text) in [
        ("parts/*.arrow", "sgr: parts/*.arrow: no file or folder matches\n"),
        (
            "parts/***",
            "sgr: parts/***: not a pattern: Pattern syntax error near position 8: wildcards are either regular `*` or recursive `**`\n",
        ),
    ] {
        let (code, _, error) = embed(here, pattern, "x.csv", &[]);
        assert_eq!((code, error.as_str()), (2, text));
    }
}
