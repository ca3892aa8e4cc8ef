//! Vectors with ids and columns of texts: in memory, in a file, and searched.
//!
//! [`Index`] holds the vectors prepared for one distance. Its [file](Index::save) appears whole or not at all; an
//! [opened](Index::open) file is checked and searched where it lies, mapped into memory. With [cells](Index::build_cells) it can be
//! searched [approximately](Index::search_approximately).

mod approximate;
mod cells_file;
mod columns;
mod error;
mod file;
mod header;
#[cfg(test)]
mod tests;
mod texts;
mod values;

pub use approximate::{Answer, Certainty, LEAST_VECTORS, Reason};
pub use columns::{Columns, Filter};
pub use error::IndexError;

use std::path::Path;

use crate::cells::Cells;
use crate::distance::{Distance, Preparation, PreparedRows};
use crate::nearest::{NearestSettings, Neighbor, nearest};
use crate::rows::Rows;
use texts::Texts;
use values::Values;

/// Vectors with ids and columns of texts, to be searched by one distance.
///
/// ```
/// use sgr_search::distance::Distance;
/// use sgr_search::index::{Columns, Filter, Index};
/// use sgr_search::nearest::NearestSettings;
/// use sgr_search::rows::Rows;
///
/// let mut index = Index::new(Distance::Euclidean, 2)?;
/// let labels = Columns::new().with("label", vec![Some("ring".into()), Some("tree".into()), None]);
/// index.add(Rows::new(&[0.0, 0.0, 3.0, 4.0, 1.0, 0.0], 2)?, ["a", "b", "c"], labels)?;
///
/// let query = Rows::new(&[0.0, 0.0], 2)?;
/// let found = index.search(query, &Filter::new(), &NearestSettings::new(2))?;
/// assert_eq!((index.id(found[0][0].row), index.id(found[0][1].row)), ("a", "c"));
/// let trees = index.search(query, &Filter::new().with("label", "tree"), &NearestSettings::new(2))?;
/// assert_eq!((index.id(trees[0][0].row), trees[0][0].distance), ("b", 5.0));
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("graphs.sgri");
/// index.save(&path)?;
/// assert_eq!(Index::open(&path)?.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Index {
    preparation: Preparation,
    dimensions: usize,
    source: String,
    values: Values,
    ids: Texts,
    columns: Columns,
    cells: Option<Cells>,
}

impl Index {
    /// No vectors yet, for a distance that needs no statistics.
    ///
    /// # Errors
    /// [`IndexError::Search`] for vectors of no dimensions, and for a distance that needs the statistics of a model.
    pub fn new(distance: Distance, dimensions: usize) -> Result<Self, IndexError> {
        Self::prepared_by(Preparation::of(distance, None)?, dimensions)
    }

    /// No vectors yet, for a distance with the statistics that it needs. The file of the index holds them.
    ///
    /// # Errors
    /// [`IndexError::Search`] for vectors of no dimensions, or of others than the statistics are of.
    pub fn prepared_by(preparation: Preparation, dimensions: usize) -> Result<Self, IndexError> {
        Rows::new(&[], dimensions)?;
        preparation.width(dimensions)?;
        let (values, ids, columns) = (Values::default(), Texts::default(), Columns::new());
        Ok(Self { preparation, dimensions, source: String::new(), values, ids, columns, cells: None })
    }

