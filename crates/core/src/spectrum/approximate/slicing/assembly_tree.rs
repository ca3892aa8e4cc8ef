//! Symbolic elimination of a sparse matrix in fronts, for counting eigenvalues.

use super::elimination_tree::{EliminationTree, NONE};
use super::wide::WideFront;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Largest fraction of zeros in the pivot columns of a front. A fifth more arithmetic in these columns is cheaper than
/// one more front, whose trailing block has to be copied to the stack and added to its parent.
const MAX_ZERO_FRACTION: f64 = 0.2;

/// The symbolic elimination, which does not depend on the shift: which rows are eliminated together, and which rows
/// they touch.
///
/// A front is a small dense symmetric matrix. Its first rows, the pivots, are consecutive in the elimination order and
/// touch the same later rows, which are the other rows of the front. Eliminating the pivots updates the trailing block
/// of these rows, which is then added to the front of the parent (the multifrontal method: Duff and Reid 1983, "The
/// Multifrontal Solution of Indefinite Sparse Symmetric Linear Systems"). A front comes after all its descendants, so
/// the trailing blocks can be kept on a stack until the parent takes them.
#[derive(Debug, Default)]
pub(super) struct AssemblyTree {
    /// The fronts in the order of their elimination.
    pub(super) fronts: Vec<Front>,
    /// For each front, the positions of its touched rows in the front of its parent.
    parent_positions: Vec<u32>,
    /// The off-diagonal entries of the matrix, front by front.
    entries: Vec<FrontEntry>,
    /// The diagonal, in elimination order.
    pub(super) diagonal: Vec<f64>,
}

/// Rows that are eliminated together.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Front {
    /// Position of the first pivot in the elimination order.
    pub(super) first: usize,
    /// Number of pivots.
    pub(super) pivots: usize,
    /// Number of later rows that the pivots touch.
    pub(super) touched: usize,
    /// Number of children in the tree.
    pub(super) children: usize,
    /// Start of this front in `AssemblyTree::parent_positions`.
    positions_start: usize,
    /// Start of this front in `AssemblyTree::entries`.
    entries_start: usize,
    entry_count: usize,
}

/// An entry of the matrix at its position in the lower triangle of a front.
#[derive(Debug, Clone, Copy)]
pub(super) struct FrontEntry {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) value: f64,
}

impl Front {
    /// Number of rows of the front.
    pub(super) fn size(&self) -> usize {
        self.pivots + self.touched
    }
}

impl AssemblyTree {
    /// The tree of fronts for a matrix and its elimination tree.
    ///
    /// # Complexity
    /// O(fill) time, O(n + m + rows of all fronts) space.
    pub(super) fn new(matrix: &SparseLaplacian, tree: &EliminationTree) -> Self {
        let mut assembly = Self::default();
        assembly.diagonal.extend(tree.order.iter().map(|&row| matrix.diagonal(row as usize)));
        assembly.group_pivots(tree);
        let patterns = assembly.find_patterns(matrix, tree);
        assembly.find_positions(matrix, tree, &patterns);
        assembly
    }

    /// Positions of the touched rows of a front in the front of its parent.
    pub(super) fn parent_positions(&self, front: &Front) -> &[u32] {
        &self.parent_positions[front.positions_start..front.positions_start + front.touched]
    }

    /// The entries of the matrix in the pivot columns of a front.
    pub(super) fn entries(&self, front: &Front) -> &[FrontEntry] {
        &self.entries[front.entries_start..front.entries_start + front.entry_count]
    }

    /// Largest size of the stack, in entries for one shift.
    pub(super) fn stack_size(&self) -> usize {
        let (mut waiting, mut most): (Vec<usize>, usize) = (Vec::new(), 0);
        let mut sum = 0;
        for front in &self.fronts {
            // The front takes its children off the stack before it pushes its own trailing block.
            for child in waiting.drain(waiting.len() - front.children..) {
                sum -= child;
            }
            waiting.push(triangle(front.touched));
            sum += triangle(front.touched);
            most = most.max(sum);
        }
        most
    }

    /// Entries of the largest front, for one shift.
    pub(super) fn largest_front(&self) -> usize {
        triangle(self.largest_size())
    }

    /// Number of rows of the largest front.
    pub(super) fn largest_size(&self) -> usize {
        self.fronts.iter().map(Front::size).max().unwrap_or(0)
    }

