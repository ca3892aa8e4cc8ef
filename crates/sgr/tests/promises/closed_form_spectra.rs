//! Every solver finds the spectra that are known by formula, to 1e-12.

use std::f64::consts::PI;

use crate::reference::{
    complete, complete_bipartite, cycle, every_solver, hypercube, largest_gap, path, solve, star, union,
};
use sgr::graph::Graph;
use sgr::spectrum::{ComponentMethod, Origin, Solver, SpectrumSettings, SpectrumSolver};

const TOLERANCE: f64 = 1e-12;

fn assert_spectrum(name: &str, graph: &Graph, mut expected: Vec<f64>) {
    expected.sort_by(f64::total_cmp);
    for (way, settings) in every_solver() {
        let spectrum = solve(graph, &settings);
        let gap = largest_gap(spectrum.eigenvalues().unwrap(), &expected);
        assert!(gap <= TOLERANCE, "{name} by {way}: off by {gap:e}");
        assert!(gap <= spectrum.error(), "{name} by {way}: off by {gap:e}, says {:e}", spectrum.error());
    }
}

fn path_spectrum(n: u32) -> Vec<f64> {
    (0..n).map(|k| 1.0 - (PI * f64::from(k) / f64::from(n - 1)).cos()).collect()
}

fn cycle_spectrum(n: u32) -> Vec<f64> {
    (0..n).map(|k| 1.0 - (2.0 * PI * f64::from(k) / f64::from(n)).cos()).collect()
}

#[test]
fn paths() {
    for n in [2, 3, 4, 5, 7, 8, 9, 33, 170, 300] {
        assert_spectrum(&format!("path of {n}"), &path(n), path_spectrum(n));
    }
}

#[test]
fn cycles() {
    for n in [3, 4, 5, 6, 8, 31, 64, 171, 300] {
        assert_spectrum(&format!("cycle of {n}"), &cycle(n), cycle_spectrum(n));
    }
}

#[test]
fn stars() {
    for leaves in [1u32, 2, 3, 10, 100, 250] {
        let mut expected = vec![1.0; leaves as usize + 1];
        (expected[0], expected[leaves as usize]) = (0.0, 2.0);
        assert_spectrum(&format!("star of {leaves}"), &star(leaves), expected);
    }
}

#[test]
fn complete_graphs() {
    for n in [2u32, 3, 4, 10, 65, 200] {
        let mut expected = vec![f64::from(n) / f64::from(n - 1); n as usize];
        expected[0] = 0.0;
        assert_spectrum(&format!("complete graph of {n}"), &complete(n), expected);
    }
}

#[test]
fn complete_bipartite_graphs() {
    for (a, b) in [(1, 1), (2, 3), (5, 5), (20, 90), (100, 101)] {
        let mut expected = vec![1.0; (a + b) as usize];
        (expected[0], expected[1]) = (0.0, 2.0);
        assert_spectrum(&format!("complete bipartite graph {a}+{b}"), &complete_bipartite(a, b), expected);
    }
}

#[test]
fn hypercubes() {
    for dimension in 1..=8u32 {
        let expected =
            (0..1u32 << dimension).map(|node| 2.0 * f64::from(node.count_ones()) / f64::from(dimension)).collect();
        assert_spectrum(&format!("hypercube of dimension {dimension}"), &hypercube(dimension), expected);
    }
}

#[test]
fn disjoint_unions() {
    let lone = Graph::from_edges(3, &[]).expect("no edges");
    let together = union(&[&path(9), &lone, &cycle(12), &complete(5), &star(6), &hypercube(4)]);
    let mut expected = path_spectrum(9);
    expected.extend([0.0; 3]);
    expected.extend(cycle_spectrum(12));
    expected.extend([0.0, 1.25, 1.25, 1.25, 1.25]);
    expected.extend([0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0]);
    expected.extend((0..16u32).map(|node| f64::from(node.count_ones()) / 2.0));
    assert_spectrum("union", &together, expected);
}

/// A weighted path is tridiagonal as it is: no solver need reduce it, and none may approximate it.
#[test]
fn weighted_paths_go_to_the_band_solver() {
    for nodes in [200u32, 300, 1000, 6000] {
        // Twice the weight everywhere: the formula for unweighted paths is not used, but holds.
        let edges: Vec<(u32, u32, f64)> = (1..nodes).map(|v| (v - 1, v, 2.0)).collect();
        let graph = Graph::from_weighted_edges(nodes as usize, &edges).expect("edges within the nodes");
        let mut settings = SpectrumSettings::default();
        settings.explain = true;
        let mut solver = SpectrumSolver::new(settings);
        let mut spectra = Vec::new();
        solver.solve(&[&graph], &mut spectra);
        let spectrum = spectra.remove(0).unwrap();
        let plan = solver.explanations()[0].plans[0];
        assert_eq!(plan.method, ComponentMethod::Solver(Solver::Band), "{plan:?}");
        assert_eq!((plan.bandwidth, spectrum.origin()), (Some(1), Origin::Exact));
        let mut expected = path_spectrum(nodes);
        expected.sort_by(f64::total_cmp);
        assert!(largest_gap(spectrum.eigenvalues().unwrap(), &expected) <= TOLERANCE);
    }
}

#[test]
fn as_many_exact_zeros_as_components() {
    let lone = Graph::from_edges(4, &[]).expect("no edges");
    let together = union(&[&hypercube(4), &lone, &complete(7), &path(6), &hypercube(5)]);
    for (way, settings) in every_solver() {
        let spectrum = solve(&together, &settings);
        let zeros = spectrum.eigenvalues().unwrap().iter().filter(|&&value| value == 0.0).count();
        assert_eq!(zeros, 8, "{way}");
    }
}
