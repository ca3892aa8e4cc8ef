//! Distances with statistics: in searches, index files and `sgr distance`; models without them; retrieval.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::search::{path, refused, said, shapes};

const NAMES: [&str; 5] = ["euclidean", "cosine", "standardized", "whitened", "ranks"];

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&said(args)).unwrap()
}

/// A model of version 2: no statistics.
fn old_model() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sgr/tests/promises/data");
    folder.join("model-version-2.safetensors").to_str().unwrap().to_owned()
}

#[test]
fn searches_agree_in_graphs_vectors_and_index_files_and_with_the_command_distance() {
    let (folder, shapes) = (tempfile::tempdir().unwrap(), shapes());
    let (query, other) = (format!("{shapes}#ring-3"), format!("{shapes}#tree-8"));
    let vectors = path(&folder, "s.npz");
    said(&["embed", &shapes, "-o", &vectors]);
    let mut orders = Vec::new();
    for name in NAMES {
        let index = path(&folder, &format!("{name}.sgri"));
        said(&["search", "--in", &shapes, "--distance", name, "--save", &index]);
        let found = |args: &[&str]| json(&[&["search", &query, "-k", "90", "--json", "--in"], args].concat());
        let wanted = found(&[&shapes, "--distance", name]);
        // The index file says its distance itself.
        assert_eq!(found(&[&index]), wanted, "{name}");
        assert_eq!(found(&[&vectors, "--distance", name]), wanted, "{name}");
        let hits = wanted[0]["hits"].as_array().unwrap();
        let hit = hits.iter().find(|hit| hit["id"] == "tree-8").unwrap();
        let distance = json(&["distance", &query, &other, "--distance", name, "--json"]);
        assert_eq!((&distance["distance"]["name"], &distance["distance"]["value"]), (&name.into(), &hit["distance"]));
        orders.push(hits.iter().map(|hit| hit["id"].clone()).collect::<Vec<_>>());
    }
    // None of them is another one under its name.
    assert!((0..5).all(|one| (0..one).all(|other| orders[one] != orders[other])));
}

#[test]
fn a_distance_without_statistics_is_refused_with_a_way_out() {
    let (folder, shapes, old) = (tempfile::tempdir().unwrap(), shapes(), old_model());
    let refuse =
        |args: &[&str]| refused(&[&["search", "--in", &shapes, &shapes, "--distance", "ranks"], args].concat());
    let error = refuse(&["--model", &old]);
    assert!(error.contains("found a model without statistics, which --distance ranks needs"), "{error}");
    assert!(error.contains("sgr train --statistics ") && error.contains("--distance cosine need none"), "{error}");
    said(&["search", "--in", &shapes, &shapes, "--distance", "cosine", "--model", &old]);
    for flags in [&["-r", "heat"][..], &["--labels", "nodes"], &["-r", "wide"]] {
        let error = refuse(flags);
        assert!(error.contains("for other vectors than those of a model without labels and attributes"), "{error}");
    }
    let vectors = path(&folder, "heat.npz");
    said(&["embed", &shapes, "-r", "heat", "-o", &vectors]);
    let error = refused(&["search", &vectors, "--in", &vectors, "--distance", "whitened"]);
    assert!(error.contains("found vectors of 250 dimensions, wanted 256, those of the model default"), "{error}");
    said(&["search", &vectors, "--in", &vectors, "-k", "1"]);
    let error = refused(&["train", "--statistics", &old, "-o", &path(&folder, "new.safetensors")]);
    assert!(error.contains("found no record of its training graphs"), "{error}");
}

#[test]
fn the_default_distance_is_the_one_in_the_model_file() {
    let (folder, shapes) = (tempfile::tempdir().unwrap(), shapes());
    let [curriculum, trained, model] = ["c.toml", "t.safetensors", "m.safetensors"].map(|name| path(&folder, name));
    let text = "channels = [\"spectrum\", \"size\"]\nsamples = 16\n[[graphs]]\nfamilies = [\"erdos-renyi\", \"grid\"]\ncount = 60\nnodes = [6, 30]\n\
                [training]\ndimensions = 8\nepochs = 2\n";
    fs::write(&curriculum, text).unwrap();
    said(&["train", "--curriculum", &curriculum, "--score", "0", "-o", &trained]);
    said(&["train", "--statistics", &trained, "--distance", "ranks", "-o", &model]);
    let found = |flags: &[&str]| json(&[&["search", &shapes, "--in", &shapes, "-k", "4", "--json"], flags].concat());
    let ranks = found(&["--model", &trained, "--distance", "ranks"]);
    assert_eq!(found(&["--model", &model]), ranks);
    assert_ne!(found(&["--model", &trained]), ranks);
    // The same weights, and so the same vectors: an index of one model serves the other.
    let index = path(&folder, "s.sgri");
    said(&["search", "--in", &shapes, "--model", &trained, "--distance", "ranks", "--save", &index]);
    assert_eq!(json(&["search", &shapes, "--in", &index, "-k", "4", "--json", "--model", &model]), ranks);
    let error = refused(&["search", &shapes, "--in", &index, "--model", &trained, "--distance", "whitened"]);
    assert!(error.contains("found an index for the distance ranks, wanted whitened"), "{error}");
    let duplicates = |model: &str| said(&["search", "--in", &shapes, "--duplicates", "--model", model]);
    assert_eq!(duplicates(&model), duplicates(&trained));
}

