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
    /// The QL iteration reached its limit. This was not seen on any graph; the limit keeps every loop finite.
    #[error("the eigenvalues of a component of {size} nodes did not converge")]
    NoConvergence {
        /// Rows of the matrix.
        size: usize,
    },
}
