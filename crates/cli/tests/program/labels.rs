//! Labels in the vectors, from files to tables.

use std::fs;

use assert_cmd::Command;
use tempfile::TempDir;

/// Two molecules of one shape with different atoms, and the first again.
const MOLECULES: &str = r#"{"id":"methanol","nodes":2,"node_labels":["C","O"],"edges":[[0,1]]}
{"id":"methylamine","nodes":2,"node_labels":["C","N"],"edges":[[0,1]]}
{"id":"again","nodes":2,"node_labels":["O","C"],"edges":[[0,1]]}
"#;

fn place() -> TempDir {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("molecules.jsonl"), MOLECULES).unwrap();
    place
}

/// Standard output of `sgr` with these arguments.
fn sgr(place: &TempDir, arguments: &[&str]) -> String {
    let output = Command::cargo_bin("sgr").unwrap().args(arguments).current_dir(place.path()).output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    String::from_utf8(output.stdout).unwrap()
}

/// Names of the columns, and the fields of each row.
fn table(place: &TempDir, arguments: &[&str]) -> (Vec<String>, Vec<Vec<String>>) {
    let embed = ["embed", "molecules.jsonl", "-o", "-", "--to", "csv"];
    let text = sgr(place, &[&embed, arguments].concat());
    let mut lines = text.lines().map(|line| line.split(',').map(String::from).collect::<Vec<_>>());
    (lines.next().unwrap(), lines.collect())
}

#[test]
fn labels_follow_the_numbers_of_the_structure() {
    let place = place();
    let (plain_columns, plain) = table(&place, &[]);
    let (columns, rows) = table(&place, &["--labels", "nodes"]);
    let first = plain_columns.len();
    assert_eq!(columns.len(), first + 256);
    assert_eq!((columns[first].as_str(), columns[first + 192].as_str()), ("label_0", "label_count_0"));
    for (row, plain) in rows.iter().zip(&plain) {
        assert_eq!(row[..first], plain[..]);
    }
    assert_eq!(plain[0][1..], plain[1][1..], "the structure is the same");
    assert_ne!(rows[0][1..], rows[1][1..], "the atoms are not");
    assert_eq!(rows[0][1..], rows[2][1..], "the order of the atoms does not count");
}

#[test]
fn other_representations_take_labels_too() {
    let (columns, _) = table(&place(), &["--labels", "all", "-r", "heat"]);
    assert!(columns.iter().any(|column| column == "label_191"));
    assert_eq!(columns.iter().filter(|column| column.starts_with("label_")).count(), 256);
}

#[test]
fn a_distance_sees_labels_if_it_is_asked_to() {
    let place = place();
    let pair = ["distance", "molecules.jsonl#methanol", "molecules.jsonl#methylamine", "--json"];
    let distance = |arguments: &[&str]| -> f64 {
        let text = sgr(&place, &[&pair, arguments].concat());
        serde_json::from_str::<serde_json::Value>(&text).unwrap()["euclidean"].as_f64().unwrap()
    };
    assert_eq!(distance(&[]), 0.0);
    assert!(distance(&["--labels", "nodes"]) > 1.0);
}

/// The same shape with other numbers at the nodes, and a graph with another number of them.
const POINTS: &str = r#"{"id":"near","nodes":2,"node_attributes":[[0.0,1.0],[0.5,1.0]],"edges":[[0,1]]}
{"id":"far","nodes":2,"node_attributes":[[0.0,1.0],[50.0,1.0]],"edges":[[0,1]]}
{"id":"flat","nodes":2,"node_attributes":[0.0,50.0],"edges":[[0,1]]}
{"id":"bare","nodes":2,"edges":[[0,1]]}
"#;

#[test]
fn attributes_come_last_and_graphs_without_them_are_named() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("points.jsonl"), POINTS).unwrap();
    let output = Command::cargo_bin("sgr")
        .unwrap()
        .args(["embed", "points.jsonl", "-o", "-", "--to", "csv", "--attributes", "--labels", "nodes"])
        .current_dir(place.path())
        .output()
        .unwrap();
    let (out, told) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(1), "{told}");
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 3);
    let first = rows[0].iter().position(|column| *column == "attribute_0").unwrap();
    assert_eq!((rows[0][first - 1], rows[0].len() - first), ("label_count_63", 128));
    assert_eq!(rows[1][1..first], rows[2][1..first]);
    assert_ne!(rows[1][first..], rows[2][first..]);
    assert!(
        told.contains("points.jsonl:3: graph flat: found 1 attributes of each node, wanted 2, as in the graphs before"),
        "{told}"
    );
    assert!(
        told.contains(
            "points.jsonl:4: graph bare: \"node_attributes\" is missing; it holds the attributes of the nodes"
        ),
        "{told}"
    );
    assert!(told.contains("leave out --attributes"), "{told}");
}

#[test]
fn files_with_other_numbers_of_attributes_are_named() {
    let place = tempfile::tempdir().unwrap();
    let lines: Vec<&str> = POINTS.lines().collect();
    fs::write(place.path().join("a.jsonl"), lines[0]).unwrap();
    fs::write(place.path().join("b.jsonl"), lines[2]).unwrap();
    let mut command = Command::cargo_bin("sgr").unwrap();
    let arguments = ["embed", "a.jsonl", "b.jsonl", "-o", "v.csv", "--attributes"];
    let output = command.args(arguments).current_dir(place.path()).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        told.contains("b.jsonl: graph b.jsonl/flat: found 1 attributes of each node, wanted 2, as in the files before"),
        "{told}"
    );
}

#[test]
fn formats_that_hold_no_attributes_are_refused() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("edges.txt"), "0 1\n").unwrap();
    let mut command = Command::cargo_bin("sgr").unwrap();
    let output =
        command.args(["embed", "edges.txt", "-o", "v.csv", "--attributes"]).current_dir(place.path()).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(told.contains("attributes of nodes is missing; wanted a format that holds them: tu or jsonl"), "{told}");
}

#[test]
fn info_tells_which_labels_and_attributes_are_there() {
    let place = place();
    let text = sgr(&place, &["info", "molecules.jsonl"]);
    assert!(text.contains("node labels             3 different, in 3 graphs"), "{text}");
    assert!(text.contains("edge labels             none"), "{text}");
    fs::write(place.path().join("points.jsonl"), POINTS.lines().take(2).collect::<Vec<_>>().join("\n")).unwrap();
    let text = sgr(&place, &["info", "points.jsonl", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["node_attributes"], serde_json::json!([2]));
    assert_eq!(value["node_labels"], serde_json::json!({ "distinct": 0, "graphs": 0 }));
}
