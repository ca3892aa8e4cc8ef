//! `sgr evaluate` and `sgr gram`, as a user runs them.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use sgr::experiment::Method;

fn sgr(arguments: &[&str], folder: &Path) -> (i32, String, String) {
    let mut command = Command::cargo_bin("sgr").unwrap();
    // Results are kept in the folder of the test, never in the user's.
    let output =
        command.args(arguments).current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache")).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Two kinds that every method tells apart, twenty graphs each.
fn two_kinds(folder: &Path) {
    let arguments = ["generate", "random-tree", "erdos-renyi", "-n", "20", "--nodes", "12..24", "--degree", "6..8"];
    let (code, _, error) = sgr(&[&arguments[..], &["-o", "kinds.jsonl"]].concat(), folder);
    assert_eq!(code, 0, "{error}");
}

/// The methods in the order of the tables.
const METHODS: &str = "sp, gk4, wl, mlg, rw, pm, dgk, hks, gfp, netsimile, fgsd, pscn, dcnn, spectrum, heat, fingerprint, \
                       sgr, wide";

/// The least accuracy of a method on trees and dense graphs, in per cent.
fn least(method: &str) -> f64 {
    match method {
        // Its cosines are nearly 1 for all pairs, too much for an SVM with C = 1.
        "rw" => 0.0,
        // Eigenvectors of trees and of dense graphs are in the same cells of the coarse levels.
        "pm" => 75.0,
        // Networks with few examples and few steps.
        "pscn" | "dcnn" => 60.0,
        _ => 90.0,
    }
}

#[test]
fn every_method_tells_trees_from_dense_graphs() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    two_kinds(folder);
    let files = ["--json", "r.json", "--markdown", "r.md", "--html", "r.html"];
    let (code, said, error) = sgr(&[&["evaluate", "kinds.jsonl", "--runs", "10"][..], &files].concat(), folder);
    assert_eq!(code, 0, "{error}");
    assert!(said.starts_with("collection") && said.contains("NetSimile") && said.contains("\nkinds"), "{said}");
    let results: Value = serde_json::from_slice(&fs::read(folder.join("r.json")).unwrap()).unwrap();
    let results = results["results"].as_array().unwrap();
    let methods: Vec<&str> = results.iter().map(|result| result["method"].as_str().unwrap()).collect();
    assert_eq!(methods.join(", "), METHODS);
    for result in results {
        assert_eq!((&result["collection"], &result["protocol"]), (&"kinds".into(), &"split".into()), "{result}");
        assert_eq!((&result["runs"], &result["graphs"], &result["classes"]), (&10.into(), &40.into(), &2.into()));
        assert!(result["accuracy_mean"].as_f64().unwrap() > least(result["method"].as_str().unwrap()), "{result}");
        assert!(result["seconds"].as_f64().unwrap() > 0.0 && result["unfinished"] == 0, "{result}");
    }
    let classifiers: Vec<&str> = results.iter().map(|result| result["classifier"].as_str().unwrap()).collect();
    let wanted = Method::ALL.map(|method| match method {
        _ if method.is_kernel() => "svm",
        _ if method.is_network() => "network",
        _ => "logistic",
    });
    assert_eq!(classifiers, wanted);
    let has_clusters: Vec<bool> = results.iter().map(|result| !result["clustering"].is_null()).collect();
    assert_eq!(has_clusters, Method::ALL.map(|method| !method.is_network()));
    let markdown = fs::read_to_string(folder.join("r.md")).unwrap();
    assert!(markdown.contains("## Clustering") && markdown.contains("10 random splits"), "{markdown}");
    let html = fs::read_to_string(folder.join("r.html")).unwrap();
    // The mean spectra and the saliency.
    assert_eq!(html.matches("<svg").count(), 2, "{html}");
    assert!(!html.contains("http://") || html.matches("http://").count() == html.matches("http://www.w3.org").count());
}

