//! Graphs of petgraph become the same graphs as their edges, whatever petgraph's type.

use petgraph::graph::{DiGraph, UnGraph};
use petgraph::graphmap::UnGraphMap;
use petgraph::stable_graph::StableUnGraph;
use sgr::Graph;
use sgr::graph::GraphError;

const EDGES: [(u32, u32); 5] = [(0, 1), (1, 2), (2, 0), (2, 3), (5, 4)];

#[test]
fn every_type_gives_the_graph_of_its_edges() {
    let wanted = Graph::from_edges(6, &EDGES).unwrap();
    assert_eq!(Graph::from_petgraph(&UnGraph::<(), ()>::from_edges(EDGES)).unwrap(), wanted);
    assert_eq!(Graph::from_petgraph(&StableUnGraph::<(), ()>::from_edges(EDGES)).unwrap(), wanted);
    assert_eq!(Graph::from_directed_petgraph(&DiGraph::<(), ()>::from_edges(EDGES)).unwrap(), wanted);
    // A map numbers its nodes in the order in which they came: 5 came before 4.
    let renamed = Graph::from_edges(6, &[(0, 1), (1, 2), (2, 0), (2, 3), (4, 5)]).unwrap();
    assert_eq!(Graph::from_petgraph(&UnGraphMap::<u32, ()>::from_edges(EDGES)).unwrap(), renamed);
}

#[test]
fn isolated_nodes_stay_and_gaps_of_removed_nodes_are_closed() {
    let mut stable = StableUnGraph::<&str, ()>::default();
    let [first, removed, second, isolated] = ["a", "b", "c", "d"].map(|name| stable.add_node(name));
    stable.add_edge(first, second, ());
    stable.add_edge(first, removed, ());
    stable.remove_node(removed);
    assert_eq!(stable[isolated], "d");
    assert_eq!(Graph::from_petgraph(&stable).unwrap(), Graph::from_edges(3, &[(0, 1)]).unwrap());
}

#[test]
fn loops_and_parallel_edges_follow_the_rules_of_the_builder() {
    let messy = UnGraph::<(), f64>::from_edges([(0, 1, 2.0), (1, 0, 2.0), (1, 1, 5.0), (0, 2, 0.0)]);
    assert_eq!(Graph::from_petgraph(&messy).unwrap(), Graph::from_edges(3, &[(0, 1), (0, 2)]).unwrap());
    let weighted = Graph::from_weighted_petgraph(&messy, |&weight| weight).unwrap();
    assert_eq!(weighted, Graph::from_weighted_edges(3, &[(0, 1, 2.0)]).unwrap());
}

#[test]
fn weights_are_those_of_the_function_and_are_checked() {
    let graph = UnGraph::<(), u32>::from_edges([(0, 1, 2), (1, 2, 8)]);
    let halves = Graph::from_weighted_petgraph(&graph, |&weight| f64::from(weight) / 2.0).unwrap();
    assert_eq!(halves, Graph::from_weighted_edges(3, &[(0, 1, 1.0), (1, 2, 4.0)]).unwrap());
    let refused = Graph::from_weighted_petgraph(&graph, |&weight| if weight == 8 { f64::NAN } else { 1.0 });
    assert!(matches!(refused, Err(GraphError::InvalidWeight { position: 1, .. })), "{refused:?}");
    let twice = UnGraph::<(), f64>::from_edges([(0, 1, 1.0), (1, 0, 3.0)]);
    let refused = Graph::from_weighted_petgraph(&twice, |&weight| weight);
    assert!(matches!(refused, Err(GraphError::ConflictingWeights { second_position: 1, .. })), "{refused:?}");
}
