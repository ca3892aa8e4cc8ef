//! Principal axes of the vectors.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::matmul::matmul;
use faer::linalg::svd::{ComputeSvdVectors, svd, svd_scratch};
use faer::{Accum, Mat, Par};

use super::super::{EvaluationError, VectorRows};

/// Axes with less squared length than this in all examples together are left out.
///
/// Where the gradient is zero the weight along an axis is C Σ t_i p_i x_i, at most C √n times the axis's length (Cauchy and
/// Schwarz, p ≤ 1), so together such an axis moves no score by more than 10⁻⁶ √n if it is divided by the largest C.
const LEAST_SQUARED_LENGTH: f64 = 1e-6;

/// The examples, each with a 1 appended for the intercept, turned to the principal axes that carry weight.
///
/// The solution of a regression with squared penalty lies in the span of its examples and a rotation does not change the
/// penalty, so nothing is lost. It gives at most as many dimensions as examples, fewer than numbers where these are correlated (the
/// 256 samples of spectra span 63 on MUTAG, 192 on PROTEINS), and sorts them by length: the order in which Cholesky loses least when some
/// features are 10⁸ times larger than others. For the same reason the axes come from the singular values of the examples
/// and not from the eigenvalues of their products, which would square that ratio.
#[derive(Debug)]
pub(super) struct Span {
    /// Axes × examples: an example is a column.
    pub(super) coordinates: Mat<f64>,
    /// Numbers of an example and 1 for the intercept × axes.
    pub(super) axes: Mat<f64>,
}

impl Span {
    /// # Errors
    /// [`EvaluationError::NoConvergence`].
    ///
    /// # Complexity
    /// O(n d min(n, d)) time, O(n d) space for n examples of d numbers.
    pub(super) fn of(vectors: VectorRows<'_>, largest_cost: f64) -> Result<Self, EvaluationError> {
        let (rows, width) = (vectors.len(), vectors.width());
        let examples =
            Mat::from_fn(rows, width + 1, |row, column| vectors.row(row).get(column).copied().map_or(1.0, f64::from));
        let size = rows.min(width + 1);
        let mut lengths = faer::diag::Diag::<f64>::zeros(size);
        let mut axes = Mat::zeros(width + 1, size);
        // In one thread: the bytes must not depend on how many there are.
        let (par, no, thin) = (Par::Seq, ComputeSvdVectors::No, ComputeSvdVectors::Thin);
        let mut memory = MemBuffer::new(svd_scratch::<f64>(rows, width + 1, no, thin, par, Default::default()));
        let stack = MemStack::new(&mut memory);
        svd(examples.as_ref(), lengths.as_mut(), None, Some(axes.as_mut()), par, stack, Default::default())
            .map_err(|_| EvaluationError::NoConvergence { rows, width })?;
        let least = LEAST_SQUARED_LENGTH / largest_cost;
        let heavy = lengths.column_vector().iter().take_while(|&&length| length * length > least);
        let axes = axes.subcols(0, heavy.count()).to_owned();
        let mut coordinates = Mat::zeros(axes.ncols(), rows);
        matmul(coordinates.as_mut(), Accum::Replace, axes.transpose(), examples.transpose(), 1.0, par);
        Ok(Self { coordinates, axes })
    }
}
