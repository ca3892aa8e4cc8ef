use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::neighbor_sum::{Line, neighbor_sum};
use super::row_tasks::RowTasks;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Vectors that are multiplied together: their numbers at one row fill a cache line, so that every jump through memory
/// serves all of them.
pub(crate) const BLOCK: usize = 8;

/// Rows that are scaled by one thread at a time.
const SCALED_ROWS: usize = 2048;

/// One number for each vector of a block.
pub(crate) type Row = [f64; BLOCK];

/// Multiplies blocks of vectors with the Laplacian; rows of a block lie one after another.
#[derive(Debug)]
pub(crate) struct BlockProduct<'a> {
    matrix: &'a SparseLaplacian,
    tasks: RowTasks,
    /// The block in units in which every weight of an unweighted graph is 1.
    scaled: Vec<Line<Row>>,
}

impl<'a> BlockProduct<'a> {
    pub(crate) fn new(matrix: &'a SparseLaplacian) -> Self {
        Self { matrix, tasks: RowTasks::new(matrix), scaled: vec![Line([0.0; BLOCK]); matrix.size()] }
    }

    pub(crate) fn matrix(&self) -> &'a SparseLaplacian {
        self.matrix
    }

    /// `result = L block`.
    ///
    /// # Complexity
    /// O(m) time for each vector.
    pub(crate) fn multiply(&mut self, block: &[Row], result: &mut [Row]) {
        let Self { matrix, tasks, scaled } = self;
        scaled.par_iter_mut().zip(block).with_min_len(SCALED_ROWS).enumerate().for_each(|(row, (scaled, own))| {
            let unit = matrix.unit(row);
            scaled.0 = own.map(|value| value * unit);
        });
        tasks.map(result, |first, rows| Arch::new().dispatch(MultiplyRows { matrix, scaled, block, first, rows }));
    }
}

struct MultiplyRows<'a> {
    matrix: &'a SparseLaplacian,
    scaled: &'a [Line<Row>],
    block: &'a [Row],
    first: usize,
    rows: &'a mut [Row],
}

impl WithSimd for MultiplyRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { matrix, scaled, block, first, rows } = self;
        for (row, result) in (first..).zip(rows) {
            let sum = neighbor_sum(matrix, row, scaled);
            let (unit, diagonal, own) = (matrix.unit(row), matrix.diagonal(row), &block[row]);
            for lane in 0..BLOCK {
                result[lane] = diagonal * own[lane] - unit * sum[lane];
            }
        }
    }
}
