//! The QL iteration of one matrix with all of its rare cases, for lanes in which the fast one failed.

use super::{NEGLIGIBLE, SWEEPS};

/// A smaller pivot is zero: it is the square of a value far below rounding error. The reciprocal of the square of a
/// larger pivot is finite.
const ZERO_PIVOT: f64 = 1e-150;

/// Replaces `diagonal` by the eigenvalues, unordered; `squared` has the squares of the off-diagonal. Returns whether the
/// iteration converged.
///
/// Pal, Walker and Kahan's variant of QL, as in [`eigenvalues`](super::eigenvalues).
///
/// # Complexity
/// About 0.9 n² steps of one division each.
pub(in crate::spectrum::exact::batched) fn eigenvalues(diagonal: &mut [f64], squared: &mut [f64]) -> bool {
    let size = diagonal.len();
    let mut low = 0;
    for _ in 0..=SWEEPS * size {
        while low + 1 < size && squared[low] <= NEGLIGIBLE {
            squared[low] = 0.0;
            low += 1;
        }
        if low + 1 >= size {
            return diagonal.iter().all(|value| value.is_finite());
        }
        let shift = wilkinson_shift(diagonal[low], diagonal[low + 1], squared[low]);
        sweep(diagonal, squared, low, shift);
    }
    false
}

/// The eigenvalue of a 2×2 matrix that is closer to its first diagonal entry.
fn wilkinson_shift(first: f64, second: f64, squared: f64) -> f64 {
    let root = squared.sqrt();
    let ratio = (second - first) / (root + root);
    let hypotenuse = (ratio * ratio + 1.0).sqrt();
    first - root / (ratio + if ratio < 0.0 { -hypotenuse } else { hypotenuse })
}

/// One QL sweep from the last row up to row `first`.
fn sweep(diagonal: &mut [f64], squared: &mut [f64], first: usize, shift: f64) {
    let last = diagonal.len() - 1;
    let (mut c, mut s) = (1.0, 0.0);
    let mut gamma = diagonal[last] - shift;
    let mut p = gamma * gamma;
    for i in (first..last).rev() {
        let (b, alpha) = (squared[i], diagonal[i]);
        let (r, shifted, before) = (p + b, alpha - shift, gamma);
        squared[i + 1] = s * r;
        if b <= ZERO_PIVOT {
            // The next block starts with exact values: p · (1/p) need not be 1.
            (c, s, gamma, p) = (1.0, 0.0, shifted, shifted * shifted);
        } else if p <= ZERO_PIVOT {
            // A rotation by a right angle: c = 0, s = 1.
            (c, s, gamma, p) = (0.0, 1.0, -gamma, c * b);
        } else {
            let inverse = 1.0 / (r * p);
            let turned = p * shifted - b * gamma;
            let over_r = p * inverse;
            (c, s, gamma, p) = (p * over_r, b * over_r, turned * over_r, turned * turned * inverse);
        }
        diagonal[i + 1] = before + (alpha - gamma);
    }
    diagonal[first] = shift + gamma;
    squared[first] = s * p;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_angles_and_splits_are_rotations_too() {
        // The first block asks for the shift −1, which is the last diagonal entry: the first rotation is by a right angle.
        let mut diagonal = vec![0.0, 0.0, -1.0];
        assert!(eigenvalues(&mut diagonal, &mut [1.0, 1.0, 0.0]));
        for value in &diagonal {
            let determinant = value - (value + 1.0) * (value * value - 1.0);
            assert!(determinant.abs() < 1e-14, "{diagonal:?}");
        }
        assert!((diagonal.iter().sum::<f64>() + 1.0).abs() < 1e-14, "{diagonal:?}");
        let mut diagonal = vec![1.0, 1.0, 1.0, 1.0];
        assert!(eigenvalues(&mut diagonal, &mut [0.25, 0.0, 0.25, 0.0]));
        diagonal.sort_by(f64::total_cmp);
        assert_eq!(diagonal, [0.5, 0.5, 1.5, 1.5]);
    }

    #[test]
    fn what_is_not_finite_does_not_converge() {
        assert!(!eigenvalues(&mut [1.0, f64::NAN, 1.0], &mut [0.25, 0.25, 0.0]));
    }
}
