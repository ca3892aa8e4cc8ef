//! Several tests at once.

/// Probabilities corrected for being several: below 5 % there, no wrong rejection among all tests with 95 % probability.
///
/// # Formula
/// ```text
/// p'_(i) = max_{j ≤ i} min(1, (m − j + 1) p_(j))          p_(1) ≤ … ≤ p_(m)
/// ```
/// Holm 1979, "A Simple Sequentially Rejective Multiple Test Procedure".
///
/// # Complexity
/// O(m log m) time.
#[must_use]
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut corrected = vec![0.0; probabilities.len()];
    let mut largest: f64 = 0.0;
    for (rank, &at) in order.iter().enumerate() {
        largest = largest.max(((order.len() - rank) as f64 * probabilities[at]).min(1.0));
        corrected[at] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: 4 · 0.01, 3 · 0.02, 2 · 0.03, 1 · 0.04 in ascending order, and the running maximum.
    #[test]
    fn the_correction_is_that_by_hand() {
        let found = holm(&[0.03, 0.01, 0.04, 0.02]);
        let wanted = [0.06, 0.04, 0.06, 0.06];
        assert!(found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-15), "{found:?}");
        assert_eq!(holm(&[0.5, 0.9, 0.4]), [1.0, 1.0, 1.0]);
        assert_eq!(holm(&[0.0]), [0.0]);
        assert!(holm(&[]).is_empty());
    }
}
