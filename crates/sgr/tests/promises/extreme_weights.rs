//! Weights of any size and ratio: every eigenvalue within rounding of the truth, and as many zeros as components.

use crate::reference::{every_solver, jacobi_of, largest_gap, relabelled, solve};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::Embedder;
use sgr::graph::{Graph, GraphError};
use sgr::resampling::{KnotRule, Resampler, SAMPLES};
use sgr::spectrum::{Approach, Origin, SpectrumSettings, SpectrumSolver};

/// What "exact" promises for small graphs.
const TOLERANCE: f64 = 1e-12;

/// Weights that are subnormal, vanish against 1, are ordinary, and overflow when multiplied.
const WEIGHTS: [f64; 12] = [5e-324, 1e-310, 2.3e-308, 1e-200, 1e-33, 1e-17, 1e-16, 0.3, 1.0, 1e16, 1e200, 1e300];

fn weighted(nodes: usize, edges: &[(u32, u32, f64)]) -> Graph {
    Graph::from_weighted_edges(nodes, edges).expect("finite weights within the nodes")
}

/// All solvers find `expected` and as many zeros as there are components.
fn assert_spectrum(name: &str, graph: &Graph, mut expected: Vec<f64>, components: usize) {
    expected.sort_by(f64::total_cmp);
    for (way, settings) in every_solver() {
        let spectrum = solve(graph, &settings);
        let found = spectrum.eigenvalues().expect("all eigenvalues");
        let gap = largest_gap(found, &expected);
        assert!(gap <= TOLERANCE && gap <= spectrum.error(), "{name} by {way}: off by {gap:e}");
        assert_eq!(found.iter().filter(|&&value| value == 0.0).count(), components, "{name} by {way}: {found:?}");
        assert!(found.is_sorted() && found.iter().all(|value| (0.0..=2.0).contains(value)), "{name} by {way}");
    }
}

/// `a / (a + b)` without overflow.
fn fraction(a: f64, b: f64) -> f64 {
    1.0 / (1.0 + b / a)
}

#[test]
fn weighted_stars() {
    for (at, &weight) in WEIGHTS.iter().enumerate() {
        let others = [WEIGHTS[(at + 5) % WEIGHTS.len()], 1.0, weight];
        let edges: Vec<(u32, u32, f64)> = others.iter().zip(1..).map(|(&weight, leaf)| (0, leaf, weight)).collect();
        assert_spectrum(&format!("star {others:?}"), &weighted(4, &edges), vec![0.0, 1.0, 1.0, 2.0], 1);
        // Two leaves: the case that did not converge.
        assert_spectrum(&format!("star {:?}", &others[..2]), &weighted(3, &edges[..2]), vec![0.0, 1.0, 2.0], 1);
    }
}

/// A path with weights a, b, c is bipartite, with singular values 1 and √(a c / ((a + b)(b + c))).
#[test]
fn weighted_paths() {
    for a in WEIGHTS {
        for b in WEIGHTS {
            for c in [a, 1.0, 1e-310] {
                let root = fraction(a, b).sqrt() * fraction(c, b).sqrt();
                let expected = vec![0.0, 1.0 - root, 1.0 + root, 2.0];
                let path = weighted(4, &[(0, 1, a), (1, 2, b), (2, 3, c)]);
                assert_spectrum(&format!("path {a:e} {b:e} {c:e}"), &path, expected, 1);
            }
        }
    }
}

