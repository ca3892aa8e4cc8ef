//! Molecules of every format become the same labelled graph, and what is no molecule is named with its place.

use std::fmt::Write as _;

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::graph::{Graph, GraphRecord, Label};
use sgr::input::{Format, HydrogenNodes, MoleculeOptions, Problem, ReadOptions, Remedy, Scope, SmilesGraphs, read};

use crate::support::{file, gz, zst};

pub(crate) fn with(molecules: MoleculeOptions) -> ReadOptions {
    ReadOptions::new().molecules(molecules)
}

pub(crate) fn records(text: &str, format: Format, options: &ReadOptions) -> Vec<GraphRecord> {
    let reader = read(std::io::Cursor::new(text.to_owned()), "m", format, options).unwrap();
    reader.map(|item| item.unwrap_or_else(|error| panic!("{error}\n{text}"))).collect()
}

fn of_smiles(smiles: &str, options: &ReadOptions) -> Graph {
    SmilesGraphs::new(options).of(smiles).unwrap_or_else(|problem| panic!("{smiles}: {problem}")).0
}

/// Atoms, then bonds, as words.
pub(crate) fn words(graph: &Graph) -> String {
    let shown = |labels: &[Label]| labels.iter().map(|label| label.to_string()).collect::<Vec<_>>().join(" ");
    let mut text = graph.node_labels().map(shown).unwrap_or_default();
    for ((u, v, _), label) in graph.edges().zip(graph.labels_of_edges()) {
        let _ = write!(text, ", {u}-{v} {label}");
    }
    text
}

#[test]
fn smiles_by_hand() {
    let plain = ReadOptions::new();
    for (smiles, wanted) in [
        ("C", "C"),
        ("CCO", "C C O, 0-1 single, 1-2 single"),
        ("C=C#N$O~S", "C C N O S, 0-1 double, 1-2 triple, 2-3 quadruple, 3-4 any"),
        ("ClCBr", "Cl C Br, 0-1 single, 1-2 single"),
        // `Sc` outside of brackets is sulfur and aromatic carbon.
        ("Sc", "S c, 0-1 single"),
        ("[Sc]", "Sc"),
        ("[Na+].[Cl-]", "Na+ Cl-"),
        ("[Fe++]", "Fe+2"),
        ("[Fe+3].[O--]", "Fe+3 O-2"),
        (
            "[13CH3:7][C@@H](F)[C@TB12](Cl)[nH]",
            "C C F C Cl n, 0-1 single, 1-2 single, 1-3 single, 3-4 single, 3-5 single",
        ),
        ("[#6][*]*", "C * *, 0-1 single, 1-2 single"),
        ("F/C=C\\F", "F C C F, 0-1 single, 1-2 double, 2-3 single"),
        ("[H][H]", "H H, 0-1 single"),
        ("C1CC1", "C C C, 0-1 single, 0-2 single, 1-2 single"),
        ("C=1CC1.C1CC=1", "C C C C C C, 0-1 single, 0-2 double, 1-2 single, 3-4 single, 3-5 double, 4-5 single"),
        ("C%12CC%(12)", "C C C, 0-1 single, 0-2 single, 1-2 single"),
        ("C%(12345)CC%(12345)", "C C C, 0-1 single, 0-2 single, 1-2 single"),
        // A number may be used again, and a dot does not end it.
        ("C1.C1", "C C, 0-1 single"),
        ("C12CC1.C2", "C C C C, 0-1 single, 0-2 single, 0-3 single, 1-2 single"),
        ("C(C)(C(C)N)O", "C C C C N O, 0-1 single, 0-2 single, 0-5 single, 2-3 single, 2-4 single"),
        ("C(O.N)S", "C O N S, 0-1 single, 0-3 single"),
        ("c1cc1", "c c c, 0-1 aromatic, 0-2 aromatic, 1-2 aromatic"),
        // A bond outside of rings is not aromatic; one that is written single stays single.
        ("cc", "c c, 0-1 single"),
        (
            "c1cc1c1cc1",
            "c c c c c c, 0-1 aromatic, 0-2 aromatic, 1-2 aromatic, 2-3 single, 3-4 aromatic, 3-5 aromatic, 4-5 aromatic",
        ),
        ("c-1cc1", "c c c, 0-1 aromatic, 0-2 single, 1-2 aromatic"),
        ("[se]1cc1", "se c c, 0-1 aromatic, 0-2 aromatic, 1-2 aromatic"),
        ("N->[Pt]<-N", "N Pt N, 0-1 dative, 1-2 dative"),
    ] {
        assert_eq!(words(&of_smiles(smiles, &plain)), wanted, "{smiles}");
    }
}

