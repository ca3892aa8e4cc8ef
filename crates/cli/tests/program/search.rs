//! `sgr search`: graphs, vectors and index files; formats, filters, duplicates, mistakes.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::tables::write_paths;

fn sgr(args: &[&str]) -> Output {
    Command::cargo_bin("sgr").unwrap().args(args).output().unwrap()
}

/// Standard output of a run that must succeed.
pub(crate) fn said(args: &[&str]) -> String {
    let output = sgr(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Standard error of a run that must fail.
pub(crate) fn refused(args: &[&str]) -> String {
    let output = sgr(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

pub(crate) fn shapes() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shapes.jsonl").to_str().unwrap().to_owned()
}

pub(crate) fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

fn hits(text: &str) -> Vec<(String, Vec<(String, f64)>)> {
    let found: Value = serde_json::from_str(text).unwrap();
    let hit = |hit: &Value| (hit["id"].as_str().unwrap().to_owned(), hit["distance"].as_f64().unwrap());
    let query = |query: &Value| {
        let hits = query["hits"].as_array().unwrap().iter().map(hit).collect();
        (query["query"].as_str().unwrap().to_owned(), hits)
    };
    found.as_array().unwrap().iter().map(query).collect()
}

#[test]
fn graphs_vectors_and_index_files_give_the_same_hits() {
    let folder = tempfile::tempdir().unwrap();
    let (shapes, index) = (shapes(), path(&folder, "s.sgri"));
    let wanted = hits(&said(&["search", &shapes, "--in", &shapes, "-k", "4", "--json"]));
    assert_eq!((wanted.len(), wanted[0].1.len()), (90, 4));
    for (query, hits) in &wanted {
        assert_eq!(&hits[0], &(query.clone(), 0.0));
        assert!(hits.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{query}");
    }
    assert_eq!(said(&["search", "--in", &shapes, "--save", &index]), "");
    let mut places = vec![index];
    for name in ["s.npz", "s.npy", "s.parquet"] {
        places.push(path(&folder, name));
        said(&["embed", &shapes, "-o", &places[places.len() - 1]]);
    }
    for place in &places {
        for threads in ["1", "3"] {
            let found = said(&["search", &shapes, "--in", place, "-k", "4", "--json", "-j", threads]);
            assert_eq!(hits(&found), wanted, "{place}");
        }
    }
    assert_eq!(hits(&said(&["search", &places[1], "--in", &places[0], "-k", "4", "--json"])), wanted);
}

#[test]
fn the_distance_is_that_of_the_command_distance() {
    let (shapes, [a, b]) = (shapes(), ["ring-3", "tree-8"]);
    let [a, b] = [a, b].map(|id| format!("{shapes}#{id}"));
    let distance: Value = serde_json::from_str(&said(&["distance", &a, &b, "--json"])).unwrap();
    let found = hits(&said(&["search", &a, "--in", &shapes, "-k", "90", "--json"]));
    let hit = found[0].1.iter().find(|(id, _)| id == "tree-8").unwrap();
    assert_eq!(hit.1, distance["euclidean"].as_f64().unwrap());
}

#[test]
fn formats_and_filters() {
    let folder = tempfile::tempdir().unwrap();
    let (shapes, output) = (shapes(), path(&folder, "hits.csv"));
    let query = format!("{shapes}#ring-3");
    assert_eq!(said(&["search", &query, "--in", &shapes, "-k", "2", "--where", "label=tree", "-o", &output]), "");
    let text = fs::read_to_string(&output).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines.len()), ("query,rank,id,distance,label", 3));
    assert!(lines[1].starts_with("ring-3,1,tree-") && lines[1].ends_with(",tree"), "{text}");
    let table = said(&["search", &query, "--in", &shapes, "-k", "1"]);
    assert_eq!(table, "ring-3\n     1  0.000000      ring-3  (class ring)\n");
    let both = said(&[
        "search",
        &query,
        "--in",
        &shapes,
        "-k",
        "90",
        "--json",
        "--where",
        "label=tree",
        "--where",
        "label=ring",
    ]);
    assert_eq!(hits(&both)[0].1.len(), 60);
}

#[test]
fn kept_columns_of_a_table_are_filters() {
    let folder = tempfile::tempdir().unwrap();
    let (graphs, vectors) = (path(&folder, "g.parquet"), path(&folder, "v.parquet"));
    write_paths(Path::new(&graphs), 30, 10, &[]);
    said(&["embed", &graphs, "-o", &vectors, "--keep", "year,score"]);
    let found = |filters: &[&str]| {
        let args = [&["search", &graphs, "--in", &vectors, "-k", "30", "--json"][..], filters].concat();
        let mut ids: Vec<String> = hits(&said(&args)).remove(0).1.into_iter().map(|(id, _)| id).collect();
        ids.sort();
        ids
    };
    assert_eq!(found(&["--where", "year=2003", "--where", "year=2007"]), ["3", "7"]);
    assert_eq!(found(&["--where", "year=2003", "--where", "score=0.75"]), ["3"]);
    assert!(found(&["--where", "year=2003", "--where", "score=1.5"]).is_empty());
    let error = refused(&["search", &graphs, "--in", &vectors, "--where", "size=3"]);
    assert!(error.contains("found the column \"size\" in a filter, wanted one of score, year"), "{error}");
}

#[test]
fn duplicates_are_told_apart_by_isomorphism() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(&folder, "graphs.jsonl");
    let graphs = [
        r#"{"id": "path", "edges": [[0,1],[1,2],[2,3]]}"#,
        r#"{"id": "star", "edges": [[0,1],[0,2],[0,3]]}"#,
        r#"{"id": "same path", "edges": [[2,0],[0,3],[3,1]]}"#,
    ];
    fs::write(&file, graphs.join("\n")).unwrap();
    let found: Value = serde_json::from_str(&said(&["search", "--in", &file, "--duplicates", "--json"])).unwrap();
    let group = json!(["path", "same path"]);
    assert_eq!(found, json!([{ "ids": group, "verdict": "isomorphic", "isomorphic": [group] }]));
    let vectors = path(&folder, "graphs.npz");
    said(&["embed", &file, "-o", &vectors]);
    let found: Value = serde_json::from_str(&said(&["search", "--in", &vectors, "--duplicates", "--json"])).unwrap();
    assert_eq!(found, json!([{ "ids": group, "verdict": "undecided", "isomorphic": null }]));
    let table = said(&["search", "--in", &file, "--duplicates"]);
    assert_eq!(table, "2 graphs, isomorphic: path  same path\n");
}

#[test]
fn graphs_of_one_vector_may_differ() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(&folder, "graphs.jsonl");
    // The complete bipartite graphs K(1,3) and K(2,2) have the eigenvalues 0, 1, 1, 2.
    let graphs = [
        r#"{"id": "star", "edges": [[0,1],[0,2],[0,3]]}"#,
        r#"{"id": "ring", "edges": [[0,1],[1,2],[2,3],[3,0]]}"#,
        r#"{"id": "other star", "edges": [[3,1],[3,2],[3,0]]}"#,
    ];
    fs::write(&file, graphs.join("\n")).unwrap();
    let args = ["search", "--in", &file, "--duplicates", "-r", "spectrum"];
    let table = said(&args);
    assert_eq!(table, "3 graphs, partly isomorphic: star  ring  other star\n    star  other star\n    ring\n");
    let csv = said(&[&args[..], &["--to", "csv"]].concat());
    assert_eq!(csv, "group,isomorphic,id\n1,1,star\n1,2,ring\n1,1,other star\n");
}

