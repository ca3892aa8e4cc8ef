//! Counts against exact eigenvalues.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Slicer;
use super::assembly_tree::AssemblyTree;
use super::elimination_tree::EliminationTree;
use super::inertia::{InertiaCounter, InertiaLanes};
use super::wide::WideFront;
use crate::graph::Graph;
use crate::spectrum::matrix::elimination_order::EliminationOrder;
use crate::spectrum::testing::matrix_and_eigenvalues;
use faer::Par;

fn connected(nodes: u32, more: usize, random: &mut ChaCha8Rng) -> Graph {
    let mut edges: Vec<(u32, u32)> = (1..nodes).map(|v| (random.random_range(0..v), v)).collect();
    edges.extend((0..more).map(|_| (random.random_range(0..nodes), random.random_range(0..nodes))));
    Graph::from_edges(nodes as usize, &edges).expect("edges within the nodes")
}

/// Two dense communities joined by a few nodes: each becomes a wide front with a trailing block.
fn two_communities(random: &mut ChaCha8Rng) -> Graph {
    let community = 180;
    let mut edges: Vec<(u32, u32)> = (1..2 * community).map(|v| (v - 1, v)).collect();
    for first in [0, community - 10] {
        edges.extend(
            (0..4000).map(|_| (first + random.random_range(0..community), first + random.random_range(0..community))),
        );
    }
    Graph::from_edges(2 * community as usize, &edges).expect("edges within the nodes")
}

fn counts(tree: &AssemblyTree, shifts: &[f64], lanes: InertiaLanes) -> Vec<usize> {
    let mut counter = InertiaCounter::new(lanes);
    let groups = shifts.chunks(lanes.width());
    groups.flat_map(|group| counter.count(tree, group, Par::Seq)[..group.len()].to_vec()).collect()
}

#[test]
fn counts_are_those_of_the_eigenvalues() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    // From trees to fronts of several hundred rows, over several panels and tiles.
    let sizes = [(2, 0), (7, 3), (60, 20), (400, 0), (500, 100), (400, 3000)];
    let mut graphs: Vec<Graph> = sizes.map(|(nodes, more)| connected(nodes, more, &mut random)).into();
    graphs.push(two_communities(&mut random));
    for graph in &graphs {
        let (nodes, edges) = (graph.node_count(), graph.edge_count());
        let (matrix, eigenvalues) = matrix_and_eigenvalues(graph);
        let order = EliminationOrder::find(&matrix).expect("memory for an order");
        let tree = AssemblyTree::new(&matrix, &EliminationTree::new(&matrix, &order.order));
        let shifts: Vec<f64> = (0..50).map(|_| random.random_range(1e-3..1.999)).collect();
        for lanes in [InertiaLanes::All, InertiaLanes::One] {
            for (&shift, found) in shifts.iter().zip(counts(&tree, &shifts, lanes)) {
                let below = |margin: f64| eigenvalues.partition_point(|&value| value < shift + margin);
                let right = below(-1e-7)..=below(1e-7);
                assert!(right.contains(&found), "{nodes} nodes, {edges} edges, {shift}: {found}, wanted {right:?}");
            }
        }
    }
}

#[test]
fn counts_take_one_shift_at_a_time_where_memory_is_short() {
    let graph = two_communities(&mut ChaCha8Rng::seed_from_u64(5));
    let (matrix, _) = matrix_and_eigenvalues(&graph);
    let order = EliminationOrder::find(&matrix).expect("memory for an order");
    let slicer = || Slicer::new(&matrix, &order);
    let most = slicer().memory_bytes();
    assert_eq!(slicer().within(most).memory_bytes(), most, "all lanes fit");
    let frugal = slicer().within(most - 1);
    assert!(2 * frugal.memory_bytes() < most, "{} of {most} bytes", frugal.memory_bytes());
    let shifts = [0.2, 0.5, 0.8, 0.9, 1.05, 1.1, 1.3, 1.5, 1.7];
    assert_eq!(frugal.count_below(&shifts), slicer().count_below(&shifts));
}

#[test]
fn communities_are_wide_fronts_with_a_trailing_block() {
    let (matrix, _) = matrix_and_eigenvalues(&two_communities(&mut ChaCha8Rng::seed_from_u64(1)));
    let order = EliminationOrder::find(&matrix).expect("memory for an order");
    let tree = AssemblyTree::new(&matrix, &EliminationTree::new(&matrix, &order.order));
    assert!(tree.fronts.iter().any(|front| WideFront::is_wide(front) && front.touched > 0), "{:?}", tree.fronts);
}

#[test]
fn shifts_on_top_of_eigenvalues_count_from_one_side() {
    // The leaves of a caterpillar: a multiple eigenvalue 1, and pivots that are exactly zero.
    let mut edges: Vec<(u32, u32)> = (1..40).map(|v| (v - 1, v)).collect();
    edges.extend((0..40).flat_map(|v| [(v, 40 + 2 * v), (v, 41 + 2 * v)]));
    let (matrix, eigenvalues) =
        matrix_and_eigenvalues(&Graph::from_edges(120, &edges).expect("edges within the nodes"));
    let order = EliminationOrder::find(&matrix).expect("memory for an order");
    let tree = AssemblyTree::new(&matrix, &EliminationTree::new(&matrix, &order.order));
    for shift in [1.0, 0.5, 0.75, 1.25, eigenvalues[3], eigenvalues[100]] {
        let found = counts(&tree, &[shift], InertiaLanes::All)[0];
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

/// Threads that share each elimination count the same as threads that have one each.
#[test]
fn shared_eliminations_count_the_same() {
    let mut random = ChaCha8Rng::seed_from_u64(14);
    let edges: Vec<(u32, u32)> =
        (0..4000).map(|_| (random.random_range(0..700), random.random_range(0..700))).collect();
    let edges: Vec<(u32, u32)> = edges.into_iter().filter(|(u, v)| u != v).collect();
    let graph = Graph::from_edges(700, &edges).expect("edges within the nodes");
    let (matrix, eigenvalues) = matrix_and_eigenvalues(&graph);
    let order = EliminationOrder::find(&matrix).expect("memory for an order");
    let shifts: Vec<f64> = (1..20).map(|at| f64::from(at) * 0.0997).collect();
    let wanted: Vec<usize> =
        shifts.iter().map(|&shift| eigenvalues.iter().filter(|&&value| value < shift).count()).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    for slicer in [Slicer::new(&matrix, &order).shared(), Slicer::new(&matrix, &order).within(0).shared()] {
        assert!(slicer.tree.fronts.iter().any(WideFront::is_wide), "no front is shared");
        assert_eq!(pool.install(|| slicer.count_below(&shifts)), wanted);
        assert_eq!(slicer.count_below(&shifts), wanted, "the buffers are used again");
    }
}
