//! Molecules: their atoms and bonds are seen without being asked for.

use std::fs;

use assert_cmd::Command;
use tempfile::TempDir;

/// Benzene and a ring of other atoms, of one shape.
const SMILES: &str = "c1ccccc1 benzene\nC1(CCCCC benzine\nC1CCNCC1 piperidine\n";
const EDGES: &str = r#""nodes":[0,1,2,3,4,5],"edges":[[0,1],[1,2],[2,3],[3,4],[4,5],[0,5]]"#;

fn place() -> TempDir {
    let place = tempfile::tempdir().unwrap();
    let labels = |atom: &str, bond: &str| format!(r#""node_labels":{atom},"edge_labels":{:?}"#, [bond; 6]);
    let benzene = labels(r#"["c","c","c","c","c","c"]"#, "aromatic");
    let piperidine = labels(r#"["C","C","C","N","C","C"]"#, "single");
    let named = |id: &str, labels: &str| format!("{{\"id\":\"{id}\",{EDGES},{labels}}}\n");
    let files = [
        ("m.smi", SMILES.to_owned()),
        ("sound.smi", SMILES.replace("C1(CCCCC benzine\n", "")),
        ("m.csv", "name,smiles,logP\nbenzene,c1ccccc1,2.1\nbenzine,C1(CCCCC,0\npiperidine,C1CCNCC1,0.8\n".to_owned()),
        ("g.jsonl", format!("{}{}", named("benzene", &benzene), named("piperidine", &piperidine))),
    ];
    for (name, text) in files {
        fs::write(place.path().join(name), text).unwrap();
    }
    place
}

/// Exit code, standard output and standard error.
fn run(place: &TempDir, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("sgr").unwrap();
    let output = command.args(arguments).current_dir(place.path()).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The table of vectors as text, of a run with this exit code.
fn vectors(place: &TempDir, arguments: &[&str], code: i32) -> String {
    let (found, out, error) = run(place, &[&["embed", "-o", "-", "--to", "csv"], arguments].concat(), "");
    assert_eq!(found, code, "{arguments:?}: {error}");
    out
}

#[test]
fn atoms_and_bonds_are_seen_without_being_asked_for() {
    let place = place();
    let molecules = vectors(&place, &["sound.smi"], 0);
    assert_eq!(molecules, vectors(&place, &["g.jsonl", "--labels", "all"], 0));
    assert_eq!(molecules, vectors(&place, &["sound.smi", "--labels", "all"], 0));
    assert_eq!(
        vectors(&place, &["sound.smi", "--labels", "nodes"], 0),
        vectors(&place, &["g.jsonl", "--labels", "nodes"], 0)
    );
    let bare = vectors(&place, &["sound.smi", "--ignore-labels"], 0);
    assert_eq!(bare, vectors(&place, &["g.jsonl"], 0));
    let fields = |text: &str| text.lines().next().unwrap().split(',').count();
    assert_eq!((fields(&bare), fields(&molecules)), (2 + 256, 2 + 512));
    assert_ne!(molecules, vectors(&place, &["sound.smi", "--hydrogens"], 0));
    assert_eq!(molecules, vectors(&place, &["sound.smi", "--hydrogens=removed"], 0));
    let (code, out, _) = run(
        &place,
        &["embed", "-", "--format", "smiles", "-o", "-", "--to", "csv"],
        &SMILES.replace("C1(CCCCC benzine\n", ""),
    );
    assert_eq!((code, out), (0, molecules));
}

#[test]
fn a_line_that_is_no_molecule_is_named_and_skipped() {
    let place = place();
    let (code, out, error) = run(&place, &["embed", "m.smi", "-o", "-", "--to", "csv"], "");
    let place_of_it = "m.smi:2: graph benzine: found a branch without an end at column 3, wanted a \")\" behind it";
    assert!(code == 1 && error.contains(place_of_it), "{code}: {error}");
    assert_eq!(out, vectors(&place, &["sound.smi"], 0));
}

#[test]
fn a_column_of_smiles_is_a_column_of_molecules() {
    let place = place();
    let wanted: Vec<String> = vectors(&place, &["sound.smi"], 0).lines().map(str::to_owned).collect();
    let csv = ["m.csv", "--format", "csv", "--columns", "id=name"];
    let table = vectors(&place, &csv, 1);
    assert_eq!(table.lines().collect::<Vec<_>>(), wanted);
    // A table in a stream is looked into before its rows flow.
    let text = fs::read_to_string(place.path().join("m.csv")).unwrap();
    let embed = ["embed", "-", "--format", "csv", "--columns", "id=name", "-o", "-", "--to", "csv"];
    let (code, out, error) = run(&place, &embed, &text);
    assert_eq!((code, out.lines().collect::<Vec<_>>()), (1, wanted.iter().map(String::as_str).collect()), "{error}");
    let place_of_it = "stdin:3: graph benzine: column \"smiles\": found a branch without an end at character 3, wanted a \")\" behind it";
    assert!(error.contains(place_of_it), "{error}");
    let (code, ..) = run(&place, &[&["embed", "-o", "v.csv", "--keep", "logP"], &csv[..]].concat(), "");
    let kept = fs::read_to_string(place.path().join("v.csv")).unwrap();
    assert_eq!(code, 1);
    assert!(
        kept.starts_with("id,label,logP,") && kept.contains("\nbenzene,,2.1,") && kept.contains("\npiperidine,,0.8,")
    );
    // Without its format a .csv is an edge list, and the message tells what it looks like.
    let (code, _, error) = run(&place, &["embed", "m.csv", "-o", "v.csv"], "");
    assert!(code == 2 && error.contains("add --format csv"), "{error}");
}

#[test]
fn searches_and_distances_see_atoms_too() {
    let place = place();
    let distance = |arguments: &[&str]| {
        let (_, out, error) = run(&place, &[&["distance", "--json"], arguments].concat(), "");
        let found: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{error}"));
        found["euclidean"].as_f64().unwrap()
    };
    assert!(distance(&["sound.smi#benzene", "sound.smi#piperidine"]) > 0.1);
    assert_eq!(distance(&["sound.smi#benzene", "sound.smi#piperidine", "--ignore-labels"]), 0.0);
    assert_eq!(distance(&["g.jsonl#benzene", "g.jsonl#piperidine"]), 0.0);
    let (code, _, error) = run(&place, &["search", "--in", "sound.smi", "--save", "i.sgri"], "");
    assert_eq!((code, error.as_str()), (0, ""));
    let (code, out, error) =
        run(&place, &["search", "-", "--format", "smiles", "--in", "i.sgri", "-k", "1"], "n1ccccc1 pyridine\n");
    assert!(code == 0 && out.contains("benzene"), "{out}{error}");
    let (code, _, error) = run(&place, &["search", "sound.smi", "--in", "i.sgri", "--ignore-labels"], "");
    assert!(code == 2 && error.contains("wanted the settings of the queries"), "{error}");
}

#[test]
fn molecules_next_to_other_graphs_need_a_word() {
    let place = place();
    let (code, _, error) = run(&place, &["embed", "sound.smi", "g.jsonl", "-o", "v.csv"], "");
    let text = "sgr: found molecules next to other graphs, whose vectors have no numbers for labels; add --labels all or --ignore-labels\n";
    assert_eq!((code, error.as_str()), (2, text));
    assert_eq!(run(&place, &["embed", "sound.smi", "g.jsonl", "-o", "v.csv", "--labels", "all"], "").0, 0);
}
