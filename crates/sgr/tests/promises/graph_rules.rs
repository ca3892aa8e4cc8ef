//! The pinned rules of what a graph is, however its edges are given.

use sgr::graph::{Graph, GraphBuilder, GraphError};

fn edges(graph: &Graph) -> Vec<(u32, u32)> {
    graph.edges().map(|(u, v, _)| (u, v)).collect()
}

/// Each row lists its neighbours ascending, and each neighbour lists the row.
fn assert_symmetric(graph: &Graph) {
    for node in 0..graph.node_count() as u32 {
        assert!(graph.neighbors(node).is_sorted_by(|a, b| a < b));
        assert!(graph.neighbors(node).iter().all(|&other| graph.neighbors(other).contains(&node)), "{graph:?}");
    }
}

#[test]
fn one_direction_both_directions_and_any_order_are_the_same_graph() {
    let ways: [&[(u32, u32)]; 6] = [
        &[(0, 1), (1, 2), (0, 2)],                         // each edge once
        &[(0, 1), (1, 2), (2, 0)],                         // a directed cycle: ascending rows, yet not symmetric
        &[(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)], // both directions, ascending by row
        &[(1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2)], // ascending by column
        &[(2, 1), (0, 1), (1, 2), (2, 0), (1, 0), (0, 2)], // in no order
        &[(0, 1), (0, 2), (1, 0), (2, 1)],                 // some in both directions
    ];
    for way in ways {
        let graph = Graph::from_edges(4, way).unwrap();
        assert_eq!((edges(&graph), graph.isolated_count()), (vec![(0, 1), (0, 2), (1, 2)], 1), "{way:?}");
        assert_symmetric(&graph);
    }
}

#[test]
fn loops_repeats_and_zero_weights_are_dropped_and_counted() {
    let mut builder = GraphBuilder::new();
    builder.reserve_nodes(3).unwrap();
    for (line, &(u, v, weight)) in [(0, 1, 2.0), (1, 0, 2.0), (0, 1, 2.0), (2, 2, 1.0), (1, 2, 0.0)].iter().enumerate()
    {
        builder.add_weighted_edge(u, v, weight, line as u64).unwrap();
    }
    let (graph, dropped) = builder.build().unwrap();
    assert_eq!((edges(&graph), graph.weights(0)), (vec![(0, 1)], Some(&[2.0][..])));
    assert_eq!((dropped.self_loops, dropped.repeats, dropped.zero_weights), (1, 1, 1));
}

#[test]
fn edges_of_weight_zero_alone_leave_a_graph_without_edges() {
    let zero = Graph::from_weighted_edges(2, &[(0, 1, 0.0)]).unwrap();
    assert_eq!(zero, Graph::from_edges(2, &[]).unwrap());
    assert!(!zero.is_weighted());
}

/// Few edges among many nodes are built without tables by node.
#[test]
fn few_edges_among_many_nodes() {
    for way in [&[(70, 3), (3, 99)][..], &[(3, 70), (3, 99), (70, 3), (99, 3)], &[(99, 3), (3, 70), (3, 70)]] {
        let graph = Graph::from_edges(100, way).unwrap();
        assert_eq!((edges(&graph), graph.isolated_count()), (vec![(3, 70), (3, 99)], 97), "{way:?}");
        assert_symmetric(&graph);
    }
}

#[test]
fn conflicts_and_bad_edges_are_errors_and_the_builder_starts_afresh() {
    let mut builder = GraphBuilder::new();
    builder.reserve_nodes(2).unwrap();
    assert_eq!(builder.add_edge(0, 2, 7), Err(GraphError::NodeOutOfRange { node: 2, nodes: 2 }));
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(builder.add_weighted_edge(0, 1, bad, 3).is_err_and(|error| error.position() == Some(3)));
    }
    builder.add_weighted_edge(0, 1, 1.0, 4).unwrap();
    builder.add_weighted_edge(1, 0, 2.0, 9).unwrap();
    let conflict = builder.build().unwrap_err().to_string();
    assert_eq!(conflict, "edge 0–1 has weight 1 at 4 and 2 at 9, wanted one weight");
    assert_eq!(builder.build().unwrap().0.node_count(), 0);
}

#[test]
fn rows_that_keep_the_invariants_are_a_graph_and_others_are_not() {
    let path = (vec![0, 1, 3, 4], vec![1, 0, 2, 1]);
    let graph = Graph::from_rows(path.0.clone(), path.1.clone(), None).unwrap();
    assert_eq!(graph, Graph::from_edges(3, &[(0, 1), (1, 2)]).unwrap());
    let weighted = Graph::from_rows(path.0.clone(), path.1.clone(), Some(vec![2.0, 2.0, 3.0, 3.0])).unwrap();
    assert_eq!(weighted, Graph::from_weighted_edges(3, &[(0, 1, 2.0), (1, 2, 3.0)]).unwrap());
    assert_eq!(Graph::from_rows(vec![0], vec![], None).unwrap().node_count(), 0);

    let others: [(&str, &[usize], &[u32]); 9] = [
        ("no offsets", &[], &[]),
        ("offsets from 1", &[1, 2, 4, 4], &[1, 0, 2, 1]),
        ("offsets that fall", &[0, 3, 1, 4], &[1, 0, 2, 1]),
        ("offsets to elsewhere", &[0, 1, 3, 5], &[1, 0, 2, 1]),
        ("a node that is not there", &[0, 1, 3, 4], &[1, 0, 3, 1]),
        ("a row that falls", &[0, 1, 3, 4], &[1, 2, 0, 1]),
        ("a repeat", &[0, 2, 4], &[1, 1, 0, 0]),
        ("a loop", &[0, 2, 3], &[0, 1, 0]),
        ("one direction", &[0, 1, 2, 2], &[1, 2]),
    ];
    for (what, offsets, columns) in others {
        assert_eq!(Graph::from_rows(offsets.to_vec(), columns.to_vec(), None), None, "{what}");
    }
    let too_few = vec![2.0, 2.0, 3.0];
    let unlike = vec![2.0, 1.0, 3.0, 3.0];
    let zero = vec![0.0, 0.0, 3.0, 3.0];
    for weights in [too_few, unlike, zero, vec![f64::NAN; 4], vec![f64::MAX; 4]] {
        assert_eq!(Graph::from_rows(path.0.clone(), path.1.clone(), Some(weights.clone())), None, "{weights:?}");
    }
}
