//! Reasons why an index cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use sgr_core::text::{shown, shown_path};
use sgr_io::output::OutputError;

use crate::SearchError;

/// Why an index cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// Vectors that cannot be searched.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Not one entry for each vector.
    #[error("found {found} {}, wanted {wanted}, one for each vector", shown(what))]
    Lengths {
        /// What there is another number of.
        what: String,
        /// How many there are.
        found: usize,
        /// How many vectors there are.
        wanted: usize,
    },
    /// A column that the index does not have.
    #[error("found the column \"{}\" in a filter, wanted one of {}", shown(found), shown(&wanted.join(", ")))]
    UnknownColumn {
        /// The name in the filter.
        found: String,
        /// The columns of the index.
        wanted: Vec<String>,
    },
    /// A text that is no condition.
    #[error("found \"{}\" as a condition, wanted COLUMN=TEXT", shown(found))]
    Condition {
        /// The text.
        found: String,
    },
    /// A recall that is none.
    #[error("found {found} as a recall, wanted a number from 0 to 1")]
    Recall {
        /// The number.
        found: f64,
    },
    /// The file is something else.
    #[error(
        "{}: found a file that begins with {found}, wanted an index file, which begins with \"SGRINDEX\"",
        shown_path(path)
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Its first bytes.
        found: String,
    },
    /// The file has another version.
    #[error("{}: found version {found} of the index file, wanted 1 to {wanted}", shown_path(path))]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The latest version that this library reads.
        wanted: u32,
    },
    /// The file was cut off or changed.
    #[error("{}: {place}: found {}, wanted {}", shown_path(path), shown(found), shown(wanted))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where in the file.
        place: String,
        /// What is there.
        found: String,
        /// What should be there.
        wanted: String,
    },
    /// The system refused to read the file.
    #[error("{}: {cause}", shown_path(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// The file could not be written.
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl IndexError {
    /// Puts the path to an [`io::Error`], for `map_err`.
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |cause| Self::Io { path: path.to_owned(), cause }
    }
}