#[test]
fn a_report_is_made_from_results_on_file() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    two_kinds(folder);
    let evaluate = ["evaluate", "kinds.jsonl", "--runs", "5", "--json", "r.json", "--markdown", "r.md"];
    let (code, _, error) = sgr(&[&evaluate[..], &["--method", "wl,sgr"]].concat(), folder);
    assert_eq!(code, 0, "{error}");
    // The page of the evaluation, from the file alone.
    let (code, said, error) = sgr(&["report", "r.json"], folder);
    assert_eq!((code, &said), (0, &fs::read_to_string(folder.join("r.md")).unwrap()), "{error}");
    let (code, said, error) = sgr(&["report", "r.json", "--section", "summary", "--method", "sgr"], folder);
    assert!(code == 0 && said.starts_with("| method | kinds | mean |\n") && said.lines().count() == 3, "{said}{error}");
    let (code, _, error) = sgr(&["report", "r.json", "-o", "page.html"], folder);
    assert_eq!(code, 0, "{error}");
    assert!(fs::read_to_string(folder.join("page.html")).unwrap().contains("<h2>Accuracy</h2>"));
    fs::write(folder.join("other.json"), "{\"results\": [{}]}").unwrap();
    for (arguments, wanted) in [
        (&["report", "other.json"][..], "other.json: found no results of an evaluation"),
        (&["report", "none.json"], "none.json"),
        (&["report", "r.json", "--table", "a"], "found no table \"a\""),
        (&["report", "r.json", "--method", "sgr:paper"], "found no result of the method \"sgr:paper\""),
        (&["report", "r.json", "-o", "r.txt"], "found the ending \".txt\", wanted .md or .html"),
        (&["report", "r.json", "-o", "r.json"], "the same file as the input"),
    ] {
        let (code, said, error) = sgr(arguments, folder);
        assert!(code == 2 && said.is_empty() && error.contains(wanted), "{arguments:?}: {error}");
    }
    assert!(!folder.join("r.txt").exists());
}

#[test]
fn classifiers_are_chosen_by_name_and_settings_are_on_record() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    two_kinds(folder);
    let run = |more: &str| {
        let base = "evaluate kinds.jsonl --runs 10 --method wl,spectrum --protocol cv10 --json r.json --markdown r.md";
        let arguments: Vec<&str> = base.split(' ').chain(more.split_whitespace()).collect();
        let (code, _, error) = sgr(&arguments, folder);
        assert_eq!(code, 0, "{more}: {error}");
        serde_json::from_slice::<Value>(&fs::read(folder.join("r.json")).unwrap()).unwrap()["results"].clone()
    };
    for (flags, name) in [("lr", "logistic"), ("logistic", "logistic"), ("svm", "svm"), ("rf", "rf"), ("knn", "knn")] {
        for standardize in ["", " --standardize"] {
            let results = run(&format!("--classifier {flags}{standardize}"));
            assert_eq!((&results[0]["classifier"], &results[1]["classifier"]), (&"svm".into(), &name.into()));
            assert_eq!(results[1]["standardized"], !standardize.is_empty());
            assert!(results[1]["accuracy_mean"].as_f64().unwrap() > 80.0, "{name}{standardize}: {results}");
            let accuracies: Vec<f64> = serde_json::from_value(results[1]["accuracies"].clone()).unwrap();
            let mean = accuracies.iter().sum::<f64>() / 10.0;
            assert!(accuracies.len() == 10 && (mean - results[1]["accuracy_mean"].as_f64().unwrap()).abs() < 1e-9);
            let [low, high]: [f64; 2] = serde_json::from_value(results[1]["accuracy_interval"].clone()).unwrap();
            assert!(low <= mean && mean <= high);
            assert!((results[1]["test_share"].as_f64().unwrap() - 4.0 / 36.0).abs() < 1e-9);
            assert_eq!(results[1]["chosen_c"], serde_json::json!([]));
        }
    }
    // The kept result of C = 1 is not taken for one of a chosen C.
    let chosen = run("--choose-c --classifier svm");
    for result in chosen.as_array().unwrap() {
        let costs: Vec<f64> = serde_json::from_value(result["chosen_c"].clone()).unwrap();
        assert!(costs.len() == 10 && costs.iter().all(|cost| (1e-3..=1e3).contains(cost)), "{result}");
    }
    let page = fs::read_to_string(folder.join("r.md")).unwrap();
    assert!(page.contains("--protocol cv10 --classifier svm --choose-c`"), "{page}");
    assert!(page.contains("1 × stratified ten-fold cross-validation"), "{page}");
    for classifier in ["rf", "knn"] {
        let (code, _, error) = sgr(&["evaluate", "kinds.jsonl", "--choose-c", "--classifier", classifier], folder);
        assert!(code == 2 && error.contains(&format!("the classifier {classifier} has no C to choose")), "{error}");
    }
}