#[test]
fn bad_smiles_are_named_with_their_place_and_skipped() {
    let cases = [
        ("C(", "the end at column 3, wanted a bond or an atom"),
        ("CC)C", "\")\" at column 3, wanted a \"(\" before it"),
        ("CC(CC", "a branch without an end at column 3, wanted a \")\" behind it"),
        ("C()C", "\")\" at column 3, wanted a bond or an atom"),
        ("(C)C", "\"(\" at column 1, wanted an atom"),
        ("C(-1)CC1", "\"1\" at column 4, wanted an atom"),
        ("C..C", "\".\" at column 3, wanted an atom"),
        ("CC.", "the end at column 4, wanted an atom"),
        ("C==C", "\"=\" at column 3, wanted an atom or the number of a ring"),
        ("CC-", "the end at column 4, wanted an atom or the number of a ring"),
        ("C1CC", "ring 1 at column 2, wanted a second atom with this number"),
        ("C2C1CC%(900)", "ring 2 at column 2, wanted a second atom with this number"),
        ("C%(900)CC", "ring 900 at column 2, wanted a second atom with this number"),
        ("C11", "ring closure 1 from an atom to itself at column 3, wanted two atoms"),
        ("CC1C1", "a second bond between atoms 2 and 3 at column 5, wanted one bond"),
        ("C12CCC12", "a second bond between atoms 1 and 4 at column 8, wanted one bond"),
        ("C=1CCC-1", "ring 1 closed as single at column 8, wanted double, as it was opened"),
        ("C%1", "the end at column 4, wanted a digit of a ring closure"),
        ("[C", "the end at column 3, wanted \"]\", or chirality, hydrogens, charge and class in this order"),
        ("[Xx]", "\"X\" at column 2, wanted an element"),
        ("[C+H]", "\"H\" at column 4, wanted \"]\", or chirality, hydrogens, charge and class in this order"),
        ("[C+200]", "\"200\" at column 4, wanted a charge from 0 to 127, without leading zeros"),
        ("[CH100]", "\"100\" at column 4, wanted a number of hydrogens from 0 to 99, without leading zeros"),
        ("[C@TH3]", "\"3\" at column 6, wanted a kind of chirality from 0 to 2, without leading zeros"),
        ("[C:x]", "\"x\" at column 4, wanted the class of the atom, a number"),
        ("[#119]", "\"119\" at column 3, wanted an atomic number from 0 to 118, without leading zeros"),
        ("C?C", "\"?\" at column 2, wanted an atom, a bond, a branch, the number of a ring or a dot"),
        ("C\u{e9}", "\"\u{e9}\" at column 2, wanted an atom, a bond, a branch, the number of a ring or a dot"),
    ];
    for (smiles, wanted) in cases {
        let items: Vec<_> = file("m.smi", format!("CC before\n  {smiles} bad\nO behind\n")).read(&ReadOptions::new());
        let Ok([before, bad, behind]) = <[_; 3]>::try_from(items) else { panic!("{smiles}") };
        assert_eq!((before.unwrap().id, behind.unwrap().id), ("before".to_owned(), "behind".to_owned()));
        let error = bad.expect_err(smiles);
        assert_eq!((error.scope, error.line, error.graph.as_deref()), (Scope::Graph, Some(2), Some("bad")));
        // Two blanks stand before the SMILES.
        let column = wanted.split(" at column ").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
        let shifted: usize = column.parse::<usize>().unwrap() + 2;
        let wanted = wanted.replacen(&format!("column {column}"), &format!("column {shifted}"), 1);
        assert_eq!(error.problem.to_string(), format!("found {wanted}"), "{smiles}");
    }
}

