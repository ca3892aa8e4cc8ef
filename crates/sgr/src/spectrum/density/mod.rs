//! Everything between the ends, by stochastic Lanczos quadrature.
//!
//! A random vector sees each eigenvalue with a random weight; the Lanczos process turns what it sees into a few places
//! with weights that agree with it in as many moments as there were steps, twice over (Ubaru, Chen and Saad 2017, "Fast
//! Estimation of tr(f(A)) via Stochastic Lanczos Quadrature"). The mean over vectors is the distribution of the
//! eigenvalues. Two things keep it from being exact, and both are measured: the vectors differ among one another, and
//! more steps would tell more.
//!
//! The vectors are orthogonal to the eigenvectors of the ends, whose eigenvalues are known.

mod calibration;
mod distribution;
mod quadrature;

use calibration::{Calibration, Sums};
use distribution::Distribution;
use quadrature::Quadrature;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;

use super::costs;
use super::krylov::{Ends, PROBES, Probes, RowTasks};
use super::remainder::Remainder;
use super::samples;
use crate::progress::Progress;

/// Lanczos steps to begin with, and at most.
const FEWEST_STEPS: usize = 64;
const MOST_STEPS: usize = 1024;

/// Part of the error that may come from too few steps; the rest is left to the probes.
const RESOLUTION_SHARE: f64 = 0.6;

/// Standard errors in the stated error: the largest of 256 errors that hang together stays below that in far more than
/// 19 of 20 cases.
const DEVIATIONS: f64 = 3.0;

/// Numbers in all probes together, at most: 4000 probes for a graph of 10,000 nodes, 40 for one of a million.
const MOST_PROBE_ENTRIES: usize = 40_000_000;

/// Bytes of probes that are kept to be continued.
pub(super) const KEPT_BYTES: u64 = 256_000_000;

/// Blocks of probes.
const MOST_BLOCKS: usize = 512;

/// Blocks after which to stop if the error falls too slowly.
const HOPELESS_AFTER: usize = 16;

/// Times at which the heat trace is looked at, too.
const TIMES: [f64; 8] = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// Standard error of the heat trace, relative to it, that goes with a unit of the samples' error.
const HEAT_SHARE: f64 = 1.0 / 3.0;

/// What is to be estimated.
#[derive(Debug, Clone, Copy)]
pub(super) struct DensitySettings<'a> {
    /// Largest error of a sample to aim at.
    pub(super) max_error: f64,
    /// Seed of the random vectors.
    pub(super) seed: u64,
    /// Eigenvalues of the graph beside those of the matrix, ascending.
    pub(super) known: &'a [f64],
    /// Samples that may be worse than that.
    pub(super) spared: usize,
    /// Predicted seconds of the probes beyond which there is no point in going on.
    pub(super) budget: Option<f64>,
}

/// Estimated eigenvalues of a matrix.
#[derive(Debug)]
pub(super) struct Density {
    /// Ascending, as many as the matrix has rows; those of the ends are exact.
    pub(super) eigenvalues: Vec<f64>,
    /// Estimated error of each sample.
    pub(super) errors: Vec<f64>,
    /// Random vectors.
    pub(super) probes: usize,
    /// Lanczos steps with each.
    pub(super) steps: usize,
}

impl Density {
    /// Estimated largest error of a sample.
    pub(super) fn error(&self) -> f64 {
        largest(&self.errors)
    }
}

/// Estimates the eigenvalues between the ends.
///
/// # Complexity
/// One product with the matrix for each probe and step. The number of probes falls as the matrix grows, so that the sum
/// over all of them, and with it the time for a given error, depends on the number of edges for each node only, until eight
/// probes suffice.
pub(super) fn estimate(
    matrix: &Remainder,
    ends: &Ends,
    settings: &DensitySettings<'_>,
    progress: &dyn Progress,
) -> Density {
    let mut steps = FEWEST_STEPS;
    let mut source = ProbeSource { matrix, tasks: RowTasks::new(matrix), ends, seed: settings.seed, kept: Vec::new() };
    loop {
        let mut estimate = Estimate::new(matrix, ends, settings);
        steps = steps.min(MOST_STEPS).min(estimate.middle);
        let is_last = steps == MOST_STEPS || steps == estimate.middle;
        let is_resolved = estimate.run(&mut source, steps, progress, is_last);
        if is_resolved || is_last {
            return estimate.finish(steps);
        }
        steps *= 2;
    }
}

/// Blocks of random vectors. The first ones are kept, to go on where they stopped if their steps turn out too few.
struct ProbeSource<'a> {
    matrix: &'a Remainder,
    tasks: RowTasks,
    ends: &'a Ends,
    seed: u64,
    kept: Vec<Probes>,
}

impl ProbeSource<'_> {
    /// Calls `use_probes` with a block of probes, always the same for a number, after so many steps.
    fn with_block(&mut self, number: usize, steps: usize, report: impl Fn(f64), use_probes: impl FnOnce(&Probes)) {
        let mut fresh = None;
        let is_kept = number < (KEPT_BYTES / Probes::memory_bytes(self.matrix.size())).max(1) as usize;
        let probes = if self.kept.len() > number {
            &mut self.kept[number]
        } else if is_kept {
            let probes = self.start(number);
            self.kept.push_mut(probes)
        } else {
            fresh.insert(self.start(number))
        };
        while probes.steps() < steps {
            probes.advance(self.matrix, &self.tasks);
            report(probes.steps() as f64 / steps as f64);
        }
        use_probes(probes);
    }

    fn start(&self, number: usize) -> Probes {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number as u64);
        Probes::new(self.matrix, &mut random, |rows| self.ends.project_out(rows))
    }
}

struct Estimate<'a> {
    settings: &'a DensitySettings<'a>,
    ends: &'a Ends,
    size: usize,
    /// Eigenvalues that are not at the ends.
    middle: usize,
    whole: Distribution,
    /// After half of the steps.
    half: Distribution,
    calibration: Calibration,
    /// What the probes say about e^(−tλ).
    heat: [Sums; TIMES.len()],
    probe_count: usize,
}

impl<'a> Estimate<'a> {
    fn new(matrix: &Remainder, ends: &'a Ends, settings: &'a DensitySettings<'a>) -> Self {
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
    fn run(&mut self, source: &mut ProbeSource<'_>, steps: usize, progress: &dyn Progress, is_last: bool) -> bool {
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
            let seconds = wanted * steps as f64 * costs::product_seconds(source.matrix);
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
        samples::differences(&self.spectrum(&self.whole, 0.0), &self.spectrum(&self.half, 0.0))
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

    fn finish(&self, steps: usize) -> Density {
        let errors = self.probe_errors().into_iter().zip(self.resolution_errors());
        let errors = errors.map(|(probes, resolution)| probes + resolution + self.ends.residual).collect();
        Density { eigenvalues: self.eigenvalues(&self.whole, 0.0), errors, probes: self.probe_count, steps }
    }
}

fn largest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
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
