//! Vectors in the coordinates of the principal axes, each divided by its standard deviation.

use pulp::Arch;

use crate::rows::Rows;

/// Sums of a product that are added up side by side: as many as the widest register holds, whatever the machine, so that the
/// bytes are the same everywhere.
const LANES: usize = 8;

/// Each row multiplied by `axes`, a matrix of axes × dimensions, in double precision: the sums cancel most of their digits where
/// an axis with a small deviation meets a large number.
pub(super) fn whitened(rows: Rows<'_>, axes: &[f32]) -> Vec<f32> {
    let dimensions = rows.dimensions();
    let padded = dimensions.next_multiple_of(LANES);
    let axes: Vec<f64> = axes.chunks_exact(dimensions).flat_map(|axis| wide(axis, padded)).collect();
    let mut out = Vec::with_capacity(rows.len() * axes.len() / padded);
    let arch = Arch::new();
    for row in rows.values().chunks_exact(dimensions) {
        let row: Vec<f64> = wide(row, padded).collect();
        arch.dispatch(|| out.extend(axes.chunks_exact(padded).map(|axis| product(&row, axis) as f32)));
    }
    out
}

/// Numbers in double precision, filled up with zeros.
fn wide(values: &[f32], length: usize) -> impl Iterator<Item = f64> {
    values.iter().map(|&value| f64::from(value)).chain(std::iter::repeat(0.0)).take(length)
}

/// The sum of products of two lists whose length is a multiple of the lanes.
#[inline(always)]
fn product(one: &[f64], other: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    for (one, other) in one.as_chunks::<LANES>().0.iter().zip(other.as_chunks::<LANES>().0) {
        for (sum, (one, other)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += one * other;
        }
    }
    sums.iter().sum()
}
