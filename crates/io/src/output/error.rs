//! Reasons why results could not be written.

use std::io;
use std::path::{Path, PathBuf};

use super::TableFormat;

/// Why a file could not be written. A file that was at the path before is unchanged.
///
/// The text is complete: it contains the cause, which is therefore no `source()` that a printer of chains would repeat.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The name does not tell the format.
    #[error("{}: the name does not tell the format; wanted one that ends in {wanted}", path.display())]
    UnknownFormat {
        /// The path as given.
        path: PathBuf,
        /// The endings that are known.
        wanted: String,
    },
    /// A parquet file is wanted from a build that leaves parquet out.
    #[error("{}: this build writes no parquet; build sgr with its feature \"parquet\", or choose another ending", path.display())]
    ParquetLeftOut {
        /// The path as given.
        path: PathBuf,
    },
    /// The format needs a file.
    #[error("{}: found format {format}, wanted csv, jsonl or npy for a stream", path.display())]
    NotForStreams {
        /// The name of the stream.
        path: PathBuf,
        /// The format that was asked for.
        format: TableFormat,
    },
    /// The folder the file should go into does not exist.
    #[error("{}: {} is not a folder that exists", path.display(), folder.display())]
    MissingFolder {
        /// The path as given.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// No file can be made in the folder.
    #[error("{}: cannot make a file in {}: {cause}", path.display(), folder.display())]
    FolderNotWritable {
        /// The path as given.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// The path names something that a file must not replace.
    #[error("{}: found {found}, wanted a new name or an ordinary file to replace", path.display())]
    NotAFile {
        /// The path as given.
        path: PathBuf,
        /// The kind of thing at that path.
        found: &'static str,
    },
    /// Something stands where a folder should appear.
    #[error("{}: found something there already, wanted a new name for a folder", path.display())]
    AlreadyThere {
        /// The path as given.
        path: PathBuf,
    },
    /// The format has no way to write it.
    #[error("{}: graph {id}: found {found}, wanted {wanted}", path.display())]
    CannotExpress {
        /// The path as given.
        path: PathBuf,
        /// The graph.
        id: String,
        /// The property of the graph.
        found: &'static str,
        /// The property that the format can hold.
        wanted: &'static str,
    },
    /// The system refused: a full disk, as a rule.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The path as given.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// The writer was used again after an error.
    #[error("{}: given up after an earlier error", path.display())]
    GivenUp {
        /// The path as given.
        path: PathBuf,
    },
}

impl OutputError {
    /// Puts the path to an [`io::Error`], for `map_err`.
    #[doc(hidden)]
    pub fn at<E: Into<io::Error>>(path: &Path) -> impl FnOnce(E) -> Self + '_ {
        move |cause| Self::Io { path: path.to_owned(), cause: cause.into() }
    }
}
