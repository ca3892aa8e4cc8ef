//! Pipes, lists of files, advice, and the heat kernel, as a user meets them.

use assert_cmd::Command;
use serde_json::Value;

fn run(args: &[&str], input: &str) -> (i32, String, String) {
    let output = Command::cargo_bin("sgr").unwrap().args(args).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

const TWO: &str = "{\"id\":\"a\",\"edges\":[[0,1]]}\n{\"id\":\"b\",\"edges\":[[0,1],[1,2]]}\n";

#[test]
fn graphs_in_and_vectors_out_through_pipes() {
    let embed = ["embed", "-", "--format", "jsonl", "-o", "-", "-r", "spectrum", "--samples", "3", "--to"];
    let (code, csv, stderr) = run(&[&embed[..], &["csv"]].concat(), TWO);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!((lines.len(), lines[1].starts_with("a,,"), lines[2].starts_with("b,,")), (3, true, true), "{csv}");
    let (_, json, _) = run(&[&embed[..], &["jsonl"]].concat(), TWO);
    assert!(json.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()) && json.lines().count() == 2);
    let (_, npy, _) = run(&[&embed[..], &["npy"]].concat(), TWO);
    assert!(npy.contains("'shape': (2, 3)"), "{npy}");
    let (code, out, stderr) = run(&[&embed[..], &["npz"]].concat(), TWO);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(stderr.contains("found format npz, wanted csv, jsonl or npy"), "{stderr}");
    let (code, _, stderr) = run(&["info", "-"], TWO);
    assert_eq!(code, 2);
    assert!(stderr.contains("add --format FORMAT"), "{stderr}");
    let (code, _, stderr) = run(&["embed", "-", "--format", "jsonl", "-o", "-"], TWO);
    assert_eq!(code, 2);
    assert!(stderr.contains("add --to csv, jsonl or npy"), "{stderr}");
    let (code, out, _) = run(&["spectrum", "-", "--format", "edges"], "a b\n");
    assert_eq!((code, out.starts_with("{")), (0, true));
}

#[test]
fn lists_of_files_name_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("a.edges"), "0 1\n").unwrap();
    std::fs::write(path("b.edges"), "0 1\n1 2\n").unwrap();
    let list = format!("{}\n\n{}\n", path("a.edges"), path("b.edges"));
    std::fs::write(path("list"), &list).unwrap();
    let (code, out, _) = run(&["info", "--json", "--files-from", &path("list")], "");
    assert_eq!((code, serde_json::from_str::<Value>(&out).unwrap()["graphs"].as_u64()), (0, Some(2)));
    let (code, out, _) = run(&["info", "--json", "--files-from", "-"], &list);
    assert_eq!((code, serde_json::from_str::<Value>(&out).unwrap()["graphs"].as_u64()), (0, Some(2)));
    std::fs::write(path("list"), format!("{}\n\nmissing.edges\n", path("a.edges"))).unwrap();
    let (code, _, stderr) = run(&["info", "--files-from", &path("list")], "");
    assert_eq!(code, 2);
    assert!(stderr.contains("list:3: missing.edges: no such file or folder"), "{stderr}");
}

#[test]
fn a_message_is_said_once_and_ends_in_advice() {
    let read = |text: &str, flags: &[&str]| run(&[&["info", "-", "--format", "edges"], flags].concat(), text).2;
    assert_eq!(read("a b\na b c\n", &[]), "sgr: stdin:2: found 3 columns, wanted 2 as on line 1\n");
    let weight = read("a b 1\nb c -1\n", &["--weights"]);
    assert_eq!(weight, "sgr: stdin:2: found weight -1, wanted a finite number that is not negative\n");
    let header = read("source,target\na,b\n", &[]);
    assert!(header.contains("looks like a header") && header.contains("--header") && header.contains("--no-header"));
    let missing = read("a b\n", &["--weights"]);
    assert!(missing.ends_with("; leave out --weights to read it without weights\n"), "{missing}");
    assert!(run(&["info", "/"], "").2.matches("NAME_A.txt").count() <= 2);
}

#[test]
fn heat_kernels_of_an_edge_and_of_complete_graphs() {
    let (code, out, _) = run(&["heat-kernel", "-", "--format", "edges", "--times", "0,1,10"], "a b\n");
    let line: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, line["nodes"].as_u64()), (0, Some(2)));
    for (at, time) in [0.0f64, 1.0, 10.0].into_iter().enumerate() {
        let expected = (1.0 + (-2.0 * time).exp()) / 2.0;
        assert!((line["diagonal"][at][1].as_f64().unwrap() - expected).abs() < 1e-12, "{out}");
    }
    // K_4: eigenvalue 0 once and 4/3 three times.
    let k4 = "0 1\n0 2\n0 3\n1 2\n1 3\n2 3\n";
    let (_, out, _) = run(&["heat-kernel", "-", "--format", "edges", "--times", "0.5", "--full"], k4);
    let kernel = &serde_json::from_str::<Value>(&out).unwrap()["kernel"][0];
    let decay = (-0.5f64 * 4.0 / 3.0).exp();
    for (row, column) in (0..4).flat_map(|row| (0..4).map(move |column| (row, column))) {
        let expected = 0.25 * (1.0 - decay) + if row == column { decay } else { 0.0 };
        assert!((kernel[row][column].as_f64().unwrap() - expected).abs() < 1e-12, "{out}");
    }
    let large: String = (0..4100).map(|node| format!("{node} {}\n", node + 1)).collect();
    let (code, out, stderr) = run(&["heat-kernel", "-", "--format", "edges", "--times", "1", "--full"], &large);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(stderr.contains("found 4101 nodes, wanted at most 4096"), "{stderr}");
    assert_eq!(run(&["heat-kernel", "-", "--format", "edges", "--times", "-1"], "a b\n").0, 2);
}
