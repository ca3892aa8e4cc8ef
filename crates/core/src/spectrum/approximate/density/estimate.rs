use rayon::prelude::*;

use super::calibration::{Calibration, Sums};
use super::constraints::pinned;
use super::cumulative::Masses;
use super::distribution::Distribution;
use super::inertia_counts::InertiaCounts;
use super::moments::{MOMENTS, Moments};
use super::probe_source::ProbeSource;
use super::quadrature::Quadrature;
use super::refine_by_counts::{self, Effort};
use super::sample_errors::{RESOLUTION_SHARE, sample_errors};
use super::{DensityEstimate, DensitySettings, largest};
use crate::progress::Progress;
use crate::spectrum::approximate::krylov::{Extremes, PROBES, Probes};
use crate::spectrum::plan::costs;

/// Numbers in all probes together, at most: 4000 probes for a graph of 10,000 nodes, two blocks for one of a million.
const MOST_PROBE_ENTRIES: usize = 40_000_000;

/// Blocks of probes.
const MOST_BLOCKS: usize = 512;

/// Blocks after which to stop if the error falls too slowly, and if there is another way to the spectrum.
const HOPELESS_AFTER: usize = 16;
const HOPELESS_SOON: usize = 4;

/// Blocks after which it is clear that there are too few steps if there is no way on with them.
const CLEAR_AFTER: usize = 4;

/// Part of the time of another way that this one may be predicted to take: predictions are wrong, and then it takes both.
const SURE_SHARE: f64 = 0.5;

/// Times at which the heat trace is looked at, too.
const TIMES: [f64; 8] = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// Standard error of the heat trace, relative to it, that goes with a unit of the samples' error.
const HEAT_SHARE: f64 = 1.0 / 3.0;

/// What the probes have told so far.
pub(super) struct Estimate<'a> {
    pub(super) settings: &'a DensitySettings<'a>,
    pub(super) ends: &'a Extremes,
    size: usize,
    /// Eigenvalues that are not at the ends.
    pub(super) middle: usize,
    pub(super) whole: Seen,
    /// After half of the steps.
    pub(super) half: Seen,
    /// With clusters at one place.
    pub(super) gathered: Seen,
    pub(super) moments: Moments,
    calibration: Calibration<MOMENTS>,
    /// What the probes say about e^(−tλ).
    heat: [Sums<MOMENTS>; TIMES.len()],
    pub(super) probe_count: usize,
    pub(super) counts: InertiaCounts,
}

/// What was seen of the spectrum.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    distribution: Distribution,
    /// What each of the probes saw, if it may be needed again.
    probes: Option<Vec<Quadrature>>,
}

impl Seen {
    fn add(&mut self, probe: Quadrature) {
        self.distribution.add(&probe);
        if let Some(probes) = &mut self.probes {
            probes.push(probe);
        }
    }
}

impl<'a> Estimate<'a> {
    /// Of a matrix with `size` rows.
    pub(super) fn new(size: usize, moments: Moments, ends: &'a Extremes, settings: &'a DensitySettings<'a>) -> Self {
        let middle = size - ends.low.len() - ends.high.len();
        let (low, high) = range(ends);
        let distribution = Distribution::new(low, high, moments);
        let seen = Seen { distribution, probes: settings.counting.map(|_| Vec::new()) };
        Self {
            settings,
            ends,
            size,
            middle,
            whole: seen.clone(),
            half: seen.clone(),
            gathered: seen,
            moments,
            calibration: Calibration::new(),
            heat: [Sums::new(); TIMES.len()],
            probe_count: 0,
            counts: InertiaCounts::default(),
        }
    }

    /// Adds probes until the error is small enough, or counts take over, or neither can be hoped for. Tells whether the steps
    /// sufficed; if they are the last, probes are added all the same.
    pub(super) fn run(
        &mut self,
        source: &mut ProbeSource<'_>,
        steps: usize,
        progress: &dyn Progress,
        is_last: bool,
    ) -> bool {
        let most = (MOST_PROBE_ENTRIES / self.size / PROBES).clamp(1, MOST_BLOCKS);
        let block_seconds = steps as f64 * costs::product_seconds(source.matrix());
        let mut wanted = 1.0;
        for block in 0..most {
            let report = |part: f64| progress.report(((block as f64 + part) / wanted).min(1.0));
            source.with_block(block, steps, report, |probes| self.add(probes));
            let errors = sample_errors(self);
            let (resolution, probe_error) =
                (refine_by_counts::unresolved(self, &errors.hidden), largest(&errors.probes));
            let excess = self.excess(resolution, probe_error);
            let blocks = (block + 1) as f64;
            let effort = refine_by_counts::cheapest(self, &errors, excess, most as f64 / blocks, block_seconds);
            // As long as the probes differ more than that, so do their halves; unless there is no way on with so few steps.
            let is_hidden = resolution > RESOLUTION_SHARE * self.settings.max_error;
            let is_clear = resolution > 0.5 * probe_error || effort.is_none() && block + 1 >= CLEAR_AFTER;
            if !is_last && is_hidden && is_clear {
                return false;
            }
            // More probes would tell more about what is the smaller part of the error.
            let is_pointless = resolution > self.settings.max_error.max(2.0 * probe_error) && self.heat_excess() <= 1.0;
            let growth = effort.map_or(1.0, |effort| effort.growth);
            wanted = (blocks * growth).max(blocks + 1.0);
            let is_done = excess <= 1.0 || effort.is_some() && growth <= 1.0;
            if is_done || is_pointless || self.is_hopeless(block + 1, effort) {
                break;
            }
        }
        true
    }

