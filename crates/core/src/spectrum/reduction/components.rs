//! Connected components, for the planner and all solvers.

use crate::spectrum::matrix::graph_view::GraphView;

/// Connected components of a graph, found breadth first. All graphs reuse the buffers.
#[derive(Debug, Default)]
pub(crate) struct Components {
    /// Nodes, component after component.
    nodes: Vec<u32>,
    /// Start of each component in `nodes`, and the end of the last.
    starts: Vec<usize>,
    /// Position of each node inside its component.
    positions: Vec<u32>,
}

/// Position of a node that the search has not reached.
const UNSEEN: u32 = u32::MAX;

impl Components {
    /// Finds the components of `rows`.
    ///
    /// # Complexity
    /// O(n + m) time, O(n) space.
    pub(crate) fn find(&mut self, rows: GraphView<'_>) {
        self.nodes.clear();
        self.starts.clear();
        self.starts.push(0);
        self.positions.clear();
        self.positions.resize(rows.node_count(), UNSEEN);
        for root in 0..rows.node_count() as u32 {
            if self.positions[root as usize] != UNSEEN {
                continue;
            }
            let start = self.nodes.len();
            self.positions[root as usize] = 0;
            self.nodes.push(root);
            let mut next = start;
            while let Some(&node) = self.nodes.get(next) {
                next += 1;
                for &neighbor in rows.columns(node) {
                    if self.positions[neighbor as usize] == UNSEEN {
                        self.positions[neighbor as usize] = (self.nodes.len() - start) as u32;
                        self.nodes.push(neighbor);
                    }
                }
            }
            self.starts.push(self.nodes.len());
        }
    }

    /// Number of components.
    pub(crate) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The nodes of a component.
    pub(crate) fn nodes(&self, component: usize) -> &[u32] {
        &self.nodes[self.starts[component]..self.starts[component + 1]]
    }

    /// Position of each node inside its component.
    pub(crate) fn positions(&self) -> &[u32] {
        &self.positions
    }

    /// Reorders the nodes of a component: `order` lists their current positions.
    pub(crate) fn reorder(&mut self, component: usize, order: &[u32]) {
        let nodes = &mut self.nodes[self.starts[component]..self.starts[component + 1]];
        let old: Vec<u32> = nodes.to_vec();
        for (position, &from) in order.iter().enumerate() {
            let node = old[from as usize];
            nodes[position] = node;
            self.positions[node as usize] = position as u32;
        }
    }
}
