//! Products of matrices in single precision whose bytes do not depend on the batch.

use pulp::{Arch, Simd, WithSimd};

use super::panels::{PANEL, Panels};

/// Rows of the left matrix that are multiplied at once, and registers of columns: 12 sums, 2 registers of the right matrix
/// and one element of the left fill the 16 registers of AVX2, and 12 independent sums hide the latency of AVX-512.
const ROWS: usize = 6;
const REGISTERS: usize = 2;

/// A matrix product that keeps its buffer.
///
/// # Formula
/// ```text
/// out = 1 startᵀ + A B        A: rows × inner, B: inner × columns, start: one number a column
/// ```
/// Columns lie across the lanes. Each element of `out` starts from `start` and takes the terms of its sum one by one, in
/// ascending order, with the same operation: so a row of `out` is the same bytes whatever the other rows of `A` are and
/// how many, and does not depend on the size of a cache.
///
/// # Complexity
/// O(rows · inner · columns) time, O(rows · inner) space.
#[derive(Debug)]
pub struct Product {
    arch: Arch,
    /// A in blocks of [`ROWS`] rows, in a block column after column; the last block is filled up with rows of zeros.
    blocks: Vec<f32>,
    rows: usize,
    inner: usize,
}

impl Default for Product {
    fn default() -> Self {
        Self::new()
    }
}

impl Product {
    #[must_use]
    pub fn new() -> Self {
        Self { arch: Arch::new(), blocks: Vec::new(), rows: 0, inner: 0 }
    }

    /// The instruction set at hand.
    #[must_use]
    pub fn arch(&self) -> Arch {
        self.arch
    }

    /// Multiplies the matrix of `rows` rows with elements `left(row, inner)` by `right` into `out`. `start` is as long as
    /// `right` has columns, padding included.
    pub fn multiply(
        &mut self,
        rows: usize,
        left: impl Fn(usize, usize) -> f32,
        right: &Panels,
        start: &[f32],
        out: &mut Panels,
    ) {
        self.load(rows, right.rows(), left);
        self.multiply_loaded(right, start, out);
    }

    /// Takes the left matrix, of `rows` rows with elements `left(row, inner)`, for products with several right ones.
    pub fn load(&mut self, rows: usize, inner: usize, left: impl Fn(usize, usize) -> f32) {
        (self.rows, self.inner) = (rows, inner);
        self.blocks.clear();
        self.blocks.resize(rows.next_multiple_of(ROWS) * inner, 0.0);
        for row in 0..rows {
            let block = &mut self.blocks[row / ROWS * ROWS * inner..];
            for at in 0..inner {
                block[at * ROWS + row % ROWS] = left(row, at);
            }
        }
    }

    /// Multiplies the loaded matrix by `right` into `out`, like [`multiply`](Self::multiply).
    pub fn multiply_loaded(&self, right: &Panels, start: &[f32], out: &mut Panels) {
        let (found, wanted) = (right.rows(), self.inner);
        assert_eq!(found, wanted, "found a right matrix of {found} rows, wanted {wanted}");
        let (found, wanted) = (start.len(), right.padded_columns());
        assert_eq!(found, wanted, "found {found} numbers to start from, wanted {wanted}");
        out.reshape(self.rows, right.columns());
        self.arch.dispatch(Multiply { blocks: &self.blocks, inner: self.inner, right, start, out });
    }
}

struct Multiply<'a> {
    blocks: &'a [f32],
    inner: usize,
    right: &'a Panels,
    start: &'a [f32],
    out: &'a mut Panels,
}

impl WithSimd for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { blocks, inner, right, start, out } = self;
        let rows = out.rows();
        if inner == 0 || rows == 0 {
            // Sums without terms: models never have empty matrices, but one must not divide by zero below.
            for (line, at) in out.values_mut().chunks_exact_mut(PANEL).zip(0..) {
                line.copy_from_slice(&start[at / rows * PANEL..][..PANEL]);
            }
            return;
        }
        let (blocks, _) = blocks.as_chunks::<ROWS>();
        let panels = right.values().chunks_exact(inner * PANEL);
        let results = out.values_mut().chunks_exact_mut(rows * PANEL);
        // Panel by panel, so that the panel stays in the nearest cache while all rows meet it.
        for ((panel, start), result) in panels.zip(start.chunks_exact(PANEL)).zip(results) {
            let (panel, start) = (S::as_simd_f32s(panel).0, S::as_simd_f32s(start).0);
            for (block, result) in blocks.chunks_exact(inner).zip(result.chunks_mut(ROWS * PANEL)) {
                multiply_block(simd, block, panel, start, S::as_mut_simd_f32s(result).0);
            }
        }
    }
}

/// One block of rows by one panel.
#[inline(always)]
fn multiply_block<S: Simd>(
    simd: S,
    block: &[[f32; ROWS]],
    panel: &[S::f32s],
    start: &[S::f32s],
    result: &mut [S::f32s],
) {
    let width = PANEL / S::F32_LANES;
    for first in (0..width).step_by(REGISTERS) {
        let mut sums = [[start[first], start[first + 1]]; ROWS];
        for (left, right) in block.iter().zip(panel.chunks_exact(width)) {
            let right = [right[first], right[first + 1]];
            for (sums, &left) in sums.iter_mut().zip(left) {
                let left = simd.splat_f32s(left);
                for (sum, &right) in sums.iter_mut().zip(&right) {
                    *sum = simd.mul_add_e_f32s(left, right, *sum);
                }
            }
        }
        // The last block has fewer rows in the result than in the registers. A loop of fixed length, so that the sums
        // are registers and not memory.
        for (row, sums) in sums.into_iter().enumerate() {
            for (register, sum) in sums.into_iter().enumerate() {
                if let Some(place) = result.get_mut(row * width + first + register) {
                    *place = sum;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers without a pattern, of both signs, that need rounding.
    fn number(row: usize, column: usize) -> f32 {
        ((row * 7919 + column * 104_729) % 1000) as f32 / 333.0 - 1.5
    }

    #[test]
    fn agrees_with_the_definition() {
        let mut product = Product::new();
        for (rows, inner, columns) in [(1, 1, 1), (5, 3, 31), (6, 4, 32), (7, 100, 33), (64, 259, 256), (3, 0, 40)] {
            let right = Panels::from_fn(inner, columns, |row, column| number(column, row));
            let start: Vec<f32> = (0..right.padded_columns()).map(|column| column as f32).collect();
            let mut out = Panels::default();
            product.multiply(rows, number, &right, &start, &mut out);
            for row in 0..rows {
                for column in 0..columns {
                    let terms = (0..inner).map(|at| f64::from(number(row, at)) * f64::from(right.at(at, column)));
                    let exact = column as f64 + terms.sum::<f64>();
                    // Each of the `inner` additions rounds a sum below 300.
                    let error = (f64::from(out.at(row, column)) - exact).abs();
                    assert!(error <= 2e-5 * (inner + 1) as f64, "{rows}×{inner}×{columns}: {error}");
                }
            }
        }
    }
}
