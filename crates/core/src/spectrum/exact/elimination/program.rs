//! The numerical elimination of one matrix as a list of columns, for any number of shifts.

use crate::laplacian;
use crate::spectrum::exact::component::Component;
use crate::spectrum::matrix::fill_pattern::FillPattern;

/// The elimination of L − sI, column by column. Pivots, and the entries below them, are in numbered slots.
///
/// All leaves have the pivot 1 − s, so they take one division together: they are not columns but part of the initial
/// pivots of their neighbours.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub(super) columns: Vec<Column>,
    /// For each column with several entries, the slots that its trailing block is subtracted from, row by row of the
    /// upper triangle.
    pub(super) targets: Vec<u32>,
    /// The values of all slots without the shift. Pivots are set separately.
    pub(super) initial: Vec<f64>,
    /// Number of leaves.
    pub(super) leaves: usize,
    /// Number of rows of the matrix.
    pub(super) size: usize,
    /// Sum of the eigenvalues.
    pub(super) trace: f64,
    /// Sum of the squared eigenvalues.
    pub(super) squares: f64,
    /// For each column of the pattern the slot of its pivot; [`LEAF`] for a leaf.
    pivots: Vec<u32>,
    /// Whether the elimination changes a slot.
    is_updated: Vec<bool>,
}

/// A column of the triangular factor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    /// Diagonal entry of the matrix.
    pub(super) diagonal: f64,
    /// Sum of the squared entries between this row and leaves.
    pub(super) leaves: f64,
    /// Slot of the pivot; the entries follow it.
    pub(super) pivot: u32,
    /// Number of entries below the pivot.
    pub(super) entries: u32,
    /// Start in [`Program::targets`] for several entries; the slot to subtract from for one.
    pub(super) target: u32,
    /// The square of the only entry, if the elimination does not change it.
    pub(super) square: Option<f64>,
}

const LEAF: u32 = u32::MAX;

impl Program {
    /// Replaces the program by that of a component, whose `pattern` was found before.
    pub(super) fn load(&mut self, component: Component<'_>, pattern: &FillPattern) {
        self.columns.clear();
        self.targets.clear();
        self.initial.clear();
        self.pivots.clear();
        (self.size, self.leaves) = (component.nodes.len(), 0);
        for (column, &at) in pattern.order().iter().enumerate() {
            self.push_column(component, at, pattern.touched(column), pattern.columns());
        }
        self.is_updated.clear();
        self.is_updated.resize(self.initial.len(), false);
        let mut own = 0;
        for number in 0..self.size {
            match self.pivots[number] {
                LEAF => self.add_leaf(component, pattern, number),
                _ => {
                    self.find_targets(own, pattern, number);
                    own += 1;
                }
            }
        }
        let leaves = self.leaves as f64;
        let entries: f64 = self.initial.iter().map(|value| value * value).sum();
        let (mut trace, mut squares) = (leaves, leaves + 2.0 * entries);
        for column in &self.columns {
            trace += column.diagonal;
            squares += column.diagonal * column.diagonal + 2.0 * column.leaves;
        }
        (self.trace, self.squares) = (trace, squares);
        for column in self.columns.iter_mut().filter(|column| column.entries == 1) {
            let slot = column.pivot as usize + 1;
            column.square = (!self.is_updated[slot]).then(|| self.initial[slot].powi(2));
        }
    }

    /// Appends the column of the node at a position of the component, unless it is a leaf.
    fn push_column(&mut self, component: Component<'_>, at: u32, touched: &[u32], columns: &[u32]) {
        let Component { view, nodes, positions, .. } = component;
        let node = nodes[at as usize];
        let diagonal = view.diagonal(node);
        if view.columns(node).len() == 1 && touched.len() == 1 && diagonal == 1.0 {
            self.leaves += 1;
            self.pivots.push(LEAF);
            return;
        }
        let pivot = self.initial.len() as u32;
        self.pivots.push(pivot);
        let entries = touched.len() as u32;
        self.columns.push(Column { diagonal, leaves: 0.0, pivot, entries, target: 0, square: None });
        self.initial.push(0.0);
        self.initial.resize(self.initial.len() + touched.len(), 0.0);
        let slots = &mut self.initial[pivot as usize + 1..];
        for (other, weight) in view.entries(node) {
            if let Ok(found) = touched.binary_search(&columns[positions[other as usize] as usize]) {
                slots[found] = laplacian::entry(weight, view.degree(node), view.degree(other));
            }
        }
    }

    /// Adds a leaf to the initial pivot of its neighbour.
    fn add_leaf(&mut self, component: Component<'_>, pattern: &FillPattern, number: usize) {
        let Component { view, nodes, .. } = component;
        let row = pattern.touched(number)[0] as usize;
        let (node, neighbor) = (nodes[pattern.order()[number] as usize], nodes[pattern.order()[row] as usize]);
        let weight = view.entries(node).next().map_or(0.0, |(_, weight)| weight);
        let entry = laplacian::entry(weight, view.degree(node), view.degree(neighbor));
        let pivot = self.pivots[row];
        if let Ok(column) = self.columns.binary_search_by_key(&pivot, |column| column.pivot) {
            self.columns[column].leaves += entry * entry;
        }
    }

    /// Finds the slots that a column updates: number `own` of the program, number `number` of the pattern.
    fn find_targets(&mut self, own: usize, pattern: &FillPattern, number: usize) {
        let touched = pattern.touched(number);
        self.columns[own].target = match *touched {
            [row] => self.pivots[row as usize],
            _ => self.targets.len() as u32,
        };
        if touched.len() < 2 {
            return;
        }
        for (at, &row) in touched.iter().enumerate() {
            let pivot = self.pivots[row as usize];
            self.targets.push(pivot);
            // The rows below are among those that the column of this row touches; both lists ascend.
            let mut below = (pivot + 1..).zip(pattern.touched(row as usize));
            for other in &touched[at + 1..] {
                if let Some((slot, _)) = below.find(|&(_, row)| row == other) {
                    self.is_updated[slot as usize] = true;
                    self.targets.push(slot);
                }
            }
        }
    }
}
