//! The ladder on real collections against dense reference spectra, to 1e-10, and the facts known of those collections.
//!
//! The collections are the paper's nine, as .zip from the TUDataset page (Morris et al. 2020); `SGR_DATA` names the
//! folder. Without it these tests say that they were skipped. `.ci/run` fails if they were.

#![allow(clippy::print_stderr, reason = "says which collections ran")]

use std::path::PathBuf;

use faer::{Mat, Side};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::datasets::DataSet;
use sgr::experiment::LabelledCollection;
use sgr::graph::{Graph, GraphRecord};
use sgr::input::{ReadOptions, open};
use sgr::laplacian::Laplacian;
use sgr::spectrum::{SpectrumSettings, SpectrumSolver};

/// The path of a collection, or `None` with a word to the reader.
fn collection(name: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("SGR_DATA") else {
        eprintln!("skipped: no data. Set SGR_DATA to a folder with {name}.zip from the TUDataset collection");
        return None;
    };
    let path = PathBuf::from(folder).join(format!("{name}.zip"));
    assert!(path.exists(), "{} is missing", path.display());
    Some(path)
}

/// Graphs, nodes, edges, dropped loops and isolated nodes; counted once with pandas, apart from this code.
struct Facts {
    graphs: usize,
    nodes: usize,
    edges: usize,
    loops: u64,
    isolated: usize,
}

/// Eigenvalues by faer's own dense driver: another tridiagonalisation and another iteration than ours.
fn dense_reference(graph: &Graph) -> Vec<f64> {
    let n = graph.node_count();
    let dense = Laplacian::of(graph).to_dense();
    let matrix = Mat::from_fn(n, n, |i, j| dense[i * n + j]);
    let mut values = matrix.self_adjoint_eigenvalues(Side::Lower).unwrap();
    values.sort_by(f64::total_cmp);
    values
}

/// Reads a collection, checks its facts, and compares one in `step` graphs of at most `largest` nodes, drawn with a fixed
/// seed, with the reference.
fn check(name: &str, facts: &Facts, step: u32, largest: usize) {
    let Some(path) = collection(name) else { return };
    let records: Vec<GraphRecord> =
        open(&path, None, &ReadOptions::default()).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(records.len(), facts.graphs);
    assert_eq!(records.iter().map(|record| record.graph.node_count()).sum::<usize>(), facts.nodes);
    assert_eq!(records.iter().map(|record| record.graph.edge_count()).sum::<usize>(), facts.edges);
    assert_eq!(records.iter().map(|record| record.dropped.self_loops).sum::<u64>(), facts.loops);
    assert_eq!(records.iter().map(|record| record.graph.isolated_count()).sum::<usize>(), facts.isolated);
    check_catalogue(name, facts, &records);
    check_every_graph(name, &records);
    let mut random = ChaCha8Rng::seed_from_u64(2018);
    let sample: Vec<&Graph> = records
        .iter()
        .map(|record| &record.graph)
        .filter(|graph| random.random_ratio(1, step) && graph.node_count() <= largest)
        .collect();
    let mut spectra = Vec::new();
    SpectrumSolver::new(SpectrumSettings::default()).solve(&sample, &mut spectra);
    let mut worst = 0.0f64;
    for (graph, spectrum) in sample.iter().zip(&spectra) {
        let spectrum = spectrum.as_ref().unwrap();
        let gap = crate::reference::largest_gap(spectrum.eigenvalues().unwrap(), &dense_reference(graph));
        assert!(gap <= 1e-10, "{name}, {} nodes: off by {gap:e}", graph.node_count());
        assert!(gap <= spectrum.error(), "{name}: off by {gap:e}, says {:e}", spectrum.error());
        worst = worst.max(gap);
    }
    eprintln!("ran: {name}, {} of {} graphs against the reference, largest gap {worst:e}", sample.len(), records.len());
}

/// What the catalogue of data sets says; the publisher counts a loop as an edge.
fn check_catalogue(name: &str, facts: &Facts, records: &[GraphRecord]) {
    let set = DataSet::named(name).unwrap();
    let classes: std::collections::BTreeSet<_> = records.iter().map(|record| record.label.as_ref().unwrap()).collect();
    assert_eq!((set.graphs as usize, set.classes), (facts.graphs, Some(classes.len() as u32)), "{name}");
    let (nodes, edges) = set.mean_size.unwrap();
    let counted =
        [facts.nodes as f64, facts.edges as f64 + facts.loops as f64].map(|count| count / facts.graphs as f64);
    // It gives two decimals.
    assert!((nodes - counted[0]).abs() < 0.0051 && (edges - counted[1]).abs() < 0.0051, "{name}: {counted:?}");
}

