//! How far apart are two vectors?
//!
//! Every distance here but one is the Euclidean one between vectors that were prepared one by one. So one search serves all of
//! them, and an index holds prepared rows. A [`Preparation`] has what the distance needs of a model's statistics. The Tanimoto
//! distance takes the numbers as they are, and has a search of its own.

mod ranks;
#[cfg(test)]
mod tests;
mod whitening;

pub use sgr_core::representation::Distance;

use std::borrow::Cow;
use std::sync::Arc;

use sgr_core::representation::VectorStatistics;
use sgr_core::representation::distance::{euclidean, tanimoto};

use crate::SearchError;
use crate::rows::Rows;

/// The smallest standard deviation that vectors are divided by, as in model files.
const SMALLEST_DEVIATION: f32 = 1e-9;

/// A distance with the statistics that it needs: changes rows so that Euclidean distances give the distance.
///
/// ```
/// use sgr_core::representation::BuiltIn;
/// use sgr_search::distance::{Distance, Preparation};
/// let model = BuiltIn::Paper.model();
/// assert_eq!(Preparation::of(Distance::Whitened, model.statistics())?.distance(), Distance::Whitened);
/// let error = Preparation::of(Distance::Whitened, None).unwrap_err();
/// assert_eq!(error.to_string(), "found no statistics of a model, which the distance whitened needs");
/// # Ok::<(), sgr_search::SearchError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Preparation {
    distance: Distance,
    /// The length of the vectors, if the statistics set it.
    dimensions: Option<usize>,
    /// Standardized: deviations. Whitened: axes × dimensions. Ranks: dimensions × quantiles.
    statistics: Arc<[f32]>,
}

impl Default for Preparation {
    /// The Euclidean distance.
    fn default() -> Self {
        Self { distance: Distance::Euclidean, dimensions: None, statistics: Arc::new([]) }
    }
}

impl Preparation {
    /// For a distance, by the statistics of a model.
    ///
    /// # Errors
    /// [`SearchError::NoStatistics`] for a distance that needs them.
    pub fn of(distance: Distance, statistics: Option<&VectorStatistics>) -> Result<Self, SearchError> {
        if !distance.needs_statistics() {
            return Ok(Self { distance, ..Self::default() });
        }
        let statistics = statistics.ok_or(SearchError::NoStatistics { distance })?;
        let numbers = match distance {
            Distance::Standardized => statistics.deviations(),
            Distance::Whitened => statistics.whitening(),
            Distance::Ranks => statistics.quantiles(),
            _ => return Err(SearchError::NoStatistics { distance }),
        };
        Ok(Self { distance, dimensions: Some(statistics.dimensions()), statistics: numbers.into() })
    }

    /// For a distance between vectors of `dimensions` numbers, by [`statistics`](Self::statistics) that were kept.
    ///
    /// # Errors
    /// [`SearchError::Statistics`] if they are none of this distance.
    pub fn of_kept(distance: Distance, dimensions: usize, statistics: &[f32]) -> Result<Self, SearchError> {
        let refuse = |wanted: &'static str| Err(SearchError::Statistics { distance, wanted });
        if !distance.needs_statistics() {
            return if statistics.is_empty() { Self::of(distance, None) } else { refuse("no numbers") };
        }
        let rows = statistics.len().checked_div(dimensions).unwrap_or(0);
        if rows == 0 || !statistics.len().is_multiple_of(dimensions) {
            return refuse("a multiple of the dimensions as the number of numbers");
        }
        if statistics.iter().any(|value| !value.is_finite()) {
            return refuse("finite numbers");
        }
        match distance {
            Distance::Standardized if rows != 1 => return refuse("one number for each dimension"),
            Distance::Standardized if statistics.iter().any(|&value| value < SMALLEST_DEVIATION) => {
                return refuse("deviations of at least 1e-9");
            }
            Distance::Whitened if rows > dimensions => return refuse("at most as many axes as dimensions"),
            Distance::Ranks if rows < 2 || !statistics.chunks_exact(rows).all(<[f32]>::is_sorted) => {
                return refuse("at least two ascending quantiles for each dimension");
            }
            _ => {}
        }
        Ok(Self { distance, dimensions: Some(dimensions), statistics: statistics.into() })
    }

    /// The distance.
    #[must_use]
    pub fn distance(&self) -> Distance {
        self.distance
    }

    /// The numbers of the statistics that the distance needs, for a file; none for a distance that needs none.
    #[must_use]
    pub fn statistics(&self) -> &[f32] {
        &self.statistics
    }

    /// The length of prepared rows, for vectors of `dimensions` numbers.
    ///
    /// # Errors
    /// [`SearchError::Dimensions`] if the statistics are of vectors of another length.
    pub fn width(&self, dimensions: usize) -> Result<usize, SearchError> {
        match self.dimensions {
            Some(wanted) if wanted != dimensions => Err(SearchError::Dimensions { found: dimensions, wanted }),
            Some(_) if self.distance == Distance::Whitened => Ok(self.statistics.len() / dimensions),
            _ => Ok(dimensions),
        }
    }

