//! Leading eigenvectors of a symmetric operator, by a block Krylov iteration.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatMut, MatRef, Par};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::symmetric_eigen;

/// Products with the operator before the basis is cut back to its best part: bounds the basis to this many blocks.
const STEPS: usize = 8;

/// Vectors beyond the requested ones: with a few, the requested ones converge where eigenvalues are close.
const SPARE: usize = 4;

/// Most restarts: nothing loops forever, and whether they were enough comes back with the result.
const RESTARTS: usize = 100;

/// Which eigenvalues lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leading {
    /// The largest.
    Largest,
    /// Those with the largest absolute values; of two with the same one the positive comes first.
    LargestMagnitude,
}

/// How many eigenvectors, and how good.
#[derive(Debug, Clone, Copy)]
pub struct LeadingSettings {
    /// Which of them.
    pub leading: Leading,
    /// How many.
    pub count: usize,
    /// Operators up to this size are decomposed whole, where that is faster than the iteration.
    pub dense: usize,
    /// The residual |A x − λ x| at which the iteration ends.
    pub tolerance: f64,
}

/// The leading eigenvalues of a symmetric operator with their vectors, and how they were found.
#[derive(Debug)]
pub struct LeadingEigenvectors {
    /// The leading one first.
    pub values: Vec<f64>,
    /// Column i belongs to value i.
    pub vectors: Mat<f64>,
    /// The largest |A x − λ x|.
    pub residual: f64,
    /// Whether that is within the tolerance.
    pub converged: bool,
}

/// The leading eigenvalues of a symmetric operator, by a block Krylov iteration with restarts.
///
/// `multiply` writes the product of the operator with each column of its first argument to its second. The basis grows by
/// products of its newest block, kept orthonormal against all before; Rayleigh and Ritz take the best of it, from which the
/// next basis starts. Starting vectors are always the same. `None` if the small dense eigenproblem does not converge.
///
/// An eigenvalue of multiplicity r is found r times, as long as r is at most `count` + 4.
///
/// # Complexity
/// A product with 8 (count + 4) vectors and O(n · count²) time a restart, O(n · count) space; O(n³) and O(n²) up to
/// `dense` rows.
///
/// # Panics
/// If more vectors are asked for than there are rows.
pub fn leading_eigenvectors(
    size: usize,
    settings: &LeadingSettings,
    multiply: impl Fn(MatRef<'_, f64>, MatMut<'_, f64>),
) -> Option<LeadingEigenvectors> {
    let LeadingSettings { leading, count, dense, tolerance } = *settings;
    assert!(count <= size, "found {count} eigenvectors of {size} rows, wanted at most as many as rows");
    let block = if size <= dense { size } else { (count + SPARE).min(size) };
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
            basis.multiply(block, &multiply);
        }
        let (values, vectors, products) = basis.rayleigh_ritz(block, leading)?;
        let residual = (0..count).map(|at| residual(values[at], vectors.col_as_slice(at), products.col_as_slice(at)));
        let residual = residual.fold(0.0, f64::max);
        if residual <= tolerance || restart == RESTARTS || block == size {
            let vectors = vectors.as_ref().subcols(0, count).to_owned();
            let converged = residual <= tolerance;
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

    /// Multiplies the newest `block` vectors with the operator.
    fn multiply(&mut self, block: usize, multiply: &impl Fn(MatRef<'_, f64>, MatMut<'_, f64>)) {
        let first = self.len - block;
        multiply(self.vectors.as_ref().subcols(first, block), self.products.as_mut().subcols_mut(first, block));
    }

    /// The best approximations of `count` leading eigenvalues within the basis, with vectors and products.
    fn rayleigh_ritz(&self, count: usize, leading: Leading) -> Option<(Vec<f64>, Mat<f64>, Mat<f64>)> {
        let (vectors, products) = (self.vectors.as_ref(), self.products.as_ref());
        let small = product(vectors.transpose(), products);
        let (values, rotation) = symmetric_eigen(small.as_ref())?;
        let mut order: Vec<usize> = (0..self.len).rev().collect();
        if leading == Leading::LargestMagnitude {
            // Stable: of equal magnitudes the larger value stays first.
            order.sort_by(|&a, &b| values[b].abs().total_cmp(&values[a].abs()));
        }
        order.truncate(count);
        let chosen = Mat::from_fn(self.len, count, |row, at| rotation[(row, order[at])]);
        let values = order.iter().map(|&at| values[at]).collect();
        Some((values, product(vectors, chosen.as_ref()), product(products, chosen.as_ref())))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The diagonal matrix of some numbers, which the basis of the iteration does not know to be diagonal.
    fn leading_of(diagonal: &[f64], leading: Leading, count: usize) -> LeadingEigenvectors {
        let settings = LeadingSettings { leading, count, dense: 10, tolerance: 1e-10 };
        let found = leading_eigenvectors(diagonal.len(), &settings, |vectors, mut products| {
            for column in 0..vectors.ncols() {
                for (row, value) in diagonal.iter().enumerate() {
                    products[(row, column)] = value * vectors[(row, column)];
                }
            }
        });
        found.unwrap_or_else(|| unreachable!())
    }

    #[test]
    fn multiple_eigenvalues_and_pairs_are_found() {
        // 5, −5, 4 three times, −3, and a continuum below 2.
        let leading = [5.0, -5.0, 4.0, 4.0, 4.0, -3.0];
        let diagonal: Vec<f64> = leading.into_iter().chain((0..494).map(|at| 2.0 - f64::from(at) / 100.0)).collect();
        let found = leading_of(&diagonal, Leading::LargestMagnitude, 6);
        assert!(found.converged && found.residual <= 1e-10, "{}", found.residual);
        let mut values = found.values.clone();
        // Rounding decides which of 5 and −5 is first.
        values[..2].sort_by(|a, b| b.total_cmp(a));
        assert!(values.iter().zip(leading).all(|(found, exact)| (found - exact).abs() < 1e-9), "{values:?}");
        // The vectors of 4 span its three coordinates.
        let of_four: f64 =
            (2..5).flat_map(|row| (2..5).map(move |at| (row, at))).map(|at| found.vectors[at].powi(2)).sum();
        assert!((of_four - 3.0).abs() < 1e-9, "{of_four}");
        let found = leading_of(&diagonal, Leading::Largest, 5);
        let exact = [5.0, 4.0, 4.0, 4.0, 2.0];
        assert!(
            found.values.iter().zip(exact).all(|(found, exact)| (found - exact).abs() < 1e-6),
            "{:?}",
            found.values
        );
    }

    #[test]
    fn no_rows_have_no_eigenvectors_and_few_rows_are_decomposed_whole() {
        assert_eq!(leading_of(&[], Leading::Largest, 0).values, []);
        let found = leading_of(&[1.0, -3.0, 2.0], Leading::LargestMagnitude, 2);
        assert!((found.values[0] + 3.0).abs() + (found.values[1] - 2.0).abs() < 1e-12, "{:?}", found.values);
    }
}
