//! Spectra: all eigenvalues, or an approximation that says how far off it may be.

use super::{Origin, SpectrumError, SpectrumSettings, SpectrumSolver};
use crate::graph::Graph;
use crate::resampling::{Resampler, SampleGrid};

/// The spectrum of a graph's normalized Laplacian.
///
/// An approximation never hands out an eigenvalue: it has samples, traces and vectors, each with the stated error.
///
/// ```
/// use sgr_core::{graph::Graph, spectrum::Spectrum};
/// let star = Graph::from_edges(4, &[(0, 1), (0, 2), (0, 3)])?;
/// let spectrum = Spectrum::of(&star)?;
/// assert_eq!(spectrum.eigenvalues(), Some(&[0.0, 1.0, 1.0, 2.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Spectrum {
    /// All eigenvalues were computed.
    Exact(Eigenvalues),
    /// Some eigenvalues were interpolated.
    Approximate(ApproximateSpectrum),
}

/// All eigenvalues of a graph, ascending, inside [0, 2], as many as the graph has nodes.
///
/// As many of them are 0 as the graph has components. An eigenvalue that is positive and below 2^−52, as weights that
/// differ by a factor of 1e16 cause, is given as 2^−52: it cannot be told from rounding, but it is not 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Eigenvalues(Solution);

/// An approximation of a spectrum: its samples have the stated error; single eigenvalues are not known.
#[derive(Debug, Clone, PartialEq)]
pub struct ApproximateSpectrum {
    solution: Solution,
    grid: SampleGrid,
}

/// Ascending numbers, one for each node, with their method and error.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Solution {
    pub(super) values: Vec<f64>,
    pub(super) origin: Origin,
    /// Error beyond the rounding of an exact method.
    pub(super) error: f64,
}

impl Solution {
    /// An exact solution without eigenvalues so far, which uses the memory of `values`.
    pub(super) fn new(mut values: Vec<f64>) -> Self {
        values.clear();
        Self { values, origin: Origin::Exact, error: 0.0 }
    }

    /// The spectrum; an approximation is stated for the samples of `grid`.
    pub(super) fn into_spectrum(self, grid: SampleGrid) -> Spectrum {
        match self.origin.is_complete() {
            true => Spectrum::Exact(Eigenvalues(self)),
            false => Spectrum::Approximate(ApproximateSpectrum { solution: self, grid }),
        }
    }
}

impl Eigenvalues {
    /// The eigenvalues, ascending.
    #[must_use]
    pub fn as_slice(&self) -> &[f64] {
        &self.0.values
    }
}

impl ApproximateSpectrum {
    /// The samples that [`Spectrum::error`] is stated for.
    #[must_use]
    pub fn grid(&self) -> SampleGrid {
        self.grid
    }

    /// Samples of the spectrum by `resampler`.
    pub fn samples<'a>(&self, resampler: &'a mut Resampler) -> &'a [f64] {
        resampler.resample(&self.solution.values).samples()
    }
}

impl Spectrum {
    /// The spectrum of one graph, exact unless the graph is very large. For many graphs a [`SpectrumSolver`] is far faster.
    ///
    /// # Errors
    /// [`SpectrumError`].
    pub fn of(graph: &Graph) -> Result<Self, SpectrumError> {
        let mut spectra = Vec::new();
        SpectrumSolver::new(SpectrumSettings::default()).solve(&[graph], &mut spectra);
        spectra.pop().unwrap_or(Err(SpectrumError::EmptyGraph))
    }

    /// All eigenvalues, ascending, as many as the graph has nodes; `None` if some of them were interpolated.
    #[must_use]
    pub fn eigenvalues(&self) -> Option<&[f64]> {
        match self {
            Self::Exact(eigenvalues) => Some(eigenvalues.as_slice()),
            Self::Approximate(_) => None,
        }
    }

    /// Samples of the spectrum by `resampler`.
    pub fn samples<'a>(&self, resampler: &'a mut Resampler) -> &'a [f64] {
        resampler.resample(self.values()).samples()
    }

    /// Number of nodes of the graph.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.values().len()
    }

    /// Distinct values with their multiplicities, ascending.
    ///
    /// Only bit-equal neighbours are joined: zeros and the eigenvalues of twins are exact, so the thousand ones of a star
    /// are one run.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (f64, usize)> + '_ {
        self.values().chunk_by(|a, b| a == b).map(|run| (run[0], run.len()))
    }

    /// The method that found the spectrum.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.solution().origin
    }

    /// Largest error.
    ///
    /// | origin | the error is |
    /// |---|---|
    /// | [`Origin::Exact`] | a bound for each eigenvalue |
    /// | [`Origin::Single`] | a bound for each eigenvalue, of rounding as it is in practice |
    /// | [`Origin::Slicing`] | a bound for each sample of the grid that was asked for |
    /// | [`Origin::Density`] | an estimate that covers all of those samples at once in 19 of 20 cases |
    /// | [`Origin::Ends`] | a bound for each eigenvalue: between the extreme eigenvalues only the interval is known |
    ///
    /// # Formula
    /// ```text
    /// 16 n ε        ε = 2^−52          (exact)
    /// ```
    /// Orthogonal reductions are backward stable with an error that grows at most like n ε (Higham, "Accuracy and
    /// Stability of Numerical Algorithms", §19.3); the constant is checked against an independent solver in the tests.
    /// Eliminations without row exchanges are used only where their growth keeps them within a fourth of this error.
    #[must_use]
    pub fn error(&self) -> f64 {
        let Solution { values, error, .. } = self.solution();
        error.max(16.0 * values.len() as f64 * f64::EPSILON)
    }

    /// Ascending numbers that stand for the spectrum in samples and traces; eigenvalues only if all were computed.
    pub(crate) fn values(&self) -> &[f64] {
        &self.solution().values
    }

    /// The memory of the numbers, to be used again.
    pub(super) fn into_values(self) -> Vec<f64> {
        match self {
            Self::Exact(Eigenvalues(solution)) => solution.values,
            Self::Approximate(ApproximateSpectrum { solution, .. }) => solution.values,
        }
    }

    fn solution(&self) -> &Solution {
        match self {
            Self::Exact(Eigenvalues(solution)) => solution,
            Self::Approximate(ApproximateSpectrum { solution, .. }) => solution,
        }
    }
}