#[test]
fn isomorphic_graphs_are_left_out_on_request() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    // Paths of three nodes, the second from its middle: twice a, once b. Triangles: once a, once b. Then paths and stars.
    let mut lines = vec![
        r#"{"edges": [[0, 1], [1, 2]], "label": "b"}"#.to_owned(),
        r#"{"edges": [[1, 0], [1, 2]], "label": "a"}"#.to_owned(),
        r#"{"edges": [[0, 2], [2, 1]], "label": "a"}"#.to_owned(),
        r#"{"edges": [[0, 1], [1, 2], [0, 2]], "label": "a"}"#.to_owned(),
        r#"{"edges": [[0, 1], [1, 2], [0, 2]], "label": "b"}"#.to_owned(),
    ];
    for size in 4..12 {
        let path: Vec<[u32; 2]> = (0..size).map(|at| [at, at + 1]).collect();
        let star: Vec<[u32; 2]> = (1..size).map(|at| [0, at]).collect();
        lines.push(format!("{{\"edges\": {path:?}, \"label\": \"a\"}}"));
        lines.push(format!("{{\"edges\": {star:?}, \"label\": \"b\"}}"));
    }
    fs::write(folder.join("copies.jsonl"), lines.join("\n")).unwrap();
    let run = |more: &[&str]| {
        let base = ["evaluate", "copies.jsonl", "--runs", "5", "--method", "spectrum", "--json", "r.json"];
        let (code, _, error) = sgr(&[&base[..], more].concat(), folder);
        assert_eq!(code, 0, "{error}");
        let results: Value = serde_json::from_slice(&fs::read(folder.join("r.json")).unwrap()).unwrap();
        (results["results"][0].clone(), error)
    };
    let (all, error) = run(&[]);
    assert_eq!((&all["graphs"], &all["duplicates_left_out"]), (&21.into(), &Value::Null));
    assert!(!error.contains("isomorphic"), "{error}");
    let (fair, error) = run(&["--without-duplicates"]);
    assert_eq!((&fair["graphs"], &fair["duplicates_left_out"]), (&17.into(), &4.into()));
    let wanted = "copies: left out 4 graphs that are isomorphic to others, 17 remain; 1 groups of isomorphic graphs have no most frequent class";
    assert!(error.contains(wanted), "{error}");
    let (_, said, _) = sgr(&["info", "copies.jsonl", "--json"], folder);
    let info: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&info["duplicate_graphs"], &info["isomorphic_graphs_at_most"]), (&2.into(), &3.into()));
}

#[test]
fn ranks_are_drawn_over_two_collections_or_more() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    two_kinds(folder);
    fs::copy(folder.join("kinds.jsonl"), folder.join("again.jsonl")).unwrap();
    let base = ["evaluate", "kinds.jsonl", "again.jsonl", "--runs", "3", "--method", "wl,heat,sgr"];
    for name in ["r.svg", "r.png", "r.csv"] {
        let (code, _, error) = sgr(&[&base[..], &["--ranks", name]].concat(), folder);
        assert_eq!(code, 0, "{error}");
    }
    assert!(fs::read_to_string(folder.join("r.svg")).unwrap().contains("critical difference 2.34"));
    assert!(fs::read(folder.join("r.png")).unwrap().starts_with(b"\x89PNG"));
    let ranks = fs::read_to_string(folder.join("r.csv")).unwrap();
    assert!(ranks.starts_with("method,rank\n") && ranks.lines().count() == 4 && ranks.contains("WL,"), "{ranks}");
    let (code, _, error) = sgr(&["evaluate", "kinds.jsonl", "--ranks", "r.svg"], folder);
    assert!(code == 2 && error.contains("--ranks: found 1 collection, wanted at least 2"), "{error}");
    let (code, _, error) = sgr(&[&base[..], &["--ranks", "r.pdf"]].concat(), folder);
    assert!(code == 2 && error.contains(".svg"), "{error}");
}

