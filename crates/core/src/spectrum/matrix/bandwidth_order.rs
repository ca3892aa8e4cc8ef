//! An order of the nodes with small bandwidth, for the band solver: reverse Cuthill–McKee from a peripheral node.

use crate::spectrum::matrix::graph_view::GraphView;

/// Rounds of the search for a peripheral start: George and Liu's search ends after two or three.
const START_ROUNDS: usize = 4;

/// Buffers of the ordering, which all components reuse.
#[derive(Debug, Default)]
pub(crate) struct BandwidthOrder {
    order: Vec<u32>,
    level: Vec<u32>,
    neighbors: Vec<u32>,
}

impl BandwidthOrder {
    /// Orders a connected component. Returns the bandwidth, the largest distance between neighbours in the order.
    ///
    /// `nodes` are the nodes of the component, `positions` holds the position of each node in `nodes`. The
    /// [`order`](Self::order) lists positions in `nodes`.
    ///
    /// Cuthill and McKee 1969, George and Liu 1979 for the start.
    ///
    /// # Complexity
    /// O(m log d) time for m edges and largest degree d.
    pub(crate) fn find(&mut self, rows: GraphView<'_>, nodes: &[u32], positions: &[u32]) -> usize {
        let mut start = (0..nodes.len() as u32).min_by_key(|&at| rows.columns(nodes[at as usize]).len()).unwrap_or(0);
        let mut depth = 0;
        for _ in 0..START_ROUNDS {
            self.breadth_first(rows, nodes, positions, start);
            let Some(&last) = self.order.last() else { return 0 };
            let reached = self.level[last as usize];
            if reached <= depth {
                break;
            }
            depth = reached;
            let level = &self.level;
            let farthest = self.order.iter().rev().take_while(|&&at| level[at as usize] == reached);
            start = farthest.copied().min_by_key(|&at| rows.columns(nodes[at as usize]).len()).unwrap_or(start);
        }
        self.breadth_first(rows, nodes, positions, start);
        self.order.reverse();
        self.bandwidth(rows, nodes, positions)
    }

    /// The order found last.
    pub(crate) fn order(&self) -> &[u32] {
        &self.order
    }

    /// Fills `order` breadth first from `start`, neighbours of one node by ascending degree, and `level`.
    fn breadth_first(&mut self, rows: GraphView<'_>, nodes: &[u32], positions: &[u32], start: u32) {
        self.level.clear();
        self.level.resize(nodes.len(), u32::MAX);
        self.order.clear();
        self.order.push(start);
        self.level[start as usize] = 0;
        let mut next = 0;
        while let Some(&at) = self.order.get(next) {
            next += 1;
            self.neighbors.clear();
            let level = &mut self.level;
            let below = level[at as usize] + 1;
            let neighbor_positions = rows.columns(nodes[at as usize]).iter().map(|&node| positions[node as usize]);
            self.neighbors.extend(neighbor_positions.filter(|&position| {
                let is_new = level[position as usize] == u32::MAX;
                if is_new {
                    level[position as usize] = below;
                }
                is_new
            }));
            self.neighbors.sort_by_key(|&position| rows.columns(nodes[position as usize]).len());
            self.order.extend_from_slice(&self.neighbors);
        }
    }

    fn bandwidth(&mut self, rows: GraphView<'_>, nodes: &[u32], positions: &[u32]) -> usize {
        // The levels are no longer needed: `level` now holds the position of each node in the order.
        for (position, &at) in self.order.iter().enumerate() {
            self.level[at as usize] = position as u32;
        }
        let level = &self.level;
        let width = |at: usize| {
            let columns = rows.columns(nodes[at]).iter();
            columns.map(|&node| level[at].abs_diff(level[positions[node as usize] as usize])).max().unwrap_or(0)
        };
        (0..nodes.len()).map(width).max().unwrap_or(0) as usize
    }
}
