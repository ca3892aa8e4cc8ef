use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;

use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

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
    /// Approximate minimum degree (Amestoy, Davis and Duff 1996). `None` if the machine has no memory for it.
    pub(crate) fn find(matrix: &SparseLaplacian) -> Option<Self> {
        let size = matrix.size();
        let (mut offsets, mut rows) = (Vec::with_capacity(size + 1), Vec::with_capacity(matrix.entry_count() / 2));
        offsets.push(0);
        for column in 0..size {
            rows.extend(matrix.columns(column).iter().copied().filter(|&row| (row as usize) < column));
            offsets.push(rows.len() as u32);
        }
        let upper = SymbolicSparseColMatRef::new_unsorted_checked(size, size, &offsets, None, &rows);
        let (mut order, mut inverse) = (vec![0; size], vec![0; size]);
        let mut memory = MemBuffer::try_new(amd::order_maybe_unsorted_scratch::<u32>(size, rows.len())).ok()?;
        let control = amd::Control::default();
        let flops =
            amd::order_maybe_unsorted(&mut order, &mut inverse, upper, control, MemStack::new(&mut memory)).ok()?;
        Some(Self { order, multiplications: flops.n_mult_subs_ldl, fill: flops.n_div })
    }
}
