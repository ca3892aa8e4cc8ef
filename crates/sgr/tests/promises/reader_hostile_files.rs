//! Damaged files give graphs or clean errors: no panic, no endless loop, no silence after an error that ends a file.

use crate::support::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::input::{ReadOptions, Scope, open};

const CASES: u64 = 2000;

/// Flips, cuts, inserts and copies a few pieces of a file.
fn damage(content: &[u8], random: &mut impl Rng) -> Vec<u8> {
    let mut damaged = content.to_vec();
    for _ in 0..random.random_range(1..4) {
        let at = random.random_range(0..=damaged.len());
        let end = (at + random.random_range(0..20)).min(damaged.len());
        match random.random_range(0..7) {
            0 if at < damaged.len() => damaged[at] ^= 1 << random.random_range(0..8),
            1 if at < damaged.len() => damaged[at] = random.random(),
            2 => damaged.truncate(at),
            3 => drop(damaged.drain(at..end)),
            4 => {
                let copy = damaged[at..end].to_vec();
                let target = random.random_range(0..=damaged.len());
                damaged.splice(target..target, copy);
            }
            5 => {
                let pieces: [&[u8]; 8] = [b"\n", b"-", b"999999999999", b",", b"[", b"\"", b"~~~~~~~~", b"\xff\0"];
                damaged.splice(at..at, pieces[random.random_range(0..pieces.len())].iter().copied());
            }
            _ => drop(damaged.splice(at..at, std::iter::repeat_n(random.random(), end - at))),
        }
    }
    damaged
}

/// Reads damaged copies of `contents` and checks each item. Gives how many graphs were read and how many refused.
fn read_damaged(name: &str, contents: &[Vec<u8>], seed: u64) -> (u64, u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let folder = tempfile::tempdir().unwrap();
    let (mut read, mut refused) = (0, 0);
    for case in 0..CASES {
        let content = damage(&contents[case as usize % contents.len()], &mut random);
        // A new file each time: overwriting one makes ext4 wait for the disk, 4 ms a case.
        let path = folder.path().join(format!("{case}{name}"));
        std::fs::write(&path, &content).unwrap();
        let wanted = options(|options| {
            options.weights = case % 2 == 0 && !name.contains("6");
            options.node_labels = case % 3 == 0;
            options.directed_as_undirected = case % 5 == 0;
            options.max_declared_nodes = 10_000;
        });
        let Ok(reader) = open(&path, None, &wanted).map_err(|error| check_error(&error, &mut refused)) else {
            continue;
        };
        let mut ended = false;
        for (item, at) in reader.zip(0..) {
            assert!(!ended && at <= content.len(), "{name}, case {case}: more after the end");
            match item {
                Ok(record) => {
                    read += 1;
                    assert!(record.graph.node_count() > 0 && (wanted.weights || !record.graph.is_weighted()));
                }
                Err(error) => {
                    check_error(&error, &mut refused);
                    ended = error.scope == Scope::File;
                }
            }
        }
    }
    (read, refused)
}

fn check_error(error: &sgr::input::InputError, refused: &mut u64) {
    *refused += 1;
    let text = error.to_string();
    assert!(text.len() < 1000, "an error of {} bytes", text.len());
    assert!(!text.contains('\n'), "{text:?}");
}

/// Damage must neither spoil everything nor nothing, or the test would not test.
fn check(name: &str, contents: &[&str], seed: u64) {
    let contents: Vec<Vec<u8>> = contents.iter().map(|content| content.as_bytes().to_vec()).collect();
    check_bytes(name, &contents, seed);
}

fn check_bytes(name: &str, contents: &[Vec<u8>], seed: u64) {
    let (read, refused) = read_damaged(name, contents, seed);
    assert!(read > CASES / 100 && refused > CASES / 100, "{name}: {read} graphs read, {refused} refused");
}

#[test]
fn edge_lists() {
    check("a.txt", &["# c\n1 2 0.5\n2 3 1\n3 1 2e3\n9 9 1\n", "a,b,1\nb,c,2\n", "1\t2\t7\n"], 1);
}

