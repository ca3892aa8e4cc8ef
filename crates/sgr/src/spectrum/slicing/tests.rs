use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::assembly_tree::AssemblyTree;
use super::elimination_tree::EliminationTree;
use super::inertia::InertiaCounter;
use super::{EliminationOrder, Needs, Remainder, Slicer};
use crate::graph::Graph;
use crate::spectrum::components::Components;
use crate::spectrum::lumped::{Rows, fill_degrees};
use crate::spectrum::samples;
use crate::spectrum::{Approach, SpectrumSettings, SpectrumSolver};

/// The largest component of a graph, and its exact eigenvalues.
fn matrix_and_eigenvalues(graph: &Graph) -> (Remainder, Vec<f64>) {
    let mut degrees = Vec::new();
    fill_degrees(graph, &mut degrees);
    let rows = Rows::of_graph(graph, &degrees);
    let mut components = Components::default();
    components.find(rows);
    let mut matrix = Remainder::new();
    matrix.push(rows, components.nodes(0), components.positions());
    assert_eq!(matrix.size(), graph.node_count(), "a connected graph");
    let mut spectra = Vec::new();
    let settings = SpectrumSettings { approach: Approach::Exact, ..SpectrumSettings::default() };
    assert!(SpectrumSolver::new(settings).solve(&[graph], &mut spectra).is_empty());
    (matrix, spectra.remove(0).eigenvalues().to_vec())
}

fn connected(nodes: u32, more: usize, random: &mut ChaCha8Rng) -> Graph {
    let mut edges: Vec<(u32, u32)> = (1..nodes).map(|v| (random.random_range(0..v), v)).collect();
    edges.extend((0..more).map(|_| (random.random_range(0..nodes), random.random_range(0..nodes))));
    Graph::from_edges(nodes as usize, &edges).expect("edges within the nodes")
}

fn counts(tree: &AssemblyTree, shifts: &[f64]) -> Vec<usize> {
    let mut counter = InertiaCounter::new();
    let groups = shifts.chunks(InertiaCounter::width());
    groups.flat_map(|group| counter.count(tree, group)[..group.len()].to_vec()).collect()
}

#[test]
fn counts_are_those_of_the_eigenvalues() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    // From trees to fronts of several hundred rows, over several panels and tiles.
    for (nodes, more) in [(2, 0), (7, 3), (60, 20), (400, 0), (500, 100), (400, 3000)] {
        let (matrix, eigenvalues) = matrix_and_eigenvalues(&connected(nodes, more, &mut random));
        let order = EliminationOrder::find(&matrix).expect("memory for an order");
        let tree = AssemblyTree::new(&matrix, &EliminationTree::new(&matrix, &order.order));
        let shifts: Vec<f64> = (0..50).map(|_| random.random_range(1e-3..1.999)).collect();
        for (&shift, found) in shifts.iter().zip(counts(&tree, &shifts)) {
            let below = |margin: f64| eigenvalues.partition_point(|&value| value < shift + margin);
            let right = below(-1e-7)..=below(1e-7);
            assert!(right.contains(&found), "{nodes} nodes, {more} more edges, {shift}: {found}, wanted {right:?}");
        }
    }
}

#[test]
fn shifts_on_top_of_eigenvalues_count_from_one_side() {
    // Leaves of a caterpillar: eigenvalues 1 many times over, and pivots that are exactly zero.
    let mut edges: Vec<(u32, u32)> = (1..40).map(|v| (v - 1, v)).collect();
    edges.extend((0..40).flat_map(|v| [(v, 40 + 2 * v), (v, 41 + 2 * v)]));
    let (matrix, eigenvalues) =
        matrix_and_eigenvalues(&Graph::from_edges(120, &edges).expect("edges within the nodes"));
    let order = EliminationOrder::find(&matrix).expect("memory for an order");
    let tree = AssemblyTree::new(&matrix, &EliminationTree::new(&matrix, &order.order));
    for shift in [1.0, 0.5, 0.75, 1.25, eigenvalues[3], eigenvalues[100]] {
        let found = counts(&tree, &[shift])[0];
        let below = |margin: f64| eigenvalues.partition_point(|&value| value < shift + margin);
        assert!((below(-1e-6)..=below(1e-6)).contains(&found), "{shift}: {found}");
    }
}

#[test]
fn a_tree_has_no_fill() {
    let (matrix, _) = matrix_and_eigenvalues(&connected(300, 0, &mut ChaCha8Rng::seed_from_u64(2)));
    let order = EliminationOrder::find(&matrix).expect("memory for an order");
    let tree = EliminationTree::new(&matrix, &order.order);
    assert_eq!(tree.touched.iter().sum::<u32>(), 299);
}

#[test]
fn what_is_uncertain_is_counted_and_the_rest_stays() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let (matrix, eigenvalues) = matrix_and_eigenvalues(&connected(1500, 300, &mut random));
    let size = eigenvalues.len();
    // An estimate that is good, but for a stretch of ranks where it is off by up to 0.02.
    let is_bad = |rank: usize| (400..700).contains(&rank);
    let moved = |(rank, value): (usize, &f64)| value + if is_bad(rank) { random.random_range(0.0..0.02) } else { 1e-4 };
    let mut estimated: Vec<f64> = eigenvalues.iter().enumerate().map(moved).collect();
    estimated.sort_by(f64::total_cmp);
    let errors = samples::differences(&estimated, &eigenvalues);
    let is_wanted = |sample: usize| errors[sample] > 1e-3;
    let wanted = (0..samples::SAMPLES).filter(|&sample| is_wanted(sample)).count();
    assert!((40..70).contains(&wanted), "{wanted} samples to mend");
    let order = EliminationOrder::find(&matrix).expect("memory for an order");
    let needs = Needs::of_samples(size, 1e-3, &[], is_wanted);
    // Counts may begin anywhere: even where they tell nothing about what is wanted.
    for shifts in [vec![], vec![0.9], estimated[400..700].iter().step_by(20).copied().collect()] {
        let refined = Slicer::new(&matrix, &order).refine(&needs, &shifts, &estimated, &());
        assert!(refined.error <= 1e-3 && refined.eigenvalues.is_sorted());
        let after = samples::differences(&refined.eigenvalues, &eigenvalues);
        let worst = after.iter().copied().fold(0.0, f64::max);
        assert!(worst <= 1e-3, "off by {worst:e} after {} counts", refined.shifts);
        let unmoved = refined.eigenvalues.iter().zip(&estimated).filter(|(after, before)| after == before).count();
        assert!(unmoved > size / 2, "{unmoved} of {size} stay");
    }
}
