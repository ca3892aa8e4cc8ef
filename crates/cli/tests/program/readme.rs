//! The shell commands of the README and of the guide run as they stand there.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;

#[test]
fn every_command_of_the_readme_works() {
    let place = run_commands_of("README.md");
    assert!(["shapes.npz", "map.html"].iter().all(|made| place.path().join(made).exists()));
}

#[test]
fn every_command_of_the_guide_works() {
    let place = run_commands_of("docs/guide/program.md");
    for made in [
        "shapes.npz",
        "heat.parquet",
        "spectra.jsonl",
        "saliency.svg",
        "mine.npz",
        "results.html",
        "clusters.csv",
        "gram.npy",
    ] {
        assert!(place.path().join(made).exists(), "{made}");
    }
}

#[test]
fn the_readme_is_short() {
    let lines = fs::read_to_string(root().join("README.md")).unwrap().lines().count();
    assert!(lines <= 120, "found {lines} lines, wanted at most 120");
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Runs the `sh` block of a page, one command per line, in a folder that holds the example collections.
fn run_commands_of(page: &str) -> TempDir {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let block = text.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    let place = tempfile::tempdir().unwrap();
    let examples = place.path().join("examples");
    fs::create_dir(&examples).unwrap();
    for name in ["shapes.jsonl", "molecules.smi"] {
        fs::copy(root().join("examples").join(name), examples.join(name)).unwrap();
    }
    let mut commands = 0;
    for line in block.lines() {
        let (command, _comment) = line.split_once(" # ").unwrap_or((line, ""));
        let mut words = command.split_whitespace();
        assert_eq!(words.next(), Some("sgr"), "{line}");
        let mut sgr = Command::cargo_bin("sgr").unwrap();
        // Results are kept here, never in the user's folder.
        sgr.args(words).current_dir(place.path()).env("XDG_CACHE_HOME", place.path()).assert().success();
        commands += 1;
    }
    assert!(commands >= 3, "{page}: found {commands} commands");
    place
}
