//! Reasons why a collection cannot be explained.

use crate::evaluation::EvaluationError;
use crate::experiment::DescribeError;
use sgr_core::text::shown;

/// What keeps an explanation from its result: what was found, and what was wanted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// No graph has labels of the kind that is asked for.
    #[error("found {graphs} graphs without labels of {wanted}, wanted at least one graph with them")]
    NoLabels {
        /// Number of graphs.
        graphs: usize,
        /// Nodes, edges, or both.
        wanted: &'static str,
    },
    /// One graph has no labels of the kind that is asked for.
    #[error("graph {}: found no labels of {wanted}, wanted some", shown(id))]
    NoLabelsInGraph {
        /// The graph's id.
        id: String,
        /// Nodes, edges, or both.
        wanted: &'static str,
    },
    /// An id that no graph has.
    #[error("found the id \"{}\", which none of {graphs} graphs has; wanted one such as {}", shown(id), shown(example))]
    UnknownId {
        /// The id.
        id: String,
        /// Number of graphs.
        graphs: usize,
        /// The id of the first graph.
        example: String,
    },
    /// A graph without a vector.
    #[error(transparent)]
    Describe(#[from] DescribeError),
    /// Classes that cannot be learned.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
}
