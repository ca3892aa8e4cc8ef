use super::calibration::{Calibration, Sums};
use super::cumulative::{Mass, Masses};
use super::moments::{MOMENTS, Moments};
use super::quadrature::Quadrature;

/// Places at which the distribution is kept.
const PLACES: usize = 1 << 13;

/// How many eigenvalues are below each place: the mean of what the probes say, and how far they differ.
#[derive(Debug, Clone)]
pub(super) struct Distribution {
    low: f64,
    high: f64,
    moments: Moments,
    calibration: Calibration<MOMENTS>,
    sums: Vec<Sums<MOMENTS>>,
}

impl Distribution {
    /// Of eigenvalues between `low` and `high`.
    pub(super) fn new(low: f64, high: f64, moments: Moments) -> Self {
        Self { low, high, moments, calibration: Calibration::new(), sums: vec![Sums::new(); PLACES] }
    }

    /// Another probe.
    pub(super) fn add(&mut self, probe: &Quadrature) {
        let off = self.moments.off(probe);
        self.calibration.add(&off);
        probe.add_mass_below(places(self.low, self.high), |at, mass| self.sums[at].add(mass, &off));
    }

    pub(super) fn masses(&self) -> Masses {
        let regression = self.calibration.regression();
        let mass = |sums| {
            let (mean, error) = regression.mean(sums);
            Mass { mean, error, least: 0.0, most: 1.0 }
        };
        Masses { places: self.places().collect(), below: self.sums.iter().map(mass).collect() }
    }

    /// The places, ascending.
    pub(super) fn places(&self) -> impl Iterator<Item = f64> {
        places(self.low, self.high)
    }
}

fn places(low: f64, high: f64) -> impl Iterator<Item = f64> {
    let step = (high - low) / (PLACES - 1) as f64;
    (0..PLACES).map(move |at| low + step * at as f64)
}
