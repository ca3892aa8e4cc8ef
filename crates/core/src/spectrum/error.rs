//! Reasons why a graph has no spectrum.

/// Why a graph has no spectrum.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpectrumError {
    /// A graph without nodes.
    #[error("{}", crate::graph::EmptyGraph)]
    EmptyGraph,
    /// The matrix would not fit.
    #[error(
        "a connected component of {nodes} nodes needs {:.1} GB, the limit is {:.1} GB",
        *needed as f64 / 1e9,
        *limit as f64 / 1e9
    )]
    TooLarge {
        /// Nodes of the component.
        nodes: usize,
        /// Bytes that the cheapest method needs.
        needed: u64,
        /// The limit in force.
        limit: u64,
    },
    /// A method that cannot end early would take longer than the time limit.
    #[error("the method that was asked for is predicted to take {predicted:.1} s, the limit is {limit:.1} s")]
    TooSlow {
        /// Predicted seconds on one core.
        predicted: f64,
        /// The limit in force, in seconds.
        limit: f64,
    },
    /// The QL iteration reached its limit. This was not seen on any graph; the limit keeps every loop finite.
    #[error("the eigenvalues of a component of {size} nodes did not converge")]
    NoConvergence {
        /// Rows of the matrix.
        size: usize,
    },
}
