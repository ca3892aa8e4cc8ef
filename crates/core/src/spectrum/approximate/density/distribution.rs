//! The cumulative distribution from the probes and the exact moments alone, on a fixed grid. `constraints` replaces it
//! once there are inertia counts.

use super::control_variates::{ControlVariates, RegressionSums};
use super::cumulative::{CumulativeDistribution, FractionBelow};
use super::moments::{MOMENTS, Moments};
use super::quadrature::Quadrature;

/// Number of grid positions: the distance between two of them is a part of the error of every sample. The positions
/// cover all of [0, 2]: an eigenvalue that the search for extremes missed can lie anywhere.
#[derive(Debug, Clone, Copy)]
pub(super) struct AxisGrid {
    positions: usize,
}

/// Positions per error that is asked for: a cell then takes an eighth of the error.
const POSITIONS_PER_ERROR: f64 = 16.0;

/// Fewest positions: they cost less than one Lanczos step of a large graph.
const FEWEST_POSITIONS: f64 = 8192.0;

/// Most positions: each takes 240 bytes and ten operations per probe. A cell is then 3e-5 wide.
const MOST_POSITIONS: f64 = 65536.0;

impl AxisGrid {
    /// A grid for samples with this error.
    pub(super) fn for_error(max_error: f64) -> Self {
        Self { positions: (POSITIONS_PER_ERROR / max_error).clamp(FEWEST_POSITIONS, MOST_POSITIONS) as usize }
    }

    /// Distance between neighbouring positions.
    pub(super) fn cell(self) -> f64 {
        2.0 / (self.positions - 1) as f64
    }

    /// Number of positions.
    pub(super) fn len(self) -> usize {
        self.positions
    }

    /// The positions, ascending.
    pub(super) fn positions(self) -> impl Iterator<Item = f64> {
        let cell = self.cell();
        (0..self.positions).map(move |at| cell * at as f64)
    }

    /// Half of the width in which the probes must see no eigenvalue where a gap between `interior` eigenvalues is.
    ///
    /// Two cells at least, because the mass of a converged node is spread over the cell that it lies in; and the mean
    /// distance of two eigenvalues, because an interval in which hardly one is expected is no gap if it has none.
    pub(super) fn gap_margin(self, interior: usize) -> f64 {
        (2.0 * self.cell()).max(2.0 / interior as f64)
    }
}

/// Sums over the probes of the fraction of the eigenvalues below each grid position.
#[derive(Debug, Clone)]
pub(super) struct Distribution {
    grid: AxisGrid,
    moments: Moments,
    variates: ControlVariates<MOMENTS>,
    sums: Vec<RegressionSums<MOMENTS>>,
    probe_count: usize,
}

impl Distribution {
    /// A distribution without probes.
    pub(super) fn new(grid: AxisGrid, moments: Moments) -> Self {
        let sums = vec![RegressionSums::new(); grid.len()];
        Self { grid, moments, variates: ControlVariates::new(), sums, probe_count: 0 }
    }

    /// Adds the quadrature of one probe.
    pub(super) fn add(&mut self, probe: &Quadrature) {
        let deviations = self.moments.deviations(probe);
        self.variates.add(&deviations);
        probe.for_each_mass_below(self.grid.positions(), |at, mass| self.sums[at].add(mass, &deviations));
        self.probe_count += 1;
    }

    /// The mean over the probes, corrected by the exact moments, of `interior` eigenvalues.
    pub(super) fn cumulative(&self, interior: usize) -> CumulativeDistribution {
        let regression = self.variates.regression();
        let fraction = |sums| {
            let (mean, error) = regression.mean(sums);
            FractionBelow { mean, error, least: 0.0, most: 1.0, is_gap: false }
        };
        let mut cumulative = CumulativeDistribution {
            positions: self.grid.positions().collect(),
            fractions: self.sums.iter().map(fraction).collect(),
        };
        let one = self.probe_count as f64 / interior as f64;
        cumulative.mark_gaps(|at| self.sums[at].total(), one, self.grid.gap_margin(interior));
        cumulative
    }

    /// The corrected mean of the mass below each of some positions, at the next grid position.
    pub(super) fn masses_below(&self, positions: impl Iterator<Item = f64>) -> Vec<f64> {
        let regression = self.variates.regression();
        let next = |position: f64| ((position / self.grid.cell()).round() as usize).min(self.grid.len() - 1);
        positions.map(|position| regression.mean(&self.sums[next(position)]).0).collect()
    }

    /// The grid of the positions.
    pub(super) fn grid(&self) -> AxisGrid {
        self.grid
    }
}
