//! Reasons why a synthetic graph cannot be made.

use super::GraphSize;
use sgr_core::names::UnknownName;

/// Expected edges of one graph. A graph holds fewer than 2³² edges; half of that leaves room for chance.
pub(super) const MAX_EXPECTED_EDGES: f64 = (1u64 << 31) as f64;

/// Why a model cannot be made from its parameters.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SyntheticError {
    /// A parameter outside of its range.
    #[error("found {name} {found}, wanted {wanted}")]
    Parameter {
        /// The name of the parameter.
        name: &'static str,
        /// Its value.
        found: String,
        /// The values it may have.
        wanted: String,
    },
    /// A density that depends on which of its two blocks is named first.
    #[error(
        "found density {found} for blocks {row} and {column} but {mirrored} for {column} and {row}, wanted the same"
    )]
    NotSymmetric {
        /// One block.
        row: usize,
        /// The other.
        column: usize,
        /// Density in the row's own list.
        found: f64,
        /// Density in the other's list.
        mirrored: f64,
    },
    /// More edges than a graph can hold.
    #[error("found {expected:.3e} expected edges, wanted at most {MAX_EXPECTED_EDGES:.3e}")]
    TooManyEdges {
        /// The number of edges that the parameters make likely.
        expected: f64,
    },
    /// A graph that would not fit.
    #[error("{model}: a graph of {size} takes {needed:.1e} bytes of memory, wanted at most {limit:.1e}")]
    TooMuchMemory {
        /// The family or the model.
        model: &'static str,
        /// The size of the graph, or of the largest of a family.
        size: GraphSize,
        /// Bytes that it takes while it is drawn.
        needed: f64,
        /// The limit in force.
        limit: f64,
    },
    /// A name that no family has.
    #[error(transparent)]
    UnknownFamily(#[from] UnknownName),
}

impl SyntheticError {
    pub(super) fn parameter(name: &'static str, found: impl ToString, wanted: impl Into<String>) -> Self {
        Self::Parameter { name, found: found.to_string(), wanted: wanted.into() }
    }
}

/// Hands `probability` back if it is one.
pub(super) fn check_probability(name: &'static str, probability: f64) -> Result<f64, SyntheticError> {
    if (0.0..=1.0).contains(&probability) {
        Ok(probability)
    } else {
        Err(SyntheticError::parameter(name, probability, "a probability from 0 to 1"))
    }
}

/// Refuses parameters that make more edges likely than a graph can hold.
pub(super) fn check_expected_edges(expected: f64) -> Result<(), SyntheticError> {
    if expected <= MAX_EXPECTED_EDGES { Ok(()) } else { Err(SyntheticError::TooManyEdges { expected }) }
}

/// Pairs of nodes.
pub(super) fn pairs(nodes: u32) -> u64 {
    u64::from(nodes) * u64::from(nodes.saturating_sub(1)) / 2
}