#[test]
fn mistakes_are_named_before_work_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let (shapes, index) = (shapes(), path(&folder, "s.sgri"));
    said(&["search", "--in", &shapes, "--save", &index, "--distance", "cosine"]);
    let cases: [(&[&str], &str); 7] = [
        (&["search", "--in", &shapes], "required"),
        (&["search", "none.jsonl", "--in", &index], "no such file"),
        (&["search", &format!("{shapes}#none"), "--in", &index], "no graph has the id \"none\""),
        (&["search", &shapes, "--in", &index, "--distance", "euclidean"], "found an index for the distance cosine"),
        (&["search", &shapes, "--in", &index, "-r", "heat"], "found vectors made with"),
        (&["search", "--in", &shapes, "--save", "s.npz"], "wanted .sgri"),
        (&["search", &shapes, "--in", &index, "-o", &path(&folder, "hits.xml")], "wanted .csv, .json or .txt"),
    ];
    for (args, wanted) in cases {
        let error = refused(args);
        assert!(error.contains(wanted), "{args:?}: {error}");
    }
    let whole = fs::read(&index).unwrap();
    fs::write(&index, &whole[..whole.len() / 2]).unwrap();
    let error = refused(&["search", &shapes, "--in", &index]);
    assert!(error.contains("found") && error.contains("bytes, wanted"), "{error}");
}

