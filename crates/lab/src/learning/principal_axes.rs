//! Covariances and their eigenvectors, with the same bytes on every machine.
//!
//! A general solver multiplies blocks whose sizes follow the caches of the machine, and rounds differently on another one. A model
//! file must not depend on that: here every sum has its order.

use pulp::Arch;

/// Sums that are added up side by side, whatever the instruction set.
const LANES: usize = 8;

/// Most passes over all pairs of rows: quadratic convergence needs about ten.
const MOST_SWEEPS: usize = 40;

/// The covariance matrix of the population, row by row, of rows of `dimensions` numbers with these means.
pub(super) fn covariance(rows: &[f32], means: &[f64]) -> Vec<f64> {
    let dimensions = means.len();
    let mut covariance = vec![0.0; dimensions * dimensions];
    let mut centred = vec![0.0; dimensions];
    let arch = Arch::new();
    for row in rows.chunks_exact(dimensions) {
        for ((centred, mean), &value) in centred.iter_mut().zip(means).zip(row) {
            *centred = f64::from(value) - mean;
        }
        arch.dispatch(|| {
            for (one, sums) in centred.iter().zip(covariance.chunks_exact_mut(dimensions)) {
                sums.iter_mut().zip(&centred).for_each(|(sum, other)| *sum += one * other);
            }
        });
    }
    let count = (rows.len() / dimensions) as f64;
    covariance.iter_mut().for_each(|sum| *sum /= count);
    covariance
}

/// The eigenvalues of a positive semidefinite matrix, the largest first, and the unit eigenvectors, row by row. Those of
/// eigenvalues below 10⁻¹² of the largest one mean nothing. `None` if it does not converge.
///
/// Rotates pairs of rows until all are orthogonal to each other: each row is then an eigenvalue times its eigenvector (Hestenes
/// 1958, "Inversion of Matrices by Biorthogonalization and Related Results").
pub(super) fn principal_axes(mut matrix: Vec<f64>, dimensions: usize) -> Option<Vec<(f64, Vec<f64>)>> {
    let arch = Arch::new();
    let mut sweeps = 0;
    while arch.dispatch(|| rotate_all(&mut matrix, dimensions)) {
        sweeps += 1;
        if sweeps == MOST_SWEEPS {
            return None;
        }
    }
    let axis = |row: &[f64]| {
        let value = product(row, row).sqrt();
        (value, row.iter().map(|entry| entry / value.max(f64::MIN_POSITIVE)).collect())
    };
    let mut axes: Vec<(f64, Vec<f64>)> = matrix.chunks_exact(dimensions).map(axis).collect();
    axes.sort_by(|one, other| other.0.total_cmp(&one.0));
    Some(axes)
}

/// Makes each pair of rows orthogonal in turn, and says whether one was not.
#[inline(always)]
fn rotate_all(matrix: &mut [f64], dimensions: usize) -> bool {
    /// The cosine of the angle at which two rows are orthogonal: ten times the rounding error of a product of 512 terms in eight
    /// sums, and far below the single precision of a file.
    const ORTHOGONAL: f64 = 1e-13;
    /// The square of the size, beside the largest row, below which a row is rounding.
    const NOTHING: f64 = 1e-28;
    let largest = matrix.chunks_exact(dimensions).map(|row| product(row, row)).fold(0.0, f64::max);
    let mut has_rotated = false;
    for second in 1..dimensions {
        let (above, rest) = matrix.split_at_mut(second * dimensions);
        let other = &mut rest[..dimensions];
        for one in above.chunks_exact_mut(dimensions) {
            let (a, b, c) = (product(one, one), product(other, other), product(one, other));
            if a.min(b) <= NOTHING * largest || c.abs() <= ORTHOGONAL * (a * b).sqrt() {
                continue;
            }
            has_rotated = true;
            // The smaller of the two rotations that make them orthogonal.
            let slope = (b - a) / (2.0 * c);
            let tangent = slope.signum() / (slope.abs() + (1.0 + slope * slope).sqrt());
            let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
            let sine = cosine * tangent;
            for (x, y) in one.iter_mut().zip(other.iter_mut()) {
                (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
            }
        }
    }
    has_rotated
}

/// The sum of products, in as many partial sums as there are lanes.
#[inline(always)]
fn product(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (one.as_chunks::<LANES>(), other.as_chunks::<LANES>());
    let mut sums = [0.0; LANES];
    for (one, other) in one.0.iter().zip(other.0) {
        for (sum, (one, other)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += one * other;
        }
    }
    let tail: f64 = one.1.iter().zip(other.1).map(|(one, other)| one * other).sum();
    sums.iter().sum::<f64>() + tail
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    /// A matrix of the second differences, whose eigenvalues are 2 − 2 cos(π k / (n + 1)).
    #[test]
    fn eigenvalues_of_a_path_are_those_of_the_formula() {
        for size in [1, 2, 7, 40] {
            let entry = |row: usize, column: usize| match row.abs_diff(column) {
                0 => 2.0,
                1 => -1.0,
                _ => 0.0,
            };
            let matrix: Vec<f64> = (0..size * size).map(|at| entry(at / size, at % size)).collect();
            let axes = principal_axes(matrix.clone(), size).unwrap();
            for (rank, (value, axis)) in axes.iter().enumerate() {
                let angle = std::f64::consts::PI * (size - rank) as f64 / (size + 1) as f64;
                assert!((value - (2.0 - 2.0 * angle.cos())).abs() < 1e-13 * size as f64, "{size}, {rank}: {value}");
                for (row, entry) in matrix.chunks(size).zip(axis) {
                    assert!((product(row, axis) - value * entry).abs() < 1e-13 * size as f64, "{size}, {rank}");
                }
            }
        }
    }

    #[test]
    fn a_matrix_of_low_rank_has_as_many_axes() {
        // Of rank 2: u uᵀ + v vᵀ with orthogonal u and v of squares 30 and 4.
        let (u, v) = ([1.0, 2.0, 3.0, 4.0], [1.0, -1.0, -1.0, 1.0]);
        let matrix = (0..16).map(|at| u[at / 4] * u[at % 4] + v[at / 4] * v[at % 4]).collect();
        let values: Vec<f64> = principal_axes(matrix, 4).unwrap().into_iter().map(|(value, _)| value).collect();
        assert!((values[0] - 30.0).abs() < 1e-12 && (values[1] - 4.0).abs() < 1e-12, "{values:?}");
        assert!(values[2].abs().max(values[3].abs()) < 1e-12, "{values:?}");
        assert_eq!(principal_axes(vec![0.0; 9], 3).unwrap()[0].0, 0.0);
    }
}