/// What must hold of every spectrum: as many eigenvalues as nodes, their sum the trace of L, a zero for each component.
fn check_every_graph(name: &str, records: &[GraphRecord]) {
    let mut solver = SpectrumSolver::new(SpectrumSettings::default());
    let mut spectra = Vec::new();
    for group in records.chunks(256) {
        let graphs: Vec<&Graph> = group.iter().map(|record| &record.graph).collect();
        solver.solve(&graphs, &mut spectra);
        for (record, spectrum) in group.iter().zip(&spectra) {
            let spectrum = spectrum.as_ref().unwrap();
            let (graph, values) = (&record.graph, spectrum.eigenvalues().unwrap());
            let nodes = graph.node_count();
            assert_eq!(values.len(), nodes, "{name}, graph {}", record.id);
            let trace = (nodes - graph.isolated_count()) as f64;
            let gap = (values.iter().sum::<f64>() - trace).abs();
            assert!(gap <= spectrum.error() * nodes as f64, "{name}, graph {}: trace off by {gap:e}", record.id);
            let zeros = values.iter().take_while(|&&value| value == 0.0).count();
            assert_eq!(zeros, components(graph), "{name}, graph {}", record.id);
        }
    }
}

/// Number of connected components, by joining the ends of every edge.
fn components(graph: &Graph) -> usize {
    let mut parents: Vec<u32> = (0..graph.node_count() as u32).collect();
    fn root(parents: &mut [u32], mut node: u32) -> u32 {
        while parents[node as usize] != node {
            parents[node as usize] = parents[parents[node as usize] as usize];
            node = parents[node as usize];
        }
        node
    }
    let mut count = parents.len();
    for (u, v, _) in graph.edges() {
        let (u, v) = (root(&mut parents, u), root(&mut parents, v));
        if u != v {
            parents[u as usize] = v;
            count -= 1;
        }
    }
    count
}

const ALL: usize = usize::MAX;

#[test]
fn mutag() {
    check("MUTAG", &Facts { graphs: 188, nodes: 3371, edges: 3721, loops: 0, isolated: 0 }, 1, ALL);
}

#[test]
fn enzymes() {
    check("ENZYMES", &Facts { graphs: 600, nodes: 19580, edges: 37282, loops: 0, isolated: 106 }, 1, ALL);
}

#[test]
fn proteins() {
    check("PROTEINS", &Facts { graphs: 1113, nodes: 43471, edges: 81044, loops: 0, isolated: 5 }, 1, ALL);
}

#[test]
fn imdb_binary() {
    check("IMDB-BINARY", &Facts { graphs: 1000, nodes: 19773, edges: 96531, loops: 0, isolated: 0 }, 1, ALL);
}

#[test]
fn imdb_multi() {
    check("IMDB-MULTI", &Facts { graphs: 1500, nodes: 19502, edges: 98903, loops: 0, isolated: 0 }, 1, ALL);
}

#[test]
fn dd() {
    check("DD", &Facts { graphs: 1178, nodes: 334_925, edges: 843_046, loops: 0, isolated: 0 }, 13, 1000);
}

#[test]
fn collab() {
    check("COLLAB", &Facts { graphs: 5000, nodes: 372_474, edges: 12_286_079, loops: 2837, isolated: 0 }, 17, 400);
}

#[test]
fn reddit_binary() {
    check("REDDIT-BINARY", &Facts { graphs: 2000, nodes: 859_254, edges: 995_508, loops: 0, isolated: 21 }, 23, 900);
}

#[test]
fn reddit_multi_5k() {
    check(
        "REDDIT-MULTI-5K",
        &Facts { graphs: 4999, nodes: 2_542_071, edges: 2_973_778, loops: 0, isolated: 45 },
        53,
        900,
    );
}

/// The table of the guide, as NetworkX (`vf2pp_is_isomorphic` within groups of one Weisfeiler–Lehman hash) counts it on the
/// smaller collections, too.
#[test]
fn duplicates_are_as_many_as_the_guide_says() {
    const FILES: [&str; 9] = [
        "DD",
        "ENZYMES",
        "MUTAG",
        "PROTEINS",
        "COLLAB",
        "IMDB-BINARY",
        "IMDB-MULTI",
        "REDDIT-BINARY",
        "REDDIT-MULTI-5K",
    ];
    let guide = include_str!("../../../../docs/guide/program.md");
    let row = |title: &str| -> Vec<usize> {
        let line = guide.lines().find(|line| line.starts_with(&format!("| {title} |"))).unwrap();
        line.split('|').skip(2).filter_map(|cell| cell.trim().parse().ok()).collect()
    };
    for (title, node_labels) in [("left out, structure only", false), ("left out, with `--labels`", true)] {
        let wanted = row(title);
        assert_eq!((row("graphs").len(), wanted.len()), (9, 9));
        for (at, name) in FILES.into_iter().enumerate() {
            let Some(path) = collection(name) else { return };
            let mut options = ReadOptions::default();
            options.node_labels = node_labels;
            let graphs = open(&path, None, &options).unwrap().collect::<Result<_, _>>().unwrap();
            let labelled = LabelledCollection::new(name.to_owned(), graphs).unwrap();
            assert_eq!(labelled.records().len(), row("graphs")[at], "{name}");
            let duplicates = labelled.without_duplicates(2).unwrap().duplicates().unwrap();
            assert_eq!((duplicates.left_out, duplicates.undecided), (wanted[at], 0), "{name}, {title}");
        }
    }
}
