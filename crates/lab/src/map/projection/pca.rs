//! Principal component analysis: the plane of the largest variance.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatMut, MatRef, Par};
use sgr_core::numerics::{Leading, LeadingSettings, leading_eigenvectors};

/// Rows that are centred and multiplied at once: they stay in the cache.
const BLOCK: usize = 128;

/// Residual of the eigenvectors of a covariance matrix of trace 1: far below a pixel of any map.
const TOLERANCE: f64 = 1e-9;

/// The projections of some rows on the plane of their largest variance.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PrincipalPlane {
    /// One point for each row.
    pub(crate) points: Vec<[f32; 2]>,
    /// Part of the variance along each axis, from 0 to 1.
    pub(crate) explained: [f64; 2],
}

impl PrincipalPlane {
    /// Of rows of `width` numbers.
    ///
    /// # Formula
    /// ```text
    /// C = Σ_i (x_i − x̄)(x_i − x̄)ᵀ,   C v_a = λ_a v_a,   point_i = (v_1 · (x_i − x̄), v_2 · (x_i − x̄))
    /// ```
    /// v_a has a positive entry at its largest magnitude, so that a map is not mirrored from one run to the next.
    ///
    /// # Edge cases
    /// Equal rows: all points are 0. Rows of one number: the second coordinate is 0.
    ///
    /// # Complexity
    /// O(rows · width) time a product, of which some hundreds are needed; O(width) space besides the points.
    pub(crate) fn of(rows: &[f32], width: usize) -> Self {
        let count = rows.len() / width;
        let mean = mean(rows, width);
        let variance: f64 =
            rows.chunks_exact(width).flat_map(|row| centred(row, &mean)).map(|value| value * value).sum();
        if variance <= 0.0 {
            return Self { points: vec![[0.0; 2]; count], explained: [0.0; 2] };
        }
        let axes = width.min(2);
        let settings = LeadingSettings { leading: Leading::Largest, count: axes, dense: 32, tolerance: TOLERANCE };
        let multiply = |vectors: MatRef<'_, f64>, products: MatMut<'_, f64>| {
            multiply_by_covariance(rows, &mean, 1.0 / variance, vectors, products);
        };
        // Only a small eigenproblem with NaN in it could fail, and the rows are finite.
        let Some(found) = leading_eigenvectors(width, &settings, multiply) else {
            return Self { points: vec![[0.0; 2]; count], explained: [0.0; 2] };
        };
        let axis = |at: usize| -> Vec<f64> {
            let vector = found.vectors.col_as_slice(at);
            let largest = vector.iter().copied().fold(0.0f64, |a, b| if b.abs() > a.abs() { b } else { a });
            vector.iter().map(|entry| entry * largest.signum()).collect()
        };
        let axes: Vec<Vec<f64>> = (0..axes).map(axis).collect();
        let along = |row: &[f32], at: usize| {
            axes.get(at)
                .map_or(0.0, |axis| centred(row, &mean).zip(axis).map(|(value, axis)| value * axis).sum::<f64>())
        };
        let points = rows.chunks_exact(width).map(|row| [along(row, 0) as f32, along(row, 1) as f32]).collect();
        let explained = [0, 1].map(|at| found.values.get(at).map_or(0.0, |value| value.clamp(0.0, 1.0)));
        Self { points, explained }
    }
}

fn mean(rows: &[f32], width: usize) -> Vec<f64> {
    let mut mean = vec![0.0; width];
    for row in rows.chunks_exact(width) {
        mean.iter_mut().zip(row).for_each(|(sum, &value)| *sum += f64::from(value));
    }
    let count = (rows.len() / width).max(1) as f64;
    mean.iter_mut().for_each(|sum| *sum /= count);
    mean
}

fn centred<'a>(row: &'a [f32], mean: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
    row.iter().zip(mean).map(|(&value, mean)| f64::from(value) - mean)
}

/// `products` = scale · C · `vectors`, block by block of rows, on one thread: the same bytes however many there are.
fn multiply_by_covariance(
    rows: &[f32],
    mean: &[f64],
    scale: f64,
    vectors: MatRef<'_, f64>,
    mut products: MatMut<'_, f64>,
) {
    let width = mean.len();
    products.fill(0.0);
    let mut block = Mat::<f64>::zeros(width, BLOCK);
    let mut along = Mat::<f64>::zeros(BLOCK, vectors.ncols());
    for rows in rows.chunks(width * BLOCK) {
        let count = rows.len() / width;
        for (at, row) in rows.chunks_exact(width).enumerate() {
            block.col_as_slice_mut(at).iter_mut().zip(centred(row, mean)).for_each(|(entry, value)| *entry = value);
        }
        let block = block.as_ref().subcols(0, count);
        let mut along = along.as_mut().subrows_mut(0, count);
        matmul(along.as_mut(), Accum::Replace, block.transpose(), vectors, 1.0, Par::Seq);
        matmul(products.as_mut(), Accum::Add, block, along.as_ref(), scale, Par::Seq);
    }
}

#[cfg(test)]
mod tests {
    use super::PrincipalPlane;

    /// Points of a plane that is turned in five dimensions, off the origin: the axes, the lengths along them and the
    /// explained variances have closed forms.
    #[test]
    fn a_turned_ellipse_lies_flat() {
        // Orthonormal: the rows of a Hadamard matrix without its last column would not be; these are by hand.
        let (long, short) = ([0.6f32, 0.0, 0.8, 0.0, 0.0], [0.0f32, 0.8, 0.0, 0.0, -0.6]);
        let angles: Vec<f32> = (0..360).map(|degree| (degree as f32).to_radians()).collect();
        let rows: Vec<f32> = angles
            .iter()
            .flat_map(|angle| (0..5).map(move |at| 7.0 + 5.0 * angle.cos() * long[at] + 2.0 * angle.sin() * short[at]))
            .collect();
        let plane = PrincipalPlane::of(&rows, 5);
        for (angle, [x, y]) in angles.iter().zip(&plane.points) {
            // `short` is largest at a positive entry, as `long` is.
            assert!((x - 5.0 * angle.cos()).abs() < 1e-4 && (y - 2.0 * angle.sin()).abs() < 1e-4, "{angle}: {x} {y}");
        }
        let whole = 25.0 + 4.0;
        assert!((plane.explained[0] - 25.0 / whole).abs() < 1e-6, "{:?}", plane.explained);
        assert!((plane.explained[1] - 4.0 / whole).abs() < 1e-6, "{:?}", plane.explained);
    }

    #[test]
    fn equal_rows_and_rows_of_one_number_are_placed() {
        assert_eq!(PrincipalPlane::of(&[3.0; 12], 4).points, vec![[0.0; 2]; 3]);
        let line = PrincipalPlane::of(&[1.0, 2.0, 6.0], 1);
        assert_eq!(line.points, [[-2.0, 0.0], [-1.0, 0.0], [3.0, 0.0]]);
        assert!((line.explained[0] - 1.0).abs() < 1e-12 && line.explained[1] == 0.0, "{:?}", line.explained);
    }
}
