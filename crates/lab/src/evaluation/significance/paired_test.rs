//! The corrected paired test.

use super::corrected_mean;
use sgr_core::numerics::distributions::two_sided_student_tail;

/// The difference of two methods on the same splits, and how likely as large a one is without a true difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedTest {
    /// Mean difference.
    pub difference: f64,
    /// Probability of a difference as large, of either sign, if the methods are as good as each other.
    pub p: f64,
}

impl PairedTest {
    /// Tests the accuracies of two methods, run by run.
    ///
    /// # Formula
    /// ```text
    /// d_j = a_j − b_j,    t = m / √v,    p = P(|T| ≥ |t|)       m, v: corrected_mean of d;  T: Student's, J − 1 degrees of freedom
    /// ```
    /// The corrected resampled t-test: Nadeau & Bengio 2003, eq. (10); for repeated cross-validation Bouckaert & Frank 2004.
    /// `test_share` is the number of test examples for each training example.
    ///
    /// # Edge cases
    /// Nothing for fewer than two runs, or if the numbers of runs differ. Equal runs have p = 1; a difference that is the
    /// same in all runs has p = 0.
    #[must_use]
    pub fn of(one: &[f64], other: &[f64], test_share: f64) -> Option<Self> {
        if one.len() != other.len() {
            return None;
        }
        let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
        let (difference, variance) = corrected_mean(&differences, test_share)?;
        let p = match variance > 0.0 {
            true => two_sided_student_tail(difference.abs() / variance.sqrt(), differences.len() as f64 - 1.0),
            false => f64::from(u8::from(difference == 0.0)),
        };
        Some(Self { difference, p })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    const ONE: [f64; 10] = [81.0, 79.5, 83.0, 80.0, 78.5, 82.0, 84.5, 79.0, 81.5, 80.5];
    const OTHER: [f64; 10] = [78.0, 79.0, 80.5, 81.0, 76.0, 80.0, 81.0, 78.5, 79.0, 78.5];

    /// By hand: d = 3, 0.5, 2.5, −1, 2.5, 2, 3.5, 0.5, 2.5, 2; mean 1.8, Σ(d − m)² = 17.1, variance 1.9,
    /// v = (1/10 + 1/4) · 1.9 = 0.665, t = 2.207; p by SciPy's `2 * t.sf`.
    #[test]
    fn the_test_is_that_by_hand() {
        let test = PairedTest::of(&ONE, &OTHER, 0.25).unwrap();
        assert!((test.difference - 1.8).abs() < 1e-12);
        assert!((test.p - 0.05468543372393834).abs() < 1e-9, "{}", test.p);
        // Without the correction it is the ordinary paired test: SciPy's `ttest_rel`.
        let plain = PairedTest::of(&ONE, &OTHER, 0.0).unwrap();
        assert!((plain.p - 0.0025614603121131632).abs() < 1e-9, "{}", plain.p);
        assert_eq!(PairedTest::of(&OTHER, &ONE, 0.25).unwrap().p, test.p);
    }

    #[test]
    fn runs_without_a_spread_or_a_partner_are_told() {
        assert_eq!(PairedTest::of(&ONE, &ONE, 0.25), Some(PairedTest { difference: 0.0, p: 1.0 }));
        let shifted = ONE.map(|accuracy| accuracy + 1.0);
        assert_eq!(PairedTest::of(&shifted, &ONE, 0.25), Some(PairedTest { difference: 1.0, p: 0.0 }));
        assert_eq!(PairedTest::of(&ONE[..1], &OTHER[..1], 0.25), None);
        assert_eq!(PairedTest::of(&ONE[..9], &OTHER, 0.25), None);
    }
}
