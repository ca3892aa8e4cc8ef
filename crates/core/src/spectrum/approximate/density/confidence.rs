//! Standard errors for a promise about many samples at once, from few probes.

use crate::numerics::distributions::upper_student_quantile;

/// Probability that the errors of all samples are within the stated ones.
const CONFIDENCE: f64 = 0.95;

/// Standard errors that cover the deviations of `samples` means at once, each with this many degrees of freedom.
///
/// # Formula
/// ```text
/// p = (1 − 0.95) / (2 · samples)                     Bonferroni: holds for dependent means, too
/// t: the quantile of Student's distribution with a probability of p above it
/// ```
pub(super) fn simultaneous_deviations(samples: usize, degrees_of_freedom: usize) -> f64 {
    upper_student_quantile((1.0 - CONFIDENCE) / (2 * samples) as f64, degrees_of_freedom as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantiles from tables: normal 1.960, Student 2.365 (7 degrees of freedom), 2.040 (31).
    #[test]
    fn quantiles_agree_with_tables() {
        assert!((simultaneous_deviations(1, 1_000_000) - 1.960).abs() < 1e-3);
        assert!((simultaneous_deviations(1, 7) - 2.365).abs() < 1e-3);
        assert!((simultaneous_deviations(1, 31) - 2.040).abs() < 1e-3);
        assert!((simultaneous_deviations(256, 1_000_000) - 3.73).abs() < 1e-2);
    }
}
