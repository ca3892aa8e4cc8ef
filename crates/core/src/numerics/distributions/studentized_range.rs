//! The studentized range with infinitely many degrees of freedom: the range of standard normal numbers.

use super::normal::normal_distribution;
use super::solve_decreasing;

/// Step of the sum: for a smooth function that decreases as e^(−z²/2) its error falls as e^(−(2π/h)²/2), below any rounding.
const STEP: f64 = 0.1;

/// Beyond this many deviations the density of a normal number is below 10^−19.
const REACH: f64 = 9.0;

/// The probability that the range of k independent standard normal numbers is at most `range`.
///
/// # Formula
/// ```text
/// P(q; k) = k ∫ φ(z) (Φ(z) − Φ(z − q))^(k−1) dz           z: the largest of the k numbers
/// ```
/// Tukey 1953, by the trapezoidal rule.
///
/// # Complexity
/// O(1): 180 values of Φ, twice.
///
/// # Edge cases
/// 0 for a range of at most 0; 1 for fewer than two numbers.
#[must_use]
pub fn studentized_range_distribution(range: f64, numbers: usize) -> f64 {
    if numbers < 2 || range <= 0.0 {
        return if numbers < 2 { 1.0 } else { 0.0 };
    }
    let steps = (2.0 * REACH / STEP) as usize;
    let at = |step: usize| {
        let z = -REACH + STEP * step as f64;
        let density = (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt();
        density * (normal_distribution(z) - normal_distribution(z - range)).powf(numbers as f64 - 1.0)
    };
    (numbers as f64 * STEP * (0..=steps).map(at).sum::<f64>()).min(1.0)
}

/// The range that k independent standard normal numbers exceed with a probability of `tail`.
#[must_use]
pub fn upper_studentized_range_quantile(tail: f64, numbers: usize) -> f64 {
    solve_decreasing(tail, |range| 1.0 - studentized_range_distribution(range, numbers))
}

#[cfg(test)]
mod tests {
    use super::super::upper_normal_tail;
    use super::*;

    /// The difference of two normal numbers is normal with variance 2.
    #[test]
    fn the_range_of_two_numbers_has_a_closed_form() {
        for range in [0.1, 1.0, 2.77, 6.0f64] {
            let exact = 1.0 - 2.0 * upper_normal_tail(range / 2f64.sqrt());
            assert!((studentized_range_distribution(range, 2) - exact).abs() < 1e-13, "{range}");
        }
        assert_eq!(studentized_range_distribution(0.0, 3), 0.0);
        assert_eq!(studentized_range_distribution(1.0, 1), 1.0);
    }

    /// Demšar 2006, "Statistical Comparisons of Classifiers over Multiple Data Sets", table 5: q / √2.
    #[test]
    fn critical_values_are_those_of_the_published_table() {
        let table = [
            (0.05, [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]),
            (0.10, [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]),
        ];
        for (tail, values) in table {
            for (numbers, published) in (2..).zip(values) {
                let found = upper_studentized_range_quantile(tail, numbers) / 2f64.sqrt();
                // The table is rounded, some of its entries from a rounded q.
                assert!((found - published).abs() < 1.1e-3, "{tail}, {numbers}: {found}, not {published}");
            }
        }
    }
}
