//! The cumulative distribution of the eigenvalues between the extremes, with standard errors and bounds. It gives
//! estimated eigenvalues as quantiles.

/// An estimated cumulative distribution on a list of positions.
#[derive(Debug, Clone)]
pub(super) struct CumulativeDistribution {
    /// Positions on the axis of eigenvalues, ascending.
    pub(super) positions: Vec<f64>,
    /// The fraction of the eigenvalues below each position.
    pub(super) fractions: Vec<FractionBelow>,
}

/// The fraction of the eigenvalues below one position.
#[derive(Debug, Clone, Copy)]
pub(super) struct FractionBelow {
    pub(super) mean: f64,
    /// Standard error of the mean.
    pub(super) error: f64,
    /// Exact lower bound.
    pub(super) least: f64,
    /// Exact upper bound.
    pub(super) most: f64,
}

impl FractionBelow {
    /// The mean plus `deviations` standard errors, within the exact bounds.
    fn moved(&self, deviations: f64) -> f64 {
        (self.mean + deviations * self.error).clamp(self.least, self.most)
    }
}

impl CumulativeDistribution {
    /// Appends to `values` the `count` eigenvalues with this distribution, after adding `deviations` standard errors to
    /// it.
    ///
    /// The fraction below the lowest position counts as lying at that position, and likewise at the other end.
    pub(super) fn quantiles(&self, count: usize, deviations: f64, values: &mut Vec<f64>) {
        let (mut at, mut before) = (0, 0.0);
        let mut fraction = self.fractions[0].moved(deviations);
        for rank in 0..count {
            let wanted = (rank as f64 + 0.5) / count as f64;
            while fraction < wanted && at + 1 < self.positions.len() {
                (at, before) = (at + 1, fraction);
                // A mean plus standard errors can decrease from one position to the next; a distribution cannot.
                fraction = self.fractions[at].moved(deviations).max(fraction);
            }
            let part = if fraction > before { ((wanted - before) / (fraction - before)).clamp(0.0, 1.0) } else { 1.0 };
            let left = self.positions[at.saturating_sub(1)];
            values.push(left + part * (self.positions[at] - left));
        }
    }
}