#[test]
fn a_distance_says_how_large_it_is() {
    let shapes = shapes();
    let [ring, other, tree] = ["ring-3", "ring-8", "tree-8"].map(|id| format!("{shapes}#{id}"));
    let closer = |a: &str, b: &str, flags: &[&str]| {
        let found = json(&[&["distance", a, b, "--json"], flags].concat());
        for key in ["euclidean", "bound", "time", "bound_error"] {
            assert!(found[key].is_f64(), "{key}: {found}");
        }
        found["closer_than"].clone()
    };
    for name in NAMES {
        let same = closer(&ring, &ring, &["--distance", name]);
        let families = same["families"].as_object().unwrap();
        assert_eq!((families.len(), &same["pairs"]), (16, &20_000.into()), "{same}");
        assert!(families.values().all(|percent| percent.as_f64().unwrap() > 90.0), "{same}");
        let (near, far) = (closer(&ring, &other, &["--distance", name]), closer(&ring, &tree, &["--distance", name]));
        let any = |closer: &Value| closer["any"].as_f64().unwrap();
        assert!((0.0..=100.0).contains(&any(&far)) && any(&near) <= any(&same), "{name}: {near} {far} {same}");
    }
    assert_eq!(closer(&ring, &tree, &["-r", "heat"]), Value::Null);
    assert_eq!(closer(&ring, &tree, &["--model", &old_model()]), Value::Null);
    let text = said(&["distance", &ring, &tree, "--distance", "whitened", "--model", "paper"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("euclidean  ") && lines[1].starts_with("whitened   "), "{text}");
    assert!(lines[3].starts_with("By the distance whitened closer than this share of 20000 random pairs"), "{text}");
    assert!(lines[4].ends_with(" %  any two graphs") && lines[5].ends_with(" %  erdos-renyi"), "{text}");
    assert_eq!(lines.len(), 7, "{text}");
}

/// Fingerprints are compared by the Tanimoto distance without being asked; vectors with negative numbers have none.
#[test]
fn fingerprints_are_compared_by_tanimoto() {
    let (folder, shapes) = (tempfile::tempdir().unwrap(), shapes());
    let (query, other) = (format!("{shapes}#ring-3"), format!("{shapes}#tree-8"));
    let [vectors, index] = ["f.parquet", "f.sgri"].map(|name| path(&folder, name));
    said(&["embed", &shapes, "-r", "fingerprint", "-o", &vectors]);
    said(&["search", "--in", &shapes, "-r", "fingerprint", "--save", &index]);
    let found = |args: &[&str]| json(&[&["search", &query, "-r", "fingerprint", "--json", "--in"], args].concat());
    let wanted = found(&[&shapes, "--distance", "tanimoto"]);
    assert_eq!(found(&[&shapes]), wanted);
    assert_eq!(found(&[&vectors]), wanted);
    assert_eq!(found(&[&index]), wanted);
    assert_ne!(found(&[&shapes, "--distance", "euclidean"]), wanted);
    let distance = json(&["distance", &query, &other, "-r", "fingerprint", "--json"]);
    assert_eq!(distance["distance"]["name"], "tanimoto");
    let value = distance["distance"]["value"].as_f64().unwrap();
    assert!(value > 0.0 && value < 1.0, "{distance}");
    let error = refused(&["search", &shapes, "--in", &shapes, "--distance", "tanimoto"]);
    assert!(error.contains("wanted at least 0 for the distance tanimoto"), "{error}");
    let error = refused(&["train", "--distance", "tanimoto", "-o", &path(&folder, "m.safetensors")]);
    assert!(error.contains("tanimoto"), "{error}");
}

#[test]
fn retrieval_of_every_distance_and_its_page() {
    let (folder, shapes) = (tempfile::tempdir().unwrap(), shapes());
    let file = path(&folder, "retrieval.json");
    let run = |threads: &str| {
        said(&["retrieval", &shapes, "--method", "sgr,wl", "--model", "paper,default", "--json", &file, "-j", threads])
    };
    let (table, found) = (run("1"), fs::read_to_string(&file).unwrap());
    assert_eq!(run("3"), table);
    let found: Value = serde_json::from_str(&found).unwrap();
    let cells = found["retrieval"].as_array().unwrap();
    assert_eq!(cells.len(), 2 * 5 + 1);
    for cell in cells {
        for key in ["precision_at_1", "precision_at_10", "mean_average_precision"] {
            assert!((0.0..=1.0).contains(&cell[key].as_f64().unwrap()), "{cell}");
        }
        assert_eq!((&cell["queries"], &cell["collection"]), (&90.into(), &"shapes".into()));
    }
    // By hand from a search: is the nearest other graph of the same class?
    let hits = json(&["search", &shapes, "--in", &shapes, "-k", "2", "--json", "--distance", "ranks"]);
    let class = |id: &Value| id.as_str().unwrap().split('-').next().unwrap().to_owned();
    let right =
        hits.as_array().unwrap().iter().filter(|found| class(&found["hits"][1]["id"]) == class(&found["query"]));
    let right = right.count() as f64 / 90.0;
    let cell = cells.iter().find(|cell| cell["variant"] == "" && cell["distance"] == "ranks").unwrap();
    assert!((cell["precision_at_1"].as_f64().unwrap() - right).abs() < 1e-9, "{cell} {right}");
    let page = said(&["report", &file]);
    for line in ["## Mean average precision", "## Precision at 10", "| WL, kernel |", "| SGR, paper, whitened |"] {
        assert!(page.contains(line), "{line}: {page}");
    }
    let error = refused(&["report", &file, "--section", "summary"]);
    assert!(error.contains("found retrievals, of which there is one page"), "{error}");
}
