use super::elimination_tree::{EliminationTree, NONE};
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Most zeros among the numbers in the columns of a front's pivots.
const MOST_ZEROS: f64 = 0.2;

/// All of an elimination that does not depend on the shift: which rows are eliminated together, and what they touch.
///
/// A front is a small dense symmetric matrix. Its first rows, the pivots, are consecutive in the elimination order and touch
/// the same later rows, which are its other rows. What elimination leaves there is added into the front of the parent
/// (the multifrontal method: Duff and Reid 1983, "The Multifrontal Solution of Indefinite Sparse Symmetric Linear Systems").
/// A front comes after its children and all below them, so what the children leave can wait on a stack.
#[derive(Debug, Default)]
pub(super) struct AssemblyTree {
    /// The fronts in the order of their elimination.
    pub(super) fronts: Vec<Front>,
    /// For each front in turn, where the rows that it touches stand in the front of its parent.
    places: Vec<u32>,
    /// The matrix beside the diagonal, front by front.
    entries: Vec<FrontEntry>,
    /// The diagonal in the order of elimination.
    pub(super) diagonal: Vec<f64>,
}

/// A group of rows that are eliminated together.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Front {
    /// Number of the first pivot.
    pub(super) first: usize,
    pub(super) pivots: usize,
    /// Rows that the pivots touch.
    pub(super) touched: usize,
    pub(super) children: usize,
    places: usize,
    entries: usize,
    entry_count: usize,
}

/// An entry of the matrix at its place in a front, below the diagonal.
#[derive(Debug, Clone, Copy)]
pub(super) struct FrontEntry {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) value: f64,
}

impl Front {
    /// Rows of the front.
    pub(super) fn size(&self) -> usize {
        self.pivots + self.touched
    }
}

impl AssemblyTree {
    /// # Complexity
    /// O(fill) time, O(n + m + rows of all fronts) space.
    pub(super) fn new(matrix: &SparseLaplacian, tree: &EliminationTree) -> Self {
        let mut assembly = Self::default();
        assembly.diagonal.extend(tree.order.iter().map(|&row| matrix.diagonal(row as usize)));
        assembly.group_pivots(tree);
        let patterns = assembly.find_patterns(matrix, tree);
        assembly.place(matrix, tree, &patterns);
        assembly
    }

    /// Where the rows that a front touches stand in the front of its parent.
    pub(super) fn places(&self, front: &Front) -> &[u32] {
        &self.places[front.places..front.places + front.touched]
    }

    /// The entries of the matrix in the columns of a front's pivots.
    pub(super) fn entries(&self, front: &Front) -> &[FrontEntry] {
        &self.entries[front.entries..front.entries + front.entry_count]
    }

    /// Numbers that wait on the stack at the worst time, for one shift.
    pub(super) fn stack_size(&self) -> usize {
        let (mut waiting, mut most): (Vec<usize>, usize) = (Vec::new(), 0);
        let mut sum = 0;
        for front in &self.fronts {
            // The children are still there while the front adds them up.
            for child in waiting.drain(waiting.len() - front.children..) {
                sum -= child;
            }
            waiting.push(triangle(front.touched));
            sum += triangle(front.touched);
            most = most.max(sum);
        }
        most
    }

    /// Numbers in the largest front.
    pub(super) fn largest_front(&self) -> usize {
        triangle(self.largest_size())
    }

    /// Rows of the largest front.
    pub(super) fn largest_size(&self) -> usize {
        self.fronts.iter().map(Front::size).max().unwrap_or(0)
    }

    /// A row joins the one before if that is its child and touches nearly the same rows: a few zeros that are treated as
    /// numbers cost less than to carry everything from one front to the next.
    fn group_pivots(&mut self, tree: &EliminationTree) {
        let mut zeros = 0;
        for (row, &touched) in tree.touched.iter().enumerate() {
            let touched = touched as usize;
            if let Some(front) = self.fronts.last_mut()
                && tree.parents[row - 1] == row as u32
            {
                let more_zeros = zeros + front.pivots * (touched + 1 - front.touched);
                let numbers = triangle(front.pivots + 1) + (front.pivots + 1) * touched;
                if more_zeros as f64 <= MOST_ZEROS * numbers as f64 {
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
        // Fronts whose parent is still to come, the nearest last.
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

    /// Finds the places of what is added into each front.
    fn place(&mut self, matrix: &SparseLaplacian, tree: &EliminationTree, patterns: &[Vec<u32>]) {
        let mut local = vec![0u32; tree.len()];
        let mut waiting: Vec<usize> = Vec::new();
        for index in 0..self.fronts.len() {
            let Front { first, pivots, children, .. } = self.fronts[index];
            let rows = (first as u32..(first + pivots) as u32).chain(patterns[index].iter().copied());
            for (at, row) in rows.enumerate() {
                local[row as usize] = at as u32;
            }
            for child in waiting.drain(waiting.len() - children..) {
                self.fronts[child].places = self.places.len();
                self.places.extend(patterns[child].iter().map(|&row| local[row as usize]));
            }
            self.fronts[index].entries = self.entries.len();
            for pivot in first..first + pivots {
                let entries = matrix.entries(tree.order[pivot] as usize);
                let numbered = entries.map(|(column, value)| (tree.positions[column] as usize, value));
                self.entries.extend(numbered.filter(|&(row, _)| row > pivot).map(|(row, value)| FrontEntry {
                    row: local[row],
                    column: (pivot - first) as u32,
                    value,
                }));
            }
            self.fronts[index].entry_count = self.entries.len() - self.fronts[index].entries;
            if !patterns[index].is_empty() {
                waiting.push(index);
            }
        }
    }
}

/// Entries of a lower triangle with its diagonal.
pub(super) fn triangle(size: usize) -> usize {
    size * (size + 1) / 2
}
