//! Tables of vectors, one row per graph: one file of code per format.

mod archive;
pub(super) mod csv;
mod format;
mod json_lines;
mod kept;
pub(super) mod npy;
mod npz;
#[cfg(feature = "parquet")]
mod parquet;
mod row_sink;
mod sparse_npz;
mod text_column;
#[cfg(feature = "parquet")]
mod vector_column;

pub use format::TableFormat;
#[cfg(feature = "parquet")]
pub(super) use parquet::{parquet_properties, part_rows};

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::{AtomicFile, OutputError};
use crate::input::{KeptColumns, KeptRow};
use row_sink::RowSink;

/// One graph's vector with the graph's name and class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VectorRow<'a> {
    /// The graph's name.
    pub id: &'a str,
    /// Its class label, if it has one.
    pub label: Option<&'a str>,
    /// Its vector.
    pub vector: &'a [f32],
}

/// A writer of one file format. [`TableWriter`] has checked the length of every row.
trait RowWriter: Send {
    /// Appends a row, with the values that are kept, if the table keeps any.
    fn write_row(&mut self, row: VectorRow<'_>, kept: Option<&KeptRow>) -> io::Result<()>;

    /// Completes the file and puts it in its place.
    fn finish(self: Box<Self>) -> Result<(), OutputError>;
}

/// Writes one vector per graph, row by row, into a file that appears with [`finish`](Self::finish).
///
/// Dropped before that, it leaves nothing behind, and a file that was there before stays as it was.
///
/// ```
/// use sgr_io::output::{TableWriter, VectorRow};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("vectors.csv");
/// let mut table = TableWriter::create(&path, &["h0".into(), "h1".into()])?;
/// table.write_row(VectorRow { id: "caffeine", label: Some("1"), vector: &[0.25, 3.0] })?;
/// table.finish()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "id,label,h0,h1\ncaffeine,1,0.25,3.0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TableWriter {
    path: PathBuf,
    dimensions: usize,
    /// `None` after an error: the temporary file may end inside a row and must never be published.
    rows: Option<Box<dyn RowWriter>>,
}

impl TableWriter {
    /// Opens a table at `path` in the format that its ending asks for. `columns` names the dimensions of the vectors.
    ///
    /// # Errors
    /// As for [`TableFormat::from_path`] and [`AtomicFile::create`].
    ///
    /// # Panics
    /// If there is no column: a vector has at least one dimension.
    pub fn create(path: impl AsRef<Path>, columns: &[String]) -> Result<Self, OutputError> {
        let path = path.as_ref();
        Self::create_as(path, TableFormat::from_path(path)?, columns)
    }

    /// Opens a table at `path` in a format, whatever the ending of the path.
    ///
    /// # Errors
    /// As for [`AtomicFile::create`]; [`OutputError::ParquetLeftOut`] if this build has no parquet.
    ///
    /// # Panics
    /// If there is no column: a vector has at least one dimension.
    pub fn create_as(path: impl AsRef<Path>, format: TableFormat, columns: &[String]) -> Result<Self, OutputError> {
        Self::create_keeping(path, format, columns, None)
    }

    /// Opens a table at `path` in a format, with columns of an input table between the classes and the vectors; rows then come by
    /// [`write_kept_row`](Self::write_kept_row).
    ///
    /// # Errors
    /// As for [`create_as`](Self::create_as); [`OutputError::CannotKeep`] if the format cannot hold the columns,
    /// [`OutputError::NameTaken`] for a column named as one of its own, [`OutputError::KeptTwice`].
    ///
    /// # Panics
    /// If there is no column: a vector has at least one dimension.
    pub fn create_keeping(
        path: impl AsRef<Path>,
        format: TableFormat,
        columns: &[String],
        kept: Option<&KeptColumns>,
    ) -> Result<Self, OutputError> {
        assert!(!columns.is_empty(), "found 0 columns, wanted at least 1");
        let (path, dimensions) = (path.as_ref(), columns.len());
        if let Some(kept) = kept {
            kept::check(path, format, kept)?;
        }
        let file = || AtomicFile::create(path).map(RowSink::File);
        let rows: Box<dyn RowWriter> = match format {
            TableFormat::Npy => Box::new(npy::NpyWriter::create(path, dimensions)?),
            TableFormat::Npz => Box::new(npz::NpzWriter::create(path, dimensions)?),
            TableFormat::Csv => Box::new(csv::CsvWriter::new(path, file()?, columns, kept)?),
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => Box::new(parquet::ParquetWriter::create(path, dimensions, kept)?),
            #[cfg(not(feature = "parquet"))]
            TableFormat::Parquet => return Err(OutputError::ParquetLeftOut { path: path.to_owned() }),
            TableFormat::JsonLines => Box::new(json_lines::JsonLinesWriter::new(path, file()?)),
        };
        Ok(Self { path: path.to_owned(), dimensions, rows: Some(rows) })
    }

