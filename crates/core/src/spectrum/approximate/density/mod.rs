//! The density method for large graphs: estimates all eigenvalues between exact extreme eigenvalues by stochastic
//! Lanczos quadrature.
//!
//! A random vector (a probe) gives each eigenvalue a random weight. After k Lanczos steps it becomes a quadrature of k
//! nodes that agrees with these weights in 2k moments (Ubaru, Chen and Saad 2017, "Fast Estimation of tr(f(A)) via
//! Stochastic Lanczos Quadrature"). The mean over probes is the distribution of the eigenvalues. It has two errors, and
//! both are estimated: noise, because probes differ, and bias, because more steps would resolve more.
//!
//! - Probes: `probe_source` makes them orthogonal to the eigenvectors of the extremes, `quadrature` gives their nodes
//!   and weights.
//! - Corrections: `traces` and `moments` give exact moments; `control_variates` corrects means by regression on them.
//! - Distribution: `distribution` from the probes alone, `constraints` from probes and inertia counts, `cumulative` the
//!   result.
//! - Errors: `confidence` gives the standard errors that cover all samples at once, `roughness` the eigenvalues by which
//!   the distribution may be wrong between counts, `step_at_one` the step that probes resolve last.
//! - Decisions: `estimate` adds probes within its `work_budget`, `sample_errors` states the errors, `refine_by_counts`
//!   fixes the distribution at a few points by exact `inertia_counts`, where counts are possible and cheaper than more
//!   probes.
//! - `method` connects all that to the planner of large graphs, `findings` to Krylov processes on other machines.

mod confidence;
mod constraints;
mod control_variates;
mod cumulative;
mod distribution;
mod estimate;
mod findings;
mod inertia_counts;
mod method;
mod moments;
mod probe_source;
mod quadrature;
mod refine_by_counts;
mod roughness;
mod sample_errors;
mod step_at_one;
#[cfg(test)]
mod tests;
mod traces;
mod work_budget;

pub use findings::{InvalidFindings, KrylovDensity, KrylovFindings};
pub(crate) use inertia_counts::CountBudget;
pub(crate) use method::Density;
pub(crate) use work_budget::WorkBudget;

use estimate::Estimate;
use moments::Moments;
use probe_source::ProbeSource;
use step_at_one::StepAtOne;
use traces::chebyshev_traces;

use crate::progress::{Progress, Stretch};
use crate::resampling::SampleGrid;
use crate::spectrum::approximate::krylov::Extremes;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Lanczos steps of the first round; each further round doubles them. 32 steps leave errors above 1e-2 on measured
/// graphs (`docs/results/large-graphs.md`), so a smaller number only adds a round. A larger number wastes steps where 64 suffice.
const FEWEST_STEPS: usize = 64;

/// Limit of the Lanczos steps. A larger limit prolongs estimates of spectra with gaps that no
/// number of steps resolves, and the quadrature takes the square of the steps; with a smaller one, counts or the
/// fallback have to settle steep spectra that the probes resolve.
const MOST_STEPS: usize = 1024;

/// Fraction of the progress that the probes take where counts can follow; for display only.
const PROBES_PROGRESS: f64 = 0.6;

/// The aim and the limits of an estimate.
#[derive(Clone, Copy)]
pub(crate) struct DensitySettings<'a> {
    /// The work that probes and counts may do.
    pub(crate) budget: &'a WorkBudget,
    /// Largest error of a sample that is allowed.
    pub(crate) max_error: f64,
    /// The samples that the error is stated for.
    pub(crate) grid: SampleGrid,
    /// Seed of the probes.
    pub(crate) seed: u64,
    /// Eigenvalues of the graph besides those of the matrix, ascending.
    pub(crate) known: &'a [f64],
    /// Inertia counts for the samples that the probes leave uncertain, if the matrix allows them.
    pub(crate) counting: Option<CountBudget<'a>>,
    /// Predicted seconds of the full solution that follows if the estimate misses its error; `None` without one.
    pub(crate) fallback_seconds: Option<f64>,
    /// Limit of the visits of matrix entries for exact moments.
    pub(crate) most_visits: f64,
    /// Limit of the memory of probes that are kept to be continued, in bytes; the first block is always kept.
    pub(crate) kept_bytes: u64,
}

/// Estimated eigenvalues of a matrix.
#[derive(Debug)]
pub(crate) struct DensityEstimate {
    /// Ascending, one for each row of the matrix; the extreme ones are exact.
    pub(crate) eigenvalues: Vec<f64>,
    /// Estimated error of each sample.
    pub(crate) errors: Vec<f64>,
    /// Number of probes.
    pub(crate) probes: usize,
    /// Lanczos steps of each probe.
    pub(crate) steps: usize,
    /// Number of inertia counts.
    pub(crate) shifts: usize,
}

impl DensityEstimate {
    /// Estimated largest error of a sample.
    pub(crate) fn error(&self) -> f64 {
        largest(&self.errors)
    }
}

/// Estimates the eigenvalues between the extremes.
///
/// # Complexity
/// One product with the matrix for each probe and step. The number of probes for a given error falls with the number of
/// nodes, so the time depends only on the number of edges per node, until a single block of probes suffices.
pub(crate) fn estimate(
    matrix: &SparseLaplacian,
    extremes: &Extremes,
    settings: &DensitySettings<'_>,
    progress: &dyn Progress,
) -> DensityEstimate {
    let for_probes = if settings.counting.is_some() { PROBES_PROGRESS } else { 1.0 };
    let first = Stretch { whole: progress, from: 0.0, to: for_probes };
    let mut steps = FEWEST_STEPS;
    let moments = Moments::new(&chebyshev_traces(matrix, settings.most_visits), extremes, matrix.size());
    let mut source = ProbeSource::new(matrix, extremes, settings);
    let interior = matrix.size() - extremes.low.len() - extremes.high.len();
    let step = StepAtOne::count(settings, interior);
    loop {
        let mut estimate = Estimate::new(matrix.size(), moments, extremes, settings, step);
        steps = steps.min(MOST_STEPS).min(estimate.interior());
        let is_last = steps == MOST_STEPS || steps == estimate.interior() || !estimate.can_afford(2 * steps, matrix);
        let is_resolved = estimate.run(&mut source, steps, &first, is_last);
        if is_resolved || is_last {
            drop(source);
            if let Some(counting) = &settings.counting {
                refine_by_counts::refine(
                    &mut estimate,
                    counting,
                    &Stretch { whole: progress, from: for_probes, to: 1.0 },
                );
            }
            return estimate.finish(steps);
        }
        steps *= 2;
    }
}

fn largest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}