    /// Whether it would take too long after so many blocks, or there is no way to the error that is asked for.
    fn is_hopeless(&self, blocks: usize, effort: Option<Effort>) -> bool {
        match (effort, self.settings.fallback_seconds) {
            (Some(effort), Some(budget)) => blocks > 1 && effort.seconds > SURE_SHARE * budget,
            (Some(_), None) => false,
            (None, Some(_)) => blocks >= HOPELESS_SOON,
            (None, None) => blocks >= HOPELESS_AFTER,
        }
    }

    fn add(&mut self, probes: &Probes) {
        let quadratures = quadratures(probes, probes.steps());
        for quadrature in quadratures {
            let off = self.moments.off(&quadrature);
            self.calibration.add(&off);
            for (sums, time) in self.heat.iter_mut().zip(TIMES) {
                let terms = quadrature.places.iter().zip(&quadrature.weights);
                sums.add(terms.map(|(place, weight)| weight * (-time * place).exp()).sum(), &off);
            }
            self.gathered.add(quadrature.with_clusters_gathered(self.middle, self.settings.max_error));
            self.whole.add(quadrature);
        }
        self.probe_count += PROBES;
        quadratures_of_half(probes).into_iter().for_each(|quadrature| self.half.add(quadrature));
    }

    /// How many times larger the error of the probes is than it may be.
    fn excess(&self, resolution_error: f64, probe_error: f64) -> f64 {
        let allowed = (self.settings.max_error - resolution_error - self.ends.residual)
            .max((1.0 - RESOLUTION_SHARE) * self.settings.max_error);
        (probe_error / allowed).max(self.heat_excess())
    }

    /// How many times larger the standard error of the heat trace is than it may be, at the worst of all times.
    fn heat_excess(&self) -> f64 {
        let regression = self.calibration.regression();
        let relative = |(sums, time): (&Sums<MOMENTS>, f64)| {
            let exact = [self.settings.known, &self.ends.low, &self.ends.high];
            let known: f64 = exact.into_iter().flatten().map(|value| (-time * value).exp()).sum();
            let (mean, error) = regression.mean(sums);
            error / (mean + known / self.middle as f64)
        };
        let largest = self.heat.iter().zip(TIMES).map(relative).fold(0.0, f64::max);
        largest / (HEAT_SHARE * self.settings.max_error)
    }

    /// How the eigenvalues between the ends are distributed, by what was seen and counted.
    pub(super) fn masses(&self, seen: &Seen) -> Masses {
        match &seen.probes {
            Some(probes) if self.counts.len() > 0 => {
                let pins = self.counts.pins(self.ends.low.len(), self.middle);
                pinned(seen.distribution.places(), &pins, self.moments, probes)
            }
            _ => seen.distribution.masses(),
        }
    }

    /// All eigenvalues of the graph, ascending.
    pub(super) fn spectrum(&self, masses: &Masses, deviations: f64) -> Vec<f64> {
        let mut all = self.eigenvalues(masses, deviations);
        all.extend_from_slice(self.settings.known);
        // Two ascending runs: merged in one go.
        all.sort_by(f64::total_cmp);
        all
    }

    /// All eigenvalues of the matrix, ascending.
    fn eigenvalues(&self, masses: &Masses, deviations: f64) -> Vec<f64> {
        let mut all = Vec::with_capacity(self.size + self.settings.known.len());
        all.extend_from_slice(&self.ends.low);
        masses.quantiles(self.middle, deviations, &mut all);
        all.extend_from_slice(&self.ends.high);
        all
    }

    pub(super) fn finish(&self, steps: usize) -> DensityEstimate {
        DensityEstimate {
            eigenvalues: self.eigenvalues(&self.masses(&self.whole), 0.0),
            errors: sample_errors(self).sum,
            probes: self.probe_count,
            steps,
            shifts: self.counts.len(),
        }
    }
}

/// Between which places there are eigenvalues that are not at the ends.
pub(super) fn range(ends: &Extremes) -> (f64, f64) {
    (ends.low.last().copied().unwrap_or(0.0), ends.high.first().copied().unwrap_or(2.0))
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
