//! Standard errors for a promise about many samples at once, from few probes.

/// Probability that the errors of all samples are within the stated ones.
const CONFIDENCE: f64 = 0.95;

/// Standard errors that cover the deviations of `samples` means at once, each with this many degrees of freedom.
///
/// # Formula
/// ```text
/// p = (1 − 0.95) / (2 · samples)                     Bonferroni: holds for dependent means, too
/// t = √(ν (exp(((8ν + 3)/(8ν + 1) · z)² / ν) − 1))    Student's t from the normal quantile z of p (Wallace 1959)
/// ```
pub(super) fn simultaneous_deviations(samples: usize, degrees_of_freedom: usize) -> f64 {
    let z = upper_normal_quantile((1.0 - CONFIDENCE) / (2 * samples) as f64);
    let nu = degrees_of_freedom as f64;
    let scaled = (8.0 * nu + 3.0) / (8.0 * nu + 1.0) * z;
    (nu * ((scaled * scaled / nu).exp() - 1.0)).sqrt()
}

/// The standard normal quantile with `tail` above it, by a rational function with an error below 4.5e-4 (Abramowitz and
/// Stegun 26.2.23).
fn upper_normal_quantile(tail: f64) -> f64 {
    let t = (-2.0 * tail.ln()).sqrt();
    t - (2.515_517 + t * (0.802_853 + t * 0.010_328)) / (1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantiles from tables: normal 1.960 and 3.891, Student 2.365 (7 degrees of freedom), 2.040 (31).
    #[test]
    fn quantiles_agree_with_tables() {
        assert!((upper_normal_quantile(0.025) - 1.960).abs() < 1e-3);
        assert!((upper_normal_quantile(5e-5) - 3.891).abs() < 1e-3);
        assert!((simultaneous_deviations(1, 7) - 2.365).abs() < 5e-3);
        assert!((simultaneous_deviations(1, 31) - 2.040).abs() < 2e-3);
        assert!((simultaneous_deviations(256, 1_000_000) - 3.73).abs() < 1e-2);
    }
}
