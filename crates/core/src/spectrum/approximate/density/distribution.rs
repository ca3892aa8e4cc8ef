//! The cumulative distribution from the probes and the exact moments alone, on a fixed grid. `constraints` replaces it
//! once there are inertia counts.

use super::control_variates::{ControlVariates, RegressionSums};
use super::cumulative::{CumulativeDistribution, FractionBelow};
use super::moments::{MOMENTS, Moments};
use super::quadrature::Quadrature;

/// Number of grid positions. The eigenvalues lie in [0, 2], so positions are at most 2.5e-4 apart, a quarter of the
/// default error of 1e-3. Fewer positions would blur steps of the spectrum; more would take time and memory for every
/// probe without a visible gain at that error.
const POSITIONS: usize = 1 << 13;

/// Sums over the probes of the fraction of the eigenvalues below each grid position.
#[derive(Debug, Clone)]
pub(super) struct Distribution {
    low: f64,
    high: f64,
    moments: Moments,
    variates: ControlVariates<MOMENTS>,
    sums: Vec<RegressionSums<MOMENTS>>,
}

impl Distribution {
    /// An empty distribution of eigenvalues between `low` and `high`.
    pub(super) fn new(low: f64, high: f64, moments: Moments) -> Self {
        Self { low, high, moments, variates: ControlVariates::new(), sums: vec![RegressionSums::new(); POSITIONS] }
    }

    /// Adds the quadrature of one probe.
    pub(super) fn add(&mut self, probe: &Quadrature) {
        let deviations = self.moments.deviations(probe);
        self.variates.add(&deviations);
        probe.for_each_mass_below(grid(self.low, self.high), |at, mass| self.sums[at].add(mass, &deviations));
    }

    /// The mean over the probes, corrected by the exact moments.
    pub(super) fn cumulative(&self) -> CumulativeDistribution {
        let regression = self.variates.regression();
        let fraction = |sums| {
            let (mean, error) = regression.mean(sums);
            FractionBelow { mean, error, least: 0.0, most: 1.0 }
        };
        CumulativeDistribution {
            positions: self.positions().collect(),
            fractions: self.sums.iter().map(fraction).collect(),
        }
    }

    /// The grid positions, ascending.
    pub(super) fn positions(&self) -> impl Iterator<Item = f64> {
        grid(self.low, self.high)
    }
}

fn grid(low: f64, high: f64) -> impl Iterator<Item = f64> {
    let step = (high - low) / (POSITIONS - 1) as f64;
    (0..POSITIONS).map(move |at| low + step * at as f64)
}