#[test]
fn names_headers_and_packed_files() {
    let text = "CCO acetic acid \nC\tmethane\t16.04\r\n\nO\nN |$_AV:;$| ammonia\n";
    let ids = ["acetic acid", "methane", "3", "ammonia"];
    for (name, content) in
        [("m.smi", text.as_bytes().to_vec()), ("m.smiles.gz", gz(text.as_bytes())), ("m.SMI.zst", zst(text.as_bytes()))]
    {
        let graphs = file(name, content).graphs(&ReadOptions::new());
        assert_eq!(graphs.iter().map(|graph| graph.id.as_str()).collect::<Vec<_>>(), ids, "{name}");
    }
    let with_header = "SMILES Name\nC a\n";
    let error = file("m.smi", with_header).read(&ReadOptions::new()).remove(0).unwrap_err();
    assert_eq!(
        (error.line, error.scope, error.remedy()),
        (Some(1), Scope::File, Some(Remedy::StateHeader("a SMILES")))
    );
    assert!(
        error.to_string().ends_with("found \"SMILES Name\", which looks like a header, wanted a SMILES"),
        "{error}"
    );
    assert_eq!(file("m.smi", with_header).graphs(&ReadOptions::new().header(Some(true)))[0].id, "a");
    let error = file("m.smi", "C \u{e9}").read(&ReadOptions::new().weights(true)).remove(0).unwrap_err();
    assert!(matches!(error.problem, Problem::NoWeights { .. }), "{error}");
    let error = file("m.smi", b"C \xe9\n").read(&ReadOptions::new()).remove(0).unwrap_err();
    assert!(error.to_string().contains("wanted a name in UTF-8"), "{error}");
}

#[test]
fn hydrogens_are_counted_added_and_removed() {
    let counted = with(MoleculeOptions::new().hydrogen_counts(true));
    let added = with(MoleculeOptions::new().hydrogen_nodes(HydrogenNodes::Added));
    let removed = with(MoleculeOptions::new().hydrogen_nodes(HydrogenNodes::Removed));
    // Hydrogens of each atom by the valence model of OpenSMILES.
    for (smiles, atoms) in [
        ("C", "CH4"),
        ("CC=CC#C", "CH3 CH CH C CH"),
        ("N=O.NN(=O)=O.P.S.O=S=O.OS(=O)(=O)O", "NH O NH2 N O O PH3 SH2 O S O OH S O O OH"),
        ("B.F.Cl.Br.I.*", "BH3 FH ClH BrH IH *"),
        ("c1cc[nH]c1", "cH cH cH nH cH"),
        ("c1ccncc1", "cH cH cH n cH cH"),
        ("O=c1cc[nH]cc1", "O c cH cH nH cH cH"),
        ("o1cccc1", "o cH cH cH cH"),
        ("s1cccc1", "s cH cH cH cH"),
        ("c1ccc2ccccc2c1", "cH cH cH c cH cH cH cH c cH"),
        ("[NH4+].[OH-].[CH2].[C]", "NH4+ OH- CH2 C"),
        ("[H]O[H]", "H OH2 H"),
        ("N(C)(C)(C)C", "NH CH3 CH3 CH3 CH3"),
    ] {
        let counts = of_smiles(smiles, &counted);
        assert_eq!(words(&counts).split(',').next().unwrap(), atoms, "{smiles}");
        let plain = of_smiles(smiles, &ReadOptions::new());
        let hydrogen = |label: &str| -> usize {
            let count = label.trim_end_matches(['+', '-']).split_once('H').map(|(_, count)| count);
            count.map_or(0, |count| if count.is_empty() { 1 } else { count.parse().unwrap() })
        };
        let all: usize = atoms.split(' ').filter(|label| *label != "H").map(hydrogen).sum();
        let heavy = plain.node_labels().unwrap().iter().filter(|label| &***label != "H").count();
        let (full, bare) = (of_smiles(smiles, &added), of_smiles(smiles, &removed));
        assert_eq!((full.node_count(), bare.node_count()), (heavy + all, heavy), "{smiles}");
        // Added ones come last, in the order of their atoms.
        assert!(full.node_labels().unwrap()[plain.node_count()..].iter().all(|label| &**label == "H"), "{smiles}");
    }
    assert_eq!(
        words(&of_smiles("C.O", &added)),
        "C O H H H H H H, 0-2 single, 0-3 single, 0-4 single, 0-5 single, 1-6 single, 1-7 single"
    );
    // Isotopes, ions, bridges and H2 stay.
    for smiles in ["[2H]C", "[H+].C", "[H][H]", "C[H]C", "[H]=C", "[HH]C"] {
        let kept = of_smiles(smiles, &removed);
        assert_eq!(words(&kept), words(&of_smiles(smiles, &ReadOptions::new())), "{smiles}");
    }
    assert_eq!(words(&of_smiles("[H]C([H])=O", &removed)), "C O, 0-1 double");
    let both = with(MoleculeOptions::new().hydrogen_counts(true).hydrogen_nodes(HydrogenNodes::Removed));
    assert_eq!(words(&of_smiles("[H]C([H])=O", &both)), "CH2 O, 0-1 double");
}

