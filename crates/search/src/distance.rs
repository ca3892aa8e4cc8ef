//! How far apart are two vectors?
//!
//! Every distance here is the Euclidean one between vectors that were prepared one by one. So one search serves all of
//! them, and an index holds prepared rows.

use std::borrow::Cow;

use crate::rows::Rows;

/// A distance between vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Distance {
    /// The length of the difference.
    #[default]
    Euclidean,
    /// One minus the cosine of the angle between the vectors.
    Cosine,
}

sgr_core::named!(Distance, "distance");

impl Distance {
    /// All distances.
    pub const ALL: [Self; 2] = [Self::Euclidean, Self::Cosine];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Euclidean => "euclidean",
            Self::Cosine => "cosine",
        }
    }

    /// The distance in a few words.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Euclidean => "Length of the difference of the vectors",
            Self::Cosine => "One minus the cosine of the angle between the vectors",
        }
    }

    /// Rows whose Euclidean distances [say](Self::of_prepared) how far apart the given ones are.
    ///
    /// Cosine: each row is divided by its length. A row of zeros has no direction and stays as it is; its distance to any
    /// other row is then 1/2.
    #[must_use]
    pub fn prepare(self, rows: Rows<'_>) -> PreparedRows<'_> {
        let values = match self {
            Self::Euclidean => Cow::Borrowed(rows.values()),
            Self::Cosine => {
                let mut values = rows.values().to_vec();
                values.chunks_exact_mut(rows.dimensions()).for_each(scale_to_length_one);
                Cow::Owned(values)
            }
        };
        PreparedRows { distance: self, values, dimensions: rows.dimensions() }
    }

    /// The distance of two rows, by the Euclidean distance of the prepared ones.
    ///
    /// # Formula
    /// ```text
    /// 1 − cos(a, b) = ½ ‖a/‖a‖ − b/‖b‖‖²
    /// ```
    /// The right side keeps its digits where the angle is small.
    #[must_use]
    pub fn of_prepared(self, euclidean: f64) -> f64 {
        match self {
            Self::Euclidean => euclidean,
            // The lengths of prepared rows are 1 up to rounding.
            Self::Cosine => (0.5 * euclidean * euclidean).min(2.0),
        }
    }
}

/// Rows that were prepared for a distance.
#[derive(Debug, Clone, PartialEq)]
pub struct PreparedRows<'a> {
    distance: Distance,
    values: Cow<'a, [f32]>,
    dimensions: usize,
}

impl<'a> PreparedRows<'a> {
    /// Rows that were prepared before.
    pub(crate) fn of(distance: Distance, values: &'a [f32], dimensions: usize) -> Self {
        Self { distance, values: Cow::Borrowed(values), dimensions }
    }

    /// The distance.
    #[must_use]
    pub fn distance(&self) -> Distance {
        self.distance
    }

    /// The prepared rows.
    #[must_use]
    pub fn rows(&self) -> Rows<'_> {
        Rows::checked(&self.values, self.dimensions)
    }
}

/// Divides a row by its length; a row of zeros stays as it is.
fn scale_to_length_one(row: &mut [f32]) {
    let length = row.iter().map(|&value| f64::from(value).powi(2)).sum::<f64>().sqrt();
    if length > 0.0 {
        row.iter_mut().for_each(|value| *value = (f64::from(*value) / length) as f32);
    }
}
