//! A density from Krylov processes that ran elsewhere: a matrix on many machines is multiplied there, and only
//! coefficients come here. Everything after the products is the code that one machine uses.

use super::estimate::Estimate;
use super::moments::{MOMENTS, Moments};
use super::sample_errors::sample_errors;
use super::{DensitySettings, WorkBudget, largest};
use crate::resampling::SampleGrid;
use crate::spectrum::approximate::krylov::{Extremes, LanczosCoefficients};
use crate::spectrum::deadline::Deadline;
use crate::spectrum::solution::Solution;
use crate::spectrum::{Origin, Spectrum};

/// What Krylov processes found about a normalized Laplacian.
///
/// The matrix has no rows for isolated nodes or other parts of the graph whose eigenvalues are known: those are in
/// `known`.
#[derive(Debug, Clone, Default)]
pub struct KrylovFindings {
    /// Rows of the matrix; without any, the known eigenvalues are the spectrum.
    pub size: usize,
    /// Eigenvalues of the graph besides those of the matrix.
    pub known: Vec<f64>,
    /// Lowest eigenvalues of the matrix, ascending, consecutive, zeros included.
    pub low: Vec<f64>,
    /// Highest eigenvalues of the matrix, ascending, consecutive.
    pub high: Vec<f64>,
    /// Largest residual |L x − λ x| of both, for x of length 1.
    pub residual: f64,
    /// Largest residual of the lowest eight.
    pub lowest_residual: f64,
    /// Exact traces of T_1(I − L), T_2(I − L), …, where T_k are the Chebyshev polynomials; at most eight are used.
    pub traces: Vec<f64>,
    /// Lanczos processes from random vectors that are orthogonal to the eigenvectors of `low` and `high`.
    pub probes: Vec<LanczosCoefficients>,
}

/// A spectrum that was estimated from [`KrylovFindings`], and what its error is made of.
#[derive(Debug, Clone)]
pub struct KrylovDensity {
    /// The spectrum with its stated error.
    pub spectrum: Spectrum,
    /// Largest error from the differences between probes: more probes reduce it.
    pub noise: f64,
    /// Largest error from too few Lanczos steps: more steps reduce it.
    pub bias: f64,
}

/// Findings that contradict each other.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("found {found}, wanted {wanted}")]
pub struct InvalidFindings {
    /// What the findings say.
    pub found: String,
    /// What they should say.
    pub wanted: String,
}

impl KrylovFindings {
    /// Estimates the spectrum, and its error for the samples of `grid`. `max_error` is the error that is aimed at: it
    /// sets the resolution of the axis.
    ///
    /// # Errors
    /// [`InvalidFindings`], for numbers that are not finite, eigenvalues outside of [0, 2] or not ascending, coefficients of
    /// different lengths, too few probes, and no row between the extreme eigenvalues.
    ///
    /// # Complexity
    /// O(p k² + n) time for p probes of k steps and n nodes; about 60 bytes of memory for each node.
    pub fn density(&self, grid: SampleGrid, max_error: f64) -> Result<KrylovDensity, InvalidFindings> {
        self.check()?;
        let mut known = self.known.clone();
        known.sort_unstable_by(f64::total_cmp);
        if self.size == 0 {
            let solution = Solution { values: known, origin: Origin::Exact, error: 0.0 };
            return Ok(KrylovDensity { spectrum: solution.into_spectrum(grid), noise: 0.0, bias: 0.0 });
        }
        let extremes =
            Extremes::without_vectors(self.low.clone(), self.high.clone(), self.residual, self.lowest_residual);
        let moments = Moments::new(&self.traces, &extremes, self.size);
        let settings = DensitySettings {
            budget: &WorkBudget::new(f64::INFINITY, Deadline::default()),
            max_error,
            grid,
            seed: 0,
            known: &known,
            counting: None,
            fallback_seconds: None,
            most_visits: 0.0,
            kept_bytes: 0,
        };
        let mut estimate = Estimate::new(self.size, moments, &extremes, &settings, None);
        estimate.add(&self.probes);
        let errors = sample_errors(&estimate);
        let values = estimate.all_eigenvalues();
        let solution = Solution { values, origin: Origin::Density, error: largest(&errors.total) };
        Ok(KrylovDensity {
            spectrum: solution.into_spectrum(grid),
            noise: largest(&errors.noise),
            bias: largest(&errors.bias),
        })
    }

    fn check(&self) -> Result<(), InvalidFindings> {
        let wrong = |found: String, wanted: &str| Err(InvalidFindings { found, wanted: wanted.to_owned() });
        if let Some(value) = self.known.iter().find(|value| !(0.0..=2.0).contains(*value)) {
            return wrong(format!("the known eigenvalue {value}"), "eigenvalues from 0 to 2");
        }
        if self.size == 0 && !self.known.is_empty() {
            return Ok(());
        }
        let extremes: Vec<f64> = self.low.iter().chain(&self.high).copied().collect();
        if !extremes.is_sorted() || extremes.iter().any(|value| !(0.0..=2.0).contains(value)) {
            return wrong(format!("the extreme eigenvalues {extremes:?}"), "ascending ones from 0 to 2");
        }
        if extremes.len() >= self.size {
            return wrong(format!("{} extreme eigenvalues of {} rows", extremes.len(), self.size), "more rows");
        }
        let numbers = [self.residual, self.lowest_residual];
        if let Some(value) = numbers.iter().chain(&self.traces).find(|value| !value.is_finite()) {
            return wrong(format!("a residual or trace of {value}"), "finite numbers");
        }
        let fewest = self.traces.len().min(MOMENTS) + 2;
        if self.probes.len() < fewest {
            let traces = self.traces.len();
            return wrong(format!("{} probes for {traces} traces", self.probes.len()), "two probes more than traces");
        }
        self.probes.iter().try_for_each(|probe| {
            let (alphas, betas) = (probe.alphas.len(), probe.betas.len());
            if alphas == 0 || alphas != betas {
                return wrong(format!("a probe with {alphas} α and {betas} β"), "as many, and at least one of each");
            }
            match probe.alphas.iter().chain(&probe.betas).find(|value| !value.is_finite()) {
                Some(value) => wrong(format!("a Lanczos coefficient of {value}"), "finite numbers"),
                None => Ok(()),
            }
        })
    }
}
