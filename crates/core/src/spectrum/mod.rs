//! What are a graph's eigenvalues, and how sure are we?
//!
//! A [`SpectrumSolver`] climbs a ladder, exact as far as that is affordable: twins out, connected components apart, formulas
//! where there are some, and for the rest the solver with the least predicted work. Pieces that would take longer than a
//! few seconds go to an [`Approach`] for large graphs. [`Explanation`] tells what was done and why.
//! A [`Spectrum`] is ascending, inside [0, 2], and says what it is.
//!
//! This room does not know what a graph file is, and no loop in it is without a limit.

mod aligned;
mod approach;
mod band;
mod bandwidth_order;
mod closed_form;
mod components;
mod costs;
mod density;
mod ends_only;
mod idle_threads;
mod krylov;
mod lanes;
mod large;
mod lumped;
mod pieces;
mod plan;
mod precision;
mod remainder;
mod samples;
mod single;
mod slicing;
mod solver;
#[cfg(test)]
mod testing;
mod twin_reduction;

pub use approach::Approach;
pub use idle_threads::IdleThreads;
pub use plan::{Explanation, LargePlan, Method, PiecePlan, Solver};
pub use solver::{SpectrumSettings, SpectrumSolver};

use crate::graph::Graph;

/// Why a graph has no spectrum here.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpectrumError {
    /// A graph without nodes.
    #[error("{}", crate::graph::EmptyGraph)]
    EmptyGraph,
    /// The matrix would not fit.
    #[error(
        "a connected piece of {nodes} nodes needs {:.1} GB, the limit is {:.1} GB",
        *needed as f64 / 1e9,
        *limit as f64 / 1e9
    )]
    TooLarge {
        /// Nodes of the piece.
        nodes: usize,
        /// Bytes that the cheapest solver needs.
        needed: u64,
        /// The limit in force.
        limit: u64,
    },
    /// The QL iteration ran into its limit. Not seen on any graph; the limit is there so that nothing loops forever.
    #[error("the eigenvalues of a piece of {size} nodes did not converge")]
    NoConvergence {
        /// Rows of the matrix.
        size: usize,
    },
}

/// Where the numbers of a [`Spectrum`] come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// All eigenvalues, up to rounding.
    Exact,
    /// The lowest and highest eigenvalues, and a curve in between.
    Ends,
    /// Eigenvalues between shifts below which they were counted.
    Slicing,
    /// Estimated from random vectors, but for the lowest and highest.
    Density,
    /// All eigenvalues, in single precision.
    Single,
}

impl Origin {
    /// The name used in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Ends => "ends",
            Self::Slicing => "slicing",
            Self::Density => "density",
            Self::Single => "single",
        }
    }
}

/// The eigenvalues of a normalized Laplacian.
#[derive(Debug, Clone, PartialEq)]
pub struct Spectrum {
    eigenvalues: Vec<f64>,
    origin: Origin,
    /// Unless exact: how far off a sample can be.
    error: f64,
}

impl Spectrum {
    /// The spectrum of one graph, exact unless it is very large. For many graphs a [`SpectrumSolver`] is far faster.
    ///
    /// # Errors
    /// [`SpectrumError`].
    ///
    /// ```
    /// use sgr_core::{graph::Graph, spectrum::Spectrum};
    /// let star = Graph::from_edges(4, &[(0, 1), (0, 2), (0, 3)]).unwrap();
    /// assert_eq!(Spectrum::of(&star).unwrap().eigenvalues(), &[0.0, 1.0, 1.0, 2.0]);
    /// ```
    pub fn of(graph: &Graph) -> Result<Self, SpectrumError> {
        let mut spectra = Vec::new();
        let mut failures = SpectrumSolver::new(SpectrumSettings::default()).solve(&[graph], &mut spectra);
        match (failures.pop(), spectra.pop()) {
            (None, Some(spectrum)) => Ok(spectrum),
            (Some((_, error)), _) => Err(error),
            (None, None) => Err(SpectrumError::EmptyGraph),
        }
    }

    /// All eigenvalues, ascending, as many as the graph has nodes.
    pub fn eigenvalues(&self) -> &[f64] {
        &self.eigenvalues
    }

    /// Distinct eigenvalues with their multiplicities, ascending.
    ///
    /// Only bit-equal neighbours are joined: zeros and twins are exact, and a star's thousand ones become one step.
    pub fn runs(&self) -> impl Iterator<Item = (f64, usize)> + '_ {
        self.eigenvalues.chunk_by(|a, b| a == b).map(|run| (run[0], run.len()))
    }

    /// Where the numbers come from.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// How far off it can be.
    ///
    /// Exact: a bound for each eigenvalue. [`Origin::Single`]: likewise, of rounding as it is in practice. [`Origin::Slicing`]: a bound for each of the 256 samples of the
    /// [resampled](crate::resampling) spectrum. [`Origin::Density`]: an estimate for those, which holds in at least 19 of 20
    /// cases. [`Origin::Ends`]: a bound for each eigenvalue; nothing is known between the ends but that they are its ends.
    ///
    /// # Formula
    /// ```text
    /// 16 n ε        ε = 2^−52          (exact)
    /// ```
    /// Orthogonal reductions are backward stable with an error that grows at most like n ε (Higham, "Accuracy and
    /// Stability of Numerical Algorithms", §19.3); the constant is checked against an independent solver in the tests.
    pub fn error(&self) -> f64 {
        self.error.max(16.0 * self.eigenvalues.len() as f64 * f64::EPSILON)
    }
}