    /// The distance of two vectors.
    ///
    /// # Errors
    /// As for [`prepare`](Self::prepare); [`SearchError::Dimensions`] for vectors of different lengths.
    pub fn between(&self, a: &[f32], b: &[f32]) -> Result<f64, SearchError> {
        let one = |vector| Rows::new(vector, a.len()).and_then(|rows| self.prepare(rows));
        if a.len() != b.len() {
            return Err(SearchError::Dimensions { found: b.len(), wanted: a.len() });
        }
        Ok(between_prepared(self.distance, one(a)?.rows().values(), one(b)?.rows().values()))
    }

    /// Rows whose Euclidean distances tell how far apart the given ones are: see [`between_prepared`].
    ///
    /// - Cosine: each row is divided by its length. A row of zeros has no direction and stays as it is; its distance to any
    ///   other row is then 1/2.
    /// - Standardized: each number is divided by the standard deviation of its dimension.
    /// - Whitened: each row becomes its coordinates along the principal axes, divided by the standard deviations there.
    /// - Ranks: each number becomes the share of the training graphs that are below it, those that are equal counted half.
    /// - Tanimoto: the numbers stay as they are, and no Euclidean distance tells it.
    ///
    /// # Errors
    /// [`SearchError::Dimensions`] if the statistics are of vectors of another length; [`SearchError::NotFinite`] if a
    /// number is too large to be divided by the statistics; [`SearchError::Negative`] for the first number below 0 that the
    /// distance does not take.
    pub fn prepare<'a>(&self, rows: Rows<'a>) -> Result<PreparedRows<'a>, SearchError> {
        let dimensions = self.width(rows.dimensions())?;
        let values = match self.distance {
            Distance::Cosine => {
                let mut values = rows.values().to_vec();
                values.chunks_exact_mut(rows.dimensions()).for_each(scale_to_length_one);
                values
            }
            Distance::Standardized => {
                let divided =
                    |row: &'a [f32]| row.iter().zip(&*self.statistics).map(|(value, deviation)| value / deviation);
                rows.values().chunks_exact(rows.dimensions()).flat_map(divided).collect()
            }
            Distance::Whitened => whitening::whitened(rows, &self.statistics),
            Distance::Ranks => ranks::ranks(rows, &self.statistics),
            Distance::Tanimoto => {
                refuse_negative(self.distance, rows)?;
                let values = Cow::Borrowed(rows.values());
                return Ok(PreparedRows { distance: self.distance, values, dimensions });
            }
            _ => return Ok(PreparedRows::euclidean(rows)),
        };
        if self.distance.needs_statistics() {
            Rows::new(&values, dimensions)?;
        }
        Ok(PreparedRows { distance: self.distance, values: Cow::Owned(values), dimensions })
    }
}

/// The distance of two rows, by the prepared ones.
///
/// # Formula
/// ```text
/// cosine: ½ ‖a − b‖²    tanimoto: 1 − Σ min(a, b) / Σ max(a, b)    others: ‖a − b‖
/// ```
#[must_use]
pub fn between_prepared(distance: Distance, a: &[f32], b: &[f32]) -> f64 {
    match distance {
        Distance::Tanimoto => tanimoto(a, b),
        _ => of_prepared(distance, euclidean(a, b)),
    }
}

/// Refuses rows with a number that a distance of counts does not take.
pub(crate) fn refuse_negative(distance: Distance, rows: Rows<'_>) -> Result<(), SearchError> {
    match rows.values().iter().position(|&value| value < 0.0) {
        Some(at) if distance == Distance::Tanimoto => {
            let (row, column) = (at / rows.dimensions(), at % rows.dimensions());
            Err(SearchError::Negative { distance, row, column, value: rows.values()[at] })
        }
        _ => Ok(()),
    }
}

/// The distance of two rows, by the Euclidean distance of the prepared ones.
///
/// # Formula
/// ```text
/// 1 − cos(a, b) = ½ ‖a/‖a‖ − b/‖b‖‖²
/// ```
/// The right side keeps its digits where the angle is small. All other distances but Tanimoto's are the Euclidean one.
#[must_use]
pub(crate) fn of_prepared(distance: Distance, euclidean: f64) -> f64 {
    match distance {
        // The lengths of prepared rows are 1 up to rounding.
        Distance::Cosine => (0.5 * euclidean * euclidean).min(2.0),
        _ => euclidean,
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
    /// Rows for the Euclidean distance, as they are.
    #[must_use]
    pub fn euclidean(rows: Rows<'a>) -> Self {
        Self { distance: Distance::Euclidean, values: Cow::Borrowed(rows.values()), dimensions: rows.dimensions() }
    }

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