/// A triangle with weights a, b, c: the other two eigenvalues have the sum 3 and the product
/// 3 − a²/(d d) − b²/(d d) − c²/(d d).
#[test]
fn weighted_triangles() {
    for a in WEIGHTS {
        for b in WEIGHTS {
            for c in [b, 1.0, 1e16] {
                // √(P_uv P_vu) for the edges 01, 12, 02 with weights a, b, c.
                let entries =
                    [fraction(a, c) * fraction(a, b), fraction(b, a) * fraction(b, c), fraction(c, a) * fraction(c, b)];
                let product = 3.0 - entries.iter().sum::<f64>();
                let root = (9.0 - 4.0 * product).max(0.0).sqrt();
                // A root of a difference has half of the digits where both eigenvalues are equal.
                if (1e-3..).contains(&root) {
                    let triangle = weighted(3, &[(0, 1, a), (1, 2, b), (0, 2, c)]);
                    let expected = vec![0.0, (3.0 - root) / 2.0, (3.0 + root) / 2.0];
                    assert_spectrum(&format!("triangle {a:e} {b:e} {c:e}"), &triangle, expected, 1);
                }
            }
        }
    }
}

/// Two complete graphs with an edge that vanishes against their weights are one component: one zero, and one eigenvalue
/// that is positive.
#[test]
fn nearly_separate_parts_have_one_zero() {
    for bridge in [5e-324, 1e-310, 1e-100, 1e-33, 1e-17] {
        let clique = |first: u32| (0..5u32).flat_map(move |u| (0..u).map(move |v| (first + u, first + v, 1.0)));
        let mut edges: Vec<(u32, u32, f64)> = clique(0).chain(clique(5)).collect();
        let mut expected = vec![1.25; 10];
        (expected[0], expected[1]) = (0.0, 0.0);
        assert_spectrum("two cliques", &weighted(10, &edges), expected.clone(), 2);
        edges.push((2, 7, bridge));
        assert_spectrum(&format!("bridge {bridge:e}"), &weighted(10, &edges), expected.clone(), 1);
        // Both cliques are twins after they became single nodes: their eigenvalue comes from the formula of twins.
        let nodes = 10u32;
        edges.pop();
        edges.extend((0..nodes).map(|node| (node, nodes, bridge)));
        expected.push(1.0);
        assert_spectrum(&format!("centre {bridge:e}"), &weighted(11, &edges), expected, 1);
    }
}

#[test]
fn random_graphs_with_weights_of_any_ratio_agree_with_jacobi() {
    for seed in 0..200 {
        let (graph, components) = random_extreme_graph(seed);
        let expected = jacobi_of(dense_laplacian(&graph), graph.node_count());
        let expected: Vec<f64> = expected.into_iter().map(|value| value.clamp(0.0, 2.0)).collect();
        assert_spectrum(&format!("seed {seed}"), &graph, expected.clone(), components);
        assert_spectrum(&format!("seed {seed} relabelled"), &relabelled(&graph, seed), expected, components);
    }
}

/// More nodes than the small solver takes: the solvers of bands and dense matrices, and the methods for large graphs.
#[test]
fn larger_graphs_with_weights_of_any_ratio() {
    for seed in 0..4 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let nodes = 260u32;
        let mut edges: Vec<(u32, u32, f64)> =
            (1..nodes).map(|v| (v - 1, v, WEIGHTS[rng.random_range(0..WEIGHTS.len())])).collect();
        edges.extend((2..nodes).map(|v| (rng.random_range(0..v - 1), v, WEIGHTS[rng.random_range(0..WEIGHTS.len())])));
        let graph = weighted(nodes as usize, &edges);
        let expected = jacobi_of(dense_laplacian(&graph), nodes as usize);
        let expected: Vec<f64> = expected.into_iter().map(|value| value.clamp(0.0, 2.0)).collect();
        assert_spectrum(&format!("seed {seed}"), &graph, expected.clone(), 1);
        for origin in [Origin::Single, Origin::Slicing] {
            let mut settings = SpectrumSettings::default();
            settings.approach = Approach::Only(origin);
            let spectrum = solve(&graph, &settings);
            let mut resampler = Resampler::new(SAMPLES, KnotRule::default());
            let wanted = resampler.resample(&expected).samples().to_vec();
            let gap = largest_gap(spectrum.samples(&mut resampler), &wanted);
            assert!(gap <= spectrum.error(), "seed {seed} by {origin}: off by {gap:e}, states {:e}", spectrum.error());
        }
    }
}

