//! Proteins become the graphs of their contacts, from PDB and from mmCIF.

use std::fmt::Write as _;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::graph::Graph;
use sgr::input::{Format, MoleculeOptions, ReadOptions};

use crate::molecules::{records, with, words};
use crate::support::file;

const PDB: &str = "\
HEADER    TEST\n\
ATOM      1  N   MET A   1       0.000   0.000   0.000  1.00  0.00           N\n\
ATOM      2  CA AMET A   1       1.000   0.000   0.000  0.60  0.00           C\n\
ATOM      3  CA BMET A   1      99.000   0.000   0.000  0.40  0.00           C\n\
ATOM      4  CA  ALA A   2       4.000   0.000   0.000  1.00  0.00           C\n\
ATOM      5  CA  GLY A   2A      8.500   0.000   0.000  1.00  0.00           C\n\
HETATM    6  CA  MSE A   3      12.000   0.000   0.000  1.00  0.00           C\n\
TER       7      MSE A   3\n\
ATOM      8  CA  TRP B   1       9.000   7.900   0.000  1.00  0.00           C\n\
HETATM    9 CA    CA A 101       1.000   1.000   0.000  1.00  0.00          CA\n\
HETATM   10  CA  LIG A 102       1.000   1.000   0.000  1.00  0.00           C\n\
ENDMDL\n\
ATOM     11  CA  TRP C   1       9.000   7.900   0.000  1.00  0.00           C\n";

fn mmcif() -> String {
    let mut text = "data_TEST\n_entry.id TEST\nloop_\n_audit.a\n_audit.b\n1 'it''s; loop_'\n\n;a text\nloop_ _atom_site.x\n;\n# comment\nloop_\n".to_owned();
    let names = [
        "group_PDB",
        "id",
        "type_symbol",
        "label_atom_id",
        "label_alt_id",
        "label_comp_id",
        "label_asym_id",
        "label_seq_id",
        "pdbx_PDB_ins_code",
        "Cartn_x",
        "Cartn_y",
        "Cartn_z",
        "pdbx_PDB_model_num",
    ];
    text += &names.map(|name| format!("_atom_site.{name}\n")).concat();
    for row in [
        "ATOM 1 N N . MET A 1 ? 0 0 0 1",
        "ATOM 2 C CA A MET A 1 ? 1.0 0 0 1",
        "ATOM 3 C CA B MET A 1 ? 99 0 0 1",
        "ATOM 4 C 'CA' . ALA A 2 ? 4 0 0 1",
        "ATOM 5 C CA . GLY A 2 A 8.5 0 0 1",
        "HETATM 6 C CA . MSE A 3\n? 12 0 0 1",
        "ATOM 8 C \"CA\" . TRP B 1 ? 9 7.9 0 1",
        "HETATM 9 CA CA . CA C . ? 1 1 0 1",
        "HETATM 10 C CA . LIG D . ? 1 1 0 1",
        "ATOM 11 C CA . TRP A 1 ? 9 7.9 0 2",
    ] {
        text += row;
        text.push('\n');
    }
    text + "#\n_other.a 1\n"
}

#[test]
fn contacts_of_proteins() {
    let path = "MET ALA GLY MSE TRP";
    let edges = |graph: &Graph| graph.edges().map(|(u, v, _)| (u, v)).collect::<Vec<_>>();
    for (format, text) in [(Format::Pdb, PDB.to_owned()), (Format::Mmcif, mmcif())] {
        let [record] = <[_; 1]>::try_from(records(&text, format, &ReadOptions::new())).unwrap();
        assert_eq!((words(&record.graph).split(',').next().unwrap(), record.id.as_str()), (path, "m"), "{format}");
        // 1 to 8.5 is 7.5; 4 to 12 is 8 itself; the last one is 7.92 from 8.5 and 8.45 from 12.
        let near = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4)];
        assert_eq!(edges(&record.graph), near, "{format}");
        let close = with(MoleculeOptions::new().contact_distance(4.5).labels(false));
        let graph = &records(&text, format, &close)[0].graph;
        assert_eq!((edges(graph), graph.node_labels()), (vec![(0, 1), (1, 2), (2, 3)], None), "{format}");
    }
}

#[test]
fn contacts_are_those_of_all_pairs() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for (distance, spread) in [(8.0, 40.0_f64), (0.5, 1.0), (30.0, 10.0), (3.7, 15.0)] {
        let places: Vec<[f64; 3]> = (0..200)
            .map(|_| [0; 3].map(|_| (1000.0 * random.random_range(-spread..spread)).round() / 1000.0))
            .collect();
        let mut text = String::new();
        for (at, [x, y, z]) in places.iter().enumerate() {
            let _ = writeln!(text, "ATOM  {at:5}  CA  ALA A{at:4}    {x:8.3}{y:8.3}{z:8.3}");
        }
        let graph = &records(&text, Format::Pdb, &with(MoleculeOptions::new().contact_distance(distance)))[0].graph;
        let apart = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        let mut wanted = Vec::new();
        for u in 0..places.len() {
            let near = |&v: &usize| apart(&places[u], &places[v]) <= distance * distance;
            wanted.extend((u + 1..places.len()).filter(near).map(|v| (u as u32, v as u32)));
        }
        assert_eq!(graph.edges().map(|(u, v, _)| (u, v)).collect::<Vec<_>>(), wanted);
    }
}

#[test]
fn bad_proteins_are_refused() {
    let bad = PDB.replace("  12.000   0.000", "  12.000   nan  ");
    let shortened = mmcif().replace(" 9 7.9 0 2\n", " 9 7.9\n");
    for (name, text, wanted) in [
        ("p.pdb", bad.as_str(), "p.pdb:7: found \"nan\" at column 39, wanted a coordinate"),
        (
            "p.ent",
            "HEADER\n",
            "p.ent: graph p: a C\u{3b1} atom of a residue is missing; wanted at least one, each is a node",
        ),
        ("p.cif", "data_x\n", "p.cif:1: the table \"_atom_site\" is missing; wanted the places of atoms"),
        (
            "p.cif",
            &mmcif().replace("Cartn_y", "Cartn"),
            "the column \"_atom_site.Cartn_y\" is missing; wanted atoms with residues and places",
        ),
        ("p.mmcif", &shortened, "found a row of 11 values, wanted 13, one for each column"),
        ("p.cif", &mmcif().replace("1.0 0 0 1", "x 0 0 1"), "found \"x\", wanted a coordinate"),
        ("p.cif", "loop_\n_a\n'x\n", "p.cif:3: found \"\\'x\", wanted a quotation mark at the end of the word"),
        ("p.cif", "_a\n;x\n", "the line with \";\" that ends a text is missing"),
    ] {
        let error = file(name, text).read(&ReadOptions::new()).remove(0).expect_err(wanted);
        assert!(error.to_string().contains(wanted), "{error}, wanted {wanted}");
    }
}
