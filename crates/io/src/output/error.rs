//! Reasons why results could not be written.

use std::io;
use std::path::{Path, PathBuf};

use super::TableFormat;
use sgr_core::text::{shown, shown_path};

/// Why a file could not be written. A file that was at the path before is unchanged.
///
/// The text is complete: it contains the cause, which is therefore no `source()` that a printer of chains would repeat.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The name does not tell the format.
    #[error("{}: the name does not tell the format; wanted one that ends in {wanted}", shown_path(path))]
    UnknownFormat {
        /// The path as given.
        path: PathBuf,
        /// The endings that are known.
        wanted: String,
    },
    /// A parquet file is wanted from a build that leaves parquet out.
    #[error(
        "{}: this build writes no parquet; build sgr with its feature \"parquet\", or choose another ending",
        shown_path(path)
    )]
    ParquetLeftOut {
        /// The path as given.
        path: PathBuf,
    },
    /// The format needs a file.
    #[error("{}: found format {format}, wanted csv, jsonl or npy for a stream", shown_path(path))]
    NotForStreams {
        /// The name of the stream.
        path: PathBuf,
        /// The format that was asked for.
        format: TableFormat,
    },
    /// The format has no place for the columns that are to be kept.
    #[error("{}: found {found}, wanted a table that can hold them: parquet, not {format}", shown_path(path))]
    CannotKeep {
        /// The path as given.
        path: PathBuf,
        /// The format that was asked for.
        format: TableFormat,
        /// The columns.
        found: String,
    },
    /// A column that is to be kept has the name of a column of the output.
    #[error(
        "{}: found \"{}\" among the columns to keep, wanted none of id, label and vector, which the table has",
        shown_path(path),
        shown(column)
    )]
    NameTaken {
        /// The path as given.
        path: PathBuf,
        /// The column.
        column: String,
    },
    /// A column that is to be kept twice.
    #[error("{}: found \"{}\" twice among the columns to keep, wanted it once", shown_path(path), shown(column))]
    KeptTwice {
        /// The path as given.
        path: PathBuf,
        /// The column.
        column: String,
    },
    /// The parts of a table belong to other settings or other inputs.
    #[error(
        "{}: found parts of other work: {difference}; wanted the same settings and inputs, or remove the folder to begin anew",
        shown_path(path)
    )]
    OtherWork {
        /// The folder of the parts.
        path: PathBuf,
        /// The first difference.
        difference: String,
    },
    /// Another run writes the same parts.
    #[error("{}: found another run that writes these parts, wanted one at a time", shown_path(path))]
    InUse {
        /// The folder of the parts.
        path: PathBuf,
    },
    /// A part, or the manifest, cannot be used.
    #[error("{}: damaged: {}; remove the folder to begin anew", shown_path(path), shown(reason))]
    DamagedParts {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// The folder the file should go into does not exist.
    #[error("{}: {} is not a folder that exists", shown_path(path), shown_path(folder))]
    MissingFolder {
        /// The path as given.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// No file can be made in the folder.
    #[error("{}: cannot make a file in {}: {cause}", shown_path(path), shown_path(folder))]
    FolderNotWritable {
        /// The path as given.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// The path names something that a file must not replace.
    #[error("{}: found {found}, wanted a new name or an ordinary file to replace", shown_path(path))]
    NotAFile {
        /// The path as given.
        path: PathBuf,
        /// The kind of thing at that path.
        found: &'static str,
    },
    /// Something stands where a folder should appear.
    #[error("{}: found something there already, wanted a new name for a folder", shown_path(path))]
    AlreadyThere {
        /// The path as given.
        path: PathBuf,
    },
    /// The format has no way to write it.
    #[error("{}: graph {}: found {found}, wanted {wanted}", shown_path(path), shown(id))]
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
    #[error("{}: {cause}", shown_path(path))]
    Io {
        /// The path as given.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// The writer was used again after an error.
    #[error("{}: given up after an earlier error", shown_path(path))]
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
