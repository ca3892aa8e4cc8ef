//! Dense tridiagonalisation by faer.

use std::num::NonZero;

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::tridiag::{tridiag_in_place, tridiag_in_place_scratch};
use faer::{Mat, MatMut, Par};

use super::aligned::AlignedVec;

/// From this size on the work inside one matrix is split among threads.
const PARALLEL_SIZE: usize = 1024;

/// Parts the work is split into. The same whatever the number of threads: the order of additions, and so the bytes of
/// the result, depend on it.
const PARTS: NonZero<usize> = NonZero::new(2).unwrap();

/// Dense symmetric matrices, one after another in the same memory.
#[derive(Debug, Default)]
pub(super) struct DenseReduction {
    matrix: AlignedVec,
}

impl DenseReduction {
    /// Reduces the symmetric matrix given by the entries `(row, column, value)` of its lower triangle to a tridiagonal
    /// one with the same eigenvalues.
    ///
    /// Householder reflections, 4/3 n³ flops, n² numbers of memory. The last stage of faer's own eigenvalue driver is
    /// slower than our QL, so only the reduction is used.
    pub(super) fn tridiagonalize(
        &mut self,
        size: usize,
        entries: impl Iterator<Item = (usize, usize, f64)>,
        diagonal: &mut Vec<f64>,
        off_diagonal: &mut Vec<f64>,
    ) {
        self.matrix.reset(size * size, 0.0);
        let mut matrix = MatMut::from_column_major_slice_mut(self.matrix.as_mut_slice(), size, size);
        for (row, column, value) in entries {
            matrix[(row, column)] = value;
        }
        let par = if size < PARALLEL_SIZE { Par::Seq } else { Par::Rayon(PARTS) };
        let mut householder = Mat::zeros(1, size.saturating_sub(1));
        let mut memory = MemBuffer::new(tridiag_in_place_scratch::<f64>(size, par, Default::default()));
        tridiag_in_place(matrix.as_mut(), householder.as_mut(), par, MemStack::new(&mut memory), Default::default());
        diagonal.clear();
        diagonal.extend((0..size).map(|row| matrix[(row, row)]));
        off_diagonal.clear();
        off_diagonal.extend((1..size).map(|row| matrix[(row, row - 1)]));
    }
}
