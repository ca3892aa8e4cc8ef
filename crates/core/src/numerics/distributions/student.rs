//! Student's t distribution.

use super::beta::regularized_beta;
use super::solve_decreasing;

/// The probability that |T| is at least `t`, for Student's T with that many degrees of freedom.
///
/// # Formula
/// ```text
/// P(|T| ≥ t) = I_x(ν/2, 1/2),    x = ν / (ν + t²)                Abramowitz & Stegun 26.7.1
/// ```
/// # Edge cases
/// 1 for t ≤ 0, 0 for an infinite t.
#[must_use]
pub fn two_sided_student_tail(t: f64, degrees_of_freedom: f64) -> f64 {
    if t <= 0.0 {
        return 1.0;
    }
    regularized_beta(degrees_of_freedom / (degrees_of_freedom + t * t), 0.5 * degrees_of_freedom, 0.5)
}

/// The t with a probability of `tail` above it, for a tail of at most 1/2.
///
/// # Edge cases
/// Infinite without a degree of freedom.
#[must_use]
pub fn upper_student_quantile(tail: f64, degrees_of_freedom: f64) -> f64 {
    if degrees_of_freedom <= 0.0 {
        return f64::INFINITY;
    }
    solve_decreasing(2.0 * tail, |t| two_sided_student_tail(t, degrees_of_freedom))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One degree of freedom: P(|T| ≥ t) = 1 − 2/π · arctan t. Two: 1 − t / √(2 + t²).
    #[test]
    fn few_degrees_of_freedom_have_closed_forms() {
        for t in [0.1, 1.0, 2.0, 12.0, 300.0f64] {
            let one = 1.0 - std::f64::consts::FRAC_2_PI * t.atan();
            let two = 1.0 - t / (2.0 + t * t).sqrt();
            assert!((two_sided_student_tail(t, 1.0) - one).abs() < 1e-13, "{t}");
            assert!((two_sided_student_tail(t, 2.0) - two).abs() < 1e-13, "{t}");
        }
        assert_eq!((two_sided_student_tail(0.0, 9.0), two_sided_student_tail(f64::INFINITY, 9.0)), (1.0, 0.0));
    }

    /// SciPy's `t.ppf(0.975, ν)` and `t.ppf(0.9999, ν)`.
    #[test]
    fn quantiles_agree_with_another_implementation() {
        let exact = [(1.0, 12.706_204_736_174_694), (9.0, 2.262_157_162_798_205), (99.0, 1.984_216_951_586_417_4)];
        for (freedom, quantile) in exact {
            let found = upper_student_quantile(0.025, freedom);
            assert!((found / quantile - 1.0).abs() < 1e-10, "{freedom}: {found}, not {quantile}");
        }
        assert!((upper_student_quantile(1e-4, 19.0) / 4.589_864_596_755_082 - 1.0).abs() < 1e-10);
    }
}
