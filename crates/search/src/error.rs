//! Reasons why vectors cannot be searched.

use sgr_core::representation::Distance;

/// Why vectors cannot be searched.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// A number that has no distance to others.
    #[error("vector number {row} (from 0): found {value} in dimension {column}, wanted finite numbers")]
    NotFinite {
        /// The position of the vector.
        row: usize,
        /// The dimension.
        column: usize,
        /// The number.
        value: f32,
    },
    /// A negative number, for a distance of counts.
    #[error(
        "vector number {row} (from 0): found {value} in dimension {column}, wanted at least 0 for the distance {distance}"
    )]
    Negative {
        /// The distance.
        distance: Distance,
        /// The position of the vector.
        row: usize,
        /// The dimension.
        column: usize,
        /// The number.
        value: f32,
    },
    /// Vectors of different lengths.
    #[error("found vectors of {found} dimensions, wanted {wanted}")]
    Dimensions {
        /// The length that was found.
        found: usize,
        /// The length of the others.
        wanted: usize,
    },
    /// Numbers that make no rows.
    #[error("found {values} numbers for vectors of {dimensions} dimensions, wanted a multiple of at least 1 dimension")]
    Shape {
        /// How many numbers there are.
        values: usize,
        /// The length of a vector.
        dimensions: usize,
    },
    /// A distance that needs the statistics of a model, without them.
    #[error("found no statistics of a model, which the distance {distance} needs")]
    NoStatistics {
        /// The distance.
        distance: Distance,
    },
    /// Numbers that are no statistics of this distance.
    #[error("found other numbers as the statistics of the distance {distance}, wanted {wanted}")]
    Statistics {
        /// The distance.
        distance: Distance,
        /// What they should be.
        wanted: &'static str,
    },
}
