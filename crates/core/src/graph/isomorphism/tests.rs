//! Isomorphism against brute force, against counts of graphs, and on graphs that refinement cannot tell apart.

use super::pair::Pair;
use super::search::search;
use super::{Isomorphism, IsomorphismGroups, are_isomorphic, copy_digest, refinement_digest};
use crate::graph::{Attributes, Graph, GraphBuilder, Label};

fn graph(nodes: usize, edges: &[(u32, u32)]) -> Graph {
    Graph::from_edges(nodes, edges).unwrap()
}

/// Numbers that look random, the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }

    fn permutation(&mut self, nodes: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..nodes as u32).collect();
        (1..nodes).for_each(|at| order.swap(at, self.below(at + 1)));
        order
    }
}

/// The same graph with node v under the number `image[v]`.
fn renumbered(graph: &Graph, image: &[u32]) -> Graph {
    let edges: Vec<(u32, u32)> = graph.edges().map(|(u, v, _)| (image[u as usize], image[v as usize])).collect();
    self::graph(graph.node_count(), &edges)
}

/// All graphs on that many nodes, one for each set of edges.
fn all_graphs(nodes: u32) -> Vec<Graph> {
    let pairs: Vec<(u32, u32)> = (0..nodes).flat_map(|u| (u + 1..nodes).map(move |v| (u, v))).collect();
    let of_set = |set: u32| -> Vec<(u32, u32)> {
        pairs.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, &pair)| pair).collect()
    };
    (0..1 << pairs.len()).map(|set| graph(nodes as usize, &of_set(set))).collect()
}

/// Whether some permutation maps one graph to the other, by trying all.
fn by_brute_force(one: &Graph, other: &Graph) -> bool {
    fn extend(one: &Graph, other: &Graph, image: &mut Vec<u32>) -> bool {
        let node = image.len() as u32;
        if node as usize == one.node_count() {
            return true;
        }
        (0..one.node_count() as u32).any(|to| {
            let label = |graph: &Graph, node: u32| graph.node_labels().map(|labels| labels[node as usize].clone());
            let has = |graph: &Graph, u: u32, v: u32| graph.neighbors(u).contains(&v);
            let fits = !image.contains(&to)
                && label(one, node) == label(other, to)
                && (0..node).all(|earlier| has(one, node, earlier) == has(other, to, image[earlier as usize]));
            image.push(to);
            let found = fits && extend(one, other, image);
            image.pop();
            found
        })
    }
    one.node_count() == other.node_count() && extend(one, other, &mut Vec::new())
}

/// The numbers of graphs on 1 to 6 nodes: sequence A000088 of the OEIS.
#[test]
fn there_are_as_many_groups_as_graphs() {
    for (nodes, wanted) in (1..).zip([1, 2, 4, 11, 34, 156]) {
        let graphs = all_graphs(nodes);
        let groups = IsomorphismGroups::of(&graphs);
        assert_eq!((groups.groups().len(), groups.undecided()), (wanted, 0), "{nodes} nodes");
        assert_eq!(groups.duplicates(), graphs.len() - wanted);
    }
}

#[test]
fn brute_force_agrees_with_and_without_labels() {
    let mut random = Random(1);
    let mut counts = [0; 2];
    for round in 0..3000 {
        let nodes = 2 + random.below(6);
        // Few edges, so that many pairs are isomorphic.
        let mut one_graph = || {
            let edges: Vec<(u32, u32)> =
                (0..nodes).map(|_| (random.below(nodes) as u32, random.below(nodes) as u32)).collect();
            let labels: Vec<Label> = (0..nodes).map(|_| Label::from(["a", "b"][random.below(2)])).collect();
            let plain = graph(nodes, &edges);
            if round % 2 == 0 { plain } else { plain.with_node_labels(labels).unwrap() }
        };
        let (one, other) = (one_graph(), one_graph());
        let exact = by_brute_force(&one, &other);
        counts[usize::from(exact)] += 1;
        let wanted = if exact { Isomorphism::Yes } else { Isomorphism::No };
        assert_eq!(are_isomorphic(&one, &other), wanted, "{one:?}\n{other:?}");
        assert!(!exact || refinement_digest(&one) == refinement_digest(&other));
    }
    assert!(counts[0] > 1000 && counts[1] > 100, "{counts:?}");
}

/// Nodes (i, j) of a 4 × 4 torus, joined by the given differences.
fn torus(differences: &[(u32, u32)]) -> Graph {
    let mut edges = Vec::new();
    for node in 0..16 {
        edges.extend(differences.iter().map(|(i, j)| (node, (node / 4 + i) % 4 * 4 + (node + j) % 4)));
    }
    graph(16, &edges)
}

