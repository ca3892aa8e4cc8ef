//! What of a graph is drawn: all of it, or a summary that stays readable at the size of a stamp.

use std::collections::{BTreeMap, BinaryHeap};

use crate::baselines::twins::Twins;
use sgr_core::graph::Graph;

/// Most nodes of a drawing: at 60 a drawing of 200 pixels still has room between its discs.
pub(super) const MOST_NODES: usize = 72;

/// Most edges of a drawing: beyond, they cover the page, and a page of 5,000 graphs passes ten megabytes.
pub(super) const MOST_EDGES: usize = 200;

/// How much of a graph a drawing shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// All nodes and edges.
    Whole,
    /// Twins, nodes with the same neighbours and label, are one disc; all edges between discs.
    Twins,
    /// Twins are one disc; some discs around the one with the most neighbours, or some of the edges.
    Part,
}

/// The graph of a drawing.
#[derive(Debug)]
pub(super) struct Summary {
    pub(super) extent: Extent,
    /// Without weights and labels.
    pub(super) graph: Graph,
    /// Nodes of the original that each node stands for.
    pub(super) sizes: Vec<u32>,
    /// A node of the original that it stands for.
    pub(super) firsts: Vec<u32>,
}

impl Summary {
    /// Of a graph whose nodes have some colours, one each.
    pub(super) fn of(graph: &Graph, colours: &[u8]) -> Self {
        if graph.node_count() <= MOST_NODES && graph.edge_count() <= MOST_EDGES {
            let edges: Vec<(u32, u32)> = graph.edges().map(|(u, v, _)| (u, v)).collect();
            let firsts: Vec<u32> = (0..graph.node_count() as u32).collect();
            return Self {
                extent: Extent::Whole,
                graph: built(firsts.len(), &edges),
                sizes: vec![1; firsts.len()],
                firsts,
            };
        }
        let joined = Self::joined(graph, colours);
        if joined.graph.node_count() <= MOST_NODES && joined.graph.edge_count() <= MOST_EDGES {
            return joined;
        }
        joined.cut()
    }

    /// Twins as one node each.
    fn joined(graph: &Graph, colours: &[u8]) -> Self {
        let twins = Twins::all(graph);
        // Twins of different colours stay apart.
        let mut numbers: BTreeMap<(u32, u8), u32> = BTreeMap::new();
        let (mut firsts, mut sizes) = (Vec::new(), Vec::new());
        let mut number_of = Vec::with_capacity(graph.node_count());
        for (node, &class) in (0..).zip(&twins.class_of_node) {
            let number = *numbers.entry((class, colours[node as usize])).or_insert_with(|| {
                firsts.push(node);
                sizes.push(0);
                firsts.len() as u32 - 1
            });
            sizes[number as usize] += 1;
            number_of.push(number);
        }
        let between = |(u, v, _): (u32, u32, f64)| (number_of[u as usize], number_of[v as usize]);
        let mut edges: Vec<(u32, u32)> =
            graph.edges().map(between).map(|(u, v)| (u.min(v), u.max(v))).filter(|(u, v)| u != v).collect();
        edges.sort_unstable();
        edges.dedup();
        Self { extent: Extent::Twins, graph: built(firsts.len(), &edges), sizes, firsts }
    }

    /// The part around the node with the most neighbours, always adding the one with the most neighbours next to it; of its
    /// edges those that were followed, and others at equal steps.
    fn cut(self) -> Self {
        let (nodes, followed) = grown(&self.graph);
        let mut places = vec![u32::MAX; self.graph.node_count()];
        nodes.iter().zip(0..).for_each(|(&node, place)| places[node as usize] = place);
        let placed = |(u, v): (u32, u32)| (places[u as usize], places[v as usize]);
        let mut edges: Vec<(u32, u32)> =
            followed.iter().map(|&edge| placed(edge)).map(|(u, v)| (u.min(v), u.max(v))).collect();
        edges.sort_unstable();
        let others: Vec<(u32, u32)> = self
            .graph
            .edges()
            .map(|(u, v, _)| placed((u, v)))
            .filter(|&(u, v)| u != u32::MAX && v != u32::MAX)
            .map(|(u, v)| (u.min(v), u.max(v)))
            .filter(|edge| edges.binary_search(edge).is_err())
            .collect();
        let room = MOST_EDGES.saturating_sub(edges.len()).min(others.len());
        edges.extend((0..room).map(|at| others[at * others.len() / room]));
        let (sizes, firsts) = nodes.iter().map(|&node| (self.sizes[node as usize], self.firsts[node as usize])).unzip();
        Self { extent: Extent::Part, graph: built(nodes.len(), &edges), sizes, firsts }
    }
}

