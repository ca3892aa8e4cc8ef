use rayon::prelude::*;

use super::super::krylov::{Ends, PROBES, Probes};
use super::super::remainder::Remainder;
use super::super::{costs, samples};
use super::calibration::{Calibration, Sums};
use super::distribution::Distribution;
use super::probe_source::ProbeSource;
use super::quadrature::Quadrature;
use super::{Density, DensitySettings};
use crate::progress::Progress;

/// Part of the error that may come from too few steps; the rest is left to the probes.
const RESOLUTION_SHARE: f64 = 0.6;

/// Standard errors in the stated error: the largest of 256 errors that hang together stays below that in far more than
/// 19 of 20 cases.
const DEVIATIONS: f64 = 3.0;

/// Numbers in all probes together, at most: 4000 probes for a graph of 10,000 nodes, 40 for one of a million.
const MOST_PROBE_ENTRIES: usize = 40_000_000;

/// Blocks of probes.
const MOST_BLOCKS: usize = 512;

/// Blocks after which to stop if the error falls too slowly.
const HOPELESS_AFTER: usize = 16;

/// Times at which the heat trace is looked at, too.
const TIMES: [f64; 8] = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// Standard error of the heat trace, relative to it, that goes with a unit of the samples' error.
const HEAT_SHARE: f64 = 1.0 / 3.0;

/// What the probes have told so far.
pub(super) struct Estimate<'a> {
    settings: &'a DensitySettings<'a>,
    ends: &'a Ends,
    size: usize,
    /// Eigenvalues that are not at the ends.
    pub(super) middle: usize,
    whole: Distribution,
    /// After half of the steps.
    half: Distribution,
    calibration: Calibration,
    /// What the probes say about e^(−tλ).
    heat: [Sums; TIMES.len()],
    probe_count: usize,
}

impl<'a> Estimate<'a> {
    pub(super) fn new(matrix: &Remainder, ends: &'a Ends, settings: &'a DensitySettings<'a>) -> Self {
        let size = matrix.size();
        let middle = size - ends.low.len() - ends.high.len();
        let ends_sum = |power: i32| ends.low.iter().chain(&ends.high).map(|value| value.powi(power)).sum::<f64>();
        let calibration = Calibration::new(
            [1, 2].map(|power| (matrix.trace_of_power(power) - ends_sum(power as i32)) / middle as f64),
        );
        let (low, high) = (ends.low.last().copied().unwrap_or(0.0), ends.high.first().copied().unwrap_or(2.0));
        let distribution = Distribution::new(low, high, calibration.clone());
        Self {
            settings,
            ends,
            size,
            middle,
            whole: distribution.clone(),
            half: distribution,
            calibration,
            heat: [Sums::default(); TIMES.len()],
            probe_count: 0,
        }
    }

    /// Adds probes until the error is small enough, or cannot become so. Tells whether the steps sufficed; if they are the
    /// last, probes are added all the same.
    pub(super) fn run(
        &mut self,
        source: &mut ProbeSource<'_>,
        steps: usize,
        progress: &dyn Progress,
        is_last: bool,
    ) -> bool {
        let most = (MOST_PROBE_ENTRIES / self.size / PROBES).clamp(1, MOST_BLOCKS);
        let mut wanted = 1.0;
        for block in 0..most {
            let report = |part: f64| progress.report(((block as f64 + part) / wanted).min(1.0));
            source.with_block(block, steps, report, |probes| self.add(probes));
            let (resolution, probe_error) = (self.worst(self.resolution_errors()), self.worst(self.probe_errors()));
            // As long as the probes differ more than that, so do their halves.
            if !is_last && resolution > (RESOLUTION_SHARE * self.settings.max_error).max(0.5 * probe_error) {
                return false;
            }
            let (excess, blocks) = (self.excess(resolution, probe_error), (block + 1) as f64);
            wanted = (blocks * excess * excess).max(blocks + 1.0);
            let is_hopeless = block + 1 >= HOPELESS_AFTER && wanted > most as f64;
            let seconds = wanted * steps as f64 * costs::product_seconds(source.matrix());
            let is_too_slow = self.settings.budget.is_some_and(|budget| seconds > budget);
            if excess <= 1.0 || is_hopeless || is_too_slow {
                break;
            }
        }
        true
    }

