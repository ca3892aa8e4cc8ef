use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatRef, Par};
use rayon::prelude::*;

use super::block_product::{BLOCK, Row};

/// Rows of a part.
const PART: usize = 1024;

/// Orthonormal vectors, cut into parts of some rows each: the parts are worked on by the threads of the current rayon
/// pool, and sums over them are taken in their order, so that the number of threads does not show in a result.
#[derive(Debug)]
pub(super) struct Basis {
    parts: Vec<Mat<f64>>,
    len: usize,
}

impl Basis {
    /// Room for `capacity` vectors of `size` numbers.
    pub(super) fn new(size: usize, capacity: usize) -> Self {
        let rows = |first: usize| PART.min(size - first);
        let parts = (0..size).step_by(PART).map(|first| Mat::zeros(rows(first), capacity)).collect();
        Self { parts, len: 0 }
    }

    /// Number of vectors.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Vectors that there is room for.
    pub(super) fn capacity(&self) -> usize {
        self.parts.first().map_or(0, |part| part.ncols())
    }

    /// Appends the first `count` vectors of a block.
    pub(super) fn push(&mut self, block: &[Row], count: usize) {
        let first = self.len;
        self.parts.par_iter_mut().zip(block.par_chunks(PART)).for_each(|(part, rows)| {
            for (at, row) in rows.iter().enumerate() {
                for (lane, &value) in row[..count].iter().enumerate() {
                    part[(at, first + lane)] = value;
                }
            }
        });
        self.len += count;
    }

    /// Makes a block orthogonal to all vectors; gives its products with them, a column for each vector of the block.
    ///
    /// # Complexity
    /// O(n · len) time for each vector.
    pub(super) fn project_out(&self, block: &mut [Row]) -> Mat<f64> {
        let mut coefficients = Mat::zeros(self.len, BLOCK);
        // Once more, because the first time leaves rounding errors that grow with the number of vectors.
        for _ in 0..2 {
            let products = self.products(block);
            self.parts.par_iter().zip(block.par_chunks_mut(PART)).for_each(|(part, rows)| {
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
            .zip(block.par_chunks(PART))
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

    /// Replaces the vectors by combinations of the first of them: `combinations` has a row for each of those that take part
    /// and a column for each new one.
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

    /// Copies up to eight vectors from number `first` on into a block; what is not there is zero.
    pub(super) fn copy_block(&self, first: usize, block: &mut [Row]) {
        for (part, rows) in self.parts.iter().zip(block.chunks_mut(PART)) {
            for (at, row) in rows.iter_mut().enumerate() {
                *row = std::array::from_fn(|lane| if first + lane < self.len { part[(at, first + lane)] } else { 0.0 });
            }
        }
    }

    /// Gives back the room for more vectors.
    pub(super) fn shrink(&mut self) {
        for part in &mut self.parts {
            *part = part.get(.., ..self.len).to_owned();
        }
    }
}
