//! Adjacency of the classes in compressed rows.

use super::twin_classes::TwinClasses;
use sgr_core::graph::Graph;

/// Which classes are joined: compressed rows, ascending, without loops.
#[derive(Debug)]
pub(in crate::baselines::multiscale_laplacian) struct ClassRows {
    offsets: Vec<usize>,
    /// Where in its row the neighbours with higher numbers start.
    later: Vec<usize>,
    neighbors: Vec<u32>,
}

impl ClassRows {
    /// The rows of the graph of the classes, in their own numbering.
    pub(super) fn of(graph: &Graph, classes: &TwinClasses) -> Self {
        let mut rows = Self::with_capacity(classes.leaders.len(), 0);
        for &leader in &classes.leaders {
            // The members of a class have the same neighbours but for each other.
            rows.push(graph.neighbors(leader).iter().map(|&node| classes.of_node[node as usize]));
        }
        rows.neighbors.shrink_to_fit();
        rows
    }

    /// The same in another numbering: `order` lists the classes, `places` has the place of each in that list.
    pub(super) fn renumbered(&self, order: &[u32], places: &[u32]) -> Self {
        let mut rows = Self::with_capacity(self.len(), self.neighbors.len());
        order.iter().for_each(|&class| rows.push(self.neighbors(class).iter().map(|&other| places[other as usize])));
        rows
    }

    fn with_capacity(classes: usize, entries: usize) -> Self {
        let mut offsets = Vec::with_capacity(classes + 1);
        offsets.push(0);
        Self { offsets, later: Vec::with_capacity(classes), neighbors: Vec::with_capacity(entries) }
    }

    /// Appends the row of the next class: neighbours in any order, some more than once, itself among them.
    fn push(&mut self, neighbors: impl Iterator<Item = u32>) {
        let (class, start) = (self.len() as u32, self.neighbors.len());
        self.neighbors.extend(neighbors.filter(|&other| other != class));
        let row = &mut self.neighbors[start..];
        row.sort_unstable();
        let mut kept = 0;
        for at in 0..row.len() {
            if kept == 0 || row[kept - 1] != row[at] {
                row[kept] = row[at];
                kept += 1;
            }
        }
        self.later.push(start + row[..kept].partition_point(|&other| other < class));
        self.neighbors.truncate(start + kept);
        self.offsets.push(self.neighbors.len());
    }

    /// Number of classes.
    pub(super) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Start of each row and, last, the number of entries.
    pub(super) fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// All rows one after another.
    pub(super) fn columns(&self) -> &[u32] {
        &self.neighbors
    }

    /// Neighbouring classes, ascending.
    pub(in crate::baselines::multiscale_laplacian) fn neighbors(&self, class: u32) -> &[u32] {
        &self.neighbors[self.offsets[class as usize]..self.offsets[class as usize + 1]]
    }

    /// Neighbouring classes with higher numbers, ascending.
    pub(in crate::baselines::multiscale_laplacian) fn later_neighbors(&self, class: u32) -> &[u32] {
        &self.neighbors[self.later[class as usize]..self.offsets[class as usize + 1]]
    }
}
