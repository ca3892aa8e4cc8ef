//! Bags of heat-kernel signatures and graph fingerprints: by hand on small graphs, against their definitions on random ones, and
//! blind to the numbering.

use crate::reference::{complete, cycle, graph, path, random_graph, relabelled, star, union};
use faer::linalg::solvers::Solve;
use faer::{Mat, Side};
use sgr::baselines::{GraphFeatures, GraphFingerprint, HeatSignatures, SIGNATURE_TIMES, heat_signatures};
use sgr::experiment::heat_vocabulary;
use sgr::graph::Graph;
use sgr::representation::HeatKernel;

/// The vocabulary as the library holds it.
const VOCABULARY: &str = include_str!("../../../lab/src/baselines/heat_signatures/vocabulary.txt");

fn vector(features: &dyn GraphFeatures, graph: &Graph) -> Vec<f32> {
    let mut row = Vec::new();
    features.append(graph, &mut row).unwrap();
    assert_eq!(row.len(), features.columns().len());
    assert!(row.iter().all(|value| value.is_finite()), "{row:?}");
    row
}

fn assert_close(found: &[f32], exact: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), exact.len(), "{what}");
    for (at, (&found, &exact)) in found.iter().zip(exact).enumerate() {
        let gap = (f64::from(found) - exact).abs();
        assert!(gap <= tolerance * exact.abs().max(1.0), "{what}, number {at}: {found}, not {exact}");
    }
}

/// Signatures of length 1 from all eigenvectors.
fn slow_signatures(graph: &Graph) -> Vec<Vec<f64>> {
    let kernel = HeatKernel::of(graph).unwrap();
    let heat: Vec<Vec<f64>> = SIGNATURE_TIMES.iter().map(|&time| kernel.auto_diffusivity(time).unwrap()).collect();
    let of_node = |node: usize| {
        let signature: Vec<f64> = heat.iter().map(|values| values[node]).collect();
        let length = signature.iter().map(|value| value * value).sum::<f64>().sqrt();
        signature.iter().map(|value| value / length).collect()
    };
    (0..graph.node_count()).map(of_node).collect()
}

#[test]
fn signatures_agree_with_all_eigenvectors() {
    let extremes = [path(1), complete(40), star(50), cycle(33), union(&[&path(7), &star(3), &path(1)])];
    for (number, graph) in extremes.into_iter().chain((0..40).map(random_graph)).enumerate() {
        let exact = slow_signatures(&graph).concat();
        let found = heat_signatures(&graph);
        assert_eq!(found.len(), exact.len());
        let gap = found.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(gap < 3e-8, "graph {number}: {gap}");
    }
}

#[test]
fn bags_of_words_are_their_definition() {
    let numbers: Vec<f64> = VOCABULARY.split_whitespace().map(|number| number.parse().unwrap()).collect();
    let (deviation, words) = (numbers[0], &numbers[1..]);
    for seed in 0..30 {
        let graph = random_graph(seed);
        let mut exact = vec![0.0; 48];
        for signature in slow_signatures(&graph) {
            let square = |word: &[f64]| word.iter().zip(&signature).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
            let shares = words.chunks_exact(9).map(|word| (-square(word) / (2.0 * deviation * deviation)).exp());
            let shares: Vec<f64> = shares.collect();
            let sum: f64 = shares.iter().sum();
            exact.iter_mut().zip(&shares).for_each(|(exact, share)| *exact += share / sum);
        }
        assert_close(&vector(&HeatSignatures::default(), &graph), &exact, 1e-4, &format!("seed {seed}"));
    }
}

#[test]
fn the_graph_without_nodes_has_no_words_and_a_node_alone_has_one() {
    let words = HeatSignatures::default();
    assert_eq!(vector(&words, &graph(0, std::iter::empty())), [0.0; 48]);
    // The first word has the same number at all times: that of nodes without neighbours.
    let alone = vector(&words, &path(1));
    assert!(alone[0] > 0.9, "{alone:?}");
    let many = vector(&words, &graph(7, std::iter::empty()));
    assert!(alone.iter().zip(&many).all(|(one, seven)| (7.0 * one - seven).abs() < 1e-5));
}

#[test]
fn the_vocabulary_is_that_of_the_synthetic_graphs() {
    let again = heat_vocabulary().unwrap();
    let numbers = |text: &str| -> Vec<f64> { text.split_whitespace().map(|number| number.parse().unwrap()).collect() };
    let (stored, again) = (numbers(VOCABULARY), numbers(&again));
    assert_eq!((stored.len(), again.len()), (1 + 48 * 9, 1 + 48 * 9));
    // Six digits are stored; another instruction set may round otherwise.
    assert!(stored.iter().zip(&again).all(|(a, b)| (a - b).abs() < 1e-5));
}

/// The aggregates of a number that is the same at all nodes.
fn constant(value: f64) -> [f64; 8] {
    [value, value, 0.0, 0.0, 0.0, 0.0, value, value]
}

/// The aggregates of a number that is `one` at one node of four and `other` at three.
fn one_of_four(one: f64, other: f64) -> [f64; 8] {
    let (stretch, variance) = (one - other, 3.0f64 / 16.0);
    let skewness = 0.5 / variance.sqrt() * stretch.signum();
    let kurtosis = (1.0 - 6.0 * variance) / variance;
    let mean = other + stretch / 4.0;
    let deviation = stretch.abs() * variance.sqrt();
    let sample_variance = stretch * stretch / 4.0;
    [other, mean, deviation, skewness, kurtosis, sample_variance, one.max(other), one.min(other)]
}

