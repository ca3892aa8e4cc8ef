//! Nodes in cells of equal colour.

/// The nodes of a graph in an order in which each cell is an interval; a cell is known by its first position.
#[derive(Debug)]
pub(super) struct Partition {
    /// The nodes, cell after cell.
    pub(super) order: Vec<u32>,
    /// Where each node stands in the order.
    place: Vec<u32>,
    /// The first position of each node's cell.
    cell: Vec<u32>,
}

impl Partition {
    /// All nodes in one cell, in this order.
    pub(super) fn new(order: Vec<u32>) -> Self {
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, &node)| place[node as usize] = at as u32);
        Self { cell: vec![0; order.len()], place, order }
    }

    /// The cell of a node.
    pub(super) fn cell(&self, node: u32) -> u32 {
        self.cell[node as usize]
    }

    /// Makes an interval of the order a cell.
    pub(super) fn set_cell(&mut self, start: usize, end: usize) {
        for &node in &self.order[start..end] {
            self.cell[node as usize] = start as u32;
        }
    }

    /// Gives the nodes of an interval back to the cell before it.
    pub(super) fn merge(&mut self, start: usize, end: usize, into: u32) {
        for &node in &self.order[start..end] {
            self.cell[node as usize] = into;
        }
    }

    /// Moves some nodes of a cell, in this order, to its end.
    pub(super) fn move_to_end(&mut self, end: usize, nodes: &[u32]) {
        for (target, &node) in (0..end).rev().zip(nodes.iter().rev()) {
            let from = self.place[node as usize] as usize;
            let other = self.order[target];
            self.order.swap(from, target);
            self.place[node as usize] = target as u32;
            self.place[other as usize] = from as u32;
        }
    }
}