/// A molecule of the tests: elements with charges, and bonds with kinds.
#[derive(Debug, Clone)]
struct Sketch {
    atoms: Vec<(&'static str, i8)>,
    bonds: Vec<(usize, usize, usize)>,
}

const KINDS: [&str; 3] = ["single", "double", "triple"];

/// A random molecule, some of its components rings, in an order in which every atom comes after one that it is bonded to.
fn sketches() -> impl Strategy<Value = Sketch> {
    (1..30usize, any::<u64>()).prop_map(|(count, seed)| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let elements = ["C", "N", "O", "Cl", "Fe", "Og", "H"];
        let atoms = (0..count).map(|_| (elements[random.random_range(0..7)], random.random_range(-3..=3)));
        let atoms: Vec<_> = atoms.collect();
        let mut bonds: Vec<(usize, usize, usize)> = Vec::new();
        for atom in 1..count {
            if random.random_range(0..8) > 0 {
                bonds.push((random.random_range(0..atom), atom, random.random_range(0..3)));
            }
        }
        for _ in 0..count / 4 {
            let (a, b) = (random.random_range(0..count), random.random_range(0..count));
            let pair = (a.min(b), a.max(b));
            if a != b && !bonds.iter().any(|&(u, v, _)| (u, v) == pair) {
                bonds.push((pair.0, pair.1, random.random_range(0..3)));
            }
        }
        Sketch { atoms, bonds }
    })
}

impl Sketch {
    fn words(&self) -> String {
        let label = |&(element, charge): &(&str, i8)| match charge {
            0 => element.to_owned(),
            1 => format!("{element}+"),
            -1 => format!("{element}-"),
            _ => format!("{element}{charge:+}"),
        };
        let mut bonds = self.bonds.clone();
        bonds.sort_unstable();
        let mut text = self.atoms.iter().map(label).collect::<Vec<_>>().join(" ");
        for (u, v, kind) in bonds {
            let _ = write!(text, ", {u}-{v} {}", KINDS[kind]);
        }
        text
    }

    /// One component an atom, all bonds as ring closures: the shortest writer there is.
    fn smiles(&self) -> String {
        let mut atoms: Vec<String> =
            self.atoms.iter().map(|(element, charge)| format!("[{element}{charge:+}]")).collect();
        for (number, &(u, v, kind)) in self.bonds.iter().enumerate() {
            let mark = ["-", "=", "#"][kind];
            let _ = write!(atoms[u], "{mark}%({number})");
            let _ = write!(atoms[v], "%({number})");
        }
        atoms.join(".")
    }

    fn v2000(&self) -> String {
        let mut text =
            format!("sketch\n\n\n{:3}{:3}  0  0  0  0  0  0  0  0999 V2000\n", self.atoms.len(), self.bonds.len());
        for (element, _) in &self.atoms {
            let _ = writeln!(text, "{:10.4}{:10.4}{:10.4} {element:<3} 0  0", 0.0, -1.5, 12.25);
        }
        for (u, v, kind) in &self.bonds {
            let _ = writeln!(text, "{:3}{:3}{:3}  0", u + 1, v + 1, kind + 1);
        }
        for (at, (_, charge)) in self.atoms.iter().enumerate().filter(|(_, (_, charge))| *charge != 0) {
            let _ = writeln!(text, "M  CHG  1{:4}{charge:4}", at + 1);
        }
        text + "M  END\n> <pH>\n7\n\n$$$$\n"
    }

