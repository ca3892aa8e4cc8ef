//! Fingerprints, from files to tables.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// Carbon dioxide, propane, and carbon dioxide again with other numbers for its nodes: a TU collection by its files.
const MOLECULES: [(&str, &str); 4] = [
    ("A", "1, 2\n2, 1\n2, 3\n3, 2\n4, 5\n5, 4\n5, 6\n6, 5\n7, 8\n8, 7\n7, 9\n9, 7\n"),
    ("graph_indicator", "1\n1\n1\n2\n2\n2\n3\n3\n3\n"),
    ("node_labels", "8\n6\n8\n6\n6\n6\n6\n8\n8\n"),
    ("edge_labels", "2\n2\n2\n2\n1\n1\n1\n1\n2\n2\n2\n2\n"),
];

fn place() -> TempDir {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("molecules");
    fs::create_dir(&folder).unwrap();
    for (name, lines) in MOLECULES {
        fs::write(folder.join(format!("molecules_{name}.txt")), lines).unwrap();
    }
    place
}

/// Exit code, standard output and standard error of `sgr` with these arguments.
fn sgr(place: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("sgr").unwrap().args(arguments).current_dir(place).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Names of the columns, and the numbers of each row.
fn table(place: &TempDir, arguments: &[&str]) -> (Vec<String>, Vec<Vec<f32>>) {
    let embed = ["embed", "molecules", "-r", "fingerprint", "-o", "-", "--to", "csv"];
    let (code, text, error) = sgr(place.path(), &[&embed, arguments].concat());
    assert_eq!((code, error.as_str()), (0, ""));
    let mut lines = text.lines().map(|line| line.split(',').skip(2).map(String::from).collect::<Vec<_>>());
    let columns = lines.next().unwrap();
    (columns, lines.map(|row| row.iter().map(|number| number.parse().unwrap()).collect()).collect())
}

#[test]
fn labels_are_inside_the_vector() {
    let place = place();
    for (labels, tells_apart) in [(None, false), (Some("nodes"), true), (Some("edges"), true), (Some("all"), true)] {
        let arguments: Vec<&str> = labels.iter().flat_map(|labels| ["--labels", labels]).collect();
        let (columns, rows) = table(&place, &arguments);
        assert_eq!((columns.len(), columns[2047].as_str()), (2048, "fingerprint_2047"));
        assert!(rows.iter().all(|row| row.iter().sum::<f32>() == 12.0), "three nodes in four rounds");
        assert_eq!(rows[0] != rows[1], tells_apart, "{labels:?}");
        assert_eq!(rows[0], rows[2], "{labels:?}");
    }
}

#[test]
fn flags_set_dimensions_depth_and_values() {
    let place = place();
    let (columns, rows) = table(&place, &["--dimensions", "64", "--depth", "0"]);
    assert_eq!(columns.len(), 64);
    assert!(rows[0].iter().all(|&count| count == 0.0 || count == 3.0) && rows[0].contains(&3.0));
    let (_, rows) = table(&place, &["--depth", "0", "--values", "bits"]);
    assert_eq!(rows[0].iter().sum::<f32>(), 1.0);
    for wrong in [["--dimensions", "0"], ["--dimensions", "65537"], ["--depth", "17"], ["--values", "logs"]] {
        let command = ["embed", "molecules", "-r", "fingerprint", "-o", "v.csv"];
        let (code, _, error) = sgr(place.path(), &[&command[..], &wrong].concat());
        assert!(code == 2 && error.contains(wrong[1]), "{error}");
    }
}

/// A matrix of 3000 rows takes more than 20 MB: the graph has no exact spectrum then, but a fingerprint.
#[test]
fn no_spectrum_is_solved() {
    let place = place();
    let edges = (0..3000).flat_map(|node: u32| [(node, (node + 1) % 3000), (node, node * 7 % 3000)]);
    let lines: String = edges.filter(|(u, v)| u != v).map(|(u, v)| format!("{u} {v}\n")).collect();
    fs::write(place.path().join("large.edges"), lines).unwrap();
    let embed = ["embed", "large.edges", "--spectrum", "exact", "--max-memory", "0.02", "-o", "v.npz", "-r"];
    let (code, _, error) = sgr(place.path(), &[&embed[..], &["heat"]].concat());
    assert!(code != 0 && error.contains("a connected component of 3000 nodes needs"), "{error}");
    let (code, _, error) = sgr(place.path(), &[&embed[..], &["fingerprint"]].concat());
    assert_eq!((code, error.as_str()), (0, ""));
}

#[test]
fn npz_is_sparse_and_smaller_than_the_dense_array() {
    let place = place();
    for output in ["v.npz", "v.npy"] {
        let (code, _, error) = sgr(place.path(), &["embed", "molecules", "-r", "fingerprint", "-o", output]);
        assert_eq!((code, error.as_str()), (0, ""));
    }
    let bytes = |name: &str| fs::read(place.path().join(name)).unwrap();
    assert!(bytes("v.npz").len() < bytes("v.npy").len() / 4);
    assert!(bytes("v.npz").windows(11).any(|window| window == b"indices.npy"));
}

#[test]
fn a_distance_counts_the_colours_that_differ() {
    let place = place();
    let pair = ["distance", "molecules#1", "molecules#2", "--json", "-r", "fingerprint"];
    let distance = |arguments: &[&str]| -> f64 {
        let (code, text, error) = sgr(place.path(), &[&pair, arguments].concat());
        assert_eq!((code, error.as_str()), (0, ""));
        serde_json::from_str::<serde_json::Value>(&text).unwrap()["euclidean"].as_f64().unwrap()
    };
    assert_eq!(distance(&[]), 0.0);
    // Two oxygens of three atoms are carbons in propane: a difference of 2 in two buckets.
    assert!((distance(&["--labels", "nodes", "--depth", "0"]) - 8f64.sqrt()).abs() < 1e-9);
}
