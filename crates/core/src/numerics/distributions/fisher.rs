//! Fisher's F distribution.

use super::beta::regularized_beta;

/// The probability that F is at least `value`, with `first` degrees of freedom above and `second` below the line.
///
/// # Formula
/// ```text
/// P(F ≥ f) = I_x(ν₂/2, ν₁/2),    x = ν₂ / (ν₂ + ν₁ f)               Abramowitz & Stegun 26.6.2
/// ```
/// # Edge cases
/// 1 for f ≤ 0, 0 for an infinite f.
#[must_use]
pub fn upper_fisher_tail(value: f64, first: f64, second: f64) -> f64 {
    regularized_beta(second / (second + first * value.max(0.0)), 0.5 * second, 0.5 * first)
}

#[cfg(test)]
mod tests {
    use super::super::two_sided_student_tail;
    use super::*;

    #[test]
    fn tails_agree_with_closed_forms_and_another_implementation() {
        // With two degrees of freedom above: (1 + 2f/ν)^(−ν/2). F with one above is the square of Student's t.
        for f in [0.0, 0.3, 2.0, 17.0f64] {
            assert!((upper_fisher_tail(f, 2.0, 8.0) - (1.0 + f / 4.0).powi(-4)).abs() < 1e-14);
            assert!((upper_fisher_tail(f, 1.0, 7.0) - two_sided_student_tail(f.sqrt(), 7.0)).abs() < 1e-13);
        }
        // SciPy's `f.sf(3.69, 3, 39)`: Demšar's example.
        assert!((upper_fisher_tail(3.69, 3.0, 39.0) - 0.019_744_099_689_488_88).abs() < 1e-13);
        assert_eq!(upper_fisher_tail(f64::INFINITY, 3.0, 39.0), 0.0);
    }
}