#[test]
fn fingerprints_by_hand() {
    let fingerprint = |graph: &Graph| vector(&GraphFingerprint, graph);
    let row = |features: [[f64; 8]; 6], counts: [f64; 6]| [features.concat(), counts.to_vec()].concat();
    assert_eq!(fingerprint(&graph(0, std::iter::empty())), [0.0; 54]);
    let four = row([3.0, 1.0, 3.0, 1.0, 0.25, 0.5].map(constant), [6.0, 4.0, 3.0, 1.0, 1.0, 4.0]);
    assert_close(&fingerprint(&complete(4)), &four, 1e-6, "K4");
    let loners = row([0.0, 0.0, 0.0, 0.0, 0.25, 0.5].map(constant), [0.0, 4.0, 0.0, 0.0, 4.0, 0.0]);
    assert_close(&fingerprint(&graph(4, std::iter::empty())), &loners, 1e-6, "loners");
    // The hub h and a leaf l: h = 0.15/4 + 0.85 · 3 l, l = 0.15/4 + 0.85 h/3. Eigenvector (√3, 1, 1, 1)/√6.
    let hub = 0.0375 * (1.0 + 0.85 * 3.0) / (1.0 - 0.85 * 0.85);
    let leaf = 0.0375 + 0.85 * hub / 3.0;
    let claw = row(
        [
            one_of_four(3.0, 1.0),
            constant(0.0),
            one_of_four(1.0, 3.0),
            constant(0.0),
            one_of_four(hub, leaf),
            one_of_four(0.5f64.sqrt(), 1.0 / 6f64.sqrt()),
        ],
        [3.0, 4.0, 3.0, 0.0, 1.0, 0.0],
    );
    assert_close(&fingerprint(&star(3)), &claw, 1e-6, "claw");
    // Two triangles and a loner: the largest eigenvalue is double, and (1, …, 1) has the same part in both.
    let found = fingerprint(&union(&[&cycle(3), &cycle(3), &path(1)]));
    let centrality = &found[40..48];
    assert!((centrality[6] - 1.0 / 6f32.sqrt()).abs() < 1e-6 && centrality[7] == 0.0, "{centrality:?}");
    assert_eq!(found[48..], [6.0, 7.0, 2.0, 1.0, 3.0, 2.0]);
}

/// PageRank by solving its equations, and the part of (1, …, 1) in the leading eigenspace by all eigenvectors.
fn slow_centralities(graph: &Graph) -> [Vec<f64>; 2] {
    let n = graph.node_count();
    let degree = |node: usize| graph.neighbors(node as u32).len();
    let linked = |u: usize, v: usize| f64::from(u8::from(graph.neighbors(u as u32).contains(&(v as u32))));
    // p = 0.15/n + 0.85 S p, where a node without neighbours goes anywhere.
    let flow = |u: usize, v: usize| match degree(v) {
        0 => 1.0 / n as f64,
        degree => linked(u, v) / degree as f64,
    };
    let system = Mat::from_fn(n, n, |u, v| f64::from(u8::from(u == v)) - 0.85 * flow(u, v));
    let ranks = system.partial_piv_lu().solve(Mat::from_fn(n, 1, |_, _| 0.15 / n as f64));
    let decomposition = Mat::from_fn(n, n, linked).self_adjoint_eigen(Side::Lower).unwrap();
    let values: Vec<f64> = decomposition.S().column_vector().iter().copied().collect();
    let mut part = vec![0.0; n];
    for at in (0..n).filter(|&at| values[n - 1] - values[at] < 1e-9) {
        let along: f64 = (0..n).map(|node| decomposition.U()[(node, at)]).sum();
        part.iter_mut().enumerate().for_each(|(node, part)| *part += along * decomposition.U()[(node, at)]);
    }
    let length = part.iter().map(|value| value * value).sum::<f64>().sqrt();
    part.iter_mut().for_each(|value| *value /= length);
    [(0..n).map(|node| ranks[(node, 0)]).collect(), part]
}

/// Median, mean, deviation, skewness, kurtosis, variance, maximum and minimum by their formulas.
fn literal_aggregates(mut values: Vec<f64>) -> [f64; 8] {
    values.sort_by(f64::total_cmp);
    let n = values.len();
    let median = (values[(n - 1) / 2] + values[n / 2]) / 2.0;
    let mean = values.iter().sum::<f64>() / n as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let deviation = (squares / n as f64).sqrt();
    let standard =
        |power: i32| values.iter().map(|value| ((value - mean) / deviation).powi(power)).sum::<f64>() / n as f64;
    let (skewness, kurtosis) = if deviation < 1e-9 { (0.0, 0.0) } else { (standard(3), standard(4) - 3.0) };
    let variance = squares / (n.max(2) - 1) as f64;
    [median, mean, deviation, skewness, kurtosis, variance, values[n - 1], values[0]]
}

#[test]
fn centralities_in_fingerprints_agree_with_dense_solutions() {
    let extremes = [path(40), star(30), complete(12), cycle(15), union(&[&path(9), &path(9), &path(1)])];
    let graphs = extremes.into_iter().chain((0..60).map(random_graph)).filter(|graph| graph.node_count() > 0);
    for (number, graph) in graphs.enumerate() {
        let found = vector(&GraphFingerprint, &graph);
        let exact = slow_centralities(&graph).map(literal_aggregates).concat();
        assert_close(&found[32..48], &exact, 1e-5, &format!("graph {number}"));
    }
}

#[test]
fn neither_sees_the_numbering_of_nodes() {
    for seed in 0..30 {
        let graph = random_graph(seed);
        let other = relabelled(&graph, seed + 1);
        for features in [&GraphFingerprint as &dyn GraphFeatures, &HeatSignatures::default()] {
            let exact: Vec<f64> = vector(features, &graph).into_iter().map(f64::from).collect();
            assert_close(&vector(features, &other), &exact, 1e-5, &format!("seed {seed}"));
        }
    }
}
