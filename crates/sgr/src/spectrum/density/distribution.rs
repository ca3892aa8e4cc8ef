use super::calibration::{Calibration, Sums};
use super::quadrature::Quadrature;

/// Places at which the distribution is kept.
const PLACES: usize = 1 << 13;

/// How many eigenvalues are below each place: the mean of what the probes say, and how far they differ.
#[derive(Debug, Clone)]
pub(super) struct Distribution {
    low: f64,
    high: f64,
    calibration: Calibration,
    sums: Vec<Sums>,
}

impl Distribution {
    /// Of eigenvalues between `low` and `high`.
    pub(super) fn new(low: f64, high: f64, calibration: Calibration) -> Self {
        Self { low, high, calibration, sums: vec![Sums::default(); PLACES] }
    }

    /// Another probe.
    pub(super) fn add(&mut self, probe: &Quadrature) {
        let moments = self.calibration.add(probe);
        let (low, step) = (self.low, self.step());
        let places = (0..PLACES).map(|at| low + step * at as f64);
        probe.add_mass_below(places, |at, mass| self.sums[at].add(mass, &moments));
    }

    /// `count` eigenvalues that are distributed like the mean, moved by `deviations` standard errors of it.
    ///
    /// The mass below the lowest place counts as lying there, and likewise at the other end.
    pub(super) fn quantiles(&self, count: usize, deviations: f64, values: &mut Vec<f64>) {
        let (mut at, mut before) = (0, 0.0);
        let mut mass = self.mass(0, deviations).max(0.0);
        for rank in 0..count {
            let wanted = (rank as f64 + 0.5) / count as f64;
            while mass < wanted && at + 1 < PLACES {
                (at, before) = (at + 1, mass);
                // What is added to a distribution need not be one: keep it from falling.
                mass = self.mass(at, deviations).max(mass);
            }
            let part = if mass > before { ((wanted - before) / (mass - before)).clamp(0.0, 1.0) } else { 1.0 };
            values.push(self.low + self.step() * (at as f64 - 1.0 + part).max(0.0));
        }
    }

    fn step(&self) -> f64 {
        (self.high - self.low) / (PLACES - 1) as f64
    }

    fn mass(&self, at: usize, deviations: f64) -> f64 {
        let (mean, error) = self.calibration.mean(&self.sums[at]);
        mean + deviations * error
    }
}
