//! `sgr map`: a page or a table, from the command line.

use std::fs;

use assert_cmd::Command;

const SHAPES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/shapes.jsonl");

fn sgr(arguments: &[&str]) -> std::process::Output {
    Command::cargo_bin("sgr").unwrap().args(arguments).output().unwrap()
}

#[test]
fn a_page_and_a_table_are_written_and_summarized() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["map.html", "map.parquet"] {
        let path = folder.path().join(name);
        let output = sgr(&["map", SHAPES, "-o", path.to_str().unwrap(), "--json", "--clusters", "4"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&summary["graphs"], &summary["duplicates"]), (&90.into(), &0.into()));
        assert_eq!(summary["bytes"], fs::metadata(&path).unwrap().len());
        let start = fs::read(&path).unwrap();
        assert!(start.starts_with(if name == "map.html" { b"<!DOCTYPE html>" } else { b"PAR1" }));
    }
    let page = fs::read_to_string(folder.path().join("map.html")).unwrap();
    assert!(
        page.contains("<title>shapes</title>") && page.contains("\"cluster 4\"") && !page.contains("\"cluster 5\"")
    );
}

#[test]
fn coordinates_of_the_users_own_are_shown_first() {
    let folder = tempfile::tempdir().unwrap();
    let (table, graphs) = (folder.path().join("places.csv"), folder.path().join("two.jsonl"));
    let out = folder.path().join("map.html");
    fs::write(&graphs, "{\"id\":\"a\",\"edges\":[[0,1]]}\n{\"id\":\"b\",\"edges\":[[0,1],[1,2]]}\n").unwrap();
    let run = || {
        let [graphs, out, table] = [&graphs, &out, &table].map(|path| path.to_str().unwrap());
        sgr(&["map", graphs, "-o", out, "--coordinates", table, "--json"])
    };
    fs::write(&table, "id,x,y\nb,1,2\na,3,4\n").unwrap();
    let output = run();
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["layouts"], serde_json::json!(["own", "pca"]));
    fs::remove_file(&out).unwrap();
    fs::write(&table, "id,x,y\nb,1,2\n").unwrap();
    let output = run();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("found no coordinates of graph \"a\", wanted two numbers"), "{message}");
    assert!(!out.exists());
}

#[test]
fn an_unknown_ending_and_an_input_as_output_are_refused_before_the_work() {
    let output = sgr(&["map", SHAPES, "-o", "map.png"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("wanted one that ends in .html, .parquet"), "{message}");
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("places.html");
    fs::write(&page, "id,x,y\n").unwrap();
    let path = page.to_str().unwrap();
    let output = sgr(&["map", SHAPES, "-o", path, "--coordinates", path]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&page).unwrap(), "id,x,y\n");
}
