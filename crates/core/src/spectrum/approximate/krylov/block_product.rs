//! Products of the Laplacian with blocks of vectors, in double precision.

use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::neighbor_sum::{CacheLine, neighbor_sum};
use super::row_tasks::RowTasks;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Number of vectors in a block: their entries in one row fill a cache line, so each random access to memory serves all
/// vectors.
pub(crate) const BLOCK: usize = 8;

/// Fewest rows that one thread scales at a time: 128 KiB, far more work than starting a task takes.
const SCALED_ROWS: usize = 2048;

/// One entry for each vector of a block.
pub(crate) type Row = [f64; BLOCK];

/// Multiplies the Laplacian with blocks of vectors, which are stored row by row.
#[derive(Debug)]
pub(crate) struct BlockProduct<'a> {
    matrix: &'a SparseLaplacian,
    tasks: RowTasks,
    /// The block times the unit of each row: the entries of an unweighted graph are then all 1.
    scaled: Vec<CacheLine<Row>>,
}

impl<'a> BlockProduct<'a> {
    pub(crate) fn new(matrix: &'a SparseLaplacian) -> Self {
        Self { matrix, tasks: RowTasks::new(matrix), scaled: vec![CacheLine([0.0; BLOCK]); matrix.size()] }
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
    scaled: &'a [CacheLine<Row>],
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
