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
