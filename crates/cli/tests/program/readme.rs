//! The README's shell commands run as they stand there.

use std::path::Path;

use assert_cmd::Command;

#[test]
fn every_sgr_command_of_the_readme_works() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let block = readme.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    let place = tempfile::tempdir().unwrap();
    let examples = place.path().join("examples");
    std::fs::create_dir(&examples).unwrap();
    std::fs::copy(root.join("examples/shapes.jsonl"), examples.join("shapes.jsonl")).unwrap();
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
    assert!(commands >= 5);
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
