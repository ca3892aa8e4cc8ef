//! How sure is a difference between methods?
//!
//! Splits of one collection overlap, so their accuracies are not independent: [`interval`] and [`PairedTest`] correct for
//! it. [`AverageRanks`] compares methods over collections, which are independent.

mod holm;
mod interval;
mod paired_test;
mod ranks;

pub use holm::holm;
pub use interval::interval;
pub use paired_test::PairedTest;
pub use ranks::AverageRanks;

/// The probability of an error of the first kind, and of an interval that misses: the usual 5 %.
pub const SIGNIFICANCE: f64 = 0.05;

/// Mean, and the variance of the mean over J runs whose training parts overlap.
///
/// # Formula
/// ```text
/// m = Σ_j a_j / J,    v = (1/J + n_test / n_training) · Σ_j (a_j − m)² / (J − 1)
/// ```
/// Nadeau & Bengio 2003, "Inference for the Generalization Error", §5; for repeated cross-validation Bouckaert & Frank 2004,
/// "Evaluating the Replicability of Significance Tests for Comparing Learning Algorithms". `test_share` = n_test / n_training.
///
/// # Edge cases
/// Nothing for fewer than two runs.
fn corrected_mean(values: &[f64], test_share: f64) -> Option<(f64, f64)> {
    if values.len() < 2 {
        return None;
    }
    let runs = values.len() as f64;
    let mean = values.iter().sum::<f64>() / runs;
    let spread = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (runs - 1.0);
    Some((mean, (1.0 / runs + test_share) * spread))
}
