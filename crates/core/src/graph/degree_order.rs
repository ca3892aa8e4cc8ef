//! Nodes by degree, with edges towards higher degrees.

use crate::graph::Graph;

/// A graph whose nodes are numbered by ascending degree.
///
/// Walks that only go from a node to smaller ones never enter a hub from its many small neighbours: this makes
/// small cycles cheap to count.
#[derive(Debug, Default)]
pub struct DegreeOrder {
    /// The node with each rank.
    nodes: Vec<u32>,
    /// The rank of each node.
    ranks: Vec<u32>,
    /// Start of each rank's row, and the end of the last.
    offsets: Vec<usize>,
    /// Ranks of the neighbours, row after row, each ascending.
    columns: Vec<u32>,
    /// Where the next neighbour of each rank goes.
    ends: Vec<usize>,
}

impl DegreeOrder {
    /// Takes over a graph.
    ///
    /// # Complexity
    /// O(n log n + m) time, O(n + m) space.
    pub fn arrange(&mut self, graph: &Graph) {
        let Self { nodes, ranks, offsets, columns, ends } = self;
        nodes.clear();
        nodes.extend(0..graph.node_count() as u32);
        nodes.sort_unstable_by_key(|&node| (graph.neighbors(node).len(), node));
        ranks.clear();
        ranks.resize(nodes.len(), 0);
        offsets.clear();
        offsets.push(0);
        let mut end = 0;
        for (rank, &node) in nodes.iter().enumerate() {
            ranks[node as usize] = rank as u32;
            end += graph.neighbors(node).len();
            offsets.push(end);
        }
        columns.clear();
        columns.resize(end, 0);
        ends.clear();
        ends.extend_from_slice(&offsets[..nodes.len()]);
        // Ranks arrive in ascending order, so every row is ascending without sorting.
        for (rank, &node) in nodes.iter().enumerate() {
            for &neighbor in graph.neighbors(node) {
                let end = &mut ends[ranks[neighbor as usize] as usize];
                columns[*end] = rank as u32;
                *end += 1;
            }
        }
    }

    /// The node with each rank.
    #[must_use]
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// The neighbours of rank `rank` that rank below `limit`, ascending.
    pub fn below(&self, rank: u32, limit: u32) -> impl Iterator<Item = u32> + '_ {
        self.row(rank).iter().copied().take_while(move |&other| other < limit)
    }

    /// The neighbours of rank `rank` that rank above it, ascending. At most √(2m): each has at least as many neighbours
    /// as there are of them.
    #[must_use]
    pub fn above(&self, rank: u32) -> &[u32] {
        let row = self.row(rank);
        &row[row.partition_point(|&other| other < rank)..]
    }

    fn row(&self, rank: u32) -> &[u32] {
        &self.columns[self.offsets[rank as usize]..self.offsets[rank as usize + 1]]
    }
}