    /// Opens a file that [`save`](Self::save) wrote. All of it is checked, which takes as long as reading it once.
    ///
    /// # Errors
    /// [`IndexError`]: the file is not one, of another version, or damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, IndexError> {
        file::open(path.as_ref())
    }

    /// Writes the index to a file, which appears when it is complete: whatever ends the program before leaves the file that was
    /// there.
    ///
    /// # Errors
    /// [`IndexError::Output`].
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), IndexError> {
        file::save(self, path.as_ref())
    }

    /// The index with a note on how its vectors were made. It is kept in the file, for those who make queries.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<String>) -> Self {
        self.source = source.into();
        self
    }

    /// The note on how the vectors were made.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The distance.
    #[must_use]
    pub fn distance(&self) -> Distance {
        self.preparation.distance()
    }

    /// The distance with the statistics that it needs.
    #[must_use]
    pub fn preparation(&self) -> &Preparation {
        &self.preparation
    }

    /// Length of a vector.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Number of vectors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no vectors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The id of a vector.
    ///
    /// # Panics
    /// If `row` is not below [`len`](Self::len).
    #[must_use]
    pub fn id(&self, row: usize) -> &str {
        self.ids.get(row)
    }

    /// The columns of texts.
    #[must_use]
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The vectors as they are compared: [prepared](Preparation::prepare) for the distance.
    #[must_use]
    pub fn prepared(&self) -> PreparedRows<'_> {
        PreparedRows::of(self.distance(), self.values.as_slice(), self.width())
    }

    /// The length of a prepared vector.
    fn width(&self) -> usize {
        // Checked when the index was made.
        self.preparation.width(self.dimensions).unwrap_or(self.dimensions)
    }

    /// Appends vectors with their ids. A column that only the old or only the new vectors have has no text for the others.
    ///
    /// Ids need not differ: [`remove`](Self::remove) takes all vectors of an id.
    ///
    /// # Errors
    /// [`IndexError::Search`] if the vectors have another length, [`IndexError::Lengths`] if there is not one id and one text of
    /// each column for each vector. The index is then unchanged.
    pub fn add<S: AsRef<str>>(
        &mut self,
        vectors: Rows<'_>,
        ids: impl IntoIterator<Item = S>,
        columns: Columns,
    ) -> Result<(), IndexError> {
        vectors.check_dimensions(self.dimensions)?;
        let ids: Texts = ids.into_iter().collect();
        let wanted = vectors.len();
        if ids.len() != wanted {
            return Err(IndexError::Lengths { what: "ids".to_owned(), found: ids.len(), wanted });
        }
        columns.check_length(wanted)?;
        let prepared = self.preparation.prepare(vectors)?;
        self.columns.append(columns, self.ids.len(), wanted);
        self.values.append(prepared.rows().values());
        self.ids.append(&ids);
        Ok(())
    }

    /// Takes out all vectors whose ids are listed, and says how many they were.
    pub fn remove<S: AsRef<str>>(&mut self, ids: impl IntoIterator<Item = S>) -> usize {
        let ids: Vec<S> = ids.into_iter().collect();
        let gone: std::collections::HashSet<&str> = ids.iter().map(AsRef::as_ref).collect();
        let stays: Vec<bool> = (0..self.len()).map(|row| !gone.contains(self.id(row))).collect();
        let removed = stays.iter().filter(|stays| !**stays).count();
        if removed > 0 {
            self.values.retain(&stays, self.width());
            self.columns.retain(&stays);
            self.ids.retain(&stays);
            self.cells.iter_mut().for_each(|cells| cells.retain(&stays));
        }
        removed
    }

    /// The nearest vectors of each query among those that a filter lets through, as [`nearest`] finds them; `settings.among` is
    /// the filter's.
    ///
    /// # Errors
    /// [`IndexError::Search`] if the queries have another length, [`IndexError::UnknownColumn`] if the filter names a column
    /// that the index does not have.
    pub fn search(
        &self,
        queries: Rows<'_>,
        filter: &Filter,
        settings: &NearestSettings<'_>,
    ) -> Result<Vec<Vec<Neighbor>>, IndexError> {
        let among = self.columns.passing(filter)?;
        let settings = NearestSettings { among: among.as_deref(), ..*settings };
        queries.check_dimensions(self.dimensions)?;
        Ok(nearest(&self.prepared(), &self.preparation.prepare(queries)?, &settings)?)
    }
}
