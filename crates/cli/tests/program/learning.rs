//! `sgr train`, `sgr saliency` and vectors by a model, as a user runs them.

use std::fs;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use serde_json::Value;

/// A training that takes no time; `epochs` more or less.
fn curriculum(folder: &Path, epochs: usize) -> String {
    let path = folder.join(format!("short-{epochs}.toml"));
    let text = format!(
        "channels = [\"spectrum\", \"size\"]\nsamples = 32\n[[graphs]]\nfamilies = [\"block-model\", \"erdos-renyi\"]\n\
         count = 60\nnodes = [8, 40]\nbins = 2\n[training]\nepochs = {epochs}\npatience = {epochs}\ndimensions = 8\n"
    );
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn sgr(arguments: &[&str], folder: &Path) -> (i32, String, String) {
    let output = Command::cargo_bin("sgr").unwrap().args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_model_is_trained_embeds_and_is_explained() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let short = curriculum(folder, 5);
    let (code, said, _) = sgr(&["train", "--curriculum", &short, "-o", "a.safetensors", "--score", "20"], folder);
    assert_eq!(code, 0);
    assert!(
        said.contains("5 epochs, 8 classes") && said.contains("by nodes:") && said.contains("by mean degree:"),
        "{said}"
    );
    // The same bytes on one thread, other bytes from another seed.
    let (code, said, _) =
        sgr(&["train", "--curriculum", &short, "-o", "b.safetensors", "--json", "-j", "1", "--score", "10"], folder);
    assert_eq!(code, 0);
    let report: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(report["scores"]["history"].as_array().unwrap().len(), 5);
    assert_eq!(report["new_graphs"]["table"]["families"], serde_json::json!(["block-model", "erdos-renyi"]));
    assert_eq!(fs::read(folder.join("a.safetensors")).unwrap(), fs::read(folder.join("b.safetensors")).unwrap());
    sgr(&["train", "--curriculum", &short, "-o", "b.safetensors", "--seed", "9", "--score", "0"], folder);
    assert_ne!(fs::read(folder.join("a.safetensors")).unwrap(), fs::read(folder.join("b.safetensors")).unwrap());

    sgr(&["generate", "ring-tree", "block-model", "-n", "20", "--nodes", "8..20", "-o", "graphs.jsonl"], folder);
    let (code, said, _) =
        sgr(&["embed", "graphs.jsonl", "--model", "a.safetensors", "-o", "vectors.csv", "--json"], folder);
    let report: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((code, &report["representation"], &report["dimensions"]), (0, &"sgr".into(), &8.into()));

    let explain =
        ["saliency", "--model", "a.safetensors", "-n", "30", "-o", "f.svg", "-o", "f.png", "-o", "f.csv", "--json"];
    let (code, said, _) = sgr(&explain, folder);
    let report: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((code, report["strips"].as_array().unwrap().len()), (0, 2));
    assert_eq!(report["strips"][0]["family"], "block-model");
    let values = fs::read_to_string(folder.join("f.csv")).unwrap();
    assert_eq!(values.lines().count(), 33);
    assert!(values.starts_with("position,block-model (30 graphs),erdos-renyi (30 graphs)\n"), "{values}");
    assert!(fs::read_to_string(folder.join("f.svg")).unwrap().contains("erdos-renyi (30 graphs)"));
    assert!(fs::read(folder.join("f.png")).unwrap().starts_with(b"\x89PNG"));

    let (code, said, _) =
        sgr(&["saliency", "--model", "a.safetensors", "--input", "graphs.jsonl", "-o", "mine.svg"], folder);
    assert_eq!(code, 0);
    assert!(said.contains("quarters of the spectrum"), "{said}");
}

#[test]
fn vectors_by_the_built_in_models_need_no_options() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    sgr(&["generate", "grid", "-n", "3", "-o", "graphs.jsonl"], folder);
    for (file, model) in [("a.csv", &[][..]), ("b.csv", &["--model", "default"]), ("c.csv", &["--model", "paper"])] {
        let arguments = [&["embed", "graphs.jsonl", "-o", file], model].concat();
        assert_eq!(sgr(&arguments, folder).0, 0);
    }
    let [a, b, c] = ["a.csv", "b.csv", "c.csv"].map(|name| fs::read_to_string(folder.join(name)).unwrap());
    assert_eq!(a, b);
    assert_ne!(a, c);
    assert!(a.starts_with("id,label,sgr_0,"), "{a}");
}

#[test]
fn curricula_are_shown_as_they_would_be_used() {
    let place = tempfile::tempdir().unwrap();
    let (code, shown, _) =
        sgr(&["train", "--curriculum", "paper", "--show", "--epochs", "7", "--seed", "3"], place.path());
    assert_eq!(code, 0);
    fs::write(place.path().join("again.toml"), &shown).unwrap();
    let (_, again, _) = sgr(&["train", "--curriculum", "again.toml", "--show"], place.path());
    assert_eq!(shown, again);
    assert!(shown.contains("epochs = 7") && shown.contains("seed = 3"), "{shown}");
}

#[test]
fn slips_are_named_and_leave_no_file() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    fs::write(folder.join("bad.toml"), "[[graphs]]\nfamilies = [\"snark\"]\n").unwrap();
    fs::write(folder.join("typo.toml"), "epoch = 3\n").unwrap();
    fs::write(folder.join("no.safetensors"), "nothing").unwrap();
    fs::write(folder.join("one.jsonl"), "{\"id\":\"a\",\"edges\":[[0,1]]}\n").unwrap();
    for (arguments, wanted) in [
        (&["train", "--curriculum", "bad.toml", "-o", "x.safetensors"][..], "snark"),
        (&["train", "--curriculum", "typo.toml", "-o", "x.safetensors"], "epoch"),
        (&["train", "--curriculum", "missing.toml", "-o", "x.safetensors"], "default and paper"),
        (&["train", "--epochs", "0", "-o", "x.safetensors"], "epochs: found 0, wanted at least 1"),
        (&["train", "-o", "nowhere/x.safetensors"], "nowhere"),
        (&["embed", "one.jsonl", "-o", "x.npz", "--model", "papre"], "default, paper"),
        (&["embed", "one.jsonl", "-o", "x.npz", "--model", "no.safetensors"], "no.safetensors"),
        (&["embed", "one.jsonl", "-o", "x.npz", "--model", "paper", "-r", "heat"], "--representation sgr"),
        (&["saliency", "-o", "x.gif"], ".svg"),
        (&["saliency", "--family", "snark", "-o", "x.svg"], "block-model"),
    ] {
        let (code, _, complaint) = sgr(arguments, folder);
        assert_eq!(code, 2, "{arguments:?}: {complaint}");
        assert!(complaint.contains(wanted), "{arguments:?}: {complaint}");
    }
    let left: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 4, "{left:?}");
}

/// Ctrl-C during training keeps the best so far.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_best_so_far() {
    let place = tempfile::tempdir().unwrap();
    let endless = curriculum(place.path(), 1_000_000);
    let program = assert_cmd::cargo::cargo_bin("sgr");
    let arguments = ["train", "--curriculum", &endless, "-o", "kept.safetensors", "--json", "--score", "0"];
    let child = Process::new(program).args(arguments).current_dir(place.path()).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let start = Instant::now();
    assert!(Process::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && start.elapsed() < Duration::from_secs(60));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["scores"]["ending"], "stopped");
    assert!(place.path().join("kept.safetensors").exists());
}