#[test]
fn an_interrupted_run_goes_on_where_it_stopped() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    two_kinds(folder);
    let run = |methods: &str, more: &[&str]| {
        let base = ["evaluate", "kinds.jsonl", "--runs", "5", "--method", methods, "--json", "r.json"];
        let (code, _, error) = sgr(&[&base[..], more].concat(), folder);
        assert_eq!(code, 0, "{error}");
        serde_json::from_slice::<Value>(&fs::read(folder.join("r.json")).unwrap()).unwrap()["results"].clone()
    };
    let first = run("wl", &[]);
    let kept = folder.join("cache/sgr/evaluate.jsonl");
    assert_eq!(fs::read_to_string(&kept).unwrap().lines().filter(|line| !line.is_empty()).count(), 1);
    // A kill in the middle of a write leaves half a line.
    let mut text = fs::read_to_string(&kept).unwrap();
    text.push_str("\n{\"key\": \"half a li");
    fs::write(&kept, text).unwrap();
    let second = run("wl,sgr", &[]);
    // To the second: it was not computed again.
    assert_eq!(first[0], second[0]);
    assert_eq!(second.as_array().unwrap().len(), 2);
    assert_eq!(run("wl,sgr", &[]), second);
    // Another seed, another model, other graphs: other results.
    assert_ne!(run("wl,sgr", &["--seed", "1"])[0]["seed"], second[0]["seed"]);
    let paper = run("sgr", &["--model", "paper"]);
    assert_ne!(paper[0]["seconds"], second[1]["seconds"]);
    // Another rule for the knots is another variant; the same for a method that has no knots.
    let knots = ["--knots", "nontrivial"];
    assert_ne!(run("spectrum", &knots)[0]["seconds"], run("spectrum", &[])[0]["seconds"]);
    let variants = [run("spectrum", &knots), run("spectrum", &[])].map(|cells| cells[0]["variant"].clone());
    assert_eq!(variants, ["nontrivial", ""]);
    assert_eq!(run("wl", &knots), run("wl", &[]));
    let lines = fs::read_to_string(folder.join("kinds.jsonl")).unwrap();
    fs::write(folder.join("kinds.jsonl"), lines.lines().skip(1).collect::<Vec<_>>().join("\n")).unwrap();
    assert_eq!(run("wl", &[])[0]["graphs"], 39);
    // No time for more than the first run; asked without a limit, it is not taken for the whole.
    let short = run("spectrum", &["--max-minutes", "0", "-j", "1"]);
    assert_eq!(short[0]["runs"], 1);
    assert_eq!(run("spectrum", &[])[0]["runs"], 5);
    // Told not to, it keeps nothing.
    let before = fs::read(&kept).unwrap();
    run("heat", &["--no-cache"]);
    assert_eq!(fs::read(&kept).unwrap(), before);
}

#[test]
fn lines_of_a_cache_that_are_no_results_are_ignored() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    two_kinds(folder);
    fs::write(folder.join("kept.jsonl"), "[]\n7\n\"result\"\n{\"key\": null}\n{\"result\": {}}\n\0\n").unwrap();
    let base = ["evaluate", "kinds.jsonl", "--runs", "2", "--method", "heat", "--cache", "kept.jsonl"];
    let (code, _, error) = sgr(&base, folder);
    assert_eq!(code, 0, "{error}");
}

