//! Nodes with the same neighbours.

use sgr_core::graph::Graph;
use sgr_core::numerics::equal_rows::{FirstNodes, NO_CLASS, is_first};
use sgr_core::numerics::scramble;

/// Classes of twins: nodes that an exchange of their numbers does not tell apart.
#[derive(Debug)]
pub(crate) struct Twins {
    /// The class of each node, numbered by first members.
    pub(crate) class_of_node: Vec<u32>,
    /// The first member of each class.
    pub(crate) firsts: Vec<u32>,
    /// The number of members of each class.
    pub(crate) sizes: Vec<u32>,
}

impl Twins {
    /// Nodes with the same neighbours and weights; no two of them are adjacent.
    ///
    /// # Complexity
    /// Expected O(m) time, O(n) space.
    pub(crate) fn non_adjacent(graph: &Graph) -> Self {
        Self::numbered(&non_adjacent_leaders(graph, &signatures(graph)))
    }

    /// Nodes with the same neighbours and weights, each other left out.
    ///
    /// # Complexity
    /// As for [`Self::non_adjacent`].
    pub(crate) fn all(graph: &Graph) -> Self {
        let mut signatures = signatures(graph);
        let mut leaders = non_adjacent_leaders(graph, &signatures);
        (0..).zip(&mut signatures).for_each(|(node, sum)| *sum = sum.wrapping_add(scramble(node)));
        let nodes: Vec<u32> =
            (0..).zip(&leaders).filter(|(_, leader)| **leader == NO_CLASS).map(|(node, _)| node).collect();
        FirstNodes::default()
            .join(nodes.into_iter(), &signatures, &mut leaders, |u, v| are_adjacent_twins(graph, u, v));
        Self::numbered(&leaders)
    }

    fn numbered(leaders: &[u32]) -> Self {
        let (mut class_of_node, mut firsts, mut sizes) = (Vec::with_capacity(leaders.len()), Vec::new(), Vec::new());
        for (node, &leader) in (0..).zip(leaders) {
            let class = if is_first(leaders, node) {
                firsts.push(node);
                sizes.push(0);
                firsts.len() as u32 - 1
            } else {
                class_of_node[leader as usize]
            };
            sizes[class as usize] += 1;
            class_of_node.push(class);
        }
        Self { class_of_node, firsts, sizes }
    }
}

/// Sums of hashes of the neighbours of each node.
fn signatures(graph: &Graph) -> Vec<u64> {
    let sum =
        |node: u32| graph.neighbors(node).iter().fold(0u64, |sum, &other| sum.wrapping_add(scramble(other.into())));
    (0..graph.node_count() as u32).map(sum).collect()
}

fn non_adjacent_leaders(graph: &Graph, signatures: &[u64]) -> Vec<u32> {
    let mut leaders = vec![NO_CLASS; graph.node_count()];
    FirstNodes::default().join(0..graph.node_count() as u32, signatures, &mut leaders, |u, v| {
        graph.neighbors(u) == graph.neighbors(v) && graph.weights(u) == graph.weights(v)
    });
    leaders
}

fn are_adjacent_twins(graph: &Graph, u: u32, v: u32) -> bool {
    let others = |node: u32, twin: u32| {
        let weights = graph.weights(node);
        let neighbors = graph.neighbors(node).iter().enumerate().filter(move |(_, other)| **other != twin);
        neighbors.map(move |(at, &other)| (other, weights.map_or(1.0, |weights| weights[at])))
    };
    graph.neighbors(u).len() == graph.neighbors(v).len() && others(u, v).eq(others(v, u))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_of_a_hub_and_members_of_a_clique_are_twins() {
        // A hub 1 with leaves 0, 2 and a clique 3, 4, 5 of which 3 is next to the hub.
        let edges = [(1, 0), (1, 2), (1, 3), (3, 4), (3, 5), (4, 5)];
        let graph = Graph::from_edges(6, &edges).unwrap_or_else(|_| unreachable!());
        let open = Twins::non_adjacent(&graph);
        assert_eq!((open.class_of_node, open.firsts), (vec![0, 1, 0, 2, 3, 4], vec![0, 1, 3, 4, 5]));
        let all = Twins::all(&graph);
        assert_eq!((all.class_of_node, all.sizes), (vec![0, 1, 0, 2, 3, 3], vec![2, 1, 1, 2]));
        // Weights tell leaves apart.
        let graph = Graph::from_weighted_edges(3, &[(1, 0, 1.0), (1, 2, 2.0)]).unwrap_or_else(|_| unreachable!());
        assert_eq!(Twins::all(&graph).sizes, [1, 1, 1]);
    }
}
