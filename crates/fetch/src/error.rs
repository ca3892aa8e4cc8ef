//! Reasons why a file could not be fetched.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use sgr_core::text::{shown, shown_path};

use crate::catalogue::DataSet;
use crate::transfer::Problem;

/// Why a file could not be fetched. The text is complete: it has the causes, which are no `source()` therefore.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// A text that is neither a name nor an address.
    #[error("found \"{}\", wanted the name of a data set or an address of the web{}", shown(found), Perhaps(like))]
    UnknownName {
        /// The text.
        found: String,
        /// Names that are like it.
        like: Vec<&'static str>,
    },
    /// A text that is no address.
    #[error("found \"{}\", wanted http://…, https://…, file://… or a path", shown(found))]
    InvalidAddress {
        /// The text.
        found: String,
    },
    /// The environment tells no folder for the cache.
    #[error("found no folder for the cache in the environment, wanted SGR_CACHE or a home folder")]
    NoCache,
    /// A file of the cache cannot be written or read: a full disk, as a rule.
    #[error("{}: {cause}", shown_path(path))]
    Cache {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// No place had the file.
    #[error("{name}: no place has given the file{}", Listed(failures))]
    Unavailable {
        /// The name, or the address.
        name: String,
        /// What became of each place, in the order of tries.
        failures: Vec<Failure>,
        /// Where a copy of the file is found without a network.
        place: PathBuf,
    },
    /// The caller wanted no more.
    #[error("{name}: the download was stopped; the next one goes on from there")]
    Cancelled {
        /// The name, or the address.
        name: String,
    },
    /// The copy to the wanted folder failed.
    #[error(transparent)]
    Output(#[from] sgr_io::output::OutputError),
}

/// A way out, as data: front ends have their own words for it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remedy {
    /// Look at the list of names.
    ListNames,
    /// Name a mirror, or put a copy of the file at this place.
    MirrorOrByHand(PathBuf),
    /// Put a copy of the file at this place: mirrors are not asked for addresses.
    ByHand(PathBuf),
    /// The file changed since it was first fetched: accept its new checksum if that is right.
    AcceptChecksum,
    /// Allow larger files.
    AllowBytes,
    /// Name a folder for the cache that can be written and has room.
    OtherCache,
}

impl FetchError {
    pub(crate) fn cache(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |cause| Self::Cache { path: path.to_owned(), cause }
    }

    /// What the caller can do.
    #[must_use]
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::UnknownName { .. } => Some(Remedy::ListNames),
            Self::NoCache | Self::Cache { .. } => Some(Remedy::OtherCache),
            Self::Unavailable { name, failures, place } => {
                let any = |is: fn(&Problem) -> bool| failures.iter().any(|failure| is(&failure.problem));
                Some(if any(|problem| matches!(problem, Problem::TooLarge { .. })) {
                    Remedy::AllowBytes
                } else if any(|problem| matches!(problem, Problem::OtherThanRecorded { .. })) {
                    Remedy::AcceptChecksum
                } else if DataSet::named(name).is_some() {
                    Remedy::MirrorOrByHand(place.clone())
                } else {
                    Remedy::ByHand(place.clone())
                })
            }
            _ => None,
        }
    }
}

/// A place that did not give the file.
#[derive(Debug)]
pub struct Failure {
    /// The address or the path.
    pub place: String,
    /// What happened there.
    pub problem: Problem,
}

/// The names that a text is like, as the end of a message.
struct Perhaps<'a>(&'a [&'static str]);

impl fmt::Display for Perhaps<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(formatter, " (perhaps {})", self.0.join(" or ")) }
    }
}

/// Each failure on a line of its own.
struct Listed<'a>(&'a [Failure]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|failure| write!(formatter, "\n{}: {}", shown(&failure.place), failure.problem))
    }
}
