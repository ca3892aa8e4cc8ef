use std::ops::{AddAssign, Mul};

use crate::spectrum::matrix::precision::Precision;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// What vectors are made of.
pub(super) trait Number: Precision + AddAssign + Mul<Output = Self> {}
impl<T: Precision + AddAssign + Mul<Output = T>> Number for T {}

/// The numbers of all vectors at one row, in a cache line of their own: to reach a row is what takes time.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Line<T>(pub(super) T);

/// Sum over the entries of a row: weight times the row of the block that the entry points to.
///
/// A loop over lanes becomes a few wide instructions where it is compiled for a processor that has them: to be called
/// inside of `pulp::Arch::dispatch`.
#[inline(always)]
pub(super) fn neighbor_sum<T: Number, const LANES: usize>(
    matrix: &SparseLaplacian,
    row: usize,
    block: &[Line<[T; LANES]>],
) -> [T; LANES] {
    let mut sum = [T::default(); LANES];
    match matrix.weights(row) {
        None => {
            for &column in matrix.columns(row) {
                let Line(other) = &block[column as usize];
                for lane in 0..LANES {
                    sum[lane] += other[lane];
                }
            }
        }
        Some(weights) => {
            for (&column, &weight) in matrix.columns(row).iter().zip(weights) {
                let (Line(other), weight) = (&block[column as usize], T::rounded(weight));
                for lane in 0..LANES {
                    sum[lane] += weight * other[lane];
                }
            }
        }
    }
    sum
}
