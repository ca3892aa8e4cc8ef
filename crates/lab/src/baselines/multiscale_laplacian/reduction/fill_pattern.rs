//! Positions of the entries of the Cholesky factor.

use super::class_rows::ClassRows;

/// Which entries the columns of the Cholesky factor have below the diagonal, when classes are eliminated by their numbers.
#[derive(Debug)]
pub(in crate::baselines::multiscale_laplacian) struct FillPattern {
    offsets: Vec<usize>,
    rows: Vec<u32>,
}

impl FillPattern {
    /// The column of a class: its later neighbours, and the columns passed on to it. A column is passed on to its first
    /// row.
    ///
    /// Parter 1961, "The Use of Linear Graphs in Gauss Elimination"; George & Liu 1981, "Computer Solution of Large Sparse
    /// Positive Definite Systems", §5.
    ///
    /// # Complexity
    /// Time and space of the pattern, but for sorting each column.
    pub(super) fn of(graph: &ClassRows) -> Self {
        let mut pattern = Self { offsets: vec![0], rows: Vec::new() };
        let mut passed_on: Vec<Vec<u32>> = vec![Vec::new(); graph.len()];
        let mut marks = vec![u32::MAX; graph.len()];
        for class in 0..graph.len() as u32 {
            let start = pattern.rows.len();
            marks[class as usize] = class;
            let mut add = |rows: &mut Vec<u32>, row: u32| {
                if marks[row as usize] != class {
                    marks[row as usize] = class;
                    rows.push(row);
                }
            };
            graph.later_neighbors(class).iter().for_each(|&row| add(&mut pattern.rows, row));
            for column in std::mem::take(&mut passed_on[class as usize]) {
                for at in pattern.range(column) {
                    let row = pattern.rows[at];
                    add(&mut pattern.rows, row);
                }
            }
            pattern.rows[start..].sort_unstable();
            if let Some(&first) = pattern.rows.get(start) {
                passed_on[first as usize].push(class);
            }
            pattern.offsets.push(pattern.rows.len());
        }
        pattern.rows.shrink_to_fit();
        pattern
    }

    /// Where the entries of a column are.
    pub(in crate::baselines::multiscale_laplacian) fn range(&self, column: u32) -> std::ops::Range<usize> {
        self.offsets[column as usize]..self.offsets[column as usize + 1]
    }

    /// Rows of all entries, column after column, ascending in each.
    pub(in crate::baselines::multiscale_laplacian) fn rows(&self) -> &[u32] {
        &self.rows
    }
}
