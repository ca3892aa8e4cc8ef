//! A part of a large graph that can be looked at.

use std::collections::VecDeque;

use sgr_core::graph::Graph;

/// At most `most` nodes, ascending: all of them, or those nearest to the node with the most neighbours (the first of several),
/// breadth first, then to the first node that is left.
pub(super) fn nearby_nodes(graph: &Graph, most: usize) -> Vec<u32> {
    let count = graph.node_count() as u32;
    if count as usize <= most {
        return (0..count).collect();
    }
    let hub = (0..count).rev().max_by_key(|&node| graph.neighbors(node).len()).unwrap_or(0);
    let mut is_met = vec![false; count as usize];
    let (mut nodes, mut queue) = (Vec::with_capacity(most), VecDeque::new());
    for first in std::iter::once(hub).chain(0..count) {
        if !is_met[first as usize] {
            is_met[first as usize] = true;
            queue.push_back(first);
        }
        while let Some(node) = queue.pop_front() {
            nodes.push(node);
            if nodes.len() == most {
                nodes.sort_unstable();
                return nodes;
            }
            for &other in graph.neighbors(node) {
                if !is_met[other as usize] {
                    is_met[other as usize] = true;
                    queue.push_back(other);
                }
            }
        }
    }
    nodes
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_next_to_the_hub_come_first() {
        // A path of six nodes, a star around node 8, and an isolated node.
        let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (8, 6), (8, 7), (8, 9), (9, 10)];
        let graph = Graph::from_edges(12, &edges).unwrap();
        assert_eq!(nearby_nodes(&graph, 1), [8]);
        assert_eq!(nearby_nodes(&graph, 4), [6, 7, 8, 9]);
        assert_eq!(nearby_nodes(&graph, 7), [0, 1, 6, 7, 8, 9, 10]);
        assert_eq!(nearby_nodes(&graph, 12), (0..12).collect::<Vec<_>>());
    }
}