#[test]
fn graph6_files() {
    check("a.g6", &[">>graph6<<DQc\nFw??G\nA_\nO???????????????O????\n@\n"], 2);
}

#[test]
fn sparse6_files() {
    check("a.s6", &[">>sparse6<<:Fa@x^\n:An\n:OcFov\n:GwF\n:~??~}`WF\n"], 3);
}

#[test]
fn matrix_market_files() {
    let symmetric = "%%MatrixMarket matrix coordinate real symmetric\n% c\n4 4 3\n2 1 0.5\n3 1 1\n4 4 2\n";
    let general = "%%MatrixMarket matrix coordinate integer general\n3 3 4\n1 2 5\n2 1 5\n3 1 2\n1 3 2\n";
    let pattern = "%%MatrixMarket matrix coordinate pattern symmetric\n5 5 2\n2 1\n5 4\n";
    check("a.mtx", &[symmetric, general, pattern], 4);
}

#[test]
fn json_lines_files() {
    let lines = concat!(
        r#"{"id": "g", "nodes": 4, "edges": [[0, 1, 0.5], [1, 2, 2]], "label": true, "node_labels": ["C", 1, 2, 3]}"#,
        "\n\n",
        r#"{"edges": [["a", "b\u00e9", 1], ["b", "a", 1e-3]], "nodes": null, "directed": false, "x": {"y": [[]]}}"#,
        "\n",
        r#"{"nodes": ["a", 2, "c"], "edges": [["a", 2, 1]], "id": 7}"#
    );
    check("a.jsonl", &[lines], 5);
}

#[test]
fn karateclub_files() {
    let dictionary = "{\"0\": [[0, 1, 1], [1, 2, 2.5]],\n \"b\\\"]\": [[\"x\", \"y\", 1]], \"2\": [[3, 3, 1]]}\n";
    check("a.json", &[dictionary], 6);
}

const SMILES: &str = "CC(=O)Oc1ccccc1C(=O)O aspirin\n[Na+].[Cl-]\tsalt\nF/C=C\\[13CH2:1]%10.C%10 |x| a\n";

const SDF: &str = "ethanol\n\n\n  3  2  0  0  0  0  0  0  0  0999 V2000\n\
    0.0000    0.0000    0.0000 C   0  0\n    0.0000    0.0000    0.0000 C   0  0\n    0.0000    0.0000    0.0000 O   0  5\n  \
  1  2  1  0\n  2  3  1  0\nM  CHG  1   3  -1\nM  END\n> <a>\n1\n\n$$$$\n\
    bond\n\n\n  0  0  0     0  0            999 V3000\nM  V30 BEGIN CTAB\nM  V30 COUNTS 2 1 0 0 0\nM  V30 BEGIN ATOM\n\
    M  V30 1 C 0 0 0 0\nM  V30 2 N 0 0 0 0 -\nM  V30 CHG=1\nM  V30 END ATOM\nM  V30 BEGIN BOND\nM  V30 1 2 1 2\nM  V30 END BOND\n\
    M  V30 END CTAB\nM  END\n$$$$\n";

#[test]
fn molecule_files() {
    check("a.smi", &[SMILES], 11);
    check("a.sdf", &[SDF], 12);
}

#[test]
fn protein_files() {
    let pdb = "ATOM      2  CA  MET A   1       1.000   0.000   0.000  0.60  0.00           C\n\
        ATOM      4  CA  ALA A   2       4.000   0.000   0.000  1.00  0.00           C\nTER\n";
    check("a.pdb", &[pdb], 13);
    let mmcif = "data_x\nloop_\n_atom_site.label_atom_id\n_atom_site.label_comp_id\n_atom_site.label_asym_id\n\
        _atom_site.label_seq_id\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n\
        CA MET A 1 0 0 0\nCA 'ALA' A 2 3.8 0 0\n#\n";
    check("a.cif", &[mmcif], 14);
}

fn small_tu_files() -> Vec<(String, String)> {
    let triangle = sgr::graph::Graph::from_edges(4, &[(0, 1), (1, 2), (0, 2)]).unwrap();
    let path = sgr::graph::Graph::from_edges(3, &[(0, 1), (1, 2)]).unwrap();
    tu_files("T", &[triangle, path.clone(), path])
}

