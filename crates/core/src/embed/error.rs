//! Reasons why graphs have no vectors.

use crate::names::UnknownName;
use crate::spectrum::SpectrumError;

/// Why graphs have no vectors.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EmbedError {
    /// No representation has that name.
    #[error(transparent)]
    Representation(#[from] UnknownName),
    /// A setting is out of its range.
    #[error("found {found} for {setting}, wanted {wanted}")]
    Setting {
        /// The setting.
        setting: &'static str,
        /// Its value.
        found: String,
        /// The values that it may have.
        wanted: &'static str,
    },
    /// A graph has no spectrum.
    #[error("graph number {position} (from 0): {error}")]
    Spectrum {
        /// The position of the graph among the graphs that were given.
        position: usize,
        /// The reason.
        error: SpectrumError,
    },
}

/// An item of a stream that has no result.
#[derive(Debug)]
pub enum Skipped<S, R> {
    /// The source gave an error instead of a graph.
    Source(R),
    /// The graph has no spectrum.
    Spectrum {
        /// The item with the graph.
        item: S,
        /// The reason.
        error: SpectrumError,
    },
}
