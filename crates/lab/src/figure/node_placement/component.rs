//! Connected components with a numbering of their own.

use std::collections::VecDeque;

use sgr_core::graph::Graph;

/// A connected component: its nodes in ascending order, and the neighbours of each by their places in that order.
#[derive(Debug)]
pub(super) struct Component {
    pub(super) nodes: Vec<u32>,
    pub(super) neighbours: Vec<Vec<u32>>,
}

impl Component {
    /// The components of a graph, in the order of their first nodes.
    pub(super) fn all_of(graph: &Graph) -> Vec<Self> {
        let mut places = vec![u32::MAX; graph.node_count()];
        let mut components = Vec::new();
        for first in 0..graph.node_count() as u32 {
            if places[first as usize] == u32::MAX {
                components.push(Self::from(graph, first, &mut places));
            }
        }
        components
    }

    /// The component of a node; `places` gets the places of its nodes.
    fn from(graph: &Graph, first: u32, places: &mut [u32]) -> Self {
        let (mut nodes, mut queue) = (vec![first], VecDeque::from([first]));
        places[first as usize] = 0;
        while let Some(node) = queue.pop_front() {
            for &other in graph.neighbors(node) {
                if places[other as usize] == u32::MAX {
                    places[other as usize] = 0;
                    nodes.push(other);
                    queue.push_back(other);
                }
            }
        }
        nodes.sort_unstable();
        nodes.iter().enumerate().for_each(|(place, &node)| places[node as usize] = place as u32);
        let local = |&node: &u32| graph.neighbors(node).iter().map(|&other| places[other as usize]).collect();
        let neighbours = nodes.iter().map(local).collect();
        Self { nodes, neighbours }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Writes the number of edges on the shortest path from a node to each node.
    pub(super) fn distances_from(&self, from: usize, distances: &mut [u32]) {
        distances.fill(u32::MAX);
        distances[from] = 0;
        let mut queue = VecDeque::from([from as u32]);
        while let Some(node) = queue.pop_front() {
            let next = distances[node as usize] + 1;
            for &other in &self.neighbours[node as usize] {
                if distances[other as usize] == u32::MAX {
                    distances[other as usize] = next;
                    queue.push_back(other);
                }
            }
        }
    }
}
