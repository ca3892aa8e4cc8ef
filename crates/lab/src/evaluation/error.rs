//! Reasons why vectors cannot be judged.

use crate::gram::GramTooLarge;
use sgr_core::text::shown;

/// What keeps an evaluation from its result: what was found, and what was wanted.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// A graph without a class.
    #[error("graph number {graph} (from 0) has no class label, wanted one for each graph")]
    NoLabel {
        /// Its position among the graphs.
        graph: usize,
    },
    /// Nothing to tell apart.
    #[error("found {graphs} graphs, all of class \"{}\"; wanted at least 2 classes", shown(class))]
    OneClass {
        /// Number of graphs.
        graphs: usize,
        /// The class.
        class: String,
    },
    /// Too few graphs to learn from some and test others.
    #[error("found {found} graphs, wanted at least {wanted} for {what}")]
    TooFewGraphs {
        /// Their number.
        found: usize,
        /// The least that will do.
        wanted: usize,
        /// For what.
        what: &'static str,
    },
    /// A number of runs the protocol cannot have.
    #[error("found {found} runs, wanted {wanted}")]
    Runs {
        /// Their number.
        found: usize,
        /// The values that it may have.
        wanted: &'static str,
    },
    /// A number that is infinite or none.
    #[error("graph number {graph} (from 0): found {value} at position {position}, wanted a finite number")]
    NotFinite {
        /// The row.
        graph: usize,
        /// The place in its row.
        position: usize,
        /// The value.
        value: f64,
    },
    /// A classifier without the constant that was to be chosen.
    #[error("the classifier {classifier} has no C to choose, wanted logistic or svm")]
    NoCost {
        /// Its name.
        classifier: &'static str,
    },
    /// Too many vectors for a classifier that needs all their distances.
    #[error(transparent)]
    TooLarge(#[from] GramTooLarge),
    /// The principal axes of the vectors were not found.
    #[error("the singular values of {rows} vectors of {width} numbers did not converge")]
    NoConvergence {
        /// Number of vectors.
        rows: usize,
        /// Numbers in each.
        width: usize,
    },
}
