//! Tables of vectors, read back: what [`TableWriter`](crate::output::TableWriter) wrote.
//!
//! | ending | ids and class labels | other columns |
//! |---|---|---|
//! | `.npz` | arrays `ids` and `labels` | |
//! | `.npy` | `FILE.ids.csv` next to it | |
//! | `.parquet`, `.pq` | columns `id` and `label` | texts, numbers and truth values |

mod ids_csv;
mod npy;
mod npz;
#[cfg(feature = "parquet")]
mod parquet;

use std::path::Path;

#[doc(hidden)]
pub use npy::ids_path;

use super::{InputError, Problem};

/// Vectors with their ids and columns of texts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StoredVectors {
    /// All numbers, vector after vector.
    pub values: Vec<f32>,
    /// Length of a vector.
    pub dimensions: usize,
    /// One id for each vector.
    pub ids: Vec<String>,
    /// Columns by name: a text or none for each vector. Class labels are the column `label`.
    pub columns: Vec<(String, Vec<Option<String>>)>,
}

/// The name of the column of class labels.
const LABEL: &str = "label";

/// The formats that vectors are read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Npy,
    Npz,
    Parquet,
}

impl Format {
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_ascii_lowercase().to_str()? {
            "npy" => Some(Self::Npy),
            "npz" => Some(Self::Npz),
            "parquet" | "pq" => Some(Self::Parquet),
            _ => None,
        }
    }
}

/// Whether a file holds vectors and not graphs: by its ending, and a Parquet file by its column `vector`.
#[must_use]
pub fn holds_vectors(path: &Path) -> bool {
    match Format::of(path) {
        Some(Format::Npy | Format::Npz) => true,
        #[cfg(feature = "parquet")]
        Some(Format::Parquet) => parquet::has_vectors(path),
        _ => false,
    }
}

/// Reads a table of vectors, which may take `max_memory` bytes.
///
/// # Errors
/// [`InputError`]: the file is damaged, holds no vectors, or takes more memory.
pub fn read_vectors(path: impl AsRef<Path>, max_memory: u64) -> Result<StoredVectors, InputError> {
    let path = path.as_ref();
    let read = match Format::of(path) {
        Some(Format::Npy) => npy::read(path, max_memory),
        Some(Format::Npz) => npz::read(path, max_memory),
        #[cfg(feature = "parquet")]
        Some(Format::Parquet) => parquet::read(path, max_memory),
        _ => Err(Problem::UnknownFormat { wanted: ".npz, .npy or .parquet".to_owned() }),
    };
    read.map_err(|problem| InputError::file(path, problem))
}

/// Class labels as a column, unless no vector has one.
fn label_column(labels: Vec<Option<String>>) -> Vec<(String, Vec<Option<String>>)> {
    if labels.iter().all(Option::is_none) { Vec::new() } else { vec![(LABEL.to_owned(), labels)] }
}

/// An error unless there is one entry for each vector.
fn check_count(what: &str, found: usize, vectors: usize) -> Result<(), Problem> {
    if found == vectors {
        return Ok(());
    }
    let (found, wanted) = (format!("{found} {what}"), format!("{vectors}, one for each vector"));
    Err(Problem::Unexpected { found, wanted })
}
