//! Draws proportional to weights; for the models.

use rand::{Rng, RngExt};

use super::SyntheticError;

/// One of several things, each drawn in proportion to its weight.
///
/// # Complexity
/// O(log k) for each draw from k things.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WeightedChoice {
    /// Sums of the weights up to and including each.
    sums: Vec<f64>,
}

impl WeightedChoice {
    /// # Errors
    /// If there is no weight, one is negative or not finite, or their sum is not positive and finite.
    pub(super) fn new(name: &'static str, weights: &[f64]) -> Result<Self, SyntheticError> {
        if let Some(&found) = weights.iter().find(|weight| !(weight.is_finite() && **weight >= 0.0)) {
            return Err(SyntheticError::parameter(name, found, "a finite number that is not negative"));
        }
        let add = |sum: &mut f64, weight: &f64| {
            *sum += weight;
            Some(*sum)
        };
        let sums: Vec<f64> = weights.iter().scan(0.0, add).collect();
        let total = sums.last().copied().unwrap_or(0.0);
        if !(total.is_finite() && total > 0.0) {
            return Err(SyntheticError::parameter(name, total, "a positive finite sum"));
        }
        Ok(Self { sums })
    }

    pub(super) fn len(&self) -> u32 {
        self.sums.len() as u32
    }

    fn total(&self) -> f64 {
        self.sums[self.sums.len() - 1]
    }

    /// The probability of each.
    pub(super) fn shares(&self) -> impl Iterator<Item = f64> {
        let before = std::iter::once(0.0).chain(self.sums.iter().copied());
        self.sums.iter().zip(before).map(|(sum, before)| (sum - before) / self.total())
    }

    pub(super) fn draw<R: Rng>(&self, rng: &mut R) -> u32 {
        let at = rng.random::<f64>() * self.total();
        // The product may round up to the total, where nothing is left.
        self.sums.partition_point(|&sum| sum <= at).min(self.sums.len() - 1) as u32
    }
}