#[test]
fn tu_archives() {
    let (read, refused) = read_damaged("T.zip", &[zip_of(&small_tu_files())], 9);
    assert!(read > CASES / 100 && refused > CASES / 100, "{read} graphs read, {refused} refused");
}

#[test]
fn tu_folders() {
    let mut random = ChaCha8Rng::seed_from_u64(10);
    let files = small_tu_files();
    let (mut read, mut refused) = (0, 0);
    for case in 0..CASES / 4 {
        let folder = folder_of(&files);
        let (name, content) = &files[case as usize % files.len()];
        std::fs::write(folder.path.join(name), damage(content.as_bytes(), &mut random)).unwrap();
        let wanted = options(|options| {
            options.weights = case % 2 == 0;
            options.node_labels = case % 3 == 0;
            options.edge_labels = case % 3 == 1;
            options.gather = case % 5 == 0;
        });
        for item in folder.read(&wanted) {
            match item {
                Ok(_) => read += 1,
                Err(error) => check_error(&error, &mut refused),
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} graphs read, {refused} refused");
}

#[test]
fn compressed_files() {
    let text: String = (0..200).map(|node| format!("{} {} 1\n", node % 23, node * node % 31)).collect();
    for (seed, name, packed) in [(7, "a.txt.gz", gz(text.as_bytes())), (8, "a.txt.zst", zst(text.as_bytes()))] {
        let (read, refused) = read_damaged(name, &[packed], seed);
        assert!(refused > CASES / 2, "{name}: {read} graphs read, {refused} refused");
    }
}

/// A few bytes that claim much: each must be refused or read at once, without memory for what they claim.
#[test]
fn small_files_with_large_claims() {
    let deep = "[".repeat(1 << 20);
    for (name, content) in [
        ("a.g6", "~~~~~~~~".to_owned()),
        ("a.s6", ":~~~~~~~~".to_owned()),
        ("a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n4000000000 4000000000 1\n2 1\n".to_owned()),
        ("a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 18446744073709551615\n2 1\n".to_owned()),
        ("a.jsonl", "{\"nodes\": 4000000000, \"edges\": []}".to_owned()),
        ("a.jsonl", format!("{{\"edges\": {deep}")),
        ("a.jsonl", format!("{{\"x\": {deep}{}, \"edges\": 1}}", "]".repeat(1 << 20))),
        ("a.json", format!("{{\"a\": {deep}")),
        ("a.json", format!("{{\"a\": {deep}{}}}", "]".repeat(1 << 20))),
    ] {
        let items = file(name, &content).read(&ReadOptions::default());
        assert!(!items.is_empty() && items.iter().all(Result::is_err), "{name}: {items:?}");
    }
    let items = file("a.txt", "4000000000 1\n18446744073709551616 999999999\n").read(&ReadOptions::default());
    assert_eq!(items[0].as_ref().unwrap().graph.node_count(), 4);
}

/// One graph may have as many nodes without edges as a graph may declare; a file of many lines may not have that many in
/// each, or kilobytes would take half a minute.
#[test]
fn many_lines_with_large_claims_end_the_file() {
    let wanted = options(|options| options.max_declared_nodes = 100_000);
    for (name, line) in [("a.jsonl", "{\"nodes\": 60000, \"edges\": []}\n"), ("a.s6", ":~N~~\n")] {
        let items = file(name, line.repeat(9)).read(&wanted);
        let (graphs, error) = (items.iter().filter(|item| item.is_ok()).count(), items.last().unwrap());
        let error = error.as_ref().unwrap_err();
        assert!(graphs > 0 && graphs + 1 == items.len() && error.scope == Scope::File, "{name}: {items:?}");
        assert!(error.to_string().contains("nodes without edges in one file, wanted at most 100000"), "{error}");
    }
    // Edges pay for their nodes.
    let edges: String = (0..3000).map(|node| format!("[{node},{}],", node + 1)).collect();
    let line = format!("{{\"nodes\": 60000, \"edges\": [{}[0,2]]}}\n", edges);
    assert_eq!(file("a.jsonl", line.repeat(9)).graphs(&wanted).len(), 9);
}
