//! The estimate from one number of Lanczos steps: adds blocks of probes until the error is small enough or another
//! strategy is cheaper. `density::estimate` runs it; `sample_errors` and `refine_by_counts` read it.

use rayon::prelude::*;

use super::constraints::constrained_distribution;
use super::control_variates::{ControlVariates, RegressionSums};
use super::cumulative::{CumulativeDistribution, Displacement};
use super::distribution::{AxisGrid, Distribution};
use super::inertia_counts::{InertiaCounts, Shift};
use super::moments::{MOMENTS, Moments};
use super::probe_source::ProbeSource;
use super::quadrature::Quadrature;
use super::refine_by_counts::{self, Effort};
use super::roughness::unresolved_ranks;
use super::sample_errors::{RESOLUTION_SHARE, sample_errors};
use super::step_at_one::{ASIDE, ONE, StepAtOne};
use super::{DensityEstimate, DensitySettings, largest};
use crate::progress::Progress;
use crate::spectrum::approximate::krylov::{Extremes, LanczosCoefficients, PROBES};
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;
use crate::spectrum::plan::costs;

/// Limit of probes times rows: 4000 probes for a graph of 10,000 nodes, two blocks for one of a million. The error of a
/// typical sample falls with the square root of this number. `method` predicts 2.5 million for an error of 1e-3, so the
/// limit is 16 times that: enough for a fourth of that error, or for steep parts of a spectrum. A smaller limit gives
/// up on steep spectra; a larger one only prolongs estimates that miss their error.
const MOST_PROBE_ENTRIES: usize = 40_000_000;

/// Limit of the blocks of probes. It binds below 4900 rows, where an exact solution takes a second or two
/// (`docs/large.md`): more probes would take longer.
const MOST_BLOCKS: usize = 512;

/// Limit of the blocks of probes if counts can follow. Every round of counts reads all quadratures again, and their
/// memory is up to 60 kB per probe.
const MOST_COUNTED_BLOCKS: usize = 32;

/// Growth of the number of blocks between two looks at the errors: a look takes as long as a block of a small matrix.
const CHECK_GROWTH: f64 = 1.2;

/// Fewest blocks of a round with more Lanczos steps: their standard error is known to 10 %.
const FEWEST_BLOCKS: f64 = 4.0;

/// Stop after this many blocks if no strategy can reach the error, without and with a full solution as a fallback. The
/// standard error is itself known to 5 % after 16 blocks (256 probes), and to 10 % after 4. Smaller values would give
/// up by chance; larger ones spend time on an estimate that misses its error, or that the fallback replaces.
const HOPELESS_AFTER: usize = 16;
const HOPELESS_SOON: usize = 4;

/// If no strategy can reach the error after this many blocks, conclude that more Lanczos steps are needed. The standard
/// error is then known to 10 %. A smaller value doubles the steps by chance; a larger one wastes blocks on too few
/// steps.
const CLEAR_AFTER: usize = 4;

/// The Lanczos steps are doubled only if that is predicted to lower the error that counts leave by a tenth: the prediction that
/// twice the steps halve the bias is rough.
const DOUBLING_GAIN: f64 = 0.9;

/// Largest predicted time of the estimate as a fraction of the time of the fallback. It leaves room for predictions
/// that are wrong by a factor of two: an estimate that misses its error costs both times. A larger value risks that
/// more often; a smaller one falls back where the estimate would have been faster.
const SURE_SHARE: f64 = 0.5;

/// Times at which the standard error of the heat trace Σ e^(−tλ) is limited, too. At earlier times the exact moments
/// determine the trace; at later ones the lowest eigenvalues do, most of which are exact.
const TIMES: [f64; 8] = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// Largest relative standard error of the heat trace as a fraction of the error of the samples: three standard errors
/// may be as large as that error, as for the samples.
const HEAT_SHARE: f64 = 1.0 / 3.0;

/// The estimate after some blocks of probes, and the inertia counts that refine it.
pub(super) struct Estimate<'a> {
    settings: &'a DensitySettings<'a>,
    extremes: &'a Extremes,
    size: usize,
    /// Number of eigenvalues of the matrix between the extremes.
    interior: usize,
    full_steps: ProbeSummary,
    /// The same probes after half of their Lanczos steps: shows the bias of too few steps.
    half_steps: ProbeSummary,
    /// The same probes with the eigenvalues of each cluster at one point: shows how much the shape of clusters matters.
    clusters_merged: ProbeSummary,
    moments: Moments,
    variates: ControlVariates<MOMENTS>,
    /// The mean of e^(−tλ) over the eigenvalues between the extremes, for each of [`TIMES`].
    heat: [RegressionSums<MOMENTS>; TIMES.len()],
    probe_count: usize,
    counts: InertiaCounts,
    /// The fraction of the eigenvalues between the extremes that are 1, if it was counted.
    mass_at_one: Option<f64>,
}

