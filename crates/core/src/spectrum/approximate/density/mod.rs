//! Everything between the ends, by stochastic Lanczos quadrature.
//!
//! A random vector sees each eigenvalue with a random weight; the Lanczos process turns what it sees into a few places
//! with weights that agree with it in as many moments as there were steps, twice over (Ubaru, Chen and Saad 2017, "Fast
//! Estimation of tr(f(A)) via Stochastic Lanczos Quadrature"). The mean over vectors is the distribution of the
//! eigenvalues. Two things keep it from being exact, and both are measured: the vectors differ among one another, and
//! more steps would tell more.
//!
//! The vectors are orthogonal to the eigenvectors of the ends, whose eigenvalues are known, and what they say is corrected by
//! how far off they are in moments that are known exactly. Where eigenvalues below a shift
//! can be counted, a few counts pin the distribution down where that is fastest.

mod calibration;
mod constraints;
mod cumulative;
mod distribution;
mod estimate;
mod inertia_counts;
mod method;
mod moments;
mod probe_source;
mod quadrature;
mod refine_by_counts;
mod sample_errors;
#[cfg(test)]
mod tests;
mod traces;

pub(crate) use inertia_counts::CountBudget;
pub(crate) use method::Density;

use estimate::Estimate;
use moments::Moments;
use probe_source::ProbeSource;
use traces::chebyshev_traces;

use crate::progress::{Progress, Stretch};
use crate::resampling::SampleGrid;
use crate::spectrum::approximate::krylov::Extremes;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Lanczos steps to begin with, and at most.
const FEWEST_STEPS: usize = 64;
const MOST_STEPS: usize = 1024;

/// What is to be estimated.
#[derive(Clone, Copy)]
pub(crate) struct DensitySettings<'a> {
    /// Largest error of a sample to aim at.
    pub(crate) max_error: f64,
    /// The samples that the error is stated for.
    pub(crate) grid: SampleGrid,
    /// Seed of the random vectors.
    pub(crate) seed: u64,
    /// Eigenvalues of the graph beside those of the matrix, ascending.
    pub(crate) known: &'a [f64],
    /// For samples about which the probes stay uncertain, if eigenvalues of the matrix can be counted.
    pub(crate) counting: Option<CountBudget<'a>>,
    /// Predicted seconds of the full solution that follows if the error is missed.
    pub(crate) fallback_seconds: Option<f64>,
    /// Visits of entries that may be spent on exact moments.
    pub(crate) most_visits: f64,
    /// Bytes of probes that may be kept to be continued; the first block is kept in any case.
    pub(crate) kept_bytes: u64,
}

/// Estimated eigenvalues of a matrix.
#[derive(Debug)]
pub(crate) struct DensityEstimate {
    /// Ascending, as many as the matrix has rows; those of the ends are exact.
    pub(crate) eigenvalues: Vec<f64>,
    /// Estimated error of each sample.
    pub(crate) errors: Vec<f64>,
    /// Random vectors.
    pub(crate) probes: usize,
    /// Lanczos steps with each.
    pub(crate) steps: usize,
    /// Shifts below which eigenvalues were counted.
    pub(crate) shifts: usize,
}

impl DensityEstimate {
    /// Estimated largest error of a sample.
    pub(crate) fn error(&self) -> f64 {
        largest(&self.errors)
    }
}

/// Estimates the eigenvalues between the ends.
///
/// # Complexity
/// One product with the matrix for each probe and step. The number of probes falls as the matrix grows, so that the sum
/// over all of them, and with it the time for a given error, depends on the number of edges for each node only, until a
/// single block of probes suffices.
pub(crate) fn estimate(
    matrix: &SparseLaplacian,
    ends: &Extremes,
    settings: &DensitySettings<'_>,
    progress: &dyn Progress,
) -> DensityEstimate {
    let for_probes = if settings.counting.is_some() { 0.6 } else { 1.0 };
    let first = Stretch { whole: progress, from: 0.0, to: for_probes };
    let mut steps = FEWEST_STEPS;
    let moments = Moments::new(&chebyshev_traces(matrix, settings.most_visits), ends, matrix.size());
    let mut source = ProbeSource::new(matrix, ends, settings);
    loop {
        let mut estimate = Estimate::new(matrix.size(), moments, ends, settings);
        steps = steps.min(MOST_STEPS).min(estimate.middle);
        let is_last = steps == MOST_STEPS || steps == estimate.middle;
        let is_resolved = estimate.run(&mut source, steps, &first, is_last);
        if is_resolved || is_last {
            drop(source);
            if let Some(counting) = &settings.counting {
                refine_by_counts::count(
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
