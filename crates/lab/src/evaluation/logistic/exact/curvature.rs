//! Newton steps, in the space of the columns or of the examples.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::cholesky::llt::solve::solve_in_place;
use faer::linalg::matmul::triangular::{BlockStructure, matmul};
use faer::{Accum, Col, Mat, Par};

use super::rows::SparseRows;

/// An example whose curvature times squared length is below this is left out of the Hessian, next to whose I it is small. The
/// gradient, which decides where the search ends, has all examples. On the largest collection's counts 0.001 takes as many
/// steps with larger matrices, 10 takes half as many again.
const LEAST_CURVATURE: f64 = 0.5;

/// The space in which the Hessian is factored.
#[derive(Debug)]
pub(super) enum Curvature {
    /// That of the columns.
    Columns,
    /// That of the examples: the products of all pairs, lower triangle.
    Examples(Mat<f64>),
}

impl Curvature {
    /// Computes the products of all pairs of examples, in one thread: the bytes must not depend on how many there are.
    ///
    /// # Complexity
    /// O(n² c) time for n examples with c columns, O(n² + n c) space.
    pub(super) fn of_examples(rows: &SparseRows) -> Self {
        let mut dense = Mat::zeros(rows.columns(), rows.len());
        for example in 0..rows.len() {
            let (columns, values) = rows.row(example);
            let column_of = dense.col_as_slice_mut(example);
            columns.iter().zip(values).for_each(|(&column, &value)| column_of[column as usize] = f64::from(value));
        }
        let mut products = Mat::zeros(rows.len(), rows.len());
        let (lower, full) = (BlockStructure::TriangularLower, BlockStructure::Rectangular);
        let (left, right) = (dense.transpose(), dense.as_ref());
        matmul(products.as_mut(), lower, Accum::Replace, left, full, right, full, 1.0, Par::Seq);
        Self::Examples(products)
    }

    /// (I + XᵀDX)⁻¹ g for the `training` examples with `curvatures` D. `None` if rounding makes the matrix singular.
    pub(super) fn step(
        &self,
        rows: &SparseRows,
        training: &[usize],
        curvatures: &[f64],
        gradient: &[f64],
    ) -> Option<Vec<f64>> {
        match self {
            Self::Columns => column_step(rows, training, curvatures, gradient),
            Self::Examples(products) => example_step(rows, products, training, curvatures, gradient),
        }
    }
}

fn column_step(rows: &SparseRows, training: &[usize], curvatures: &[f64], gradient: &[f64]) -> Option<Vec<f64>> {
    let build = || {
        let mut hessian = Mat::zeros(rows.columns(), rows.columns());
        for (&example, &curvature) in training.iter().zip(curvatures) {
            add_square(&mut hessian, rows.row(example), curvature);
        }
        hessian
    };
    let mut step: Col<f64> = gradient.iter().copied().collect();
    solve_shifted(build, &mut step).then(|| step.iter().copied().collect())
}

/// matrix += factor · x xᵀ, lower triangle.
fn add_square(matrix: &mut Mat<f64>, (columns, values): (&[u32], &[f32]), factor: f64) {
    for (at, (&column, &value)) in columns.iter().zip(values).enumerate() {
        let factor = factor * f64::from(value);
        let below = matrix.col_as_slice_mut(column as usize);
        for (&row, &value) in columns[at..].iter().zip(&values[at..]) {
            below[row as usize] += factor * f64::from(value);
        }
    }
}

fn example_step(
    rows: &SparseRows,
    products: &Mat<f64>,
    training: &[usize],
    curvatures: &[f64],
    gradient: &[f64],
) -> Option<Vec<f64>> {
    let matters = |&(&example, &curvature): &(&usize, &f64)| curvature * products[(example, example)] > LEAST_CURVATURE;
    let mut active: Vec<(usize, f64)> = (training.iter().zip(curvatures).filter(matters))
        .map(|(&example, &curvature)| (example, curvature.sqrt()))
        .collect();
    // Ascending: below the diagonal of the products.
    active.sort_unstable_by_key(|&(example, _)| example);
    let build = || {
        let mut matrix = Mat::zeros(active.len(), active.len());
        for (column, &(left, left_root)) in active.iter().enumerate() {
            let from = products.col(left);
            let to = matrix.col_as_slice_mut(column);
            for (to, &(right, right_root)) in to[column..].iter_mut().zip(&active[column..]) {
                *to = left_root * right_root * from[right];
            }
        }
        matrix
    };
    let mut factors: Col<f64> = active.iter().map(|&(example, root)| root * rows.dot(example, gradient)).collect();
    if !solve_shifted(build, &mut factors) {
        return None;
    }
    let examples: Vec<usize> = active.iter().map(|&(example, _)| example).collect();
    let factors: Vec<f64> = active.iter().zip(factors.iter()).map(|((_, root), factor)| -root * factor).collect();
    let mut step = gradient.to_vec();
    rows.add(&examples, &factors, &mut step);
    Some(step)
}

/// Replaces b by (I + M)⁻¹ b; `build` gives the lower triangle of M. Returns whether it could.
///
/// Where rounding makes a pivot negative, the diagonal grows, from the size of the rounding on, until none is.
fn solve_shifted(build: impl Fn() -> Mat<f64>, right: &mut Col<f64>) -> bool {
    let size = right.nrows();
    let mut memory = MemBuffer::new(cholesky_in_place_scratch::<f64>(size, Par::Seq, Default::default()));
    for growth in std::iter::once(0.0).chain((-14..0).map(|power| 10f64.powi(power))) {
        let mut matrix = build();
        let diagonal = matrix.diagonal_mut().column_vector_mut();
        diagonal.iter_mut().for_each(|value| *value = (*value + 1.0) * (1.0 + growth));
        let stack = MemStack::new(&mut memory);
        if cholesky_in_place(matrix.as_mut(), Default::default(), Par::Seq, stack, Default::default()).is_ok() {
            let stack = MemStack::new(&mut memory);
            solve_in_place(matrix.as_ref(), right.as_mat_mut(), Par::Seq, stack);
            return true;
        }
    }
    false
}