    fn v3000(&self) -> String {
        let counts = format!("M  V30 COUNTS {} {} 0 0 0\n", self.atoms.len(), self.bonds.len());
        let mut text = format!(
            "sketch\n\n\n  0  0  0     0  0            999 V3000\nM  V30 BEGIN CTAB\n{counts}M  V30 BEGIN ATOM\n"
        );
        for (at, (element, charge)) in self.atoms.iter().enumerate() {
            // Numbers with gaps, and a line that goes on.
            let _ = writeln!(text, "M  V30 {} {element} 0 1 2 0 -\nM  V30 CHG={charge}", 7 * at + 3);
        }
        text += "M  V30 END ATOM\nM  V30 BEGIN BOND\n";
        for (number, (u, v, kind)) in self.bonds.iter().enumerate() {
            let _ = writeln!(text, "M  V30 {} {} {} {}", number + 1, kind + 1, 7 * u + 3, 7 * v + 3);
        }
        text + "M  V30 END BOND\nM  V30 END CTAB\nM  END\n$$$$\n"
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn written_molecules_come_back(sketch in sketches()) {
        let plain = ReadOptions::new();
        let smiles = of_smiles(&sketch.smiles(), &plain);
        prop_assert_eq!(words(&smiles), sketch.words());
        for text in [sketch.v2000(), sketch.v3000()] {
            let twice = format!("{text}{text}");
            let found = records(&twice, Format::Sdf, &plain);
            prop_assert_eq!(found.len(), 2);
            for record in found {
                prop_assert_eq!(record.id.as_str(), "sketch");
                prop_assert_eq!(&record.graph, &smiles);
            }
        }
    }
}

/// A molecule of an MDL file with these lines behind the header.
fn mol(lines: &str) -> String {
    format!("bad\n\n\n{lines}")
}

#[test]
fn bad_molecules_of_mdl_files_cost_themselves() {
    let atom = |symbol: &str| format!("    0.0000    0.0000    0.0000 {symbol:<3} 0  0\n");
    let (counts, two) = ("  2  1  0  0  0  0  0  0  0  0999 V2000\n", atom("C") + &atom("O"));
    let v3000 = "  0  0  0     0  0            999 V3000\nM  V30 COUNTS 1 0 0 0 0\nM  V30 BEGIN ATOM\n";
    for (bad, line, wanted) in [
        (mol(""), 7, "the line with the numbers of atoms and bonds is missing"),
        (mol("  x  1\n"), 8, "found \"x\" at column 1, wanted the number of atoms"),
        (mol(&format!("{counts}{}", atom("C"))), 9, "the line of atom 2 is missing"),
        (
            mol(&format!("{counts}{}", atom("C") + &atom("Cc"))),
            10,
            "found \"Cc\" at column 32, wanted the symbol of an element",
        ),
        (mol(&format!("{counts}{two}")), 10, "the line of bond 1 is missing"),
        (mol(&format!("{counts}{two}  1  3  1\n")), 11, "found \"3\" at column 4, wanted an atom from 1 to 2"),
        (
            mol(&format!("{counts}{two}  1  2 11\n")),
            11,
            "found \"11\" at column 7, wanted the kind of a bond, from 1 to 10",
        ),
        (mol(&format!("{counts}{two}  2  2  1\n")), 11, "found a bond from atom 2 to itself, wanted two atoms"),
        (
            mol(&format!("  2  2\n{two}  1  2  1\n  2  1  2\n")),
            12,
            "found a second bond between atoms 1 and 2, wanted one bond",
        ),
        (
            mol(&format!("{counts}{two}  1  2  1\nM  CHG  1   3   1\n")),
            12,
            "found \"3\" at column 10, wanted the number of an atom",
        ),
        (
            mol(&format!("{counts}{two}  1  2  1\nM  CHG  1   1 400\n")),
            12,
            "found \"400\" at column 14, wanted a charge or an isotope",
        ),
        (
            mol(&format!("{v3000}M  V30 1 Zz 0 0 0 0\n")),
            11,
            "found \"Zz\" at column 10, wanted the symbol of an element",
        ),
        (
            mol(&format!("{v3000}M  V30 1 C 0 0 0 0 CHG=x\n")),
            11,
            "found \"x\" at column 24, wanted a number in its range",
        ),
        (mol(v3000), 10, "found 0 atoms and 0 bonds, wanted 1 and 0, as the line of counts says"),
        (mol("  0  0  0     0  0            999 V3000\n"), 8, "the line \"M  V30 COUNTS\" is missing"),
        (mol("  0  0\n"), 5, "the graph has no nodes, so no spectrum"),
    ] {
        // Three lines of a sound one and its end stand before, a whole one behind.
        let (first, last) = (mol("  0  0\n"), mol(&format!("  1  0\n{}", atom("N"))));
        let text = format!("{first}$$$$\n{bad}$$$$\n{last}");
        let line = if bad == first { 6 } else { line + 1 };
        let items = file("m.sdf", &text).read(&ReadOptions::new());
        assert_eq!(items.len(), 3, "{bad}");
        let error = items[1].as_ref().expect_err(wanted);
        assert!(error.problem.to_string().contains(wanted), "{error}, wanted {wanted}");
        assert_eq!((error.scope, error.line), (Scope::Graph, Some(line)), "{error}");
        assert_eq!(words(&items[2].as_ref().unwrap().graph), "N");
    }
}

#[test]
fn marks_of_mdl_files() {
    let atom = |symbol: &str, charge: u8, valence: u8| {
        format!("    0.0000    0.0000    0.0000 {symbol:<3} 0  {charge}  0  0  0 {valence:2}\n")
    };
    // Charges of the atoms' lines, wildcards, isotopes of hydrogen, a radical, and kinds of bonds of queries.
    let atoms = [("N", 3, 0), ("O", 5, 0), ("R#", 0, 0), ("D", 0, 0), ("C", 4, 0), ("Na", 0, 15), ("C", 0, 2)];
    let lines: String = atoms.iter().map(|&(symbol, charge, valence)| atom(symbol, charge, valence)).collect();
    let text = format!("\n\n\n  7  2\n{lines}  1  2  4\n  2  3  8\nM  END\n");
    let [record] = <[_; 1]>::try_from(records(&text, Format::Sdf, &ReadOptions::new())).unwrap();
    // An aromatic bond that is in no ring is single; its atoms stay aromatic.
    assert_eq!(words(&record.graph), "n+ o- * H C Na C, 0-1 single, 1-2 any");
    assert_eq!(record.id, "1");
    let charged = text.replace("M  END", "M  CHG  2   1  -1   4   2\nM  END");
    let graph = &records(&charged, Format::Sdf, &ReadOptions::new())[0].graph;
    assert_eq!(words(graph), "n- o * H+2 C Na C, 0-1 single, 1-2 any");
    let counted = with(MoleculeOptions::new().hydrogen_counts(true));
    let graph = &records(&text, Format::Sdf, &counted)[0].graph;
    assert_eq!(words(graph).split(',').next().unwrap(), "nH2+ o- * HH CH4 Na CH2");
}

#[test]
fn data_fields_of_an_sdf_file_are_kept() {
    let molecule = |name: &str, fields: &str| format!("{name}\n\n\n  1  0\n{:31}C\nM  END\n{fields}$$$$\n", "");
    let first = molecule("a", "> <source>  (1)\nshelf 3\nbox 2\n\n>  <pIC50>\n7.5\n\n");
    let text = format!("{first}{}{}", molecule("b", ">  <pIC50>\n\n"), molecule("c", ""));
    let folder = file("m.sdf", text);
    let mut options = ReadOptions::new();
    options.keep = vec!["pIC50".to_owned(), "source".to_owned()];
    let reader = sgr::input::open(&folder.path, None, &options).unwrap();
    let columns = reader.kept().unwrap().clone();
    assert_eq!(
        columns.schema().fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>(),
        ["pIC50", "source"]
    );
    let output = folder.path.with_extension("csv");
    let mut table =
        sgr::output::TableWriter::create_keeping(&output, sgr::output::TableFormat::Csv, &["x".into()], Some(&columns))
            .unwrap();
    for row in reader.into_rows() {
        let (record, kept) = row.unwrap();
        let row = sgr::output::VectorRow { id: &record.id, label: None, vector: &[1.0] };
        table.write_kept_row(row, kept.as_ref()).unwrap();
    }
    table.finish().unwrap();
    let written = std::fs::read_to_string(&output).unwrap();
    assert!(written.starts_with("id,label,pIC50,source,x\na,,7.5,\"shelf 3\nbox 2\",1"), "{written}");
    assert!(written.contains("\nb,,,,1") && written.contains("\nc,,,,1"), "{written}");
    options.keep.push("pic50".to_owned());
    let error = folder.read(&options).pop().unwrap().unwrap_err();
    assert!(
        error.to_string().ends_with("the data field \"pic50\" is missing; wanted it in at least one molecule"),
        "{error}"
    );
}

#[test]
fn a_column_of_smiles_is_read_as_the_file_of_smiles() {
    let smiles = ["CC(=O)Oc1ccccc1C(=O)O", "[Na+].[Cl-]", "C1CC", "O"];
    let lines: String = smiles.iter().map(|smiles| format!("{smiles}\n")).collect();
    let csv: String = smiles.iter().map(|smiles| format!("\"{smiles}\",x{},1\n", smiles.len())).collect();
    let rows: String = smiles.iter().map(|smiles| format!("{{\"SMILES\": \"{smiles}\", \"label\": 1}}\n")).collect();
    let items = |text: &str, format: Format| {
        let reader = read(std::io::Cursor::new(text.to_owned()), "m", format, &ReadOptions::new()).unwrap();
        assert!(reader.has_molecules());
        reader.collect::<Vec<_>>()
    };
    let wanted = items(&lines, Format::Smiles);
    for (format, text) in [
        (Format::Csv, format!("smiles,id,label\n{csv}")),
        (Format::JsonRows, rows),
        (Format::Tsv, format!("canonical_smiles\tid\tlabel\n{}", csv.replace(',', "\t"))),
    ] {
        let found = items(&text, format);
        assert_eq!(found.len(), wanted.len(), "{format}");
        for (found, wanted) in found.iter().zip(&wanted) {
            match (found, wanted) {
                (Ok(found), Ok(wanted)) => {
                    assert_eq!((&found.graph, found.label.as_deref()), (&wanted.graph, Some("1")), "{format}");
                }
                (Err(found), Err(_)) => {
                    let text = found.to_string();
                    assert!(
                        text.contains("found ring 1 at character 2, wanted a second atom with this number"),
                        "{text}"
                    );
                    assert!(found.line.is_some() && found.scope == Scope::Graph, "{text}");
                }
                _ => panic!("{format}: {found:?}, wanted {wanted:?}"),
            }
        }
    }
    let graphs = "smiles,edges\nCC,\"[[0, 1], [1, 2]]\"\n";
    let found = records(graphs, Format::Csv, &ReadOptions::new());
    assert_eq!(found[0].graph.node_count(), 3, "edges come before SMILES");
}

/// Depth and length that would end a recursion, and numbers of rings that wait.
#[test]
fn long_molecules_take_no_stack_and_no_squares() {
    let count = 200_000;
    let deep = format!("{}C{}", "C(".repeat(count), ")".repeat(count));
    let chain = "c".repeat(count);
    let opened: String = (0..100_000).map(|number| format!("C%({number})")).collect();
    let rings: String = (0..100_000).map(|number| format!("%({number})")).collect();
    let graph = |smiles: &str| SmilesGraphs::new(&ReadOptions::new()).of(smiles);
    assert_eq!(graph(&deep).unwrap().0.edge_count(), count);
    assert_eq!(graph(&chain).unwrap().0.edge_count(), count - 1);
    assert_eq!(graph(&format!("{opened}.C{rings}")).unwrap().0.edge_count(), 199_999);
    assert!(graph(&opened).is_err());
    let hydrogens = with(MoleculeOptions::new().hydrogen_nodes(HydrogenNodes::Added)).max_memory(1_000_000);
    let refused = SmilesGraphs::new(&hydrogens).of(&"[CH99]".repeat(1000)).unwrap_err();
    assert!(matches!(refused, Problem::TooMuchMemory { .. }), "{refused}");
}
