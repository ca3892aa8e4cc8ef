//! Weights of every size, from a file to a spectrum.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;

/// Exit code, the lines of standard output, and stderr of `sgr spectrum --weights` on a file with the given content.
fn spectra(name: &str, content: &str) -> (i32, Vec<Value>, String) {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join(name), content).unwrap();
    let mut command = Command::cargo_bin("sgr").unwrap();
    let output = command.args(["spectrum", "--weights", name]).current_dir(place.path()).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let lines = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (output.status.code().unwrap(), lines, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn subnormal_weights_converge() {
    let (code, lines, error) = spectra("g.jsonl", "{\"nodes\":3,\"edges\":[[0,2,1.0],[0,1,1e-310]]}\n");
    assert_eq!((code, error.as_str()), (0, ""));
    assert_eq!(lines[0]["eigenvalues"], serde_json::json!([0.0, 1.0, 2.0]));
}

#[test]
fn weights_far_apart_give_one_zero_for_each_component() {
    // Two complete graphs of four nodes and an edge that vanishes next to theirs; then without the edge.
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let edges = |first: u32| pairs.map(|(u, v)| format!("{} {} 1.0\n", first + u, first + v)).concat();
    let cliques = edges(0) + &edges(4);
    for (edge, wanted) in [("0 4 1e-17\n", 1), ("", 2)] {
        let (code, lines, error) = spectra("g.txt", &format!("{cliques}{edge}"));
        assert_eq!((code, error.as_str()), (0, ""));
        let zeros = lines[0]["eigenvalues"].as_array().unwrap().iter().filter(|value| value.as_f64() == Some(0.0));
        assert_eq!(zeros.count(), wanted, "{}", lines[0]);
    }
}

#[test]
fn weights_without_a_finite_sum_are_refused_with_the_line_of_the_largest() {
    let (code, lines, error) = spectra("g.txt", "0 1 1.0\n1 2 1.6e308\n2 3 1.5e308\n");
    assert_eq!((code, lines.len()), (2, 0));
    assert!(error.contains("g.txt:2: ") && error.contains("the largest is 1.6e308"), "{error}");
}
