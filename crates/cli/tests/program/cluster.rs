//! `sgr cluster`, as a user runs it.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

const SHAPES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/shapes.jsonl");

fn sgr(arguments: &[&str], folder: &Path) -> (i32, String, String) {
    let output = Command::cargo_bin("sgr").unwrap().args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_kinds_of_a_collection_are_found_and_described() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let (code, said, error) = sgr(&["cluster", SHAPES, "-k", "3"], folder);
    assert_eq!(code, 0, "{error}");
    assert_eq!((said.lines().next(), said.lines().count()), (Some("id,cluster"), 91), "{said}");
    assert!(error.contains("sgr: 3 clusters of 30, 30, 30 graphs (kmeans)\n"), "{error}");
    assert!(error.contains("against the classes: adjusted Rand index 1.000"), "{error}");
    // With a file for the table, the text is the result.
    let (code, text, error) = sgr(&["cluster", SHAPES, "-k", "3", "-o", "c.csv"], folder);
    assert_eq!((code, error.as_str()), (0, ""), "{error}");
    assert_eq!(fs::read_to_string(folder.join("c.csv")).unwrap(), said);
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(paragraphs.len(), 4, "{text}");
    let parts =
        [" graphs (33 %)\n", " nodes, ", " σ)\n", "nearest synthetic graphs: ", "typical: ", "; farthest from them: "];
    for paragraph in &paragraphs[1..] {
        assert!(parts.iter().all(|part| paragraph.contains(part)), "{paragraph}");
    }
    // Rings and trees are nearer to each other than to communities.
    let (code, text, error) = sgr(&["cluster", SHAPES, "-o", "c.csv"], folder);
    assert_eq!(code, 0, "{error}");
    assert!(
        text.starts_with("2 clusters of 60, 30 graphs (kmeans; silhouette of 90 graphs, 1 to 15 clusters)\n"),
        "{text}"
    );
    let guide = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/clusters.md")).unwrap();
    assert!(guide.contains(&format!("```text\n{text}```")), "the guide shows another text than\n{text}");
    let (code, said, error) = sgr(&["cluster", SHAPES, "-o", "c.csv", "--json", "--k", "4"], folder);
    assert_eq!(code, 0, "{error}");
    let found: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&found["clusters"], &found["method"], &found["by"]), (&4.into(), &"kmeans".into(), &"sgr".into()));
    assert_eq!(
        (&found["chosen"], &found["noise"], &found["agreement"]["clusters"]),
        (&Value::Null, &0.into(), &4.into())
    );
    let graphs: u64 =
        found["descriptions"].as_array().unwrap().iter().map(|each| each["graphs"].as_u64().unwrap()).sum();
    assert_eq!(graphs, 90);
    // Graphs are named by their ids.
    assert!(found["descriptions"][0]["typical"][0].as_str().unwrap().starts_with("ring-"), "{said}");
}

#[test]
fn dense_groups_kernels_and_maps() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let arguments =
        ["cluster", SHAPES, "--method", "hdbscan", "--min-cluster-size", "15", "--map", "c.html", "-o", "c.csv"];
    let (code, text, error) = sgr(&arguments, folder);
    assert_eq!(code, 0, "{error}");
    let table = fs::read_to_string(folder.join("c.csv")).unwrap();
    let noise = table.lines().filter(|line| line.ends_with(",-1")).count();
    assert!(text.contains(&format!("and {noise} in none (noise) (hdbscan; clusters of at least 15 graphs)")), "{text}");
    assert!(noise == 1 && text.contains("\nnoise: 1 graph (1 %)"), "{text}");
    let page = fs::read_to_string(folder.join("c.html")).unwrap();
    assert!(page.contains("\"clusters_by\":[\"hdbscan by sgr\",true]") && page.contains("\"cluster 0\""));
    assert!(page.contains("<title>shapes</title>"));
    // Kernels have no vectors: they need a number of clusters, and their map is that of sgr.
    let (code, said, error) = sgr(&["cluster", SHAPES, "--by", "wl", "-k", "3", "--map", "wl.html"], folder);
    assert_eq!((code, said.lines().count()), (0, 91), "{error}");
    assert!(fs::read_to_string(folder.join("wl.html")).unwrap().contains("\"clusters_by\":[\"kmeans by wl\",true]"));
    let (code, _, error) = sgr(&["cluster", SHAPES, "--by", "wl"], folder);
    assert!(
        code == 2 && error.contains("wanted vectors to choose the number of clusters by, or the number"),
        "{error}"
    );
}

#[test]
fn what_cannot_be_clustered_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    fs::write(folder.join("two.jsonl"), "{\"edges\": [[0, 1]]}\n{\"edges\": [[0, 1], [1, 2]]}\n").unwrap();
    let (code, said, error) = sgr(&["cluster", "two.jsonl"], folder);
    assert_eq!((code, said.as_str()), (0, "id,cluster\n1,0\n2,0\n"), "{error}");
    let refused = |more: &[&str], wanted: &str| {
        let (code, said, error) = sgr(&[&["cluster", "two.jsonl"], more].concat(), folder);
        assert!(code == 2 && said.is_empty() && error.contains(wanted), "{more:?}: {error}");
    };
    refused(&["--k", "3"], "found 3 clusters for 2 points");
    refused(&["--method", "hdbscan", "--k", "2"], "found --k for hdbscan");
    refused(&["--map", "c.png"], "wanted one that ends in .html, .parquet");
    // A network learns from classes: it has nothing to cluster by.
    refused(&["--by", "pscn"], "invalid value 'pscn'");
    refused(&["--method", "wl"], "[possible values: kmeans, hdbscan]");
}
