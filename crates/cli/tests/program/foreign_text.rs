//! Text of files cannot act on a terminal, forge a line of a log or open a tag: ids, labels, entries and paths are escaped.

use std::process::{Command, Output};

/// Moves, colours, line ends, a sequence of one byte, and marks that turn or hide text.
const EVIL: &str = "evil\u{1b}[31m\r\nsgr: 90 graphs done\u{9b}2J\u{202e}\u{2028}\u{200b}<b>&\"";

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.0.path().join(name), content).unwrap();
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sgr"));
        command.args(args).current_dir(self.0.path()).env("XDG_CACHE_HOME", self.0.path()).output().unwrap()
    }
}

/// Whether a text could mislead the reader of a terminal; line ends are part of it.
fn is_harmless(text: &str) -> bool {
    let bad = |c: char| c.is_control() && c != '\n' || matches!(c, '\u{200b}' | '\u{2028}' | '\u{202e}');
    !text.chars().any(bad)
}

/// All of stderr is harmless, and every line is one of ours or indented below one.
fn check_stderr(output: &Output) -> String {
    let stderr = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(is_harmless(&stderr), "{stderr:?}");
    assert!(!stderr.lines().any(|line| line == "sgr: 90 graphs done" || line.starts_with("sgr: 90")), "{stderr}");
    stderr
}

fn graphs() -> String {
    let id = serde_json::to_string(EVIL).unwrap();
    let long = "x".repeat(100_000);
    format!(
        "{{\"id\":{id},\"nodes\":2,\"edges\":[[0,5]]}}\n{{\"id\":{id},\"label\":{id},\"nodes\":2,\"edges\":[[0,1]]}}\n\
         {{\"id\":\"{long}\",\"nodes\":2,\"edges\":[[0,5]]}}\n{{\"id\":{id},\"label\":1,\"edges\":[[0,1],[1,2]]}}\n"
    )
}

#[test]
fn ids_and_labels_are_escaped_and_cut_in_messages() {
    let place = Place::new();
    place.file("g.jsonl", graphs());
    for args in [
        &["embed", "g.jsonl", "-o", "v.csv", "--json"][..],
        &["spectrum", "g.jsonl", "--explain"],
        &["heat-kernel", "g.jsonl", "--times", "1"],
        &["info", "g.jsonl"],
        &["info", "g.jsonl", "--json"],
        &["cluster", "g.jsonl", "--k", "2", "-o", "c.csv"],
        &["cluster", "g.jsonl", "--k", "2", "-o", "c.csv", "--json"],
        &["evaluate", "g.jsonl", "--method", "wl", "--no-cache"],
        &["distance", "g.jsonl#nobody\u{1b}[2J\nsgr: 90", "g.jsonl"],
    ] {
        let output = place.run(args);
        let stderr = check_stderr(&output);
        assert!(stderr.len() < 20_000, "{args:?}: {} bytes on stderr", stderr.len());
        assert!(is_harmless(&String::from_utf8(output.stdout).unwrap()), "{args:?}");
    }
    let stderr = check_stderr(&place.run(&["info", "g.jsonl"]));
    assert!(stderr.contains("g.jsonl:1: graph evil\\u{1b}[31m\\r\\nsgr: 90 graphs done"), "{stderr}");
    assert!(stderr.contains("xxx…xxx"), "{stderr}");
    // Data files keep the whole id.
    let table = std::fs::read_to_string(place.0.path().join("v.csv")).unwrap();
    assert!(table.contains(&EVIL.replace('"', "\"\"")), "{table}");
}

#[test]
fn json_means_the_same_and_is_harmless() {
    let place = Place::new();
    place.file("g.jsonl", graphs());
    let output = place.run(&["spectrum", "g.jsonl"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let line: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(line["id"], EVIL);
    let output = place.run(&["embed", "g.jsonl", "-o", "-", "--to", "jsonl"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(is_harmless(&text), "{:?}", &text[..200]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(text.lines().next().unwrap()).unwrap()["id"], EVIL);
}

#[cfg(unix)]
#[test]
fn paths_and_broken_files_are_escaped() {
    let place = Place::new();
    let name = "a\u{1b}[31m\nsgr: 90\u{202e}.jsonl";
    place.file(name, "{\"edges\": [[0, 1, 2, 3, 4]]}\n");
    for args in [
        &["info", name][..],
        &["embed", name, "-o", "v.npz"],
        &["embed", "missing\u{1b}[31m\nsgr: 90.zip", "-o", "v.csv"],
        &["embed", name, "-o", "no\u{1b}\nsgr: 90/v.csv"],
        &["embed", name, "-o", name],
        &["embed", name, "-o", "v.csv", "--model", "no\u{1b}[31m\nsgr: 90 model"],
        &["evaluate", name, "--no-cache"],
        &["train", "--curriculum", "no\u{1b}\nsgr: 90", "-o", "m"],
    ] {
        let output = place.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        check_stderr(&output);
    }
    place.file("bad.toml", "[graphs]\nsgr: 90 graphs done\n\u{1b}[31m = 1\n");
    check_stderr(&place.run(&["train", "--curriculum", "bad.toml", "-o", "m"]));
    let header =
        format!("{{\"__metadata__\":{{\"format\":{},\"version\":\"1\"}}}}", serde_json::to_string(EVIL).unwrap());
    let mut model = (header.len() as u64).to_le_bytes().to_vec();
    model.extend(header.as_bytes());
    place.file("m.safetensors", model);
    check_stderr(&place.run(&["embed", name, "-o", "v.csv", "--model", "m.safetensors"]));
}

#[test]
fn pages_and_pictures_hold_no_foreign_tags() {
    let place = Place::new();
    let label = |class: usize| serde_json::to_string(&format!("{EVIL}{class}")).unwrap();
    let lines: String = (0..20)
        .map(|at| format!("{{\"id\":\"g{at}\",\"label\":{},\"edges\":[[0,1],[1,{}]]}}\n", label(at % 2), 2 + at % 2))
        .collect();
    place.file("a<b>|c.jsonl", lines);
    let output = place.run(&[
        "evaluate",
        "a<b>|c.jsonl",
        "--method",
        "wl",
        "--runs",
        "2",
        "--no-cache",
        "--html",
        "p.html",
        "--markdown",
        "p.md",
        "--json",
        "p.json",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", check_stderr(&output));
    for name in ["p.html", "p.md", "p.json"] {
        let text = std::fs::read_to_string(place.0.path().join(name)).unwrap();
        assert!(is_harmless(&text), "{name}");
        assert!(name == "p.json" || !text.contains("<b>"), "{name}");
    }
}