/// The probes so far, summed up.
#[derive(Debug, Clone)]
struct ProbeSummary {
    distribution: Distribution,
    /// The quadrature of each probe. Kept only if counts can follow, because [`constrained_distribution`] reads them
    /// again.
    quadratures: Option<Vec<Quadrature>>,
}

impl ProbeSummary {
    fn add(&mut self, quadrature: Quadrature) {
        self.distribution.add(&quadrature);
        if let Some(quadratures) = &mut self.quadratures {
            quadratures.push(quadrature);
        }
    }
}

impl<'a> Estimate<'a> {
    /// An estimate without probes for a matrix with `size` rows.
    pub(super) fn new(
        size: usize,
        moments: Moments,
        extremes: &'a Extremes,
        settings: &'a DensitySettings<'a>,
        step: Option<StepAtOne>,
    ) -> Self {
        let interior = size - extremes.low.len() - extremes.high.len();
        let distribution = Distribution::new(AxisGrid::for_error(settings.max_error), moments);
        let summary = ProbeSummary { distribution, quadratures: settings.counting.map(|_| Vec::new()) };
        let mut counts = InertiaCounts::default();
        if let Some(step) = step {
            counts.add(&step.shifts, &step.below, settings.known);
        }
        Self {
            settings,
            extremes,
            size,
            interior,
            full_steps: summary.clone(),
            half_steps: summary.clone(),
            clusters_merged: summary,
            moments,
            variates: ControlVariates::new(),
            heat: [RegressionSums::new(); TIMES.len()],
            probe_count: 0,
            counts,
            mass_at_one: step.map(|step| step.mass(interior)),
        }
    }

    pub(super) fn settings(&self) -> &'a DensitySettings<'a> {
        self.settings
    }

