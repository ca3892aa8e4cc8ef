//! The inner loop of all products of the Laplacian with blocks of vectors.

use std::ops::{AddAssign, Mul};

use crate::spectrum::matrix::precision::Precision;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Type of the entries of vectors: `f64` or `f32`.
pub(super) trait Number: Precision + AddAssign + Mul<Output = Self> {}
impl<T: Precision + AddAssign + Mul<Output = T>> Number for T {}

/// The entries of all vectors in one row, aligned to a cache line: memory access dominates the time, and an unaligned
/// row would touch two lines.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct CacheLine<T>(pub(super) T);

/// Sum over the off-diagonal entries of a row: weight of the entry times the row of the block at its column.
///
/// To be called inside `pulp::Arch::dispatch`: only there the compiler may turn the loop over lanes into instructions
/// of the widest registers.
#[inline(always)]
pub(super) fn neighbor_sum<T: Number, const LANES: usize>(
    matrix: &SparseLaplacian,
    row: usize,
    block: &[CacheLine<[T; LANES]>],
) -> [T; LANES] {
    let mut sum = [T::default(); LANES];
    match matrix.weights(row) {
        None => {
            for &column in matrix.columns(row) {
                let CacheLine(other) = &block[column as usize];
                for lane in 0..LANES {
                    sum[lane] += other[lane];
                }
            }
        }
        Some(weights) => {
            for (&column, &weight) in matrix.columns(row).iter().zip(weights) {
                let (CacheLine(other), weight) = (&block[column as usize], T::rounded(weight));
                for lane in 0..LANES {
                    sum[lane] += weight * other[lane];
                }
            }
        }
    }
    sum
}
