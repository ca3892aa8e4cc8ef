//! Leading eigenvectors of a dense symmetric matrix; for spectral clustering.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatRef, Par};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;

use sgr_core::numerics::symmetric_eigen;

/// Matrices up to this size are decomposed whole: faster than the iteration.
const DENSE: usize = 400;

/// Products with the matrix before the basis is cut back to its best part: bounds the basis to this many blocks.
const STEPS: usize = 8;

/// Vectors beyond the requested ones: with a few, the requested ones converge where eigenvalues are close.
const SPARE: usize = 4;

/// Residuals up to this end the iteration: eigenvectors are then good to about 1e-8 over the gap, clusters to much less.
const TOLERANCE: f64 = 1e-8;

/// Most restarts: nothing loops forever, and whether they were enough comes back with the result.
const RESTARTS: usize = 100;

/// Rows of the matrix multiplied by one thread at a time; fixed, so that threads do not change a sum.
const PANEL: usize = 64;

/// The largest eigenvalues of a symmetric matrix with their vectors, and how they were found.
#[derive(Debug)]
pub(super) struct LeadingEigenvectors {
    /// Descending.
    pub(super) values: Vec<f64>,
    /// Column i belongs to value i.
    pub(super) vectors: Mat<f64>,
    /// The largest |A x − λ x|.
    pub(super) residual: f64,
    /// Whether that is within the tolerance.
    pub(super) converged: bool,
}

/// The `count` largest eigenvalues of a symmetric matrix by rows, by a block Krylov iteration with restarts.
///
/// The basis grows by products of its newest block with the matrix, kept orthonormal against all before; Rayleigh and Ritz
/// take the best of it, from which the next basis starts. Starting vectors are always the same. `None` if the small dense
/// eigenproblem does not converge.
///
/// # Complexity
/// O(n² · k) time a step, O(n · k) space besides the matrix.
pub(super) fn leading_eigenvectors(rows: &[f64], size: usize, count: usize) -> Option<LeadingEigenvectors> {
    let block = if size <= DENSE { size } else { (count + SPARE).min(size) };
    // Beyond as many vectors as rows a basis cannot grow.
    let steps = STEPS.min(size / block.max(1)).max(1);
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let mut basis = Basis::new(size, block * steps);
    let mut start = if block == size {
        Mat::identity(size, size)
    } else {
        Mat::from_fn(size, block, |_, _| random.random::<f64>() - 0.5)
    };
    for restart in 0..=RESTARTS {
        basis.clear();
        for step in 0..steps {
            let newest = match step {
                0 => start.as_ref(),
                _ => basis.products.as_ref().subcols(basis.len - block, block),
            };
            let newest = newest.to_owned();
            basis.extend(newest, &mut random);
            basis.multiply(rows, block);
        }
        let (values, vectors, products) = basis.rayleigh_ritz(block)?;
        let residual = (0..count).map(|at| residual(values[at], vectors.col_as_slice(at), products.col_as_slice(at)));
        let residual = residual.fold(0.0, f64::max);
        if residual <= TOLERANCE || restart == RESTARTS || block == size {
            let vectors = vectors.as_ref().subcols(0, count).to_owned();
            let converged = residual <= TOLERANCE;
            return Some(LeadingEigenvectors { values: values[..count].to_vec(), vectors, residual, converged });
        }
        start = vectors;
    }
    None
}

/// |A x − λ x| from x and A x.
fn residual(value: f64, vector: &[f64], product: &[f64]) -> f64 {
    product.iter().zip(vector).map(|(product, entry)| (product - value * entry).powi(2)).sum::<f64>().sqrt()
}

/// An orthonormal basis and its products with the matrix, of which the first `len` columns are used.
struct Basis {
    vectors: Mat<f64>,
    products: Mat<f64>,
    len: usize,
}

impl Basis {
    fn new(size: usize, capacity: usize) -> Self {
        Self { vectors: Mat::zeros(size, capacity), products: Mat::zeros(size, capacity), len: 0 }
    }

    fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends vectors, made orthonormal by Gram and Schmidt twice. A vector with nothing new is replaced by a random one.
    fn extend(&mut self, block: Mat<f64>, random: &mut ChaCha8Rng) {
        for column in 0..block.ncols() {
            let mut vector = block.col_as_slice(column).to_vec();
            // A random vector has something new, unless the basis is the whole space: three tries are many.
            for _ in 0..3 {
                let before = length(&vector);
                self.project_out(&mut vector);
                self.project_out(&mut vector);
                let after = length(&vector);
                if after > 1e-10 * before && after > 0.0 {
                    vector.iter_mut().for_each(|value| *value /= after);
                    break;
                }
                vector.iter_mut().for_each(|value| *value = random.random::<f64>() - 0.5);
            }
            self.vectors.col_as_slice_mut(self.len).copy_from_slice(&vector);
            self.len += 1;
        }
    }

    /// Takes the parts along the basis out of a vector.
    fn project_out(&self, vector: &mut [f64]) {
        for at in 0..self.len {
            let along = self.vectors.col_as_slice(at);
            let part: f64 = along.iter().zip(&*vector).map(|(a, b)| a * b).sum();
            vector.iter_mut().zip(along).for_each(|(value, along)| *value -= part * along);
        }
    }

    /// Multiplies the newest `block` vectors with the matrix.
    fn multiply(&mut self, rows: &[f64], block: usize) {
        let size = self.vectors.nrows();
        let newest = self.vectors.as_ref().subcols(self.len - block, block);
        let panels: Vec<Mat<f64>> = rows
            .par_chunks(PANEL * size)
            .map(|panel| product(MatRef::from_row_major_slice(panel, panel.len() / size, size), newest))
            .collect();
        for (at, panel) in panels.iter().enumerate() {
            for column in 0..block {
                let target = &mut self.products.col_as_slice_mut(self.len - block + column)[at * PANEL..];
                target[..panel.nrows()].copy_from_slice(panel.col_as_slice(column));
            }
        }
    }

    /// The best approximations of the `count` largest eigenvalues within the basis, descending, with vectors and products.
    fn rayleigh_ritz(&self, count: usize) -> Option<(Vec<f64>, Mat<f64>, Mat<f64>)> {
        let (vectors, products) = (self.vectors.as_ref(), self.products.as_ref());
        let small = product(vectors.transpose(), products);
        let (values, rotation) = symmetric_eigen(small.as_ref())?;
        let largest = rotation.as_ref().subcols(self.len - count, count).reverse_cols().to_owned();
        let descending = values.iter().rev().take(count).copied().collect();
        Some((descending, product(vectors, largest.as_ref()), product(products, largest.as_ref())))
    }
}

/// A matrix product on one thread: the same bytes however many there are.
fn product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> Mat<f64> {
    let mut result = Mat::zeros(a.nrows(), b.ncols());
    matmul(result.as_mut(), Accum::Replace, a, b, 1.0, Par::Seq);
    result
}

fn length(vector: &[f64]) -> f64 {
    vector.iter().map(|value| value * value).sum::<f64>().sqrt()
}
