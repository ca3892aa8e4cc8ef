//! A slow but obviously right eigenvalue solver, and graphs to try it on.
#![allow(dead_code, reason = "each test uses its part")]

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::graph::Graph;
use sgr::laplacian::Laplacian;
use sgr::spectrum::{Solver, Spectrum, SpectrumSettings, SpectrumSolver};

/// Eigenvalues of the dense Laplacian by cyclic Jacobi rotations, ascending.
pub(crate) fn jacobi_spectrum(graph: &Graph) -> Vec<f64> {
    jacobi_of(Laplacian::of(graph).to_dense(), graph.node_count())
}

/// Eigenvalues of a dense symmetric matrix of n rows by cyclic Jacobi rotations, ascending.
pub(crate) fn jacobi_of(mut a: Vec<f64>, n: usize) -> Vec<f64> {
    for _sweep in 0..60 {
        let off: f64 = (0..n * n).filter(|at| at / n != at % n).map(|at| a[at] * a[at]).sum();
        if off < 1e-28 {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, n, p, q);
            }
        }
    }
    let mut values: Vec<f64> = (0..n).map(|i| a[i * n + i]).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// One Jacobi rotation that makes element (p, q) zero.
fn rotate(a: &mut [f64], n: usize, p: usize, q: usize) {
    let apq = a[p * n + q];
    if apq == 0.0 {
        return;
    }
    let theta = (a[q * n + q] - a[p * n + p]) / (2.0 * apq);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let t = if theta == 0.0 { 1.0 } else { t };
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for k in 0..n {
        let (x, y) = (a[k * n + p], a[k * n + q]);
        a[k * n + p] = c * x - s * y;
        a[k * n + q] = s * x + c * y;
    }
    for k in 0..n {
        let (x, y) = (a[p * n + k], a[q * n + k]);
        a[p * n + k] = c * x - s * y;
        a[q * n + k] = s * x + c * y;
    }
}

/// Largest distance between two ascending lists of the same length.
pub(crate) fn largest_gap(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len(), "as many eigenvalues as nodes");
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Every way to a spectrum: the ladder as users get it, and each solver alone without any reduction.
pub(crate) fn every_solver() -> Vec<(String, SpectrumSettings)> {
    let mut ways = vec![("ladder".to_owned(), SpectrumSettings::default())];
    for solver in Solver::ALL {
        for reductions in [false, true] {
            let mut settings = SpectrumSettings::default();
            settings.solver = Some(solver);
            settings.reductions = reductions;
            ways.push((format!("{} with reductions {reductions}", solver.name()), settings));
        }
    }
    ways
}

/// The spectrum of one graph by the given settings.
pub(crate) fn solve(graph: &Graph, settings: &SpectrumSettings) -> Spectrum {
    let mut spectra = Vec::new();
    SpectrumSolver::new(settings.clone()).solve(&[graph], &mut spectra);
    spectra.remove(0).expect("a graph that has a spectrum")
}

/// All eigenvalues of a spectrum that is exact.
pub(crate) fn eigenvalues(spectrum: &Spectrum) -> &[f64] {
    spectrum.eigenvalues().expect("a spectrum with all eigenvalues")
}

/// Distinct eigenvalues with their multiplicities.
pub(crate) fn runs(spectrum: &Spectrum) -> Vec<(f64, usize)> {
    eigenvalues(spectrum).chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect()
}

pub(crate) fn path(n: u32) -> Graph {
    graph(n, (1..n).map(|v| (v - 1, v)))
}

pub(crate) fn cycle(n: u32) -> Graph {
    graph(n, (0..n).map(|v| (v, (v + 1) % n)))
}

pub(crate) fn star(leaves: u32) -> Graph {
    graph(leaves + 1, (1..=leaves).map(|v| (0, v)))
}

pub(crate) fn complete(n: u32) -> Graph {
    graph(n, (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v))))
}

pub(crate) fn complete_bipartite(a: u32, b: u32) -> Graph {
    graph(a + b, (0..a).flat_map(|u| (a..a + b).map(move |v| (u, v))))
}

pub(crate) fn hypercube(dimension: u32) -> Graph {
    let n = 1 << dimension;
    graph(n, (0..n).flat_map(|u| (0..dimension).map(move |bit| (u, u ^ (1 << bit)))))
}

pub(crate) fn graph(n: u32, edges: impl Iterator<Item = (u32, u32)>) -> Graph {
    let edges: Vec<(u32, u32)> = edges.collect();
    Graph::from_edges(n as usize, &edges).expect("edges within the nodes")
}

/// The disjoint union of graphs.
pub(crate) fn union(graphs: &[&Graph]) -> Graph {
    let mut nodes = 0;
    let mut edges = Vec::new();
    for graph in graphs {
        edges.extend(graph.edges().map(|(u, v, w)| (u + nodes, v + nodes, w)));
        nodes += graph.node_count() as u32;
    }
    Graph::from_weighted_edges(nodes as usize, &edges).expect("edges within the nodes")
}

/// The same graph with its nodes renumbered at random.
pub(crate) fn relabelled(graph: &Graph, seed: u64) -> Graph {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let n = graph.node_count();
    let mut names: Vec<u32> = (0..n as u32).collect();
    for at in (1..n).rev() {
        names.swap(at, rng.random_range(0..=at));
    }
    if graph.is_weighted() {
        let edges: Vec<_> = graph.edges().map(|(u, v, w)| (names[u as usize], names[v as usize], w)).collect();
        Graph::from_weighted_edges(n, &edges).expect("the same edges")
    } else {
        let edges: Vec<_> = graph.edges().map(|(u, v, _)| (names[u as usize], names[v as usize])).collect();
        Graph::from_edges(n, &edges).expect("the same edges")
    }
}

/// A random graph with what makes spectra hard: twins of both kinds, isolated nodes, several components; weighted or not.
pub(crate) fn random_graph(seed: u64) -> Graph {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let weighted = rng.random_bool(0.5);
    let mut edges: Vec<(u32, u32, f64)> = Vec::new();
    let mut nodes = rng.random_range(0..4u32); // isolated
    for _ in 0..rng.random_range(1..4) {
        let n = rng.random_range(1..30u32);
        let density: f64 = rng.random_range(0.05..0.9);
        let start = nodes;
        for u in 0..n {
            for v in u + 1..n {
                if rng.random_bool(density) {
                    let weight = if weighted { rng.random_range(0.1..10.0) } else { 1.0 };
                    edges.push((start + u, start + v, weight));
                }
            }
        }
        nodes += n;
        for _ in 0..rng.random_range(0..8) {
            add_twin(&mut edges, start + rng.random_range(0..n), nodes, rng.random_bool(0.5));
            nodes += 1;
        }
    }
    if weighted {
        Graph::from_weighted_edges(nodes as usize, &edges).expect("edges within the nodes")
    } else {
        graph(nodes, edges.iter().map(|&(u, v, _)| (u, v)))
    }
}

/// Gives `node` a twin `twin` with the same neighbours, adjacent to it or not.
fn add_twin(edges: &mut Vec<(u32, u32, f64)>, node: u32, twin: u32, adjacent: bool) {
    let copies: Vec<(u32, u32, f64)> = edges
        .iter()
        .filter(|edge| edge.0 == node || edge.1 == node)
        .map(|&(u, v, weight)| (if u == node { v } else { u }, twin, weight))
        .collect();
    edges.extend(copies);
    if adjacent {
        edges.push((node, twin, 1.0));
    }
}