/// The rook's graph of a 4 × 4 board and the Shrikhande graph: strongly regular with the same parameters (16, 6, 2, 2).
#[test]
fn strongly_regular_graphs_of_the_same_parameters_are_told_apart() {
    let rook = torus(&[(0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0)]);
    let shrikhande = torus(&[(0, 1), (1, 0), (1, 1)]);
    assert_eq!((rook.edge_count(), shrikhande.edge_count()), (48, 48));
    assert_eq!(refinement_digest(&rook), refinement_digest(&shrikhande));
    assert_eq!(are_isomorphic(&rook, &shrikhande), Isomorphism::No);
    let mut random = Random(2);
    for original in [&rook, &shrikhande] {
        let copy = renumbered(original, &random.permutation(16));
        assert_eq!(are_isomorphic(original, &copy), Isomorphism::Yes);
    }
}

#[test]
fn regular_graphs_that_refinement_cannot_tell_apart_are_told_apart() {
    let cycle = |from: u32, nodes: u32| (0..nodes).map(move |at| (from + at, from + (at + 1) % nodes));
    let hexagon = graph(6, &cycle(0, 6).collect::<Vec<_>>());
    let triangles = graph(6, &cycle(0, 3).chain(cycle(3, 3)).collect::<Vec<_>>());
    assert_eq!(refinement_digest(&hexagon), refinement_digest(&triangles));
    assert_eq!(are_isomorphic(&hexagon, &triangles), Isomorphism::No);
    // The carbon skeletons of decalin and bicyclopentyl.
    let decalin = graph(10, &cycle(0, 10).chain([(0, 5)]).collect::<Vec<_>>());
    let bicyclopentyl = graph(10, &cycle(0, 5).chain(cycle(5, 5)).chain([(0, 5)]).collect::<Vec<_>>());
    assert_eq!(are_isomorphic(&decalin, &bicyclopentyl), Isomorphism::No);
    // The Petersen graph and the pentagonal prism.
    let spokes = (0..5).map(|at| (at, at + 5));
    let star = (0..5).map(|at| (5 + at, 5 + (at + 2) % 5));
    let petersen = graph(10, &cycle(0, 5).chain(spokes.clone()).chain(star).collect::<Vec<_>>());
    let prism = graph(10, &cycle(0, 5).chain(spokes).chain(cycle(5, 5)).collect::<Vec<_>>());
    assert_eq!(are_isomorphic(&petersen, &prism), Isomorphism::No);
}

/// Cai, Fürer & Immerman 1992: the gadgets of a base graph, and the same with one edge twisted. No refinement of tuples
/// of few nodes tells them apart. A pair of nodes (u, v, 0 or 1) for each direction of an edge; for each node a middle node for
/// each even set of its edges, joined to (u, v, 1) where v is in the set and to (u, v, 0) elsewhere.
fn twisted(base: &[(u32, u32)], nodes: u32, is_twisted: bool) -> Graph {
    let mut ends: Vec<(u32, u32)> = base.iter().flat_map(|&(u, v)| [(u, v), (v, u)]).collect();
    ends.sort_unstable();
    let end = |u: u32, v: u32, bit: u32| 2 * ends.binary_search(&(u, v)).unwrap() as u32 + bit;
    let mut edges = Vec::new();
    for (at, &(u, v)) in base.iter().enumerate() {
        let twist = u32::from(is_twisted && at == 0);
        edges.extend((0..2).map(|bit| (end(u, v, bit), end(v, u, bit ^ twist))));
    }
    let mut middle = 2 * ends.len() as u32;
    for u in 0..nodes {
        let around: Vec<u32> = ends.iter().filter(|(from, _)| *from == u).map(|(_, to)| *to).collect();
        for set in (0u32..1 << around.len()).filter(|set| set.count_ones() % 2 == 0) {
            edges.extend(around.iter().enumerate().map(|(at, &v)| (middle, end(u, v, set >> at & 1))));
            middle += 1;
        }
    }
    graph(middle as usize, &edges)
}

#[test]
fn twisted_gadgets_are_told_apart_and_renumbered_ones_are_recognised() {
    let complete: Vec<(u32, u32)> = (0..4).flat_map(|u| (u + 1..4).map(move |v| (u, v))).collect();
    let (plain, odd) = (twisted(&complete, 4, false), twisted(&complete, 4, true));
    assert_eq!(refinement_digest(&plain), refinement_digest(&odd));
    assert_eq!(are_isomorphic(&plain, &odd), Isomorphism::No);
    let mut random = Random(3);
    let copy = renumbered(&odd, &random.permutation(odd.node_count()));
    assert_eq!(are_isomorphic(&odd, &copy), Isomorphism::Yes);
    // Without work to spend it says so.
    let pair = Pair::new([&plain, &odd]).unwrap();
    assert_eq!(search(pair, 0), Isomorphism::Undecided);
}

