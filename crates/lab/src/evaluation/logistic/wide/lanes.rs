//! Vectors in groups of as many numbers as a register holds.

use super::rows::LANES;

/// Numbers in groups of as many as a register holds, zeros after the last.
pub(super) type Numbers = Vec<[f64; LANES]>;

/// a·b, in as many sums as a register has lanes.
pub(super) fn dot(a: &[[f64; LANES]], b: &[[f64; LANES]]) -> f64 {
    let mut sums = [0.0; LANES];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

pub(super) fn norm(a: &[[f64; LANES]]) -> f64 {
    dot(a, a).sqrt()
}

/// sum += factor · vector.
pub(super) fn add(sum: &mut [[f64; LANES]], factor: f64, vector: &[[f64; LANES]]) {
    let sums = sum.as_flattened_mut().iter_mut().zip(vector.as_flattened());
    sums.for_each(|(sum, value)| *sum += factor * value);
}
