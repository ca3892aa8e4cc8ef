//! `sgr saliency --labels`, as a user runs it.

use std::fs;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Chains of carbon with an oxygen (alcohols) or a nitrogen (amines) at node 1; some have a chlorine.
fn place() -> TempDir {
    let place = tempfile::tempdir().unwrap();
    let molecule = |at: usize| {
        let (class, atom) = if at.is_multiple_of(2) { ("alcohol", "O") } else { ("amine", "N") };
        let mut atoms = vec!["C"; 4 + at % 5];
        let mut edges: Vec<[usize; 2]> = (1..atoms.len()).map(|node| [node - 1, node]).collect();
        edges.push([1, atoms.len()]);
        atoms.push(atom);
        if at.is_multiple_of(3) {
            edges.push([2, atoms.len()]);
            atoms.push("Cl");
        }
        let value = serde_json::json!({ "id": format!("m{at}"), "label": class, "nodes": atoms.len(), "node_labels": atoms, "edges": edges });
        value.to_string() + "\n"
    };
    let lines: String = (0..30).map(molecule).collect();
    fs::write(place.path().join("molecules.jsonl"), &lines).unwrap();
    fs::write(place.path().join("classless.jsonl"), lines.replace("\"label\":", "\"other\":")).unwrap();
    fs::write(place.path().join("partly.jsonl"), lines.replacen("\"label\":", "\"other\":", 3)).unwrap();
    fs::write(place.path().join("bare.jsonl"), "{\"id\":\"a\",\"edges\":[[0,1]]}\n").unwrap();
    place
}

fn sgr(place: &TempDir, arguments: &str) -> Output {
    let arguments = arguments.split_whitespace();
    Command::cargo_bin("sgr").unwrap().arg("saliency").args(arguments).current_dir(place.path()).output().unwrap()
}

fn stdout(place: &TempDir, arguments: &str) -> String {
    let output = sgr(place, arguments);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), told.as_str()), (Some(0), ""), "{arguments}");
    String::from_utf8(output.stdout).unwrap()
}

fn stderr(place: &TempDir, arguments: &str, code: i32) -> String {
    let output = sgr(place, arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn the_deciding_labels_come_first_in_table_json_csv_and_picture() {
    let place = place();
    let command = "--input molecules.jsonl --labels nodes";
    let table = stdout(&place, &format!("{command} -o l.svg -o l.png -o l.csv"));
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].ends_with("influence  movement  class alcohol  class amine"), "{table}");
    let first: Vec<&str> = lines[1..3].iter().map(|line| line.split_whitespace().next().unwrap()).collect();
    assert!(first.contains(&"O") && first.contains(&"N"), "{table}");
    assert_eq!(lines[5], "the regression is right for 100.0 % of the 30 graphs it learned from");
    let json: Value = serde_json::from_str(&stdout(&place, &format!("{command} --json"))).unwrap();
    let oxygen = json["labels"].as_array().unwrap().iter().find(|label| label["label"] == "O").unwrap();
    assert!(oxygen["classes"]["alcohol"].as_f64().unwrap() > 0.1, "{oxygen}");
    assert_eq!((&json["alphabet"], &oxygen["graphs"]), (&4.into(), &15.into()));
    let csv = fs::read_to_string(place.path().join("l.csv")).unwrap();
    assert!(
        csv.starts_with("carrier,label,graphs,carriers,influence,movement,class alcohol,class amine\nnode,"),
        "{csv}"
    );
    let svg = fs::read_to_string(place.path().join("l.svg")).unwrap();
    assert!(svg.contains("influence of labels in molecules.jsonl</text>") && svg.contains(">class amine</text>"));
    assert!(svg.matches("<circle").count() > 8, "a typical graph of each class");
    assert!(fs::read(place.path().join("l.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_graph_is_explained_node_by_node() {
    let place = place();
    let command = "--input molecules.jsonl --labels nodes --graph m2";
    let table = stdout(&place, &format!("{command} -o g.svg -o g.csv"));
    assert!(table.starts_with("graph m2: predicted class alcohol, probability 0."), "{table}");
    // Six carbons, then the oxygen.
    assert!(table.lines().nth(2).unwrap().starts_with("node 6  O"), "{table}");
    let csv = fs::read_to_string(place.path().join("g.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + 7);
    assert!(csv.starts_with("carrier,node,other,label,log_odds,probability,distance,movement\nnode,0,,C,"), "{csv}");
    let svg = fs::read_to_string(place.path().join("g.svg")).unwrap();
    assert_eq!((svg.matches("<circle").count(), svg.matches("<line").count()), (7, 6));
    assert!(svg.contains("<title>node 6, label O: +"));
    let json: Value = serde_json::from_str(&stdout(&place, &format!("{command} --against m3 --json"))).unwrap();
    assert_eq!(json["against"]["graph"], "m3");
    let oxygen = &json["carriers"][6];
    assert!(oxygen["distance"].as_f64().unwrap() > 0.0, "the other molecule has no oxygen: {oxygen}");
}

#[test]
fn graphs_without_classes_have_movements() {
    let place = place();
    let output = sgr(&place, "--input classless.jsonl --labels nodes -o l.svg");
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("found no two classes"));
    assert!(
        String::from_utf8_lossy(&output.stdout).starts_with("label  of    graphs  carriers  influence  movement\n")
    );
    assert!(fs::read_to_string(place.path().join("l.svg")).unwrap().contains(">movement of the vector</text>"));
}

#[test]
fn limits_are_told() {
    let place = place();
    let labels = stderr(&place, "--input molecules.jsonl --labels nodes --limit 2", 0);
    assert_eq!(labels, "sgr: found 4 labels, left out the 2 most frequent ones; --limit N changes that\n");
    let nodes = stderr(&place, "--input molecules.jsonl --labels nodes --graph m2 --limit 3", 0);
    assert!(nodes.starts_with("sgr: graph m2: found 7 nodes, left out the labels of the 3 nearest"), "{nodes}");
}

#[test]
fn mistakes_are_named() {
    let place = place();
    let cases = [
        ("--input bare.jsonl --labels nodes", "found 1 graphs without labels of nodes"),
        ("--input molecules.jsonl --labels edges", "found 30 graphs without labels of edges"),
        ("--input partly.jsonl --labels nodes", "graph number 0 (from 0) has no class label"),
        (
            "--input molecules.jsonl --labels nodes --graph nobody",
            "found the id \"nobody\", which none of 30 graphs has",
        ),
        ("--input molecules.jsonl --labels nodes --graph m1 --against nobody", "wanted one such as m0"),
        ("--input molecules.jsonl --labels nodes -o x.gif", ".svg"),
        ("--input molecules.jsonl --labels nodes -o molecules.jsonl/x.svg", "x.svg"),
        ("--labels nodes", "--input"),
        ("--input molecules.jsonl --graph m1", "--labels"),
        ("--input molecules.jsonl --labels nodes --against m1", "--graph"),
        ("--input molecules.jsonl --labels nodes --family grid", "--family"),
    ];
    for (arguments, wanted) in cases {
        let told = stderr(&place, arguments, 2);
        assert!(told.contains(wanted), "{arguments}: {told}");
    }
    assert!(!place.path().join("x.gif").exists());
}
