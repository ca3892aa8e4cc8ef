//! Nodes within some steps of another.

use super::reduction::ReducedGraph;
use sgr_core::numerics::scramble;

/// Finds the nodes within some steps of another; buffers kept from search to search.
#[derive(Debug, Default)]
pub(super) struct BallSearch {
    /// The search that last reached each node.
    marks: Vec<u32>,
    search: u32,
    members: Vec<u32>,
}

impl BallSearch {
    /// All nodes within `radius` steps of `center`.
    ///
    /// # Complexity
    /// O(edges at the nodes within `radius` − 1 steps).
    pub(super) fn search(&mut self, graph: &ReducedGraph, center: u32, radius: usize) {
        self.begin(graph.len());
        self.reach(center);
        let mut done = 0;
        for _ in 0..radius {
            let shell = done..self.members.len();
            done = shell.end;
            for at in shell {
                graph.rows().neighbors(self.members[at]).iter().for_each(|&neighbor| self.reach(neighbor));
            }
            if done == self.members.len() {
                break;
            }
        }
    }

    fn begin(&mut self, nodes: usize) {
        if self.search == u32::MAX {
            self.marks.fill(0);
            self.search = 0;
        }
        self.search += 1;
        self.marks.resize(self.marks.len().max(nodes), 0);
        self.members.clear();
    }

    fn reach(&mut self, node: u32) {
        if !self.contains(node) {
            self.marks[node as usize] = self.search;
            self.members.push(node);
        }
    }

    pub(super) fn contains(&self, node: u32) -> bool {
        self.marks[node as usize] == self.search
    }

    /// The nodes of the last search, in the order in which they were reached.
    pub(super) fn members(&self) -> &[u32] {
        &self.members
    }

    /// Brings the nodes in ascending order.
    pub(super) fn sort(&mut self, nodes: usize) {
        // A pass over all nodes is cheaper than sorting many of them.
        if self.members.len() > nodes / 8 {
            let (marks, search) = (&self.marks, self.search);
            self.members.clear();
            self.members.extend((0..nodes as u32).filter(|&node| marks[node as usize] == search));
        } else {
            self.members.sort_unstable();
        }
    }

    /// A hash of the set of nodes.
    pub(super) fn signature(&self) -> u64 {
        self.members.iter().fold(0, |sum, &node| sum.wrapping_add(scramble(node.into())))
    }

    /// Whether both found the same set.
    pub(super) fn is_same_set(&self, other: &Self) -> bool {
        self.members.len() == other.members.len() && self.members.iter().all(|&node| other.contains(node))
    }
}