    /// Entries of the buffer for the largest wide front; 0 if no front is wide.
    pub(super) fn wide_buffer(&self) -> usize {
        self.fronts.iter().filter(|front| WideFront::is_wide(front)).map(|front| front.size().pow(2)).max().unwrap_or(0)
    }

    /// Groups the rows into fronts. A row joins the front of the row before if that row is its child and touches nearly
    /// the same rows: treating a few zeros as entries costs less than passing a trailing block from front to front.
    fn group_pivots(&mut self, tree: &EliminationTree) {
        let mut zeros = 0;
        for (row, &touched) in tree.touched.iter().enumerate() {
            let touched = touched as usize;
            if let Some(front) = self.fronts.last_mut()
                && tree.parents[row - 1] == row as u32
            {
                let more_zeros = zeros + front.pivots * (touched + 1 - front.touched);
                let entries = triangle(front.pivots + 1) + (front.pivots + 1) * touched;
                if more_zeros as f64 <= MAX_ZERO_FRACTION * entries as f64 {
                    (front.pivots, front.touched, zeros) = (front.pivots + 1, touched, more_zeros);
                    continue;
                }
            }
            zeros = 0;
            self.fronts.push(Front { first: row, pivots: 1, touched, ..Front::default() });
        }
    }

    /// The rows that each front touches, ascending, from the leaves up.
    fn find_patterns(&mut self, matrix: &SparseLaplacian, tree: &EliminationTree) -> Vec<Vec<u32>> {
        let mut patterns: Vec<Vec<u32>> = Vec::with_capacity(self.fronts.len());
        let mut seen = vec![NONE; tree.len()];
        // Fronts whose parent comes later; the one whose parent is nearest is last.
        let mut waiting: Vec<usize> = Vec::new();
        for (index, front) in self.fronts.iter_mut().enumerate() {
            let end = (front.first + front.pivots) as u32;
            let mut pattern = Vec::with_capacity(front.touched);
            let mut touch = |row: u32| {
                if row >= end && seen[row as usize] != index as u32 {
                    seen[row as usize] = index as u32;
                    pattern.push(row);
                }
            };
            for pivot in front.first..front.first + front.pivots {
                tree.neighbors(matrix, pivot).for_each(&mut touch);
            }
            while let Some(child) = waiting.pop_if(|child| patterns[*child].first().is_some_and(|&row| row < end)) {
                patterns[child].iter().copied().for_each(&mut touch);
                front.children += 1;
            }
            pattern.sort_unstable();
            if !pattern.is_empty() {
                waiting.push(index);
            }
            patterns.push(pattern);
        }
        patterns
    }

    /// Finds the positions of matrix entries and of the children's trailing blocks in each front.
    fn find_positions(&mut self, matrix: &SparseLaplacian, tree: &EliminationTree, patterns: &[Vec<u32>]) {
        let mut local = vec![0u32; tree.len()];
        let mut waiting: Vec<usize> = Vec::new();
        for index in 0..self.fronts.len() {
            let Front { first, pivots, children, .. } = self.fronts[index];
            let rows = (first as u32..(first + pivots) as u32).chain(patterns[index].iter().copied());
            for (at, row) in rows.enumerate() {
                local[row as usize] = at as u32;
            }
            for child in waiting.drain(waiting.len() - children..) {
                self.fronts[child].positions_start = self.parent_positions.len();
                self.parent_positions.extend(patterns[child].iter().map(|&row| local[row as usize]));
            }
            self.fronts[index].entries_start = self.entries.len();
            for pivot in first..first + pivots {
                let entries = matrix.entries(tree.order[pivot] as usize);
                let numbered = entries.map(|(column, value)| (tree.positions[column] as usize, value));
                self.entries.extend(numbered.filter(|&(row, _)| row > pivot).map(|(row, value)| FrontEntry {
                    row: local[row],
                    column: (pivot - first) as u32,
                    value,
                }));
            }
            self.fronts[index].entry_count = self.entries.len() - self.fronts[index].entries_start;
            if !patterns[index].is_empty() {
                waiting.push(index);
            }
        }
    }
}

/// Number of entries of a lower triangle with its diagonal; also the index of the first entry of row `size`.
pub(super) fn triangle(size: usize) -> usize {
    size * (size + 1) / 2
}
