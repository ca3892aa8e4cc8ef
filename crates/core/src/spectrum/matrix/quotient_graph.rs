//! The quotient of a graph by its twins, for twin reduction.

/// A weighted graph with loops that owns its rows; a node stands for a class of twins.
#[derive(Debug, Default)]
pub(crate) struct QuotientGraph {
    pub(super) offsets: Vec<usize>,
    pub(super) columns: Vec<u32>,
    pub(super) weights: Vec<f64>,
    pub(super) loops: Vec<f64>,
    pub(super) degrees: Vec<f64>,
}

impl QuotientGraph {
    /// Removes all rows.
    pub(crate) fn clear(&mut self) {
        self.offsets.clear();
        self.offsets.push(0);
        self.columns.clear();
        self.weights.clear();
        self.loops.clear();
        self.degrees.clear();
    }

    /// Appends an entry to the row under construction.
    pub(crate) fn push_entry(&mut self, column: u32, weight: f64) {
        self.columns.push(column);
        self.weights.push(weight);
    }

    /// Ends the row under construction.
    pub(crate) fn end_row(&mut self, loop_weight: f64, degree: f64) {
        self.offsets.push(self.columns.len());
        self.loops.push(loop_weight);
        self.degrees.push(degree);
    }
}