    pub(super) fn extremes(&self) -> &'a Extremes {
        self.extremes
    }

    /// Number of eigenvalues of the matrix between the extremes.
    pub(super) fn interior(&self) -> usize {
        self.interior
    }

    pub(super) fn probe_count(&self) -> usize {
        self.probe_count
    }

    /// Degrees of freedom of the variance between probes after regression on the exact moments.
    pub(super) fn degrees_of_freedom(&self) -> usize {
        self.probe_count - 1 - self.moments.known()
    }

    pub(super) fn counts(&self) -> &InertiaCounts {
        &self.counts
    }

    /// Adds inertia counts: the numbers of eigenvalues of the matrix `below` the shifts.
    pub(super) fn add_counts(&mut self, shifts: &[Shift], below: &[usize]) {
        self.counts.add(shifts, below, self.settings.known);
    }

    /// The distribution after all Lanczos steps: the estimate itself.
    pub(super) fn distribution(&self) -> CumulativeDistribution {
        self.distribution_of(&self.full_steps)
    }

    /// The distribution after half of the Lanczos steps.
    pub(super) fn distribution_of_half_steps(&self) -> CumulativeDistribution {
        self.distribution_of(&self.half_steps)
    }

    /// The distribution with the eigenvalues of each cluster at one point.
    pub(super) fn distribution_of_merged_clusters(&self) -> CumulativeDistribution {
        self.distribution_of(&self.clusters_merged)
    }

    fn distribution_of(&self, summary: &ProbeSummary) -> CumulativeDistribution {
        match &summary.quadratures {
            Some(quadratures) if self.counts.len() > 0 => {
                let known = self.counts.known_masses(self.extremes, self.interior);
                constrained_distribution(summary.distribution.grid(), &known, self.moments, quadratures, self.interior)
            }
            _ => summary.distribution.cumulative(self.interior),
        }
    }

    /// Adds blocks of probes until the error is small enough, or counts are cheaper, or no strategy can reach the
    /// error. Returns whether the Lanczos steps suffice. If `is_last`, they count as sufficient: there is no round with
    /// more steps.
    pub(super) fn run(
        &mut self,
        source: &mut ProbeSource<'_>,
        steps: usize,
        progress: &dyn Progress,
        is_last: bool,
    ) -> bool {
        let most = most_blocks(self.size, self.settings.counting.is_some());
        let block_seconds = self.block_seconds(steps, source.matrix());
        let (mut wanted, mut next_check) = (1.0, 1);
        for block in 0..most {
            let report = |part: f64| progress.report(((block as f64 + part) / wanted).min(1.0));
            let budget = self.settings.budget;
            source.with_block(block, steps, || budget.is_late(), report, |probes| self.add(&probes.coefficients()));
            self.settings.budget.spend(block_seconds);
            let is_spent = !self.settings.budget.allows(block_seconds);
            if block + 1 < next_check && !is_spent {
                continue;
            }
            next_check = (CHECK_GROWTH * (block + 1) as f64) as usize + 1;
            let errors = sample_errors(self);
            let resolution = refine_by_counts::unresolved_error(self, &errors.bias);
            let probe_error = largest(&errors.noise);
            let excess = self.excess(resolution, probe_error);
            let blocks = (block + 1) as f64;
            let most_growth = most as f64 / blocks;
            let best = refine_by_counts::best_with_counts(self, &errors, most_growth, block_seconds);
            let sufficient = refine_by_counts::cheapest_effort(self, &errors, excess, most_growth, block_seconds);
            let best_effort = best.filter(|_| self.settings.fallback_seconds.is_none()).map(|(effort, _)| effort);
            let effort = sufficient.or(best_effort);
            // The difference between all and half of the steps contains noise, too. It shows that steps are missing
            // only if it is more than half of the noise, or if no strategy can go on with these steps. A smaller part
            // would double the steps because of noise.
            let is_unresolved = resolution > RESOLUTION_SHARE * self.settings.max_error;
            let is_clear = resolution > 0.5 * probe_error || effort.is_none() && block + 1 >= CLEAR_AFTER;
            if !is_last && is_unresolved && is_clear && !is_spent {
                let doubled = refine_by_counts::error_after_doubling(self, &errors, block_seconds);
                if best.is_none_or(|(_, counted)| doubled < DOUBLING_GAIN * counted) {
                    return false;
                }
            }
            // More probes reduce the noise only. Where the bias alone exceeds the error and is twice the noise, they do
            // not help, unless counts need their shape of the distribution.
            let is_pointless = resolution > self.settings.max_error.max(2.0 * probe_error)
                && self.heat_excess() <= 1.0
                && best.is_none_or(|(effort, _)| effort.growth <= 1.0);
            let growth = effort.map_or(1.0, |effort| effort.growth);
            wanted = (blocks * growth).max(blocks + 1.0);
            let is_done = excess <= 1.0 || effort.is_some() && growth <= 1.0;
            if is_done || is_pointless || is_spent || self.is_hopeless(block + 1, effort) {
                break;
            }
        }
        true
    }

    /// Predicted seconds of one block of probes.
    fn block_seconds(&self, steps: usize, matrix: &SparseLaplacian) -> f64 {
        let positions = self.full_steps.distribution.grid().len();
        costs::probe_block_seconds(matrix, PROBES, steps, positions)
    }

    /// Whether the budget allows a round with this many Lanczos steps.
    pub(super) fn can_afford(&self, steps: usize, matrix: &SparseLaplacian) -> bool {
        self.settings.budget.allows(FEWEST_BLOCKS * self.block_seconds(steps, matrix))
    }

    /// Predicted seconds of the arithmetic of one round of counts.
    pub(super) fn count_round_seconds(&self) -> f64 {
        costs::count_round_seconds(self.probe_count, self.full_steps.distribution.grid().len())
    }

    /// Whether to stop after this many blocks: the remaining effort takes too long, or no strategy can reach the error.
    fn is_hopeless(&self, blocks: usize, effort: Option<Effort>) -> bool {
        match (effort, self.settings.fallback_seconds) {
            (Some(effort), Some(budget)) => blocks > 1 && effort.seconds > SURE_SHARE * budget,
            (Some(_), None) => false,
            (None, Some(_)) => blocks >= HOPELESS_SOON,
            (None, None) => blocks >= HOPELESS_AFTER,
        }
    }

    /// Adds probes.
    pub(super) fn add(&mut self, probes: &[LanczosCoefficients]) {
        for quadrature in self.quadratures(probes, LanczosCoefficients::steps) {
            let deviations = self.moments.deviations(&quadrature);
            self.variates.add(&deviations);
            for (sums, time) in self.heat.iter_mut().zip(TIMES) {
                let terms = quadrature.nodes.iter().zip(&quadrature.weights);
                sums.add(terms.map(|(node, weight)| weight * (-time * node).exp()).sum(), &deviations);
            }
            self.clusters_merged.add(quadrature.with_clusters_merged(self.interior, self.settings.max_error));
            self.full_steps.add(quadrature);
        }
        self.probe_count += probes.len();
        let half = |probe: &LanczosCoefficients| probe.steps().div_ceil(2);
        self.quadratures(probes, half).into_iter().for_each(|quadrature| self.half_steps.add(quadrature));
    }

    /// The quadrature of each probe after as many steps as `steps` says.
    fn quadratures(
        &self,
        probes: &[LanczosCoefficients],
        steps: impl Fn(&LanczosCoefficients) -> usize + Sync,
    ) -> Vec<Quadrature> {
        let mass_at_one = self.mass_at_one;
        let quadrature = |probe: &LanczosCoefficients| {
            let (diagonal, off_diagonal) = probe.tridiagonal(steps(probe));
            match mass_at_one {
                Some(mass) => Quadrature::with_step(diagonal, off_diagonal, ONE, mass),
                None => Quadrature::of_tridiagonal(diagonal, off_diagonal),
            }
        };
        probes.par_iter().map(quadrature).collect()
    }

    /// Ratio of the error of the probes to the largest one that is allowed.
    fn excess(&self, resolution_error: f64, probe_error: f64) -> f64 {
        let allowed = (self.settings.max_error - resolution_error - self.extremes.residual)
            .max((1.0 - RESOLUTION_SHARE) * self.settings.max_error);
        (probe_error / allowed).max(self.heat_excess())
    }

    /// Ratio of the standard error of the heat trace to the largest one that is allowed, at the worst of all times.
    fn heat_excess(&self) -> f64 {
        let regression = self.variates.regression();
        let relative = |(sums, time): (&RegressionSums<MOMENTS>, f64)| {
            let exact = [self.settings.known, &self.extremes.low, &self.extremes.high];
            let known: f64 = exact.into_iter().flatten().map(|value| (-time * value).exp()).sum();
            let (mean, error) = regression.mean(sums);
            error / (mean + known / self.interior as f64)
        };
        let largest = self.heat.iter().zip(TIMES).map(relative).fold(0.0, f64::max);
        largest / (HEAT_SHARE * self.settings.max_error)
    }

    /// Eigenvalues by which the distribution may be wrong where the probes do not resolve single eigenvalues.
    pub(super) fn unresolved_ranks(&self) -> f64 {
        let mut known = self.counts.known_masses(self.extremes, self.interior);
        // The step at 1 is known, and the deviation on its sides is that of the positions between which it lies.
        known.retain(|known| self.mass_at_one.is_none() || (known.position - ONE).abs() > ASIDE);
        let estimated = self.full_steps.distribution.masses_below(known.iter().map(|known| known.position));
        let deviations = estimated.iter().zip(&known).map(|(mass, known)| self.interior as f64 * (mass - known.mass));
        unresolved_ranks(&known, &deviations.collect::<Vec<f64>>())
    }

    /// The width of the interval that counts give for the eigenvalue of this rank; 0 if it is exact.
    pub(super) fn bracket_width(&self, rank: usize) -> f64 {
        let is_exact = self.counts.is_exact(rank, self.extremes, self.size);
        if is_exact { 0.0 } else { self.counts.bracket_width(rank) }
    }

    /// Distance between neighbouring positions of the distribution: an eigenvalue is known to within that.
    pub(super) fn cell(&self) -> f64 {
        self.full_steps.distribution.grid().cell()
    }

    /// All eigenvalues of the graph, ascending, after a displacement of the distribution.
    pub(super) fn spectrum(&self, distribution: &CumulativeDistribution, by: Displacement) -> Vec<f64> {
        let mut all = self.eigenvalues(distribution, by);
        all.extend_from_slice(self.settings.known);
        // A few ascending runs: a stable sort merges them in linear time.
        all.sort_by(f64::total_cmp);
        all
    }

    /// All eigenvalues of the matrix, ascending.
    fn eigenvalues(&self, distribution: &CumulativeDistribution, by: Displacement) -> Vec<f64> {
        let mut all = Vec::with_capacity(self.size + self.settings.known.len());
        all.extend_from_slice(&self.extremes.low);
        distribution.quantiles(self.interior, by, &mut all);
        all.extend_from_slice(&self.extremes.high);
        // An eigenvalue of a large multiplicity may have copies among the extremes and others that only the probes see.
        all.sort_by(f64::total_cmp);
        all
    }

    /// All eigenvalues of the graph, ascending.
    pub(super) fn all_eigenvalues(&self) -> Vec<f64> {
        self.spectrum(&self.distribution(), Displacement::NONE)
    }

    /// The result after `steps` Lanczos steps with each probe.
    pub(super) fn finish(&self, steps: usize) -> DensityEstimate {
        DensityEstimate {
            eigenvalues: self.eigenvalues(&self.distribution(), Displacement::NONE),
            errors: sample_errors(self).total,
            probes: self.probe_count,
            steps,
            shifts: self.counts.len(),
        }
    }
}

/// Limit of the blocks of probes for a matrix of `size` rows.
pub(super) fn most_blocks(size: usize, can_count: bool) -> usize {
    (MOST_PROBE_ENTRIES / size / PROBES).clamp(1, if can_count { MOST_COUNTED_BLOCKS } else { MOST_BLOCKS })
}

/// The interval of the eigenvalues between the extremes.
pub(super) fn interior_range(extremes: &Extremes) -> (f64, f64) {
    (extremes.low.last().copied().unwrap_or(0.0), extremes.high.first().copied().unwrap_or(2.0))
}