#[test]
fn an_approximate_search_states_its_recall() {
    let folder = tempfile::tempdir().unwrap();
    let [graphs, queries, index] = ["g.jsonl", "q.jsonl", "g.sgri"].map(|name| path(&folder, name));
    said(&["generate", "erdos-renyi", "ring-tree", "-n", "11000", "--nodes", "8..20", "-o", &graphs]);
    said(&["generate", "erdos-renyi", "ring-tree", "-n", "40", "--nodes", "8..20", "--seed", "2", "-o", &queries]);
    let told = |args: &[&str]| {
        let output = sgr(args);
        let [text, told] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(output.status.code(), Some(0), "{told}");
        (text, told)
    };
    let (_, built) = told(&["search", "--in", &graphs, "--save", &index, "--approximate"]);
    assert!(built.contains("cells: recall 0.99") || built.contains("cells: recall 1.0"), "{built}");
    let args = ["search", &queries, "--in", &index, "--json"];
    let exact = hits(&said(&args));
    let search = |more: &[&str]| told(&[&args[..], &["--approximate"], more].concat());
    let (found, certainty) = search(&["-j", "1"]);
    assert!(certainty.contains("sgr: approximate: expected recall"), "{certainty}");
    assert_eq!(search(&["-j", "3"]).0, found);
    let values: Value = serde_json::from_str(&found).unwrap();
    assert!(values.as_array().unwrap().iter().all(|query| query["recall"].as_f64().unwrap() >= 0.99));
    let pairs = hits(&found).into_iter().zip(exact);
    let right = pairs.map(|((_, found), (_, exact))| found.iter().filter(|hit| hit.1 <= exact[9].1).count());
    // Of 800: two per cent are beyond five standard errors.
    assert!(right.sum::<usize>() > 784);
    let (few, certainty) = search(&["--where", "label=ring-tree"]);
    assert!(certainty.contains("exact: 11000 vectors to compare, cells serve 20000 or more"), "{certainty}");
    assert!(few.contains("\"recall\":1.0"));
    let whole = fs::read(&index).unwrap();
    fs::write(&index, &whole[..whole.len() - 1]).unwrap();
    let error = refused(&[&args[..], &["--approximate"]].concat());
    assert!(error.contains("cells: found") && error.contains("bytes, wanted"), "{error}");
    let shapes = shapes();
    let small = ["search", &shapes, "--in", &shapes];
    let (text, certainty) = told(&[&small[..], &["--approximate"]].concat());
    assert_eq!((text, certainty.contains("exact: 90 vectors")), (said(&small), true));
    assert!(
        refused(&[&small[..], &["--approximate", "--recall", "2"]].concat()).contains("wanted a number from 0 to 1")
    );
}
