//! Confidence intervals of accuracies.

use super::{SIGNIFICANCE, corrected_mean};
use sgr_core::numerics::distributions::upper_student_quantile;

/// The 95 % confidence interval of the mean accuracy over runs whose training parts overlap.
///
/// # Formula
/// ```text
/// m ± t √v            m, v: corrected_mean;   t: Student's quantile of 0.975 with J − 1 degrees of freedom
/// ```
/// Nadeau & Bengio 2003. `test_share` is the number of test examples for each training example.
///
/// # Edge cases
/// Nothing for fewer than two runs. Where all runs are equal the interval is a point. It may reach beyond 0 or 100 %.
#[must_use]
pub fn interval(accuracies: &[f64], test_share: f64) -> Option<[f64; 2]> {
    let (mean, variance) = corrected_mean(accuracies, test_share)?;
    let reach = upper_student_quantile(SIGNIFICANCE / 2.0, accuracies.len() as f64 - 1.0) * variance.sqrt();
    Some([mean - reach, mean + reach])
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    /// By hand: mean 80, variance 10, (1/5 + 1/4) · 10 = 4.5, t = 2.776445 with 4 degrees of freedom.
    #[test]
    fn the_interval_is_that_by_hand() {
        let [low, high] = interval(&[76.0, 78.0, 80.0, 82.0, 84.0], 0.25).unwrap();
        let reach = 2.776_445_105_198_0 * 4.5f64.sqrt();
        assert!((low - (80.0 - reach)).abs() < 1e-9 && (high - (80.0 + reach)).abs() < 1e-9, "{low}, {high}");
        assert_eq!(interval(&[70.0, 70.0, 70.0], 0.25), Some([70.0, 70.0]));
        assert_eq!(interval(&[70.0], 0.25), None);
    }
}
