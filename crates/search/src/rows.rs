//! Which vectors are compared?

use crate::SearchError;

/// Vectors of one length, finite, one after another in memory.
///
/// ```
/// use sgr_search::rows::Rows;
/// let rows = Rows::new(&[0.0, 1.0, 2.0, 3.0], 2)?;
/// assert_eq!((rows.len(), rows.row(1)), (2, &[2.0, 3.0][..]));
/// # Ok::<(), sgr_search::SearchError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rows<'a> {
    values: &'a [f32],
    dimensions: usize,
}

impl<'a> Rows<'a> {
    /// The rows of a matrix, one after another.
    ///
    /// # Errors
    /// [`SearchError::Shape`] if the numbers are no whole rows of at least one dimension; [`SearchError::NotFinite`] for the
    /// first number that is NaN or infinite.
    pub fn new(values: &'a [f32], dimensions: usize) -> Result<Self, SearchError> {
        if dimensions == 0 || !values.len().is_multiple_of(dimensions) {
            return Err(SearchError::Shape { values: values.len(), dimensions });
        }
        match first_not_finite(values) {
            Some(at) => {
                Err(SearchError::NotFinite { row: at / dimensions, column: at % dimensions, value: values[at] })
            }
            None => Ok(Self { values, dimensions }),
        }
    }

    /// Checks that the rows have that length.
    ///
    /// # Errors
    /// [`SearchError::Dimensions`].
    pub(crate) fn check_dimensions(&self, wanted: usize) -> Result<(), SearchError> {
        let found = self.dimensions;
        if found == wanted { Ok(()) } else { Err(SearchError::Dimensions { found, wanted }) }
    }

    /// Rows whose numbers have been checked before.
    pub(crate) fn checked(values: &'a [f32], dimensions: usize) -> Self {
        Self { values, dimensions }
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len() / self.dimensions
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Length of a row.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// A row.
    ///
    /// # Panics
    /// If `row` is not below [`len`](Self::len).
    #[must_use]
    pub fn row(&self, row: usize) -> &'a [f32] {
        &self.values[row * self.dimensions..][..self.dimensions]
    }

    /// All numbers, row after row.
    #[must_use]
    pub fn values(&self) -> &'a [f32] {
        self.values
    }

    /// Consecutive rows, from the first to before the last.
    pub(crate) fn range(&self, range: std::ops::Range<usize>) -> Self {
        let values = &self.values[range.start * self.dimensions..range.end * self.dimensions];
        Self { values, dimensions: self.dimensions }
    }
}

/// Where the first number is that is NaN or infinite.
fn first_not_finite(values: &[f32]) -> Option<usize> {
    // Numbers that are looked at without a branch, at memory speed.
    const STRIP: usize = 256;
    let is_finite = |strip: &[f32]| strip.iter().fold(true, |finite, value| finite & value.is_finite());
    let strip = values.chunks(STRIP).position(|strip| !is_finite(strip))?;
    (strip * STRIP..values.len()).find(|&at| !values[at].is_finite())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn numbers_without_a_distance_are_named() {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            for at in [0, 7, 299, 300, 599] {
                let mut values = vec![1.0; 600];
                values[at] = bad;
                let error = Rows::new(&values, 6).unwrap_err();
                let place = format!("vector number {} (from 0): found {bad} in dimension {},", at / 6, at % 6);
                assert!(error.to_string().starts_with(&place), "{error}");
            }
        }
    }

    #[test]
    fn numbers_that_make_no_rows_are_refused() {
        assert_eq!(Rows::new(&[1.0; 5], 2), Err(SearchError::Shape { values: 5, dimensions: 2 }));
        assert_eq!(Rows::new(&[], 0), Err(SearchError::Shape { values: 0, dimensions: 0 }));
        assert!(Rows::new(&[], 3).unwrap().is_empty());
    }
}
