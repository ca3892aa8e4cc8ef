//! Rows of finite numbers, checked.

use super::EvaluationError;

/// Finite vectors of one length, one after another.
#[derive(Debug, Clone, Copy)]
pub struct VectorRows<'a> {
    values: &'a [f32],
    width: usize,
}

impl<'a> VectorRows<'a> {
    /// Rows of `width` numbers each.
    ///
    /// # Errors
    /// [`EvaluationError::NotFinite`] with the first number that is not.
    ///
    /// # Panics
    /// If `width` is 0 or the numbers do not fill whole rows.
    pub fn new(values: &'a [f32], width: usize) -> Result<Self, EvaluationError> {
        assert!(width > 0 && values.len().is_multiple_of(width), "found {} numbers in rows of {width}", values.len());
        match values.iter().position(|value| !value.is_finite()) {
            Some(at) => Err(EvaluationError::NotFinite {
                graph: at / width,
                position: at % width,
                value: f64::from(values[at]),
            }),
            None => Ok(Self { values, width }),
        }
    }

    /// Rows of numbers that are finite by their making.
    pub(super) fn of_finite(values: &'a [f32], width: usize) -> Self {
        debug_assert!(values.iter().all(|value| value.is_finite()));
        Self { values, width }
    }

    /// Number of vectors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len() / self.width
    }

    /// Whether there is no vector.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Numbers in each vector.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// One vector.
    #[must_use]
    pub fn row(&self, at: usize) -> &'a [f32] {
        &self.values[at * self.width..][..self.width]
    }
}