#[test]
fn the_number_of_threads_changes_no_figure() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    two_kinds(folder);
    let accuracies = |threads: &str, more: &[&str]| {
        let base = ["evaluate", "kinds.jsonl", "--runs", "10", "--no-cache", "--json", "r.json", "-j", threads];
        let (code, _, error) = sgr(&[&base[..], more].concat(), folder);
        assert_eq!(code, 0, "{error}");
        let results: Value = serde_json::from_slice(&fs::read(folder.join("r.json")).unwrap()).unwrap();
        let figures = |result: &Value| {
            [&result["accuracy_mean"], &result["accuracy_std"], &result["clustering"]].map(Clone::clone)
        };
        results["results"].as_array().unwrap().iter().map(figures).collect::<Vec<_>>()
    };
    assert_eq!(accuracies("1", &[]), accuracies("3", &[]));
    let forest =
        ["--classifier", "rf", "--protocol", "cv10", "--method", "sgr,heat", "--model", "paper", "--markdown", "r.md"];
    assert_eq!(accuracies("1", &forest), accuracies("2", &forest));
    // The page says how it was made.
    let page = fs::read_to_string(folder.join("r.md")).unwrap();
    let wanted =
        "`sgr evaluate DATA --method sgr,heat --runs 10 --seed 0 --protocol cv10 --classifier rf --model paper`";
    assert!(page.contains(wanted), "{page}");
}

#[test]
fn collections_that_cannot_be_judged_get_a_word_not_a_crash() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    two_kinds(folder);
    let write = |name: &str, lines: &[&str]| fs::write(folder.join(name), lines.join("\n")).unwrap();
    let graph = |label: &str| format!("{{\"edges\": [[0, 1], [1, 2]]{label}}}");
    let (a, b, bare) = (graph(", \"label\": \"a\""), graph(", \"label\": \"b\""), graph(""));
    write("bare.jsonl", &[&bare, &bare, &bare]);
    write("one.jsonl", &[&a, &a, &a]);
    for (file, wanted) in [
        ("bare.jsonl", "graph number 0 (from 0) has no class label, wanted one for each graph"),
        ("one.jsonl", "found 3 graphs, all of class \"a\"; wanted at least 2 classes"),
    ] {
        let (code, said, error) = sgr(&["evaluate", file, "--json", "r.json"], folder);
        assert!(code == 2 && said.is_empty() && error.contains(wanted) && error.contains(file), "{error}");
        assert!(!folder.join("r.json").exists());
        // Beside one that can be judged, it is named and left out.
        let (code, said, error) = sgr(&["evaluate", file, "kinds.jsonl", "--method", "wl", "--runs", "2"], folder);
        assert!(code == 1 && said.contains("kinds") && error.contains(wanted), "{error}");
    }
    // All graphs alike, and a class with a single graph: figures, if poor ones.
    let many: Vec<&str> = (0..12).map(|at| if at % 2 == 0 { a.as_str() } else { b.as_str() }).collect();
    write("alike.jsonl", &many);
    let (code, said, error) = sgr(&["evaluate", "alike.jsonl", "--runs", "10", "--no-cache"], folder);
    assert!(code == 0 && said.contains("alike"), "{error}");
    let mut lone = vec![a.as_str(); 11];
    lone.push(&b);
    write("lone.jsonl", &lone);
    let (code, _, error) = sgr(&["evaluate", "lone.jsonl", "--runs", "10", "--no-cache"], folder);
    assert!(code == 0 && error.contains("class b has one graph"), "{error}");
    let (code, _, error) = sgr(&["evaluate", "kinds.jsonl", "--protocol", "cv10", "--runs", "15"], folder);
    assert!(code == 2 && error.contains("wanted a multiple of 10"), "{error}");
    let (code, _, error) = sgr(&["evaluate", "kinds.jsonl", "--method", "wl,nonsense"], folder);
    assert!(code == 2 && error.contains(&format!("wanted one of {METHODS}")), "{error}");
    // Labels that are not there: the methods that need them are named and left out.
    let (code, said, error) =
        sgr(&["evaluate", "kinds.jsonl", "--method", "wl,sgr", "--runs", "2", "--labels"], folder);
    assert!(code == 1 && said.contains("SGR") && error.contains("no node labels"), "{error}");
}

