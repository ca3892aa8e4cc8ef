//! The order in which inertia counts eliminate the rows of a large Laplacian.

use super::sparse_laplacian::SparseLaplacian;
use crate::numerics::MinimumDegree;

/// An order in which rows are eliminated, and what that costs.
#[derive(Debug)]
pub(crate) struct EliminationOrder {
    /// `order[k]` is the row that is eliminated as number k.
    pub(crate) order: Vec<u32>,
    /// Predicted multiplications of one elimination.
    pub(crate) multiplications: f64,
    /// Predicted entries below the diagonal of the triangular factor.
    pub(crate) fill: f64,
}

impl EliminationOrder {
    /// Approximate minimum degree. `None` if there is no memory for it.
    pub(crate) fn find(matrix: &SparseLaplacian) -> Option<Self> {
        let size = matrix.size();
        let (mut offsets, mut rows) = (Vec::with_capacity(size + 1), Vec::with_capacity(matrix.entry_count() / 2));
        offsets.push(0);
        for column in 0..size {
            rows.extend(matrix.columns(column).iter().copied().filter(|&row| (row as usize) < column));
            offsets.push(rows.len() as u32);
        }
        let MinimumDegree { order, multiplications, fill } = MinimumDegree::of_pattern(&offsets, &rows)?;
        Some(Self { order, multiplications, fill })
    }
}
