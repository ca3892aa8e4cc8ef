//! The program as a user meets it: outputs, exit codes, messages.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

fn sgr(args: &[&str]) -> Output {
    Command::cargo_bin("sgr").unwrap().args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder with an output name in it.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn file(&self, name: &str, content: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn shapes() -> String {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shapes.jsonl");
    path.to_str().unwrap().to_owned()
}

#[test]
fn embed_writes_every_format_with_ids_and_labels() {
    let place = Place::new();
    for name in ["v.npy", "v.npz", "v.csv", "v.parquet", "v.jsonl"] {
        let output = sgr(&["embed", &shapes(), "-o", &place.path(name), "--json"]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
        let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&summary["graphs"], &summary["dimensions"]), (&90.into(), &256.into()));
        assert!(output.stderr.is_empty(), "no progress when stderr is not a terminal");
    }
    assert_eq!(place.names(), ["v.csv", "v.jsonl", "v.npy", "v.npy.ids.csv", "v.npz", "v.parquet"]);
    let ids = std::fs::read_to_string(place.path("v.npy.ids.csv")).unwrap();
    assert!(ids.starts_with("id,label\nring-0,ring\ntree-0,tree\ncommunities-0,communities\n"), "{ids}");
    let rows = std::fs::read_to_string(place.path("v.jsonl")).unwrap();
    let row: Value = serde_json::from_str(rows.lines().nth(1).unwrap()).unwrap();
    assert_eq!(
        (&row["id"], &row["label"], row["vector"].as_array().unwrap().len()),
        (&"tree-0".into(), &"tree".into(), 256)
    );
}

#[test]
fn representations_differ_and_threads_do_not_matter() {
    let place = Place::new();
    let bytes = |representation: &str, threads: &str| {
        let out = place.path("v.npy");
        let output = sgr(&["embed", &shapes(), "-o", &out, "--representation", representation, "--threads", threads]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        std::fs::read(out).unwrap()
    };
    let [spectrum, heat, wave] = ["spectrum", "heat", "wave"].map(|name| bytes(name, "1"));
    assert!(spectrum != heat && heat != wave && wave != spectrum);
    assert!(spectrum == bytes("spectrum", "2") && heat == bytes("heat", "3"));
}

#[test]
fn spectrum_prints_one_json_line_per_graph() {
    let place = Place::new();
    let file = place.file("star.txt", "hub a\nhub b\nhub c\n");
    let output = sgr(&["spectrum", &file]);
    assert_eq!(output.status.code(), Some(0));
    let line: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&line["id"], &line["nodes"], &line["edges"]), (&"star".into(), &4.into(), &3.into()));
    assert_eq!(line["origin"], "exact");
    assert_eq!(line["eigenvalues"], serde_json::json!([0.0, 1.0, 1.0, 2.0]));
    assert!(line["error"].as_f64().unwrap() < 1e-13 && line.get("explain").is_none());

    let out = place.path("s.jsonl");
    assert_eq!(sgr(&["spectrum", &file, "-o", &out]).status.code(), Some(0));
    assert_eq!(std::fs::read(&out).unwrap(), output.stdout);
    let refused = sgr(&["spectrum", &file, "-o", &place.path("s.npy")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("wanted a name that ends in .jsonl"));
}

#[test]
fn explain_says_what_was_done_and_why() {
    let place = Place::new();
    let edges: String =
        (0..400).flat_map(|u| [(u, u + 1), (u, (u * 7 + 3) % 400)]).map(|(u, v)| format!("{u} {v}\n")).collect();
    let file = place.file("both.txt", &format!("{edges}hub a\nhub b\nhub c\n"));
    let output = sgr(&["spectrum", &file, "--explain"]);
    let line: Value = serde_json::from_slice(&output.stdout).unwrap();
    let explain = &line["explain"];
    assert_eq!((&explain["components"], &explain["twins"]), (&2.into(), &3.into()), "{explain}");
    let pieces = explain["pieces"].as_array().unwrap();
    assert_eq!(pieces.len(), 2);
    let large = pieces.iter().find(|piece| piece["nodes"] == 401).unwrap();
    assert!(large["predicted_seconds"].as_object().unwrap().len() == 2, "{large}");
    assert_eq!(pieces.iter().find(|piece| piece["nodes"] == 1).unwrap()["method"], "single node");
    let stderr = text(&output.stderr);
    assert!(
        stderr.contains("both: 2 components; 3 twins solved by formula; 1 × single node by formula; 401 nodes"),
        "{stderr}"
    );
}

#[test]
fn a_large_graph_says_how_it_was_solved_and_how_far_off_it_is() {
    let place = Place::new();
    let edges: String =
        (0..600).flat_map(|u| [(u, u + 1), (u, (u * 7 + 3) % 600)]).map(|(u, v)| format!("{u} {v}\n")).collect();
    let file = place.file("ring.txt", &edges);
    let spectrum = |how: &str| -> Value {
        let output = sgr(&["spectrum", &file, "--explain", "--spectrum", how, "--max-error", "0.01", "--ends", "20"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    assert_eq!(spectrum("exact")["eigenvalues"].as_array().unwrap().len(), 601);
    for how in ["slicing", "density", "ends"] {
        let line = spectrum(how);
        assert_eq!((&line["origin"], line.get("eigenvalues")), (&how.into(), None));
        assert_eq!(line["samples"].as_array().unwrap().len(), 256);
        assert!(line["error"].as_f64().unwrap() > 1e-12, "{line}");
        let large = &line["explain"]["large"];
        assert_eq!((&large["method"], &large["nodes"]), (&how.into(), &601.into()), "{large}");
        assert!(large["spent_seconds"].as_f64().unwrap() > 0.0 && large["predicted_seconds"][how].is_f64(), "{large}");
    }
    assert!(spectrum("slicing")["error"].as_f64().unwrap() <= 0.01);
    // Ends do not reach a hundredth, and whoever asked for it hears of that.
    let output = sgr(&["spectrum", &file, "--spectrum", "ends", "--max-error", "0.01", "--ends", "5"]);
    assert!(text(&output.stderr).contains("above the 1e-2 asked for"), "{}", text(&output.stderr));
    let out = place.path("ring.npy");
    let output = sgr(&["embed", &file, "-o", &out, "--json", "--spectrum", "slicing"]);
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["approximate"][0]["origin"], "slicing", "{summary}");
    for flags in [["--max-error", "0"], ["--max-error", "2"], ["--spectrum", "guess"], ["--ends", "0"]] {
        assert_eq!(sgr(&["spectrum", &file, flags[0], flags[1]]).status.code(), Some(2), "{flags:?}");
    }
    let output = sgr(&["spectrum", &file, "--spectrum", "density", "--max-memory", "0.0001"]);
    assert!(text(&output.stderr).contains("needs 0.0 GB, the limit is 0.0 GB"), "{}", text(&output.stderr));
}

#[test]
fn info_counts_what_is_there_and_what_was_dropped() {
    let place = Place::new();
    let lines = concat!(
        r#"{"id": "a", "nodes": 4, "label": 1, "edges": [[0, 1], [1, 0], [0, 1], [2, 2]]}"#,
        "\n",
        r#"{"id": "b", "label": 2, "edges": [["x", "y"]]}"#,
        "\n",
        r#"{"id": "c", "label": 2, "edges": [["p", "q"]]}"#,
        "\n",
    );
    let file = place.file("g.jsonl", lines);
    let output = sgr(&["info", &file, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let info: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(info["graphs"], 3);
    assert_eq!(info["nodes"], serde_json::json!({"total": 8, "min": 2, "mean": 8.0 / 3.0, "max": 4}));
    assert_eq!(info["classes"], serde_json::json!({"1": 1, "2": 2}));
    assert_eq!((&info["self_loops_dropped"], &info["repeated_edges_dropped"]), (&1.into(), &1.into()));
    assert_eq!((&info["isolated_nodes"], &info["duplicate_graphs"]), (&2.into(), &1.into()));
    let table = text(&sgr(&["info", &file]).stdout);
    assert!(table.contains("classes                 2 (1: 1, 2: 2)"), "{table}");
}

#[test]
fn distance_of_two_files_and_of_two_graphs_of_a_collection() {
    let place = Place::new();
    let (edge, path) = (place.file("edge.txt", "a b\n"), place.file("path.txt", "a b\nb c\n"));
    let distance = |a: &str, b: &str| -> Value {
        let output = sgr(&["distance", a, b, "--json"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let apart = distance(&edge, &path);
    // h differs by e^−t, and e^(−2(t+1/t)−t) is largest where 2/t² = 3.
    let time = (2.0f64 / 3.0).sqrt();
    let bound = (-2.0 * (time + 1.0 / time) - time).exp();
    assert!((apart["bound"].as_f64().unwrap() - bound).abs() < 1e-12, "{apart}");
    assert!((apart["time"].as_f64().unwrap() - time).abs() < 1e-4 && apart["euclidean"].as_f64().unwrap() > 0.1);
    let same = distance(&format!("{}#ring-3", shapes()), &format!("{}#ring-3", shapes()));
    assert_eq!((&same["euclidean"], &same["bound"]), (&0.0.into(), &0.0.into()));

    let several = sgr(&["distance", &edge, &shapes()]);
    assert_eq!(several.status.code(), Some(2));
    assert!(text(&several.stderr).contains("found several graphs, wanted one; name it by its id"));
    let unknown = sgr(&["distance", &edge, &format!("{}#nobody", shapes())]);
    assert!(text(&unknown.stderr).contains("no graph has the id \"nobody\""));
}

#[test]
fn a_bad_graph_is_named_and_the_rest_is_done_with_exit_code_1() {
    let place = Place::new();
    let lines = "{\"id\": \"good\", \"edges\": [[0, 1]]}\n{\"id\": \"bad\", \"nodes\": 2, \"edges\": [[0, 9]]}\n{\"id\": \"empty\", \"edges\": []}\n";
    let file = place.file("g.jsonl", lines);
    let output = sgr(&["embed", &file, "-o", &place.path("v.csv")]);
    assert_eq!(output.status.code(), Some(1));
    let stderr = text(&output.stderr);
    assert!(stderr.contains("g.jsonl:2: graph bad: found"), "{stderr}");
    assert!(stderr.contains("graph empty: the graph has no nodes"), "{stderr}");
    assert!(stderr.contains("1 graphs done, 2 skipped"), "{stderr}");
    assert_eq!(std::fs::read_to_string(place.path("v.csv")).unwrap().lines().count(), 2);
}

#[test]
fn a_failed_run_exits_with_2_and_leaves_the_old_file() {
    let place = Place::new();
    let out = place.file("v.csv", "old");
    let bad = place.file("bad.txt", "a b\nc\n");
    let empty = place.file("empty.jsonl", "");
    let cases: [(&[&str], &str); 7] = [
        (&["embed", &bad, "-o", &out], "bad.txt:2: found 1 column"),
        (&["embed", &empty, "-o", &out], "found no graphs"),
        (&["embed", "nowhere.zip", "-o", &out], "nowhere.zip: no such file or folder"),
        (&["embed", &out, &place.path("graph.xyz"), "-o", &out], "graph.xyz"),
        (&["embed", &bad, "-o", &place.path("v.xyz")], "v.xyz"),
        (&["embed", &bad, "-o", &place.path("no/v.csv")], "no"),
        (&["embed", &bad, "-o", &out, "--format", "gml"], "[possible values: tu, edges"),
    ];
    for (args, message) in cases {
        let output = sgr(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(message), "{args:?}: {}", text(&output.stderr));
    }
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "old");
    assert_eq!(place.names(), ["bad.txt", "empty.jsonl", "v.csv"]);
}

#[test]
fn one_bad_file_among_several_is_named_and_does_not_stop_the_run() {
    let place = Place::new();
    let (good, bad) = (place.file("good.txt", "a b\n"), place.file("bad.txt", "a b\nc\n"));
    let output = sgr(&["embed", &bad, &good, "-o", &place.path("v.csv")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("bad.txt:2:"));
    assert!(std::fs::read_to_string(place.path("v.csv")).unwrap().contains("\ngood.txt/good,"));
}

#[test]
fn graphs_of_namesakes_keep_different_ids() {
    let place = Place::new();
    std::fs::create_dir(place.path("a")).unwrap();
    let files = [place.file("g.txt", "x y\n"), place.file("a/g.txt", "x y\n")];
    assert_eq!(sgr(&["embed", &files[0], &files[1], "-o", &place.path("v.csv")]).status.code(), Some(0));
    let table = std::fs::read_to_string(place.path("v.csv")).unwrap();
    for file in files {
        assert!(table.contains(&format!("\n{file}/g,")), "{table}");
    }
}

#[test]
fn loops_that_were_dropped_are_reported() {
    let place = Place::new();
    let file = place.file("g.txt", "x y\nx x\ny y\n");
    let output = sgr(&["embed", &file, "-o", &place.path("v.csv"), "--json"]);
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap()["self_loops_dropped"], 2);
    assert!(text(&output.stderr).contains("2 self-loops dropped"));
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_program() {
    let place = Place::new();
    let lines: String = (0..20_000).map(|_| "{\"edges\": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]]}\n").collect();
    let file = place.file("many.jsonl", &lines);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_sgr"))
        .args(["spectrum", &file])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn weights_only_when_asked_for_and_directed_input_never_silently() {
    let place = Place::new();
    let weighted = place.file("w.csv", "a,b,5\nb,c,1\n");
    let eigenvalues =
        |args: &[&str]| serde_json::from_slice::<Value>(&sgr(args).stdout).unwrap()["eigenvalues"].clone();
    assert_eq!(eigenvalues(&["spectrum", &weighted]), serde_json::json!([0.0, 1.0, 2.0]));
    assert_eq!(eigenvalues(&["spectrum", &weighted, "--weights"])[1], 1.0);
    let directed = place.file("d.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n");
    let refused = sgr(&["spectrum", &directed]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--directed-as undirected"));
    assert_eq!(eigenvalues(&["spectrum", &directed, "--directed-as", "undirected"]), serde_json::json!([0.0, 2.0]));
}

#[test]
fn a_tu_collection_whose_edges_are_not_grouped_is_read_again() {
    let place = Place::new();
    let folder = place.path("T");
    std::fs::create_dir(&folder).unwrap();
    for (name, content) in
        [("T_A.txt", "1, 2\n3, 4\n2, 1\n"), ("T_graph_indicator.txt", "1\n1\n2\n2\n"), ("T_graph_labels.txt", "1\n1\n")]
    {
        std::fs::write(Path::new(&folder).join(name), content).unwrap();
    }
    for args in [&["embed", &folder, "-o", &place.path("v.csv")][..], &["info", &folder]] {
        let output = sgr(args);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("reading it again"), "{}", text(&output.stderr));
    }
}

#[test]
fn help_completions_and_man_page_speak_of_the_same_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&sgr(&["completions", shell]).stdout);
        assert!(script.contains("representation"), "{shell}");
    }
    let page = text(&sgr(&["man"]).stdout);
    assert!(page.contains(".TH sgr 1") && page.contains("Exit codes"), "{page}");
    let place = Place::new();
    assert_eq!(sgr(&["man", "-o", &place.path("pages")]).status.code(), Some(0));
    let embed = std::fs::read_to_string(place.path("pages/sgr-embed.1")).unwrap();
    assert!(embed.contains("representation") && embed.contains(".TH sgr-embed 1"), "{embed}");
    let help = text(&sgr(&["embed", "--help"]).stdout);
    for option in ["--representation", "--weights", "--threads", "--format", "--directed-as"] {
        assert!(help.contains(option) && embed.contains(&option.replace('-', "\\-")), "{option}");
    }
    assert_eq!(sgr(&[]).status.code(), Some(2));
    assert_eq!(sgr(&["embed"]).status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_half_written_file() {
    use std::os::unix::process::ExitStatusExt;
    let place = Place::new();
    // A named pipe that nobody writes to: the program waits for input with its output open.
    let pipe = place.path("slow.txt");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_sgr"))
        .args(["embed", &pipe, "-o", &place.path("v.csv")])
        .spawn()
        .unwrap();
    let started = std::time::Instant::now();
    while place.names().len() < 2 {
        assert!(started.elapsed().as_secs() < 20, "the output was never opened");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let status = child.wait().unwrap();
    assert_eq!((status.code(), status.signal()), (Some(130), None));
    assert_eq!(place.names(), ["slow.txt"]);
}
