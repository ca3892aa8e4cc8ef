use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::super::remainder::Remainder;

/// Vectors that are multiplied together: their entries at one row fill a cache line, so that every jump through memory
/// serves all of them.
pub(in super::super) const BLOCK: usize = 8;

/// Numbers in a task: large against what it takes to hand one out, small enough to share a graph of some thousand edges.
const TASK: usize = 1 << 14;

/// One number for each vector of a block.
pub(in super::super) type Row = [f64; BLOCK];

/// Multiplies blocks of vectors with the Laplacian; rows of a block lie one after another.
///
/// Rows are shared among the threads of the current rayon pool in a way that depends on the matrix alone, so the sums are
/// the same to the bit on any number of threads.
#[derive(Debug)]
pub(in super::super) struct BlockProduct<'a> {
    matrix: &'a Remainder,
    /// First row of each task, and the number of rows.
    tasks: Vec<usize>,
    /// The block in units in which every weight of an unweighted graph is 1.
    scaled: Vec<Row>,
}

impl<'a> BlockProduct<'a> {
    pub(in super::super) fn new(matrix: &'a Remainder) -> Self {
        let mut tasks = vec![0];
        let mut work = 0;
        for row in 0..matrix.size() {
            work += 8 + matrix.columns(row).len();
            if work >= TASK {
                tasks.push(row + 1);
                work = 0;
            }
        }
        if tasks.last() != Some(&matrix.size()) {
            tasks.push(matrix.size());
        }
        Self { matrix, tasks, scaled: vec![[0.0; BLOCK]; matrix.size()] }
    }

    pub(in super::super) fn matrix(&self) -> &'a Remainder {
        self.matrix
    }

    /// `result = L block`.
    ///
    /// # Complexity
    /// O(m) time for each vector.
    pub(in super::super) fn multiply(&mut self, block: &[Row], result: &mut [Row]) {
        let matrix = self.matrix;
        self.scaled
            .par_iter_mut()
            .zip(block)
            .zip(matrix.scale())
            .with_min_len(TASK / BLOCK)
            .for_each(|((scaled, row), &scale)| *scaled = row.map(|value| value * scale));
        let scaled = &self.scaled;
        self.tasks_of(result).for_each(|(first, rows)| {
            Arch::new().dispatch(MultiplyRows { matrix, scaled, block, first, rows });
        });
    }

    /// Calls `work` with corresponding parts of two blocks and adds up what comes back, in the order of the rows.
    pub(in super::super) fn sum(
        &self,
        block: &mut [Row],
        other: &mut [Row],
        work: impl Fn(&mut [Row], &mut [Row]) -> Row + Sync,
    ) -> Row {
        let tasks = self.tasks_of(block).zip(self.tasks_of(other));
        let sums: Vec<Row> = tasks.map(|((_, rows), (_, others))| work(rows, others)).collect();
        let mut sum = [0.0; BLOCK];
        for part in sums {
            for (sum, part) in sum.iter_mut().zip(part) {
                *sum += part;
            }
        }
        sum
    }

    /// The rows of a block, task by task, with the number of the first.
    fn tasks_of<'b>(&'b self, block: &'b mut [Row]) -> impl IndexedParallelIterator<Item = (usize, &'b mut [Row])> {
        let mut rest = block;
        let mut parts = Vec::with_capacity(self.tasks.len());
        for bounds in self.tasks.windows(2) {
            let (part, tail) = std::mem::take(&mut rest).split_at_mut(bounds[1] - bounds[0]);
            rest = tail;
            parts.push((bounds[0], part));
        }
        parts.into_par_iter()
    }
}

struct MultiplyRows<'a> {
    matrix: &'a Remainder,
    scaled: &'a [Row],
    block: &'a [Row],
    first: usize,
    rows: &'a mut [Row],
}

impl WithSimd for MultiplyRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { matrix, scaled, block, first, rows } = self;
        // Registers of a row: one, two or eight.
        match BLOCK / S::F64_LANES {
            1 => multiply_rows::<S, 1>(simd, matrix, scaled, block, first, rows),
            2 => multiply_rows::<S, 2>(simd, matrix, scaled, block, first, rows),
            4 => multiply_rows::<S, 4>(simd, matrix, scaled, block, first, rows),
            _ => multiply_rows::<S, BLOCK>(simd, matrix, scaled, block, first, rows),
        }
    }
}

#[inline(always)]
fn multiply_rows<S: Simd, const G: usize>(
    simd: S,
    matrix: &Remainder,
    scaled: &[Row],
    block: &[Row],
    first: usize,
    rows: &mut [Row],
) {
    for (at, result) in rows.iter_mut().enumerate() {
        let row = first + at;
        let columns = matrix.columns(row);
        let mut sums = [simd.splat_f64s(0.0); G];
        match matrix.weights(row) {
            None => {
                for &column in columns {
                    let other = S::as_simd_f64s(&scaled[column as usize]).0;
                    for part in 0..G {
                        sums[part] = simd.add_f64s(sums[part], other[part]);
                    }
                }
            }
            Some(weights) => {
                for (&column, &weight) in columns.iter().zip(weights) {
                    let other = S::as_simd_f64s(&scaled[column as usize]).0;
                    let weight = simd.splat_f64s(weight);
                    for part in 0..G {
                        sums[part] = simd.mul_add_e_f64s(weight, other[part], sums[part]);
                    }
                }
            }
        }
        let scale = simd.splat_f64s(-matrix.scale()[row]);
        let diagonal = simd.splat_f64s(matrix.diagonal(row));
        let own = S::as_simd_f64s(&block[row]).0;
        let result = S::as_mut_simd_f64s(result).0;
        for part in 0..G {
            result[part] = simd.mul_add_e_f64s(scale, sums[part], simd.mul_f64s(diagonal, own[part]));
        }
    }
}
