//! Counts against closed forms, and eigenvalues against the solver of dense matrices.

#![allow(clippy::unwrap_used)]

use std::f64::consts::PI;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::deflation::{Deflation, deflate};
use super::pivots::{Elimination, PivotLanes};
use super::scaled::Scaled;
use super::{Component, EliminationSolver, Program};
use crate::graph::Graph;
use crate::spectrum::matrix::fill_pattern::FillPattern;
use crate::spectrum::matrix::graph_view::{GraphView, fill_degrees};
use crate::spectrum::{Solver, SpectrumSettings, SpectrumSolver};

/// Calls `work` with a connected graph as a component whose pattern is known.
fn with_component<T>(graph: &Graph, work: impl FnOnce(Component<'_>, &FillPattern) -> T) -> T {
    let mut degrees = Vec::new();
    fill_degrees(graph, &mut degrees);
    let view = GraphView::of_graph(graph, &degrees);
    let nodes: Vec<u32> = (0..graph.node_count() as u32).collect();
    let mut pattern = FillPattern::default();
    pattern.find(view, &nodes, &nodes, usize::MAX).unwrap();
    work(Component { view, nodes: &nodes, positions: &nodes, pattern: &pattern }, &pattern)
}

/// A connected random graph with few cycles, weighted if the seed is odd.
fn nearly_tree(seed: u64, nodes: u32) -> Graph {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let hubs = random.random_range(1..=nodes);
    let mut edges: Vec<(u32, u32)> = (1..nodes).map(|node| (random.random_range(0..node.min(hubs)), node)).collect();
    let extra = random.random_range(0..=nodes / 4);
    edges.extend((0..extra).map(|_| (random.random_range(0..nodes), random.random_range(0..nodes))));
    edges.retain(|(from, to)| from != to);
    edges.iter_mut().for_each(|edge| *edge = (edge.0.min(edge.1), edge.0.max(edge.1)));
    edges.sort_unstable();
    edges.dedup();
    if seed.is_multiple_of(2) {
        return Graph::from_edges(nodes as usize, &edges).unwrap();
    }
    let weighted: Vec<_> =
        edges.iter().map(|&(from, to)| (from, to, 10f64.powf(random.random_range(-2.0..2.0)))).collect();
    Graph::from_weighted_edges(nodes as usize, &weighted).unwrap()
}

fn eigenvalues(solver: &mut SpectrumSolver, graph: &Graph) -> Vec<f64> {
    let mut spectra = Vec::new();
    solver.solve(&[graph], &mut spectra);
    spectra[0].as_ref().unwrap().eigenvalues().unwrap().to_vec()
}

fn solver_of(solver: Solver) -> SpectrumSolver {
    let mut settings = SpectrumSettings::new();
    settings.solver = Some(solver);
    SpectrumSolver::new(settings)
}

fn compare(seeds: std::ops::Range<u64>, sizes: std::ops::Range<u32>, solver: Solver) {
    let (mut eliminating, mut dense) = (solver_of(Solver::Elimination), solver_of(solver));
    for seed in seeds {
        let nodes = ChaCha8Rng::seed_from_u64(seed + 1_000_000).random_range(sizes.clone());
        let graph = nearly_tree(seed, nodes);
        let (found, expected) = (eigenvalues(&mut eliminating, &graph), eigenvalues(&mut dense, &graph));
        let gap = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(gap <= 1e-11, "seed {seed}, {nodes} nodes: off by {gap:e}");
        assert_eq!(found.len(), expected.len());
    }
}

#[test]
fn twenty_thousand_nearly_trees_agree_with_the_dense_solver() {
    compare(0..20_000, 3..48, Solver::Small);
}

#[test]
fn larger_nearly_trees_agree_with_the_dense_solver() {
    compare(50_000..50_060, 200..500, Solver::Dense);
}

#[test]
fn nearly_all_graphs_need_no_other_solver() {
    let mut solver = EliminationSolver::new();
    let is_found =
        |seed| with_component(&nearly_tree(seed, 90), |component, pattern| solver.solve(component, pattern).is_some());
    let found = (0..200).map(is_found).filter(|&is_found| is_found).count();
    assert!(found >= 195, "{found} of 200");
}

/// A random tree of hubs with random paths at them: eigenvalues of the paths are multiple, and others are next to them.
fn hubs_with_paths(seed: u64, nodes: u32) -> Graph {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let hubs = random.random_range(2..8);
    let mut edges: Vec<(u32, u32)> = (1..hubs).map(|hub| (random.random_range(0..hub), hub)).collect();
    let mut next = hubs;
    while next < nodes {
        let mut last = random.random_range(0..hubs);
        for _ in 0..random.random_range(1..5) {
            edges.push((last, next));
            last = next;
            next += 1;
        }
    }
    Graph::from_edges(next as usize, &edges).unwrap()
}

#[test]
fn multiple_eigenvalues_with_near_ones_need_no_other_solver() {
    let mut solver = EliminationSolver::new();
    for seed in 0..100 {
        let graph = hubs_with_paths(seed, 100 + 3 * seed as u32);
        let is_found = with_component(&graph, |component, pattern| solver.solve(component, pattern).is_some());
        assert!(is_found, "seed {seed}");
    }
}

fn eliminate(graph: &Graph, shifts: &[f64], is_precise: bool) -> Vec<Elimination> {
    with_component(graph, |component, pattern| {
        let mut program = Program::default();
        program.load(component, pattern);
        let mut results = Vec::new();
        PivotLanes::new().eliminate(&program, shifts, is_precise, &mut results);
        results
    })
}

#[test]
fn counts_and_values_of_a_cycle_are_those_of_the_formula() {
    let nodes = 30u32;
    let edges: Vec<_> = (0..nodes).map(|node| (node, (node + 1) % nodes)).collect();
    let graph = Graph::from_edges(nodes as usize, &edges).unwrap();
    let eigenvalues: Vec<f64> = (0..nodes).map(|k| 1.0 - (2.0 * PI * f64::from(k) / f64::from(nodes)).cos()).collect();
    let shifts: Vec<f64> = (0..37).map(|at| 0.0137 + 0.0531 * f64::from(at)).collect();
    for is_precise in [false, true] {
        for (result, &shift) in eliminate(&graph, &shifts, is_precise).iter().zip(&shifts) {
            assert_eq!(result.below, eigenvalues.iter().filter(|&&value| value < shift).count(), "{shift}");
            let value: f64 = eigenvalues.iter().map(|value| value - shift).product();
            let ratio = result.determinant.over(Scaled::new(value, 0));
            assert!((ratio - 1.0).abs() < 1e-9, "{shift}: {ratio}");
        }
    }
}

/// At the shift 1 every leaf has the pivot 0.
#[test]
fn a_zero_pivot_counts_once() {
    let graph = Graph::from_edges(6, &[(0, 1), (1, 2), (2, 3), (2, 4), (4, 5)]).unwrap();
    for result in eliminate(&graph, &[1.0, 1.0 - 1e-9, 1.0 + 1e-9], true) {
        assert!((2..=4).contains(&result.below), "{result:?}");
    }
}

/// Two opposite nodes of a square are alike: near the shift 1 the pivots of both are small, and the growth large.
#[test]
fn growth_shows_small_pivots_and_twice_the_precision_mends_it() {
    let edges = [(0, 1), (1, 2), (2, 3), (0, 3), (0, 4), (4, 5), (5, 6), (2, 6), (1, 5)];
    let graph = Graph::from_edges(7, &edges).unwrap();
    let near = 1.0 + 1e-13;
    let (plain, precise) = (eliminate(&graph, &[near], false)[0], eliminate(&graph, &[near], true)[0]);
    assert!(plain.growth > 1e10, "{plain:?}");
    let expected = eigenvalues(&mut solver_of(Solver::Dense), &graph);
    assert_eq!(precise.below, expected.iter().filter(|&&value| value < 1.0 + 1e-10).count());
}

/// Products against sums of logarithms. `gap` is the distance of neighbouring estimates; the shift is one of the estimates.
fn compare_products(gap: f64, left_out: &[std::ops::Range<usize>]) {
    let estimates: Vec<f64> = (0..900).map(|at| 1e-3 + gap * f64::from(at)).collect();
    for at in [0, 450] {
        let shift = if at == 0 { 0.0 } else { estimates[at] };
        let deflations: Vec<Deflation> =
            left_out.iter().map(|left_out| Deflation { shift, left_out: left_out.clone() }).collect();
        let products = deflate(&estimates, &deflations);
        for (deflation, product) in deflations.iter().zip(&products) {
            let kept = (0..900).filter(|at| !deflation.left_out.contains(at));
            let logarithm: f64 = kept.map(|at| (estimates[at] - shift).abs().max(1e-20).log2()).sum();
            let difference = product.log2_over(Scaled::new(1.0, 0)) - logarithm;
            assert!(difference.abs() < 1e-8, "{gap:e}, {deflation:?}: {difference}");
        }
    }
}

#[test]
fn products_of_distances_beyond_the_range_of_numbers() {
    let pair = [10..12, 10..12];
    let mut many: Vec<_> = (100..107).map(|at| at..at + 1).collect();
    many.extend([107..140, 107..140, 300..301, 449..452]);
    for gap in [1e-6, 1e-12, 0.0] {
        compare_products(gap, &[0..1, 3..5, 899..900]);
        compare_products(gap, &pair);
        compare_products(gap, &many);
    }
}

/// Columns of a clique are eliminated in blocks, those of its pendant paths one at a time.
#[test]
fn counts_and_values_of_a_clique_with_paths_are_those_of_its_eigenvalues() {
    for size in [5u32, 8, 11, 14] {
        let mut edges: Vec<(u32, u32)> = (0..size).flat_map(|u| (0..u).map(move |v| (v, u))).collect();
        let mut nodes = size;
        for node in 0..size {
            edges.extend([(node, nodes), (nodes, nodes + 1)]);
            nodes += 2;
        }
        let weighted: Vec<_> = edges.iter().map(|&(u, v)| (u, v, 1.0 + f64::from((3 * u + 5 * v) % 7))).collect();
        let graph = Graph::from_weighted_edges(nodes as usize, &weighted).unwrap();
        let eigenvalues = eigenvalues(&mut solver_of(Solver::Dense), &graph);
        let shifts: Vec<f64> = (0..37).map(|at| 0.0137 + 0.0531 * f64::from(at)).collect();
        for is_precise in [false, true] {
            for (result, &shift) in eliminate(&graph, &shifts, is_precise).iter().zip(&shifts) {
                assert_eq!(result.below, eigenvalues.iter().filter(|&&value| value < shift).count(), "{shift}");
                let ratio =
                    result.determinant.over(Scaled::new(eigenvalues.iter().map(|value| value - shift).product(), 0));
                assert!((ratio - 1.0).abs() < 1e-8, "{size}, {shift}: {ratio}");
            }
        }
    }
}

#[test]
fn scaled_numbers_divide_and_multiply() {
    let (three, huge) = (Scaled::new(3.0, 0), Scaled::power(-2.0, 5001));
    assert_eq!(three.times(huge).over(huge), 3.0);
    assert_eq!(huge.over(Scaled::power(2.0, 5000)), -2.0);
    assert_eq!(huge.log2_over(Scaled::new(1.0, 0)), 5001.0);
    assert!(!Scaled::new(0.0, 3).is_usable() && three.is_usable());
}
