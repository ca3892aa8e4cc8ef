//! `sgr generate` as a user meets it.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

fn sgr(folder: &Path, args: &[&str]) -> Output {
    Command::cargo_bin("sgr").unwrap().args(args).current_dir(folder).output().unwrap()
}

fn succeed(folder: &Path, args: &[&str]) -> String {
    let output = sgr(folder, args);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_collection_that_is_generated_can_be_read_and_embedded() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let families = ["block-model", "ring-tree"];
    for out in ["g.jsonl", "G.zip", "G"] {
        let is_tu = out != "g.jsonl";
        let report =
            json(&succeed(folder, &[&["generate"], &families[..], &["-o", out, "-n", "12", "--json"]].concat()));
        let info = json(&succeed(folder, &["info", out, "--json"]));
        assert_eq!((&report["graphs"], &info["graphs"]), (&24.into(), &24.into()));
        assert_eq!((&report["nodes"], &report["edges"]), (&info["nodes"]["total"], &info["edges"]["total"]));
        for class in report["classes"].as_array().unwrap() {
            assert_eq!(info["classes"][class["label"].as_str().unwrap()], 12, "{out}: {class}");
        }
        let last = if is_tu { "2" } else { "ring-tree" };
        let wanted = serde_json::json!({"label": last, "family": "ring-tree", "graphs": 12});
        assert_eq!(report["classes"][1], wanted);
        succeed(folder, &["embed", out, "-o", "v.npy"]);
    }
    assert_eq!(
        succeed(folder, &["generate", "regular", "hub-tree", "-o", "H", "-n", "1"]),
        "class 1: regular\nclass 2: hub-tree\n"
    );
    let first = std::fs::read_to_string(folder.join("g.jsonl")).unwrap();
    assert!(first.starts_with("{\"id\":\"block-model-0\",\"label\":\"block-model\",\"nodes\":"), "{first}");
}

#[test]
fn bytes_depend_on_the_seed_and_not_on_threads() {
    let place = tempfile::tempdir().unwrap();
    let bytes = |out: &str, more: &[&str]| {
        succeed(
            place.path(),
            &[&["generate", "degree-corrected", "clique-ego", "-n", "40", "-o", out, "-q"], more].concat(),
        );
        std::fs::read(place.path().join(out)).unwrap()
    };
    for out in ["g.jsonl", "g.zip"] {
        let one = bytes(out, &["--threads", "1"]);
        assert!(one == bytes(out, &["--threads", "3"]) && one == bytes(out, &["--seed", "1"]), "{out}");
        assert!(one != bytes(out, &["--seed", "2"]), "{out}");
    }
}

#[test]
fn ranges_are_kept() {
    let place = tempfile::tempdir().unwrap();
    let args = ["generate", "erdos-renyi", "-n", "50", "--nodes", "30..40", "--degree", "4", "-o", "g.jsonl"];
    succeed(place.path(), &args);
    let info = json(&succeed(place.path(), &["info", "g.jsonl", "--json"]));
    assert!(info["nodes"]["min"].as_u64().unwrap() >= 30 && info["nodes"]["max"].as_u64().unwrap() <= 40);
    let degree = 2.0 * info["edges"]["total"].as_f64().unwrap() / info["nodes"]["total"].as_f64().unwrap();
    assert!((degree - 4.0).abs() < 0.4, "{degree}");
}

#[test]
fn a_single_graph_may_leave_as_an_edge_list() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let args = ["generate", "barabasi-albert", "-n", "1", "--nodes", "1000", "--degree", "6", "-o", "one.txt"];
    succeed(folder, &args);
    let text = std::fs::read_to_string(folder.join("one.txt")).unwrap();
    assert!(text.starts_with("# nodes 1000, edges 2994\n"), "{}", &text[..60]);
    assert_eq!(json(&succeed(folder, &["info", "one.txt", "--json"]))["edges"]["total"], 2994);
}

#[test]
fn slips_are_named_and_leave_nothing_behind() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    std::fs::create_dir(folder.join("taken")).unwrap();
    let cases: [(&[&str], &str); 10] = [
        (&["generate", "blocks", "-o", "g.jsonl"], "possible values: erdos-renyi, block-model"),
        (&["generate", "regular", "regular", "-o", "g.jsonl"], "found the family regular twice"),
        (&["generate", "regular", "-o", "g.npz"], "g.npz: the name does not tell the format"),
        (&["generate", "regular", "-o", "g.edges"], "found 100 graphs to write, wanted 1 in an edge list"),
        (&["generate", "regular", "-o", "taken"], "taken: found something there already"),
        (&["generate", "regular", "-o", "g.jsonl", "--nodes", "9..3"], "found range of nodes 9..3"),
        (&["generate", "regular", "-o", "g.jsonl", "--nodes", "many"], "wanted a number or a range A..B"),
        (&["generate", "regular", "-o", "no/g.jsonl"], "is not a folder that exists"),
        (
            &["generate", "erdos-renyi", "-o", "g.zip", "-n", "1", "--nodes", "9999999", "--degree", "9999998"],
            "a graph of 9999999 nodes and up to 5.0e13 edges takes 5.0e15 bytes of memory",
        ),
        (
            &[
                "generate",
                "erdos-renyi",
                "-o",
                "g.zip",
                "-n",
                "1",
                "--nodes",
                "9999999",
                "--degree",
                "9999998",
                "--max-memory",
                "1e9",
            ],
            "expected edges, wanted at most",
        ),
    ];
    for (args, message) in cases {
        let output = sgr(folder, args);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(message), "{args:?}: {stderr}");
    }
    let left: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["taken"]);
}

#[test]
fn the_help_lists_the_families_and_teaches_by_example() {
    let place = tempfile::tempdir().unwrap();
    let help = succeed(place.path(), &["generate", "--help"]);
    for words in ["proximity-chain", "duplication", "discussion threads", "[default: 10..500]", "-o SYNTHETIC.zip"] {
        assert!(help.contains(words), "{words}: {help}");
    }
    assert!(succeed(place.path(), &["completions", "bash"]).contains("watts-strogatz"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_half_written_folder() {
    let place = tempfile::tempdir().unwrap();
    let names = || std::fs::read_dir(place.path()).unwrap().count();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_sgr"))
        .args(["generate", "regular", "-n", "100000000", "-o", "G", "--threads", "1"])
        .current_dir(place.path())
        .spawn()
        .unwrap();
    let started = std::time::Instant::now();
    while names() == 0 {
        assert!(started.elapsed().as_secs() < 20, "the output was never opened");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(names(), 0);
}
