//! When did a series of graphs change?
//!
//! A [`Series`] holds the vectors of snapshots in order. [`Changes`] says of each snapshot how far it is from the recent past and how
//! unusual that is, and where the series changed: the points that a permutation test finds, with a stated rate of false
//! alarms. This room does not depend on graphs.
//!
//! ```
//! use sgr_lab::changes::{ChangeSettings, Changes, Series};
//! let mut series = Series::new(1);
//! for (day, value) in [1.0, 1.2, 0.9, 1.1, 1.0, 7.1, 7.0, 6.8, 7.2, 7.1].iter().enumerate() {
//!     series.push(format!("day {day}"), &[*value])?;
//! }
//! let changes = Changes::of(&series, &ChangeSettings::default(), &())?;
//! assert_eq!(changes.points.len(), 1);
//! assert_eq!(series.id(changes.points[0].position), "day 5");
//! # Ok::<(), sgr_lab::changes::ChangeError>(())
//! ```

mod column_ranks;
mod dissimilarities;
mod error;
mod found;
mod permutation_test;
mod picture;
mod recent_past;
mod segment;
mod segmentation;
mod series;
mod settings;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests;

pub use error::ChangeError;
pub use found::{ChangePoint, Changes, Snapshot};
pub use recent_past::LEAST_PAST;
pub use series::Series;
pub use settings::ChangeSettings;
