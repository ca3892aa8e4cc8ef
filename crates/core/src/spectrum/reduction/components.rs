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

/// A connected component has the eigenvalue 0 exactly once; rounding must not make a zero of another one. An eigenvalue
/// below the rounding error of numbers of size 1, which weights that differ by a factor of 1e16 cause, becomes this: the
/// number of zeros then is the number of components.
pub(crate) const SMALLEST_NONZERO: f64 = f64::EPSILON;

/// Makes the first of the ascending eigenvalues of a connected component 0, which a solver finds up to rounding, and the
/// others positive.
pub(crate) fn make_one_zero(eigenvalues: &mut [f64]) {
    if let Some((first, others)) = eigenvalues.split_first_mut() {
        *first = 0.0;
        others.iter_mut().take_while(|value| **value < SMALLEST_NONZERO).for_each(|value| *value = SMALLEST_NONZERO);
    }
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