#[test]
fn vectors_of_graphs_with_extreme_weights_are_finite() {
    let graphs: Vec<Graph> = (0..40).map(|seed| random_extreme_graph(seed).0).collect();
    for representation in ["sgr", "spectrum", "heat", "wave"] {
        let vectors = Embedder::new().representation(representation).embed(&graphs).expect("spectra");
        for at in 0..graphs.len() {
            assert!(vectors.row(at).iter().all(|value| value.is_finite()), "{representation} of graph {at}");
        }
    }
}

/// Numbers that overflow or vanish in one lane of a register must not touch the others.
#[test]
fn a_graph_has_the_same_bytes_alone_and_in_company() {
    let graphs: Vec<Graph> = (0..120).map(|seed| random_extreme_graph(seed).0).collect();
    for (way, settings) in every_solver() {
        let mut together = Vec::new();
        SpectrumSolver::new(settings.clone()).solve(&graphs, &mut together);
        for (at, graph) in graphs.iter().enumerate() {
            assert_eq!(together[at].as_ref().unwrap(), &solve(graph, &settings), "graph {at} by {way}");
        }
    }
}

#[test]
fn weights_that_add_up_to_infinity_are_refused_at_the_largest() {
    let outcome = Graph::from_weighted_edges(4, &[(0, 1, 1.0), (1, 2, 1.5e308), (2, 3, 1.2e308)]);
    assert_eq!(outcome, Err(GraphError::WeightsTooLarge { largest: 1.5e308, position: 1 }));
    assert!(outcome.unwrap_err().to_string().contains("add up to infinity, the largest is 1.5e308"));
}

/// A random graph whose weights are of any size, with its number of components.
fn random_extreme_graph(seed: u64) -> (Graph, usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let components = rng.random_range(1..4);
    let mut edges: Vec<(u32, u32, f64)> = Vec::new();
    let mut nodes = 0u32;
    for _ in 0..components {
        let size = rng.random_range(1..24u32);
        let weight = |rng: &mut ChaCha8Rng| match seed % 3 {
            0 => WEIGHTS[rng.random_range(0..WEIGHTS.len())],
            1 => 10f64.powf(rng.random_range(-300.0..300.0)),
            _ => 10f64.powf(rng.random_range(-17.0..17.0)),
        };
        for v in 1..size {
            let u = rng.random_range(0..v);
            edges.push((nodes + u, nodes + v, weight(&mut rng)));
            for other in (0..v).filter(|&other| other != u) {
                if rng.random_bool(0.15) {
                    edges.push((nodes + other, nodes + v, weight(&mut rng)));
                }
            }
        }
        nodes += size;
    }
    (weighted(nodes as usize, &edges), components)
}

/// The normalized Laplacian from probabilities: `√(P_uv P_vu)` neither overflows nor loses digits that matter.
fn dense_laplacian(graph: &Graph) -> Vec<f64> {
    let n = graph.node_count();
    let mut rows: Vec<Vec<(usize, f64)>> = vec![Vec::new(); n];
    for (u, v, weight) in graph.edges() {
        rows[u as usize].push((v as usize, weight));
        rows[v as usize].push((u as usize, weight));
    }
    let mut probabilities = vec![0.0; n * n];
    for (u, row) in rows.iter().enumerate() {
        for &(v, weight) in row {
            // Σ_k w_k / w, then the reciprocal: no sum of weights.
            let inverse: f64 = row.iter().map(|&(_, other)| other / weight).sum();
            probabilities[u * n + v] = 1.0 / inverse;
        }
    }
    let mut dense = vec![0.0; n * n];
    for u in 0..n {
        for v in 0..n {
            dense[u * n + v] = -(probabilities[u * n + v].sqrt() * probabilities[v * n + u].sqrt());
        }
        dense[u * n + u] = if rows[u].is_empty() { 0.0 } else { 1.0 };
    }
    dense
}
