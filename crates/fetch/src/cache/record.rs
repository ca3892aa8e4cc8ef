//! What is known of a file, and of a part of one: small JSON files next to them.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sgr_io::output::AtomicFile;

use crate::FetchError;

/// A longer record is none of ours.
const LONGEST: u64 = 1 << 16;

/// What is known of a file since it was first fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Where it came from.
    pub address: String,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256, as hexadecimal digits.
    pub sha256: String,
}

/// What is known of a file that is here in part: enough to ask for the rest of the same file, and of no other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PartRecord {
    /// Where it comes from.
    pub(crate) address: String,
    /// What the server calls this version of the file: a strong ETag, or the date of the last change.
    pub(crate) version: Option<String>,
    /// The length of the whole file.
    pub(crate) bytes: Option<u64>,
}

pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let is_short = std::fs::metadata(path).is_ok_and(|metadata| metadata.len() <= LONGEST);
    is_short.then(|| serde_json::from_slice(&std::fs::read(path).ok()?).ok())?
}

pub(super) fn write(path: &Path, record: &impl Serialize) -> Result<(), FetchError> {
    let text = serde_json::to_vec(record).map_err(|error| FetchError::cache(path)(error.into()))?;
    Ok(AtomicFile::write(path, &text)?)
}
