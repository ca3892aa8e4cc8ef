//! Vectors of graphs in order.

use super::ChangeError;

/// Vectors of snapshots in order, with their ids. A snapshot without a vector is a gap: it keeps its place, and no number depends
/// on it.
///
/// ```
/// use sgr_lab::changes::Series;
/// let mut series = Series::new(2);
/// series.push("monday".to_owned(), &[1.0, 2.0])?;
/// series.push_gap("tuesday".to_owned());
/// assert_eq!((series.len(), series.id(1), series.vector(1)), (2, "tuesday", None));
/// # Ok::<(), sgr_lab::changes::ChangeError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    width: usize,
    ids: Vec<String>,
    values: Vec<f32>,
    /// The row of each snapshot among the values.
    rows: Vec<Option<usize>>,
}

impl Series {
    /// No snapshots yet, whose vectors have `width` numbers.
    ///
    /// # Panics
    /// If `width` is 0.
    #[must_use]
    pub fn new(width: usize) -> Self {
        assert!(width > 0, "found vectors of 0 numbers, wanted at least 1");
        Self { width, ids: Vec::new(), values: Vec::new(), rows: Vec::new() }
    }

    /// Adds a snapshot.
    ///
    /// # Errors
    /// [`ChangeError::Width`] and [`ChangeError::NotFinite`]; the series stays as it was.
    pub fn push(&mut self, id: String, vector: &[f32]) -> Result<(), ChangeError> {
        if vector.len() != self.width {
            return Err(ChangeError::Width { id, found: vector.len(), wanted: self.width });
        }
        if let Some(column) = vector.iter().position(|value| !value.is_finite()) {
            return Err(ChangeError::NotFinite { id, column, value: vector[column] });
        }
        self.rows.push(Some(self.values.len() / self.width));
        self.values.extend_from_slice(vector);
        self.ids.push(id);
        Ok(())
    }

    /// Adds a snapshot that has no vector.
    pub fn push_gap(&mut self, id: String) {
        self.rows.push(None);
        self.ids.push(id);
    }

    /// Number of snapshots, gaps included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no snapshots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The id of a snapshot.
    ///
    /// # Panics
    /// If there is no such position.
    #[must_use]
    pub fn id(&self, position: usize) -> &str {
        &self.ids[position]
    }

    /// The vector of a snapshot; `None` for a gap.
    ///
    /// # Panics
    /// If there is no such position.
    #[must_use]
    pub fn vector(&self, position: usize) -> Option<&[f32]> {
        self.rows[position].map(|row| &self.values[row * self.width..][..self.width])
    }

    /// Positions of the snapshots that have vectors, ascending.
    pub(super) fn present(&self) -> Vec<usize> {
        (0..self.len()).filter(|&position| self.rows[position].is_some()).collect()
    }

    /// The vectors of the snapshots that have one, in order.
    pub(super) fn vectors(&self) -> Vec<&[f32]> {
        self.values.chunks_exact(self.width).collect()
    }
}