/// Up to [`MOST_NODES`] nodes, and the edges by which they were reached.
fn grown(graph: &Graph) -> (Vec<u32>, Vec<(u32, u32)>) {
    let degree = |node: u32| graph.neighbors(node).len();
    let mut starts: Vec<u32> = (0..graph.node_count() as u32).collect();
    starts.sort_by_key(|&node| std::cmp::Reverse(degree(node)));
    let mut is_taken = vec![false; graph.node_count()];
    let (mut nodes, mut followed) = (Vec::new(), Vec::new());
    for start in starts {
        // The node with the most neighbours first, of equal ones the first.
        let mut border = BinaryHeap::from([(degree(start), std::cmp::Reverse(start), start)]);
        while let Some((_, std::cmp::Reverse(node), from)) = border.pop() {
            if nodes.len() == MOST_NODES {
                return (nodes, followed);
            }
            if std::mem::replace(&mut is_taken[node as usize], true) {
                continue;
            }
            nodes.push(node);
            if from != node {
                followed.push((from, node));
            }
            let next = graph.neighbors(node).iter().filter(|&&other| !is_taken[other as usize]);
            border.extend(next.map(|&other| (degree(other), std::cmp::Reverse(other), node)));
        }
    }
    (nodes, followed)
}

fn built(nodes: usize, edges: &[(u32, u32)]) -> Graph {
    let Ok(graph) = Graph::from_edges(nodes, edges) else { unreachable!("edges join nodes below the number of nodes") };
    graph
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn small_graphs_are_whole_and_stars_become_two_discs() {
        let path = Graph::from_edges(3, &[(0, 1), (1, 2)]).unwrap();
        let whole = Summary::of(&path, &[0; 3]);
        assert_eq!((whole.extent, whole.graph, whole.sizes), (Extent::Whole, path, vec![1; 3]));
        let star = Graph::from_edges(500, &(1..500).map(|leaf| (0, leaf)).collect::<Vec<_>>()).unwrap();
        let mut colours = vec![0; 500];
        colours[7] = 1;
        let summary = Summary::of(&star, &colours);
        assert_eq!((summary.extent, summary.sizes, summary.firsts), (Extent::Twins, vec![1, 498, 1], vec![0, 1, 7]));
        assert_eq!(summary.graph.edge_count(), 2);
    }

    #[test]
    fn large_graphs_are_cut_to_a_connected_part_within_the_limits() {
        // A ring of 300 with chords from node 0.
        let ring = (0..300).map(|node| (node, (node + 1) % 300)).chain((0..40).map(|at| (0, 7 * at + 3)));
        let graph = Graph::from_edges(300, &ring.collect::<Vec<_>>()).unwrap();
        let part = Summary::of(&graph, &[0; 300]);
        assert_eq!((part.extent, part.graph.node_count(), part.firsts[0]), (Extent::Part, MOST_NODES, 0));
        assert!((MOST_NODES - 1..=MOST_EDGES).contains(&part.graph.edge_count()));
        assert_eq!(part.graph.isolated_count(), 0);
        // Every edge is one of the graph.
        let is_edge =
            |(u, v, _): (u32, u32, f64)| graph.neighbors(part.firsts[u as usize]).contains(&part.firsts[v as usize]);
        assert!(part.graph.edges().all(is_edge));
        // Dense: 60 nodes are few enough, 1400 edges are not.
        let dense = (0..60).flat_map(|b| (0..b).map(move |a| (a, b))).filter(|(a, b)| (a * 31 + b * 17) % 5 != 0);
        let graph = Graph::from_edges(60, &dense.collect::<Vec<_>>()).unwrap();
        let part = Summary::of(&graph, &[0; 60]);
        assert_eq!((part.extent, part.graph.edge_count()), (Extent::Part, MOST_EDGES));
    }
}