/// A hub with many equal branches, a long path and a sparse random graph: nothing takes quadratic time in the choices.
#[test]
fn large_renumbered_copies_are_recognised() {
    let mut random = Random(4);
    let branches: Vec<(u32, u32)> =
        (0..2000u32).flat_map(|at| [(0, 3 * at + 1), (3 * at + 1, 3 * at + 2), (3 * at + 1, 3 * at + 3)]).collect();
    let path: Vec<(u32, u32)> = (0..5000).map(|at| (at, at + 1)).collect();
    let sparse: Vec<(u32, u32)> = (0..6000).map(|_| (random.below(4000) as u32, random.below(4000) as u32)).collect();
    let cliques: Vec<(u32, u32)> = (0..60u32)
        .flat_map(|clique| (0..10u32).flat_map(move |u| (u + 1..10).map(move |v| (10 * clique + u, 10 * clique + v))))
        .collect();
    for (nodes, edges) in [(6001, branches), (5001, path), (4000, sparse), (600, cliques)] {
        let original = graph(nodes, &edges);
        let image = random.permutation(nodes);
        let copy = renumbered(&original, &image);
        assert_ne!(copy_digest(&original), copy_digest(&copy));
        assert_eq!(refinement_digest(&original), refinement_digest(&copy));
        assert_eq!(are_isomorphic(&original, &copy), Isomorphism::Yes, "{nodes} nodes");
        // One edge elsewhere.
        let mut changed: Vec<(u32, u32)> = copy.edges().map(|(u, v, _)| (u, v)).collect();
        let (u, v) = changed[0];
        let free = (0..nodes as u32).find(|&w| w != v && w != u && !copy.neighbors(u).contains(&w)).unwrap();
        changed[0] = (u, free);
        let changed = graph(nodes, &changed);
        assert_eq!(are_isomorphic(&original, &changed), Isomorphism::No, "{nodes} nodes");
    }
}

#[test]
fn weights_labels_and_attributes_count() {
    let weighted =
        |weights: [f64; 2]| Graph::from_weighted_edges(3, &[(0, 1, weights[0]), (1, 2, weights[1])]).unwrap();
    assert_eq!(are_isomorphic(&weighted([1.0, 2.0]), &weighted([2.0, 1.0])), Isomorphism::Yes);
    assert_eq!(are_isomorphic(&weighted([1.0, 2.0]), &weighted([2.0, 2.0])), Isomorphism::No);
    // A weight of 1 is no weight.
    assert_eq!(are_isomorphic(&weighted([1.0, 1.0]), &graph(3, &[(0, 2), (2, 1)])), Isomorphism::Yes);
    let edge_labelled = |labels: [&str; 3]| {
        let mut builder = GraphBuilder::new();
        builder.reserve_nodes(4).unwrap();
        for (position, (&label, (u, v))) in labels.iter().zip([(0, 1), (1, 2), (2, 3)]).enumerate() {
            builder.add_labelled_edge(u, v, Label::from(label), None, position as u64).unwrap();
        }
        builder.build().unwrap().0
    };
    assert_eq!(are_isomorphic(&edge_labelled(["x", "y", "z"]), &edge_labelled(["z", "y", "x"])), Isomorphism::Yes);
    assert_eq!(are_isomorphic(&edge_labelled(["x", "y", "z"]), &edge_labelled(["x", "z", "y"])), Isomorphism::No);
    let described = |values: [f64; 3]| {
        let mut attributes = Attributes::new();
        values.iter().enumerate().for_each(|(at, value)| attributes.push(&[*value], at as u64).unwrap());
        graph(3, &[(0, 1), (1, 2)]).with_attributes(attributes).unwrap()
    };
    assert_eq!(are_isomorphic(&described([1.0, 2.0, 3.0]), &described([3.0, 2.0, 1.0])), Isomorphism::Yes);
    assert_eq!(are_isomorphic(&described([1.0, 2.0, 3.0]), &described([2.0, 1.0, 3.0])), Isomorphism::No);
    assert_eq!(are_isomorphic(&described([1.0, 1.0, 1.0]), &graph(3, &[(0, 1), (1, 2)])), Isomorphism::No);
    // Labelled and not.
    let labels = vec![Label::from(""); 3];
    let labelled = graph(3, &[(0, 1), (1, 2)]).with_node_labels(labels).unwrap();
    assert_eq!(are_isomorphic(&labelled, &graph(3, &[(0, 1), (1, 2)])), Isomorphism::No);
}
