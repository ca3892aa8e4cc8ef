//! The density as a method for large components.

use super::{CountBudget, DensitySettings, estimate};
use crate::progress::Stretch;
use crate::spectrum::approximate::extremes_only::count_at_each_end;
use crate::spectrum::approximate::krylov::{BlockProduct, Extremes, ExtremesSettings, PROBES, Probes};
use crate::spectrum::approximate::slicing::Counter;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;
use crate::spectrum::plan::costs;
use crate::spectrum::plan::large::{Cost, LargeMethod, LargeProblem, LargeSolution, Request};
use crate::spectrum::plan::thresholds::{FEWEST_COUNTS, PATIENCE_SECONDS};
use crate::spectrum::{Origin, SpectrumError, SpectrumSettings};

/// Largest memory of the eigenvectors of the extreme eigenvalues, in bytes: a small part of a laptop's memory.
const EXTREMES_BYTES: u64 = 400_000_000;

/// Largest memory of the probes that are kept to be continued, in bytes: sixteen blocks at 250,000 nodes.
const KEPT_BYTES: u64 = 256_000_000;

/// Lanczos steps of a probe on a spectrum without large gaps, as measured.
const USUAL_STEPS: f64 = 128.0;

/// Largest part of the time of the probes that exact moments may take: they save about half of the probes.
const MOMENTS_SHARE: f64 = 0.5;

/// The extreme eigenvalues may have this part of the error, as a divisor.
const EXTREMES_DIVISOR: f64 = 20.0;

/// Part of the progress that the extreme eigenvalues are.
const EXTREMES_PROGRESS: f64 = 0.3;

/// A density between exact extreme eigenvalues.
pub(crate) struct Density;

impl LargeMethod for Density {
    fn origin(&self) -> Origin {
        Origin::Density
    }

    /// The cost of a density that has no gaps to resolve.
    fn cost(&self, problem: &LargeProblem, settings: &SpectrumSettings) -> Option<Cost> {
        let matrix = &problem.matrix;
        let extremes = supporting_extremes(matrix, settings);
        let step = costs::extremes_step_seconds(matrix, extremes);
        let seconds = supporting_products(matrix) as f64 * step + probing_seconds(matrix, settings);
        let vectors = (matrix.size() * 2 * extremes * size_of::<f64>()) as u64;
        let probes = Probes::memory_bytes(matrix.size()).max(kept_bytes(settings));
        Some(Cost { seconds, bytes: Extremes::memory_bytes(matrix.size(), extremes).max(vectors + probes) })
    }

    fn solve(&self, problem: &LargeProblem, request: &Request<'_>) -> Result<LargeSolution, SpectrumError> {
        let Request { known, settings, fallback_seconds, progress } = *request;
        let matrix = &problem.matrix;
        let extremes_settings = ExtremesSettings {
            count: supporting_extremes(matrix, settings),
            tolerance: settings.max_error / EXTREMES_DIVISOR,
            most_products: supporting_products(matrix),
            verify: false,
            seed: settings.seed,
        };
        let mut product = BlockProduct::new(matrix);
        let first = Stretch { whole: progress, from: 0.0, to: EXTREMES_PROGRESS };
        let extremes =
            Extremes::find(&mut product, extremes_settings, &first).ok_or_else(|| problem.no_convergence())?;
        drop(product);
        // A counter that does not fit in memory is no reason to refuse the graph.
        let counter = Counter::new(problem, settings).ok().flatten();
        let count = |shifts: &[f64]| counter.as_ref().map_or_else(Vec::new, |counter| counter.count_below(shifts));
        let counting = counter.as_ref().and(problem.order.as_ref()).map(|order| {
            let seconds = costs::shift_seconds(matrix, order);
            let most = (fallback_seconds.unwrap_or(PATIENCE_SECONDS) / seconds) as usize;
            CountBudget { count: &count, seconds, most }
        });
        let density_settings = DensitySettings {
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

/// Predicted seconds of the probes.
fn probing_seconds(matrix: &SparseLaplacian, settings: &SpectrumSettings) -> f64 {
    // The variance of a sample falls with the number of probes and with the size of the matrix.
    let probes = (2.5e6 * (1e-3 / settings.max_error).powi(2) / matrix.size() as f64).max(PROBES as f64);
    probes / PROBES as f64 * USUAL_STEPS * costs::product_seconds(matrix)
}

/// Memory of the probes that are kept to be continued, in bytes.
fn kept_bytes(settings: &SpectrumSettings) -> u64 {
    KEPT_BYTES.min(settings.memory_limit / 4)
}

/// Number of extreme eigenvalues at each end: as many as fit into a moderate share of memory.
fn supporting_extremes(matrix: &SparseLaplacian, settings: &SpectrumSettings) -> usize {
    let most = EXTREMES_BYTES.min(settings.memory_limit / 2);
    let fits = |count: &usize| Extremes::memory_bytes(matrix.size(), *count) <= most;
    let asked = count_at_each_end(matrix.size(), settings);
    [asked, 100, 64, 32, 16, 8].into_iter().filter(|&count| count <= asked).find(fits).unwrap_or(asked.min(4))
}

/// Block products that are spent on the extreme eigenvalues: fewer where a product takes long.
fn supporting_products(matrix: &SparseLaplacian) -> usize {
    if matrix.size() < 100_000 { 120 } else { 40 }
}
