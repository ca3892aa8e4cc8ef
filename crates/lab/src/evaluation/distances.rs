//! Distances of all pairs of vectors.

use pulp::{Arch, Simd, WithSimd};

use super::VectorRows;
use crate::gram::GramMatrix;

/// The squared Euclidean distances of all pairs of vectors: symmetric, zeros on the diagonal and between equal vectors.
///
/// As sums of squared differences: with |x|² + |y|² − 2 x·y equal vectors would be a rounding error apart.
///
/// In one thread: standardized vectors need it for each split, and the splits are on all threads already.
///
/// # Complexity
/// O(n² d) time, O(n² + n d) space.
pub(super) fn squared_distances(vectors: VectorRows<'_>) -> GramMatrix {
    let (size, width) = (vectors.len(), vectors.width());
    let wide: Vec<f64> = (0..size).flat_map(|row| vectors.row(row).iter().map(|&value| f64::from(value))).collect();
    let row = |at: usize| &wide[at * width..][..width];
    let arch = Arch::new();
    let mut distances = GramMatrix::new(size, vec![0.0; size * size]);
    for (one, values) in distances.values_mut().chunks_exact_mut(size.max(1)).enumerate() {
        for (other, value) in values[..one].iter_mut().enumerate() {
            *value = squared_distance(arch, row(one), row(other));
        }
    }
    distances.mirror_lower();
    distances
}

/// The squared Euclidean distance of two vectors.
pub(crate) fn squared_distance(arch: Arch, one: &[f64], other: &[f64]) -> f64 {
    arch.dispatch(SquaredDistance { one, other })
}

/// Σ (x − y)², in as many sums as a register has lanes.
struct SquaredDistance<'a> {
    one: &'a [f64],
    other: &'a [f64],
}

impl WithSimd for SquaredDistance<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let ((one, last), (other, other_last)) = (S::as_simd_f64s(self.one), S::as_simd_f64s(self.other));
        let mut sum = simd.splat_f64s(0.0);
        for (&x, &y) in one.iter().zip(other) {
            let difference = simd.sub_f64s(x, y);
            sum = simd.mul_add_f64s(difference, difference, sum);
        }
        let rest: f64 = last.iter().zip(other_last).map(|(x, y)| (x - y).powi(2)).sum();
        simd.reduce_sum_f64s(sum) + rest
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn distances_are_sums_of_squared_differences() {
        let (count, width) = (23, 37);
        let rows: Vec<f32> = (0..count * width).map(|at| ((at * 7919) % 101) as f32 / 7.0).collect();
        let found = squared_distances(VectorRows::new(&rows, width).unwrap());
        for one in 0..count {
            for other in 0..count {
                let pairs = rows[one * width..][..width].iter().zip(&rows[other * width..][..width]);
                let exact: f64 = pairs.map(|(&x, &y)| (f64::from(x) - f64::from(y)).powi(2)).sum();
                assert!((found.row(one)[other] - exact).abs() <= 1e-12 * exact, "{one}, {other}");
            }
        }
    }
}
