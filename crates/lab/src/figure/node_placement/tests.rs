//! Placements of graphs whose drawings are known.

use super::NodePlacement;
use sgr_core::graph::Graph;

fn graph(nodes: usize, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
    Graph::from_edges(nodes, &edges.into_iter().collect::<Vec<_>>()).unwrap()
}

fn path(nodes: u32) -> Graph {
    graph(nodes as usize, (1..nodes).map(|node| (node - 1, node)))
}

fn cycle(nodes: u32) -> Graph {
    graph(nodes as usize, (0..nodes).map(|node| (node, (node + 1) % nodes)))
}

/// Square grid of `side` × `side` nodes.
fn grid(side: u32) -> Graph {
    let right = (0..side * side).filter(move |node| node % side + 1 < side).map(|node| (node, node + 1));
    let down = (0..side * (side - 1)).map(move |node| (node, node + side));
    graph((side * side) as usize, right.chain(down))
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

fn edge_lengths(graph: &Graph) -> Vec<f64> {
    let placement = NodePlacement::of(graph);
    let at = |node: u32| placement.positions()[node as usize];
    graph.edges().map(|(u, v, _)| distance(at(u), at(v))).collect()
}

fn least_distance(graph: &Graph) -> f64 {
    let placement = NodePlacement::of(graph);
    let positions = placement.positions();
    let pairs = (0..positions.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs.map(|(a, b)| distance(positions[a], positions[b])).fold(f64::INFINITY, f64::min)
}

#[test]
fn a_path_is_straight_level_and_from_left_to_right() {
    for nodes in [2, 3, 17, 150] {
        let placement = NodePlacement::of(&path(nodes));
        for (at, position) in placement.positions().iter().enumerate() {
            assert!(distance(*position, [at as f64, 0.0]) < 0.02 * f64::from(nodes), "{nodes}: {at} at {position:?}");
            assert!(position[1].abs() < 1e-3, "{nodes}: {at} at {position:?}");
        }
    }
}

#[test]
fn a_cycle_is_round() {
    for nodes in [3, 4, 6, 40] {
        let placement = NodePlacement::of(&cycle(nodes));
        let count = f64::from(nodes);
        let centre = [0, 1].map(|axis| placement.positions().iter().map(|at| at[axis]).sum::<f64>() / count);
        let radii: Vec<f64> = placement.positions().iter().map(|&at| distance(at, centre)).collect();
        let (least, most) =
            (radii.iter().copied().fold(f64::INFINITY, f64::min), radii.iter().copied().fold(0.0, f64::max));
        assert!(most < 1.02 * least, "{nodes}: from {least} to {most}");
        // Nodes in their order: sides of equal length.
        let sides = edge_lengths(&cycle(nodes));
        assert!(sides.iter().all(|side| (side / sides[0] - 1.0).abs() < 0.05), "{nodes}: {sides:?}");
    }
}

#[test]
fn edges_are_about_as_long_as_asked() {
    let binary_tree = graph(63, (1..63).map(|node| ((node - 1) / 2, node)));
    for (name, graph) in [("tree", binary_tree), ("grid", grid(8)), ("hexagon", cycle(6)), ("large grid", grid(30))] {
        let lengths = edge_lengths(&graph);
        assert!(lengths.iter().all(|length| (0.45..2.0).contains(length)), "{name}: {lengths:.2?}");
    }
}

/// The corners of a grid are the corners of a square: neither folded nor crossed.
#[test]
fn a_grid_is_unfolded() {
    for side in [5u32, 25] {
        let placement = NodePlacement::of(&grid(side));
        let last = side * side - 1;
        let [a, b, c, d] = [0, side - 1, last, last - side + 1].map(|node| placement.positions()[node as usize]);
        let sides = [distance(a, b), distance(b, c), distance(c, d), distance(d, a)];
        for (side, diagonal) in sides.into_iter().zip([distance(a, c), distance(b, d)].repeat(2)) {
            assert!((diagonal / side - 2f64.sqrt()).abs() < 0.1, "{sides:?} {diagonal}");
        }
    }
}

#[test]
fn no_two_nodes_coincide() {
    let star = graph(30, (1..30).map(|leaf| (0, leaf)));
    let complete = graph(12, (0..12).flat_map(|b| (0..b).map(move |a| (a, b))));
    let bipartite = graph(20, (0..10).flat_map(|a| (10..20).map(move |b| (a, b))));
    for (name, graph) in [("star", star), ("complete", complete), ("bipartite", bipartite), ("isolated", graph(9, []))]
    {
        let least = least_distance(&graph);
        assert!(least > 0.5, "{name}: {least}");
    }
    // Beyond the stress of all pairs: a star whose leaves all have the same distances.
    assert!(least_distance(&graph(700, (1..700).map(|leaf| (0, leaf)))) > 0.0);
}

#[test]
fn components_do_not_overlap_and_isolated_nodes_have_places() {
    let edges = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 6), (6, 3)];
    let placement = NodePlacement::of(&graph(10, edges));
    let extent = |nodes: std::ops::Range<usize>| {
        [0, 1].map(|axis| {
            let values = || placement.positions()[nodes.clone()].iter().map(|at| at[axis]);
            (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
        })
    };
    let parts = [extent(0..3), extent(3..7), extent(7..8), extent(8..9), extent(9..10)];
    for (at, one) in parts.iter().enumerate() {
        for other in &parts[..at] {
            let apart = |axis: usize| (one[axis].0 - other[axis].1).max(other[axis].0 - one[axis].1);
            assert!(apart(0).max(apart(1)) > 0.99, "{one:?} {other:?}");
        }
        assert!(one[0].0 >= 0.0 && one[0].1 <= placement.width() && one[1].0 >= 0.0 && one[1].1 <= placement.height());
    }
}

/// A T of three arms: the longest axis is level, the first node left of the centre and above it.
#[test]
fn the_turn_is_fixed_by_a_rule() {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (3, 7), (7, 8)];
    let placement = NodePlacement::of(&graph(9, edges));
    let positions = placement.positions();
    let mean = [0, 1].map(|axis| positions.iter().map(|at| at[axis]).sum::<f64>() / 9.0);
    let moment = |a: usize, b: usize| positions.iter().map(|at| (at[a] - mean[a]) * (at[b] - mean[b])).sum::<f64>();
    assert!(moment(0, 1).abs() < 1e-9 && moment(0, 0) > moment(1, 1));
    assert!(positions[0][0] < mean[0] && positions[0][1] < mean[1], "{positions:?}");
    assert_eq!(placement, NodePlacement::of(&graph(9, edges)));
}

#[test]
fn small_and_empty_graphs_are_placed() {
    assert!(NodePlacement::of(&graph(0, [])).positions().is_empty());
    assert_eq!(NodePlacement::of(&graph(1, [])).positions(), [[0.0; 2]]);
    let pair = NodePlacement::of(&path(2));
    assert!((pair.width() - 1.0).abs() < 1e-6, "{pair:?}");
}

/// Less effort, and still edges of about the length of 1, a grid without folds, and a line that is straight.
#[test]
fn small_pictures_are_unfolded_too() {
    let binary_tree = graph(63, (1..63).map(|node| ((node - 1) / 2, node)));
    for graph in [grid(8), cycle(40), binary_tree] {
        let placement = NodePlacement::small(&graph);
        let at = |node: u32| placement.positions()[node as usize];
        assert!(graph.edges().all(|(u, v, _)| (0.45..2.0).contains(&distance(at(u), at(v)))));
    }
    let line = NodePlacement::small(&path(17));
    assert!((line.width() - 16.0).abs() < 0.5 && line.height() < 0.1, "{line:?}");
}
