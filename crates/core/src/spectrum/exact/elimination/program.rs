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
    /// Numbers of columns that are eliminated together: one, or [`BLOCK`].
    pub(super) blocks: Vec<usize>,
    /// For each column, the slots that its trailing block is subtracted from, row by row of the upper triangle.
    pub(super) targets: Vec<u32>,
    /// For each target of a column that is not updated, what is subtracted times the pivot.
    pub(super) products: Vec<f64>,
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
    /// Start in [`Program::targets`].
    pub(super) target: u32,
    /// Start in [`Program::products`], if the elimination changes none of the entries.
    pub(super) products: Option<u32>,
    /// The largest of the products, for several entries.
    pub(super) largest: f64,
}

impl Column {
    /// Number of targets.
    pub(super) fn updates(&self) -> usize {
        let entries = self.entries as usize;
        entries * (entries + 1) / 2
    }
}

/// Columns that are eliminated together where the entries of one are those of the next, and that one itself: their targets
/// are loaded and stored once. Four factors fit the registers next to what they are multiplied with.
pub(super) const BLOCK: usize = 4;

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
        self.find_products();
        self.find_blocks();
    }

    /// Multiplies the entries of the columns that the elimination does not change.
    fn find_products(&mut self) {
        let Self { columns, products, initial, is_updated, .. } = self;
        products.clear();
        for column in columns {
            let entries = column.pivot as usize + 1..column.pivot as usize + 1 + column.entries as usize;
            if is_updated[entries.clone()].contains(&true) {
                continue;
            }
            column.products = Some(products.len() as u32);
            let values = &initial[entries];
            for (at, &value) in values.iter().enumerate() {
                products.extend(values[at..].iter().map(|other| value * other));
                if values.len() > 1 {
                    column.largest = column.largest.max(value * value);
                }
            }
        }
    }

    /// Divides the columns into blocks. Columns with less than two entries have no part in the growth.
    fn find_blocks(&mut self) {
        self.blocks.clear();
        let mut columns = self.columns.as_slice();
        while let Some(first) = columns.first() {
            let is_next = |(after, next): (&Column, &Column)| {
                next.products.is_none()
                    && next.entries >= 2
                    && after.entries == next.entries + 1
                    && self.targets[after.target as usize] == next.pivot
            };
            let is_block = first.products.is_none()
                && columns.len() >= BLOCK
                && columns[..BLOCK - 1].iter().zip(&columns[1..BLOCK]).all(is_next);
            let size = if is_block { BLOCK } else { 1 };
            self.blocks.push(size);
            columns = &columns[size..];
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
        self.columns.push(Column { diagonal, leaves: 0.0, pivot, entries, target: 0, products: None, largest: 0.0 });
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
        self.columns[own].target = self.targets.len() as u32;
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
