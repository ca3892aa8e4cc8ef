//! `sgr changes`: order and names of snapshots, gaps, formats, pictures, mistakes.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

fn sgr(folder: &Path, args: &[&str]) -> Output {
    Command::cargo_bin("sgr").unwrap().current_dir(folder).args(args).output().unwrap()
}

/// JSON of a run that ends with a code.
fn found(folder: &Path, args: &[&str], code: i32) -> Value {
    let output = sgr(folder, &[&["changes", "--json"], args].concat());
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn ids(found: &Value) -> Vec<&str> {
    found["snapshots"].as_array().unwrap().iter().map(|snapshot| snapshot["id"].as_str().unwrap()).collect()
}

/// A ring of the days' number of nodes, with chords from day 9 on.
fn edges(day: usize) -> String {
    let nodes = 20 + (day * 7) % 4;
    let ring = (0..nodes).map(|node| format!("{node} {}\n", (node + 1) % nodes));
    let chords = (0..nodes / 2).map(|node| format!("{node} {}\n", node + nodes / 2));
    ring.chain(chords.filter(|_| day >= 9)).collect()
}

/// A folder of sixteen days.
fn days() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("days")).unwrap();
    (1..=16).for_each(|day| fs::write(folder.path().join(format!("days/day{day}.txt")), edges(day)).unwrap());
    fs::write(folder.path().join("days/.hidden"), "x").unwrap();
    folder
}

fn in_order(names: impl Iterator<Item = usize>) -> Vec<String> {
    names.map(|day| format!("day{day}.txt")).collect()
}

