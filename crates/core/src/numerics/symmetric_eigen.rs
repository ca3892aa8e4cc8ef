//! Eigenvalues and eigenvectors of small symmetric matrices.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
use faer::{Mat, MatRef, Par};

/// Eigenvalues of a small symmetric matrix, ascending, and its eigenvectors as columns; the lower triangle counts. On one
/// thread, so that the number of threads does not show. `None` if it does not converge.
#[must_use]
pub fn symmetric_eigen(matrix: MatRef<'_, f64>) -> Option<(Vec<f64>, Mat<f64>)> {
    let size = matrix.nrows();
    if size == 0 {
        // faer's decomposition subtracts one from the size.
        return Some((vec![], Mat::zeros(0, 0)));
    }
    let mut values = vec![0.0; size];
    let mut vectors = Mat::zeros(size, size);
    let scratch = self_adjoint_evd_scratch::<f64>(size, ComputeEigenvectors::Yes, Par::Seq, Default::default());
    let mut memory = MemBuffer::new(scratch);
    let diagonal = faer::diag::DiagMut::from_slice_mut(&mut values);
    self_adjoint_evd(
        matrix,
        diagonal,
        Some(vectors.as_mut()),
        Par::Seq,
        MemStack::new(&mut memory),
        Default::default(),
    )
    .ok()?;
    Some((values, vectors))
}
