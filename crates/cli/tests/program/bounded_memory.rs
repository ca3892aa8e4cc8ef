//! Memory stays within --max-memory, reading included: too large inputs are refused with the number, never an abort.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::process::{Command, Output};

const SGR: &str = env!("CARGO_BIN_EXE_sgr");

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    /// Runs a shell command with 2 GB of address space, the program being `$SGR`.
    fn run(&self, script: &str) -> Output {
        let script = format!("ulimit -v 2000000; {script}");
        Command::new("sh").args(["-c", &script]).env("SGR", SGR).current_dir(self.0.path()).output().unwrap()
    }

    /// The command must end with exit code 2 and a message that contains the text.
    fn refuses(&self, script: &str, message: &str) {
        let output = self.run(script);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{script}: {stderr}");
        assert!(stderr.contains(message), "{script}: {stderr}");
    }
}

/// A TU collection whose class labels unpack to `lines` lines.
fn write_label_bomb(path: &std::path::Path, lines: usize) {
    let mut zip = zip::ZipWriter::new(fs::File::create(path).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    for (name, text) in [("X_A.txt", "1, 2\n2, 1\n"), ("X_graph_indicator.txt", "1\n1\n")] {
        zip.start_file(name, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.start_file("X_graph_labels.txt", options).unwrap();
    let block = "1\n".repeat(1 << 20);
    (0..lines >> 20).for_each(|_| zip.write_all(block.as_bytes()).unwrap());
    zip.finish().unwrap();
}

const TAKES: &str = "bytes of memory, wanted at most";

#[test]
fn archives_that_unpack_to_any_size_are_refused() {
    let place = Place::new();
    write_label_bomb(&place.path("bomb.zip"), 150 << 20);
    assert!(fs::metadata(place.path("bomb.zip")).unwrap().len() < 1 << 22);
    place.refuses("$SGR info bomb.zip", "; --max-memory GB allows more");
    place.refuses("$SGR embed bomb.zip -o v.csv --max-memory 0.1", "bomb.zip:X_graph_labels.txt:");
    place.refuses("$SGR heat-kernel bomb.zip --times 1 --max-memory 0.1", TAKES);
}

#[test]
fn endless_streams_are_refused() {
    let place = Place::new();
    let endless = |line: &str, args: &str| format!("awk 'BEGIN {{ for (;;) {{ i++; {line} }} }}' | $SGR {args}");
    let edges = "print i, i + 1";
    place.refuses(&endless(edges, "info - --format edges --max-memory 0.1"), TAKES);
    place.refuses(&endless(edges, "embed - --format edges -o v.csv --max-memory 0.1"), TAKES);
    place.refuses(&endless("print \"a\" i, \"b\"", "info - --format edges --max-memory 0.1"), TAKES);
    place.refuses(&endless("print i, i + 1, i", "info - --format edges --weights --max-memory 0.1"), TAKES);
    place.refuses("yes '1 2' | $SGR info - --format edges --max-memory 0.1", TAKES);
    place.refuses("$SGR info --format jsonl --max-memory 0.01 /dev/zero", "/dev/zero:1: reading takes");
    place.refuses("$SGR info --format karateclub --max-memory 0.01 - < /dev/zero", "found");
    let graphs = "printf \"{\\\"label\\\":%d,\\\"edges\\\":[[0,1]]}\\n\", i";
    place.refuses(&endless(graphs, "cluster - --format jsonl --k 2 --max-memory 0.01"), TAKES);
    place.refuses(&endless(graphs, "info - --format jsonl --max-memory 0.01"), TAKES);
    place.refuses(&endless("print \"missing\" i", "info --files-from - --max-memory 0.001"), "wanted at most");
}

#[test]
fn settings_and_models_from_devices_are_refused() {
    let place = Place::new();
    fs::write(place.path("g.jsonl"), "{\"label\":1,\"edges\":[[0,1]]}\n").unwrap();
    place.refuses("$SGR train --curriculum /dev/zero -o m", "/dev/zero: found more than 1048576 bytes");
    place.refuses("$SGR embed g.jsonl --model /dev/zero -o v.csv", "/dev/zero: the header");
    place.refuses("$SGR embed g.jsonl --model /dev/urandom -o v.csv", "/dev/urandom: found a header of");
    place.refuses("$SGR evaluate g.jsonl --no-cache --remarks /dev/zero", "/dev/zero: found more than");
    place.refuses("mkfifo pipe; yes > pipe & $SGR train --curriculum pipe -o m", "pipe: found more than 1048576 bytes");
}

#[test]
fn graphs_that_cannot_fit_are_not_generated() {
    let place = Place::new();
    let curriculum = |settings: &str| {
        let text = format!("[[graphs]]\nfamilies = [\"erdos-renyi\", \"grid\"]\n{settings}\n");
        fs::write(place.path("c.toml"), text).unwrap();
        "$SGR train --curriculum c.toml -o m.safetensors --max-memory 1"
    };
    place.refuses(curriculum("nodes = [4294967295, 4294967295]"), "a graph of 4294967295 nodes");
    place.refuses(curriculum("nodes = [5, 9]\ncount = 16777216"), "the inputs of all graphs: found");
    place.refuses(curriculum("nodes = [5, 9]\ncount = 16777216"), "; --max-memory GB allows more");
    place.refuses(
        curriculum("count = 100\nnodes = [100000, 100000]\ndegree = [30.0, 30.0]"),
        "the graphs of a family: found",
    );
    assert!(!place.path("m.safetensors").exists());
    place.refuses("$SGR generate grid -n 1 --nodes 4294967295 -o g.edges", "grid: a graph of 4294967295 nodes");
    place.refuses("$SGR generate grid -n 1 --nodes 4294967295 -o g.edges", "; --max-memory GB allows more");
    place.refuses("$SGR generate clique-ego -n 1 --nodes 100000 -o g.edges", "clique-ego: a graph of 100000 nodes");
    let blocks = "$SGR generate block-model degree-corrected -n 1 --nodes 50000 --blocks 50000 -o g.jsonl";
    place.refuses(
        blocks,
        "block-model: a graph of 50000 nodes and up to 7.5e5 edges in 50000 blocks takes 2.0e10 bytes",
    );
    let output = place.run("$SGR generate erdos-renyi -n 1 --nodes 100000 --degree 20 -o g.edges");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The model of the paper with another record of its training graphs.
fn write_model(path: &std::path::Path, found: &str, instead: &str) {
    let model = include_bytes!("../../../core/models/paper.safetensors");
    let length = u64::from_le_bytes(*model.first_chunk().unwrap()) as usize;
    let (header, data) = model[8..].split_at(length);
    let header = std::str::from_utf8(header).unwrap();
    assert!(header.contains(found));
    let header = header.replace(found, instead);
    fs::write(path, [&(header.len() as u64).to_le_bytes(), header.as_bytes(), data].concat()).unwrap();
}

#[test]
fn graphs_of_a_strangers_model_fit() {
    let place = Place::new();
    let model = place.path("m.safetensors");
    let saliency = "$SGR saliency --model m.safetensors -n 2 --json";
    write_model(&model, "[10,500]", "[10,50]");
    assert_eq!(place.run(saliency).status.code(), Some(0));
    write_model(&model, "[10,500]", "[4294967295,4294967295]");
    place.refuses(saliency, "block-model: a graph of 4294967295 nodes");
    place.refuses(saliency, "; --max-memory GB allows more");
    write_model(&model, "\\\"blocks\\\":[2,10]", "\\\"blocks\\\":[4294967295,4294967295]");
    assert_eq!(place.run(saliency).status.code(), Some(0), "no more blocks than nodes");
    // A page of results has no picture of such a model.
    write_model(&model, "[10,500]", "[4294967295,4294967295]");
    fs::write(
        place.path("g.jsonl"),
        "{\"label\":1,\"edges\":[[0,1]]}\n{\"label\":2,\"edges\":[[0,1],[1,2]]}\n".repeat(10),
    )
    .unwrap();
    let page = "$SGR evaluate g.jsonl --model m.safetensors --method sgr --runs 2 --no-cache --html p.html";
    assert_eq!(place.run(page).status.code(), Some(0));
}
