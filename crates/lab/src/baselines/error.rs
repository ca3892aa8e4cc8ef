//! Reasons why a baseline has no result.

use crate::gram::GramTooLarge;

/// What keeps a baseline from its result.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BaselineError {
    /// Labels were asked for and a graph has none.
    #[error("graph number {graph} (from 0) has no node labels, wanted one for each node")]
    NoNodeLabels {
        /// Its position among the graphs.
        graph: usize,
    },
    /// A Gram matrix that would not fit.
    #[error(transparent)]
    Gram(#[from] GramTooLarge),
    /// Another matrix that would not fit.
    #[error("a {what} of {rows} rows takes {} MB, wanted at most {} MB", bytes / 1_000_000, limit / 1_000_000)]
    TooLarge {
        /// Which matrix.
        what: &'static str,
        /// Its rows.
        rows: usize,
        /// Its bytes.
        bytes: u64,
        /// The most that is tried.
        limit: u64,
    },
    /// A parameter out of its range.
    #[error("found {found} for {setting}, wanted {wanted}")]
    Setting {
        /// Its name.
        setting: &'static str,
        /// Its value.
        found: String,
        /// The values that it may have.
        wanted: &'static str,
    },
    /// An eigendecomposition that did not end.
    #[error("the eigendecomposition of the {what} of {rows} rows did not converge")]
    NoConvergence {
        /// Which matrix.
        what: &'static str,
        /// Its rows.
        rows: usize,
    },
    /// A matrix that is singular after rounding.
    #[error(
        "the edge weights of a graph of {nodes} nodes are too uneven: its Laplacian has no inverse in rounded numbers"
    )]
    TooUneven {
        /// Its nodes.
        nodes: usize,
    },
}
