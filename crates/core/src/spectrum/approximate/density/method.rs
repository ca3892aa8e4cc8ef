//! The density as a method of the planner for large graphs: its predicted cost, its extreme eigenvalues and its limits.

use super::distribution::AxisGrid;
use super::estimate::most_blocks;
use super::{CountBudget, DensitySettings, WorkBudget, estimate};
use crate::progress::Stretch;
use crate::spectrum::approximate::extremes_only::count_at_each_end;
use crate::spectrum::approximate::krylov::{BlockProduct, Extremes, ExtremesSettings, PROBES, Probes};
use crate::spectrum::approximate::slicing::{Counter, counting_seconds};
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;
use crate::spectrum::plan::costs;
use crate::spectrum::plan::large::{Cost, LargeMethod, LargeProblem, LargeSolution, Request};
use crate::spectrum::plan::thresholds::{FEWEST_COUNTS, PATIENCE_SECONDS, patience_seconds};
use crate::spectrum::{Origin, SpectrumError, SpectrumSettings};

/// Limit of the memory of the extreme eigenvectors, in bytes: a small part of a laptop's memory. More extreme
/// eigenvalues make the tails exact, but each Krylov step is orthogonalized against all of them.
const EXTREMES_BYTES: u64 = 400_000_000;

/// Limit of the memory of the probes that are kept to be continued, in bytes: five blocks at 250,000 rows, sixteen at
/// 83,000. With a smaller limit, more blocks repeat their first steps whenever the steps are doubled.
const KEPT_BYTES: u64 = 256_000_000;

/// Lanczos steps of a probe on a spectrum without large gaps, as measured. Too small a number chooses densities that
/// take longer than predicted; too large a number chooses slower methods.
const USUAL_STEPS: usize = 128;

/// Blocks of probes before counts, and rounds of counts, where counts settle most samples.
const COUNTED_BLOCKS: f64 = 4.0;
const COUNT_ROUNDS: f64 = 20.0;

/// Largest time of the exact moments as a fraction of the time of the probes: they save about half of the probes, so
/// with a larger fraction they could take more time than they save.
const MOMENTS_SHARE: f64 = 0.5;

/// Divisor of the error that gives the tolerance of the extreme eigenvalues. Their residual is added to the error of
/// every sample, so it takes 5 % of it. A larger divisor takes more Krylov steps; a smaller one leaves less error to
/// the probes.
const EXTREMES_DIVISOR: f64 = 20.0;

/// Probes times rows for an error of 1e-3 on a spectrum without steep parts. The variance of a sample falls with the
/// number of probes and with the size of the matrix. It only predicts times and limits the visits for moments: too
/// small a value chooses densities that take longer than predicted, too large a value chooses slower methods. No
/// measurement of it is on record.
const USUAL_PROBE_ENTRIES: f64 = 8e6;

/// Limit of the work of probes and counts of graphs that are larger than usual, as a multiple of its prediction: a user who was told the
/// prediction is not kept waiting much longer, and gets the error that was reached by then.
const OVERRUN: f64 = 2.5;

/// Part of a time limit that the extreme eigenvalues may take: the probes have to follow.
const EXTREMES_TIME: f64 = 0.35;

/// Fraction of the progress that the extreme eigenvalues take; for display only.
const EXTREMES_PROGRESS: f64 = 0.3;

/// The density between exact extreme eigenvalues.
pub(crate) struct Density;

impl LargeMethod for Density {
    fn origin(&self) -> Origin {
        Origin::Density
    }

    /// The cost for a spectrum without gaps: they take more Lanczos steps.
    fn cost(&self, problem: &LargeProblem, settings: &SpectrumSettings) -> Option<Cost> {
        let matrix = &problem.matrix;
        let extremes = supporting_extremes(matrix, settings);
        let seconds = extremes_seconds(matrix, settings) + estimating_seconds(problem, settings);
        let vectors = (matrix.size() * 2 * extremes * size_of::<f64>()) as u64;
        let probes = Probes::memory_bytes(matrix.size()).max(kept_bytes(settings));
        Some(Cost { seconds, bytes: Extremes::memory_bytes(matrix.size(), extremes).max(vectors + probes) })
    }

    fn longest_seconds(&self, problem: &LargeProblem, settings: &SpectrumSettings) -> Option<f64> {
        Some(extremes_seconds(&problem.matrix, settings) + work_limit(problem, settings))
    }