    /// Opens a table of vectors that are mostly zeros, in a format: [`TableFormat::Npz`] leaves the zeros out, in the layout of
    /// `scipy.sparse.load_npz`; the other formats are those of [`create_as`](Self::create_as).
    ///
    /// # Errors
    /// As for [`create_as`](Self::create_as).
    ///
    /// # Panics
    /// If there is no column, or more than 2^31: the numbers of the columns have 32 bits there.
    pub fn create_sparse(path: impl AsRef<Path>, format: TableFormat, columns: &[String]) -> Result<Self, OutputError> {
        if format != TableFormat::Npz {
            return Self::create_as(path, format, columns);
        }
        let (path, dimensions) = (path.as_ref(), columns.len());
        assert!((1..=1 << 31).contains(&dimensions), "found {dimensions} columns, wanted 1 to 2^31");
        let rows = Box::new(sparse_npz::SparseNpzWriter::create(path, dimensions)?);
        Ok(Self { path: path.to_owned(), dimensions, rows: Some(rows) })
    }

    /// Writes a table to a stream, such as standard output: whole rows, as they come; a NumPy array at the end, because
    /// the number of rows stands before the first. `name` stands for the stream in errors.
    ///
    /// # Errors
    /// [`OutputError::NotForStreams`] for formats other than [`TableFormat::Csv`], [`TableFormat::JsonLines`] and
    /// [`TableFormat::Npy`].
    ///
    /// # Panics
    /// If there is no column: a vector has at least one dimension.
    pub fn to_stream(
        stream: impl io::Write + Send + 'static,
        name: &str,
        format: TableFormat,
        columns: &[String],
    ) -> Result<Self, OutputError> {
        assert!(!columns.is_empty(), "found 0 columns, wanted at least 1");
        let (path, stream, dimensions) = (Path::new(name), Box::new(stream), columns.len());
        let rows: Box<dyn RowWriter> = match format {
            TableFormat::Csv => {
                Box::new(csv::CsvWriter::new(path, RowSink::Stream(stream, Vec::new()), columns, None)?)
            }
            TableFormat::JsonLines => {
                Box::new(json_lines::JsonLinesWriter::new(path, RowSink::Stream(stream, Vec::new())))
            }
            TableFormat::Npy => Box::new(npy::NpyStream::new(path, stream, dimensions)),
            TableFormat::Npz | TableFormat::Parquet => {
                return Err(OutputError::NotForStreams { path: path.to_owned(), format });
            }
        };
        Ok(Self { path: path.to_owned(), dimensions, rows: Some(rows) })
    }

    /// Appends a row.
    ///
    /// # Errors
    /// [`OutputError::Io`] for example if the disk is full. The temporary file is then removed at once and every later
    /// call gives [`OutputError::GivenUp`].
    ///
    /// # Panics
    /// If the vector has another length than there are columns.
    pub fn write_row(&mut self, row: VectorRow<'_>) -> Result<(), OutputError> {
        self.write_kept_row(row, None)
    }

    /// Appends a row with the kept values of the row of an input table: `None` only if the table keeps no columns.
    ///
    /// # Errors
    /// As for [`write_row`](Self::write_row).
    ///
    /// # Panics
    /// If the vector has another length than there are columns.
    pub fn write_kept_row(&mut self, row: VectorRow<'_>, kept: Option<&KeptRow>) -> Result<(), OutputError> {
        let (found, wanted) = (row.vector.len(), self.dimensions);
        assert_eq!(found, wanted, "found a vector of {found} numbers, wanted {wanted} as there are columns");
        let mut rows = self.rows.take().ok_or_else(|| OutputError::GivenUp { path: self.path.clone() })?;
        rows.write_row(row, kept).map_err(OutputError::at(&self.path))?;
        self.rows = Some(rows);
        Ok(())
    }

    /// Completes the file and puts it in its place.
    ///
    /// # Errors
    /// [`OutputError::Io`], or [`OutputError::GivenUp`] after an earlier error; the file does not appear then.
    pub fn finish(self) -> Result<(), OutputError> {
        self.rows.ok_or(OutputError::GivenUp { path: self.path })?.finish()
    }
}

impl fmt::Debug for TableWriter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TableWriter").field("path", &self.path).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct FullDisk;

    impl RowWriter for FullDisk {
        fn write_row(&mut self, _: VectorRow<'_>, _: Option<&KeptRow>) -> io::Result<()> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn finish(self: Box<Self>) -> Result<(), OutputError> {
            Ok(())
        }
    }

    #[test]
    fn a_table_with_half_a_row_is_never_finished() {
        let mut table = TableWriter { path: "v.csv".into(), dimensions: 1, rows: Some(Box::new(FullDisk)) };
        let row = VectorRow { id: "g", label: None, vector: &[1.0] };
        assert!(matches!(table.write_row(row), Err(OutputError::Io { .. })));
        assert!(matches!(table.write_row(row), Err(OutputError::GivenUp { .. })));
        assert!(matches!(table.finish(), Err(OutputError::GivenUp { .. })));
    }
}