#[test]
fn files_of_a_folder_and_of_a_pattern_come_in_natural_order() {
    let folder = days();
    for input in ["days", "days/day*.txt"] {
        let found = found(folder.path(), &[input], 0);
        assert_eq!(ids(&found), in_order(1..=16), "{input}");
        assert_eq!(found["change_points"][0]["id"], "day9.txt");
        assert_eq!(found["change_points"][0]["position"], 8);
        assert_eq!(found["change_points"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn files_come_as_given_and_the_order_of_a_shell_is_told() {
    let folder = days();
    let mut names: Vec<String> = (1..=16).map(|day| format!("days/day{day}.txt")).collect();
    let run =
        |names: &[String]| sgr(folder.path(), &[vec!["changes"], names.iter().map(String::as_str).collect()].concat());
    let output = run(&names);
    assert!(output.stderr.is_empty(), "{}", said(&output));
    names.sort();
    let output = run(&names);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let second = text.lines().nth(2).unwrap();
    assert!(second.starts_with("day10.txt "), "{text}");
    assert!(said(&output).contains("day16.txt comes before days/day2.txt, as given"), "{}", said(&output));
    names.reverse();
    assert!(run(&names).stderr.is_empty());
}

#[test]
fn graphs_of_a_collection_are_the_same_series() {
    let folder = days();
    let line = |day: usize| {
        let pairs: Vec<String> = edges(day).lines().map(|line| format!("[{}]", line.replace(' ', ","))).collect();
        format!("{{\"id\":\"day{day}.txt\",\"edges\":[{}]}}\n", pairs.join(","))
    };
    fs::write(folder.path().join("all.jsonl"), (1..=16).map(line).collect::<String>()).unwrap();
    assert_eq!(found(folder.path(), &["all.jsonl"], 0), found(folder.path(), &["days"], 0));
    // Several collections: one after the other, the name of the file in front.
    fs::write(folder.path().join("a.jsonl"), (1..=8).map(line).collect::<String>()).unwrap();
    fs::write(folder.path().join("b.jsonl"), (9..=16).map(line).collect::<String>()).unwrap();
    let two = found(folder.path(), &["a.jsonl", "b.jsonl"], 0);
    assert_eq!((ids(&two)[0], ids(&two)[15]), ("a.jsonl/day1.txt", "b.jsonl/day16.txt"));
    assert_eq!(two["change_points"][0]["position"], 8);
}

#[test]
fn snapshots_that_cannot_be_read_are_gaps() {
    let folder = days();
    let path = |name: &str| folder.path().join("days").join(name);
    let whole = found(folder.path(), &["days"], 0);
    // No graph at all, a broken line, and a graph without nodes.
    fs::write(path("day4.jsonl"), "").unwrap();
    fs::write(path("day5.jsonl"), "{\"edges\":[[0,\n").unwrap();
    fs::write(path("day17.txt"), "").unwrap();
    let output = sgr(folder.path(), &["changes", "days", "-o", "table.csv"]);
    assert_eq!(output.status.code(), Some(1));
    for name in [
        "day4.jsonl: found no graphs",
        "day5.jsonl:1:",
        "day17.txt: graph day17: the graph has no nodes",
        "16 graphs done, 3 skipped",
    ] {
        assert!(said(&output).contains(name), "{name}: {}", said(&output));
    }
    let table = fs::read_to_string(folder.path().join("table.csv")).unwrap();
    let gaps: Vec<&str> = table.lines().filter(|line| !line.ends_with(',')).skip(1).collect();
    assert!(gaps[0].starts_with("3,day4.jsonl,,,,,,") && gaps[1].starts_with("5,day5.jsonl,,,,,,"), "{table}");
    assert!(gaps[2].starts_with("18,day17.txt,,,,,,") && gaps.len() == 3, "{table}");
    let found = found(folder.path(), &["days"], 1);
    assert_eq!(found["change_points"][0]["id"], "day9.txt");
    assert_eq!(found["snapshots"][10]["distance"], whole["snapshots"][8]["distance"]);
    assert!(found["snapshots"][5]["problem"].as_str().unwrap().contains("day5.jsonl"));
}

#[test]
fn the_same_bytes_on_any_number_of_threads_and_pictures() {
    let folder = days();
    let run = |threads: &str, plot: &str| {
        let output = sgr(folder.path(), &["changes", "days", "-j", threads, "--plot", plot, "--window", "3"]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        (output.stdout, fs::read(folder.path().join(plot)).unwrap())
    };
    assert_eq!(run("1", "a.svg"), run("3", "a.svg"));
    assert_eq!(run("1", "a.png"), run("3", "a.png"));
    let (text, picture) = run("2", "a.svg");
    let (text, picture) = (String::from_utf8(text).unwrap(), String::from_utf8(picture).unwrap());
    assert!(
        text.contains("-- change: p = ")
            && text.contains("\n1 change point in 16 snapshots (5 % false alarms): day9.txt")
    );
    assert!(picture.contains(">day9.txt</text>") && picture.contains("1 change point in 16 snapshots"));
}

#[test]
fn mistakes_are_told_before_the_work() {
    let folder = days();
    let refused = |args: &[&str]| {
        let output = sgr(folder.path(), &[&["changes"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
        said(&output)
    };
    assert!(refused(&["days", "--false-alarms", "2"]).contains("false alarms: found 2, wanted a probability"));
    assert!(refused(&["days", "--permutations", "5"]).contains("permutations: found 5, wanted at least 39"));
    let memory = refused(&["days", "--max-memory", "1e-6"]);
    assert!(memory.contains("--max-memory GB allows more"), "{memory}");
    assert!(refused(&["days", "--plot", "a.gif"]).contains("wanted one that ends in .svg, .png, .csv"));
    assert!(refused(&["days", "-o", "a.gif"]).contains("wanted .csv, .json or .txt"));
    assert!(refused(&["days", "-o", "days/day1.txt"]).contains("same file as the input"));
    fs::create_dir(folder.path().join("days/more")).unwrap();
    assert!(refused(&["days"]).contains("days/more: found a folder among the snapshots of days"));
    fs::create_dir(folder.path().join("none")).unwrap();
    assert!(refused(&["none"]).contains("none: found no files, wanted one for each snapshot"));
    assert_eq!(fs::read_to_string(folder.path().join("days/day1.txt")).unwrap(), edges(1));
}

#[test]
fn too_few_snapshots_for_a_change_point_are_told() {
    let folder = days();
    let output = sgr(folder.path(), &["changes", "days/day1.txt", "days/day2.txt"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(
        said(&output).contains("no change point can be found: 2 snapshots, wanted at least 6"),
        "{}",
        said(&output)
    );
}