    fn solve(&self, problem: &LargeProblem, request: &Request<'_>) -> Result<LargeSolution, SpectrumError> {
        let Request { known, settings, deadline, fallback_seconds, progress } = *request;
        let matrix = &problem.matrix;
        let extremes_settings = ExtremesSettings {
            count: supporting_extremes(matrix, settings),
            tolerance: settings.max_error / EXTREMES_DIVISOR,
            most_products: supporting_products(matrix),
            deadline: deadline.part(EXTREMES_TIME),
            verify: false,
            seed: settings.seed,
        };
        let mut product = BlockProduct::new(matrix);
        let first = Stretch { whole: progress, from: 0.0, to: EXTREMES_PROGRESS };
        let extremes =
            Extremes::find(&mut product, extremes_settings, &first).ok_or_else(|| problem.no_convergence())?;
        drop(product);
        // Without memory for a counter, the density goes on without counts.
        let counter = Counter::new(problem, settings).ok().flatten();
        let limit = work_limit(problem, settings);
        let count_seconds = problem.order.as_ref().map_or(f64::INFINITY, |order| costs::shift_seconds(matrix, order));
        let count = |shifts: &[f64]| {
            counter.as_ref().map_or_else(Vec::new, |counter| counter.count_until(shifts, count_seconds, deadline))
        };
        let counting = counter.as_ref().map(|_| {
            let most = (fallback_seconds.unwrap_or(limit) / count_seconds) as usize;
            CountBudget { count: &count, seconds: count_seconds, most }
        });
        let budget = WorkBudget::new(limit, deadline);
        let density_settings = DensitySettings {
            budget: &budget,
            max_error: settings.max_error,
            grid: settings.grid,
            seed: settings.seed,
            known,
            counting: counting.filter(|counting| counting.most >= FEWEST_COUNTS),
            fallback_seconds,
            most_visits: MOMENTS_SHARE * probing_seconds(matrix, settings) / costs::visit_seconds(matrix),
            kept_bytes: kept_bytes(settings),
        };
        let second = Stretch { whole: progress, from: EXTREMES_PROGRESS, to: 1.0 };
        let density = estimate(matrix, &extremes, &density_settings, &second);
        let mut effort = vec![("low", extremes.low.len()), ("high", extremes.high.len())];
        effort.extend([("probes", density.probes), ("steps", density.steps)]);
        if density.shifts > 0 {
            effort.push(("shifts", density.shifts));
        }
        Ok(LargeSolution { error: density.error(), values: density.eigenvalues, effort })
    }
}

/// Predicted seconds that probes and counts may take: what the extreme eigenvalues leave of the patience for one graph.
fn work_limit(problem: &LargeProblem, settings: &SpectrumSettings) -> f64 {
    let matrix = &problem.matrix;
    let estimating = estimating_seconds(problem, settings);
    let most = patience_seconds(matrix.entry_count() / 2, settings);
    let limit = most.min(PATIENCE_SECONDS.max(OVERRUN * estimating)).max(settings.limit_seconds_of_cores());
    (limit - extremes_seconds(matrix, settings)).max(0.5 * limit)
}

/// Predicted seconds of the extreme eigenvalues.
fn extremes_seconds(matrix: &SparseLaplacian, settings: &SpectrumSettings) -> f64 {
    let step = costs::extremes_step_seconds(matrix, supporting_extremes(matrix, settings));
    supporting_products(matrix) as f64 * step
}

/// Predicted seconds of probes and counts: many probes, or a few probes and then counts where that is faster.
fn estimating_seconds(problem: &LargeProblem, settings: &SpectrumSettings) -> f64 {
    let probing = probing_seconds(&problem.matrix, settings);
    let positions = AxisGrid::for_error(settings.max_error).len();
    let few = COUNTED_BLOCKS * costs::probe_block_seconds(&problem.matrix, PROBES, USUAL_STEPS, positions);
    let arithmetic = COUNT_ROUNDS * costs::count_round_seconds(COUNTED_BLOCKS as usize * PROBES, positions);
    counting_seconds(problem, settings).map_or(probing, |counting| probing.min(few + arithmetic + counting))
}

/// Predicted seconds of the probes.
fn probing_seconds(matrix: &SparseLaplacian, settings: &SpectrumSettings) -> f64 {
    let probes = USUAL_PROBE_ENTRIES * (1e-3 / settings.max_error).powi(2) / matrix.size() as f64;
    let blocks = (probes / PROBES as f64).ceil().min(most_blocks(matrix.size(), false) as f64);
    let positions = AxisGrid::for_error(settings.max_error).len();
    blocks * costs::probe_block_seconds(matrix, PROBES, USUAL_STEPS.min(matrix.size()), positions)
}

/// Limit of the memory of the kept probes, in bytes: never more than a quarter of the memory limit.
fn kept_bytes(settings: &SpectrumSettings) -> u64 {
    KEPT_BYTES.min(settings.memory_limit / 4)
}

/// Number of extreme eigenvalues at each end: the number asked for, or the largest smaller step that fits in memory.
fn supporting_extremes(matrix: &SparseLaplacian, settings: &SpectrumSettings) -> usize {
    let most = EXTREMES_BYTES.min(settings.memory_limit / 2);
    let fits = |count: &usize| Extremes::memory_bytes(matrix.size(), *count) <= most;
    let asked = count_at_each_end(matrix.size(), settings);
    [asked, 100, 64, 32, 16, 8].into_iter().filter(|&count| count <= asked).find(fits).unwrap_or(asked.min(4))
}

/// Limit of the block products for the extreme eigenvalues. Some of them may not have converged by then; they are left
/// to the probes. Large matrices get fewer: a product takes longer there, and a block of probes has less noise. No
/// measurement of the two limits is on record: smaller ones give fewer exact eigenvalues, larger ones take time from
/// the probes.
fn supporting_products(matrix: &SparseLaplacian) -> usize {
    if matrix.size() < 100_000 { 120 } else { 40 }
}
