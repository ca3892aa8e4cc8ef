//! The orthonormal basis of the search for extreme eigenvalues.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatRef, Par};
use rayon::prelude::*;

use super::block_product::{BLOCK, Row};

/// Rows of a part: a part of a hundred vectors fits the second-level cache, and a graph of a few thousand nodes still
/// has a part for every thread.
const PART_ROWS: usize = 1024;

/// Orthonormal vectors, divided into parts of [`PART_ROWS`] rows. The threads of the current rayon pool process the
/// parts; sums over the parts are taken in order, so the result does not depend on the number of threads.
#[derive(Debug)]
pub(super) struct Basis {
    parts: Vec<Mat<f64>>,
    len: usize,
}

impl Basis {
    /// An empty basis with room for `capacity` vectors of `size` entries.
    pub(super) fn new(size: usize, capacity: usize) -> Self {
        let rows = |first: usize| PART_ROWS.min(size - first);
        let parts = (0..size).step_by(PART_ROWS).map(|first| Mat::zeros(rows(first), capacity)).collect();
        Self { parts, len: 0 }
    }

    /// Number of vectors.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Number of vectors that fit.
    pub(super) fn capacity(&self) -> usize {
        self.parts.first().map_or(0, |part| part.ncols())
    }

    /// Appends the first `count` vectors of a block.
    pub(super) fn push(&mut self, block: &[Row], count: usize) {
        let first = self.len;
        self.parts.par_iter_mut().zip(block.par_chunks(PART_ROWS)).for_each(|(part, rows)| {
            for (at, row) in rows.iter().enumerate() {
                for (lane, &value) in row[..count].iter().enumerate() {
                    part[(at, first + lane)] = value;
                }
            }
        });
        self.len += count;
    }

    /// Makes a block orthogonal to the basis. Returns its inner products with the basis, one column for each vector of
    /// the block.
    ///
    /// # Complexity
    /// O(n · len) time for each vector.
    pub(super) fn project_out(&self, block: &mut [Row]) -> Mat<f64> {
        let mut coefficients = Mat::zeros(self.len, BLOCK);
        // Two passes: the first leaves rounding errors that grow with the number of vectors.
        for _ in 0..2 {
            let products = self.products(block);
            self.parts.par_iter().zip(block.par_chunks_mut(PART_ROWS)).for_each(|(part, rows)| {
                let (basis, rows) = (part.get(.., ..self.len), rows.as_flattened_mut());
                let target = faer::MatMut::from_row_major_slice_mut(rows, basis.nrows(), BLOCK);
                matmul(target, Accum::Add, basis, products.as_ref(), -1.0, Par::Seq);
            });
            coefficients += products;
        }
        coefficients
    }

    fn products(&self, block: &[Row]) -> Mat<f64> {
        let part_products: Vec<Mat<f64>> = self
            .parts
            .par_iter()
            .zip(block.par_chunks(PART_ROWS))
            .map(|(part, rows)| {
                let basis = part.get(.., ..self.len);
                let rows = MatRef::from_row_major_slice(rows.as_flattened(), basis.nrows(), BLOCK);
                let mut products = Mat::zeros(self.len, BLOCK);
                matmul(products.as_mut(), Accum::Replace, basis.transpose(), rows, 1.0, Par::Seq);
                products
            })
            .collect();
        part_products.into_iter().fold(Mat::zeros(self.len, BLOCK), |sum, part| sum + part)
    }

    /// Replaces the basis by linear combinations of its first vectors: `combinations` has one row for each old vector
    /// and one column for each new vector.
    ///
    /// # Complexity
    /// O(n · rows · columns) time.
    pub(super) fn combine(&mut self, combinations: MatRef<'_, f64>) {
        let (old, new) = (combinations.nrows(), combinations.ncols());
        self.parts.par_iter_mut().for_each(|part| {
            let mut result = Mat::zeros(part.nrows(), new);
            matmul(result.as_mut(), Accum::Replace, part.get(.., ..old), combinations, 1.0, Par::Seq);
            part.get_mut(.., ..new).copy_from(&result);
        });
        self.len = new;
    }

    /// Copies the [`BLOCK`] vectors from index `first` on into a block; vectors past the end are zero.
    pub(super) fn copy_block(&self, first: usize, block: &mut [Row]) {
        for (part, rows) in self.parts.iter().zip(block.chunks_mut(PART_ROWS)) {
            for (at, row) in rows.iter_mut().enumerate() {
                *row = std::array::from_fn(|lane| if first + lane < self.len { part[(at, first + lane)] } else { 0.0 });
            }
        }
    }

    /// Frees the memory of unused vectors.
    pub(super) fn shrink(&mut self) {
        for part in &mut self.parts {
            *part = part.get(.., ..self.len).to_owned();
        }
    }
}
