//! Reasons why changes cannot be found.

use sgr_core::text::shown;

/// What keeps a series from its result: what was found, and what was wanted.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// A vector of another length.
    #[error("snapshot \"{}\": found a vector of {found} numbers, wanted {wanted} as in the series", shown(id))]
    Width {
        /// The id of the snapshot.
        id: String,
        /// Its numbers.
        found: usize,
        /// Those of the series.
        wanted: usize,
    },
    /// A vector with a number that is not finite.
    #[error(
        "snapshot \"{}\": found {value} in column {column} (from 0) of its vector, wanted a finite number",
        shown(id)
    )]
    NotFinite {
        /// The id of the snapshot.
        id: String,
        /// Column of the number.
        column: usize,
        /// The number.
        value: f32,
    },
    /// A setting out of its range.
    #[error("{name}: found {found}, wanted {wanted}")]
    Setting {
        /// Its name.
        name: &'static str,
        /// Its value.
        found: String,
        /// The values that it may have.
        wanted: String,
    },
    /// Distances of all pairs that would not fit.
    #[error("the distances of all pairs of {snapshots} snapshots take {bytes} bytes of memory, wanted at most {limit}")]
    TooMuchMemory {
        /// Number of snapshots that have vectors.
        snapshots: usize,
        /// Bytes of their distances.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// No threads to work on.
    #[error("cannot start threads: {0}")]
    Threads(String),
}