    fn add(&mut self, probes: &Probes) {
        let quadratures = quadratures(probes, probes.steps());
        for quadrature in &quadratures {
            let moments = self.calibration.add(quadrature);
            for (sums, time) in self.heat.iter_mut().zip(TIMES) {
                let terms = quadrature.places.iter().zip(&quadrature.weights);
                sums.add(terms.map(|(place, weight)| weight * (-time * place).exp()).sum(), &moments);
            }
            self.whole.add(quadrature);
        }
        self.probe_count += PROBES;
        quadratures_of_half(probes).iter().for_each(|quadrature| self.half.add(quadrature));
    }

    /// How many times larger the error of the probes is than it may be.
    fn excess(&self, resolution_error: f64, probe_error: f64) -> f64 {
        let allowed = (self.settings.max_error - resolution_error - self.ends.residual)
            .max((1.0 - RESOLUTION_SHARE) * self.settings.max_error);
        let heat_allowed = HEAT_SHARE * self.settings.max_error;
        (probe_error / allowed).max(self.heat_error() / heat_allowed)
    }

    /// The largest error but for those of samples that are left to others.
    fn worst(&self, mut errors: Vec<f64>) -> f64 {
        errors.sort_unstable_by(|a, b| b.total_cmp(a));
        errors[self.settings.spared.min(errors.len() - 1)]
    }

    /// What half of the steps would miss, for each sample.
    fn resolution_errors(&self) -> Vec<f64> {
        samples::differences_around(&self.spectrum(&self.whole, 0.0), &self.spectrum(&self.half, 0.0))
    }

    /// What the probes leave open, for each sample.
    fn probe_errors(&self) -> Vec<f64> {
        // Few probes tell little about their own spread.
        let deviations = DEVIATIONS * (1.0 + 4.0 / self.probe_count as f64);
        let mean = self.spectrum(&self.whole, 0.0);
        let errors = |deviations| samples::differences(&mean, &self.spectrum(&self.whole, deviations));
        errors(deviations).into_iter().zip(errors(-deviations)).map(|(above, below)| above.max(below)).collect()
    }

    /// Largest standard error of the heat trace, relative to it.
    fn heat_error(&self) -> f64 {
        let relative = |(sums, time): (&Sums, f64)| {
            let exact = [self.settings.known, &self.ends.low, &self.ends.high];
            let known: f64 = exact.into_iter().flatten().map(|value| (-time * value).exp()).sum();
            let (mean, error) = self.calibration.mean(sums);
            error / (mean + known / self.middle as f64)
        };
        self.heat.iter().zip(TIMES).map(relative).fold(0.0, f64::max)
    }

    /// All eigenvalues of the graph, ascending.
    fn spectrum(&self, distribution: &Distribution, deviations: f64) -> Vec<f64> {
        let mut all = self.eigenvalues(distribution, deviations);
        all.extend_from_slice(self.settings.known);
        // Two ascending runs: merged in one go.
        all.sort_by(f64::total_cmp);
        all
    }

    /// All eigenvalues of the matrix, ascending.
    fn eigenvalues(&self, distribution: &Distribution, deviations: f64) -> Vec<f64> {
        let mut all = Vec::with_capacity(self.size + self.settings.known.len());
        all.extend_from_slice(&self.ends.low);
        distribution.quantiles(self.middle, deviations, &mut all);
        all.extend_from_slice(&self.ends.high);
        all
    }

    pub(super) fn finish(&self, steps: usize) -> Density {
        let errors = self.probe_errors().into_iter().zip(self.resolution_errors());
        let errors = errors.map(|(probes, resolution)| probes + resolution + self.ends.residual).collect();
        Density { eigenvalues: self.eigenvalues(&self.whole, 0.0), errors, probes: self.probe_count, steps }
    }
}

/// What a block of probes saw in their first `steps` steps.
fn quadratures(probes: &Probes, steps: usize) -> Vec<Quadrature> {
    let quadrature = |lane| {
        let (diagonal, off_diagonal) = probes.tridiagonal(lane, steps);
        Quadrature::of_tridiagonal(diagonal, off_diagonal)
    };
    (0..PROBES).into_par_iter().map(quadrature).collect()
}

fn quadratures_of_half(probes: &Probes) -> Vec<Quadrature> {
    quadratures(probes, probes.steps().div_ceil(2))
}