/// A network learns from classes: it has no kernel values.
#[test]
fn a_network_has_no_gram_matrix() {
    let place = tempfile::tempdir().unwrap();
    two_kinds(place.path());
    let (code, _, error) = sgr(&["gram", "-o", "k.npy", "kinds.jsonl", "--method", "pscn"], place.path());
    assert!(code == 2 && error.contains("invalid value 'pscn'") && error.contains("possible values: sp,"), "{error}");
}

#[test]
fn the_features_of_a_network_are_part_of_its_result() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    two_kinds(folder);
    let run = |more: &[&str]| {
        let base =
            ["evaluate", "kinds.jsonl", "--method", "dcnn", "--runs", "2", "--json", "r.json", "--markdown", "r.md"];
        let (code, _, error) = sgr(&[&base[..], more].concat(), folder);
        assert_eq!(code, 0, "{error}");
        let results: Value = serde_json::from_slice(&fs::read(folder.join("r.json")).unwrap()).unwrap();
        (results["results"][0].clone(), fs::read_to_string(folder.join("r.md")).unwrap())
    };
    let (usual, page) = run(&[]);
    assert_eq!((&usual["variant"], &usual["classifier"]), (&"".into(), &"network".into()));
    // No clusters, no section of them.
    assert!(!page.contains("## Clustering"), "{page}");
    // Kept under a key of its own: not the result from before.
    let (constant, page) = run(&["--node-features", "constant"]);
    assert_eq!(constant["variant"], "constant");
    assert!(page.contains("--node-features constant"), "{page}");
    let (again, _) = run(&["--node-features", "constant"]);
    assert_eq!(again, constant);
}

#[test]
fn a_gram_matrix_leaves_as_an_array_with_names_beside_it() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let lines = "{\"id\": \"path\", \"edges\": [[0, 1], [1, 2]]}\n{\"id\": \"triangle\", \"edges\": [[0, 1], [1, 2], [0, 2]]}\n";
    fs::write(folder.join("two.jsonl"), lines).unwrap();
    let (code, _, error) = sgr(&["gram", "two.jsonl", "--method", "sp", "-o", "k.npy"], folder);
    assert_eq!(code, 0, "{error}");
    let bytes = fs::read(folder.join("k.npy")).unwrap();
    let header = String::from_utf8_lossy(&bytes[..128]).into_owned();
    assert!(header.contains("'descr': '<f8'") && header.contains("'shape': (2, 2)"), "{header}");
    let values: Vec<f64> =
        bytes[128..].chunks_exact(8).map(|value| f64::from_le_bytes(value.try_into().unwrap())).collect();
    // Ordered pairs: the path has four at distance 1 and two at distance 2, the triangle six at distance 1.
    assert_eq!(values, [20.0, 24.0, 24.0, 36.0]);
    assert_eq!(fs::read_to_string(folder.join("k.npy.ids.csv")).unwrap(), "id,label\npath,\ntriangle,\n");
    // More numbers than are written in one go.
    let many: String = (1..=100).map(|nodes| format!("{{\"nodes\": {nodes}, \"edges\": []}}\n")).collect();
    fs::write(folder.join("many.jsonl"), many).unwrap();
    let (code, _, error) = sgr(&["gram", "many.jsonl", "--method", "wl", "--uniform", "-o", "k.npy"], folder);
    assert_eq!(code, 0, "{error}");
    let bytes = fs::read(folder.join("k.npy")).unwrap();
    let values = bytes[128..].chunks_exact(8).map(|value| f64::from_le_bytes(value.try_into().unwrap()));
    // All nodes stay alike, six times.
    let wanted = (0..10_000).map(|at| (6 * (at / 100 + 1) * (at % 100 + 1)) as f64);
    assert!(values.eq(wanted));
    let (code, _, error) = sgr(&["gram", "two.jsonl", "--method", "sgr", "-o", "k.npy"], folder);
    assert!(code == 2 && error.contains("[possible values: sp, gk4, wl, mlg, rw, pm, dgk]"), "{error}");
    let (code, _, error) = sgr(&["gram", "two.jsonl", "--method", "wl", "-o", "k.csv"], folder);
    assert!(code == 2 && error.contains(".npy"), "{error}");
}
