//! The state of input files, so that a later run can tell whether they changed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::Serialize;

/// Length and time of change of a file: what `rsync` looks at too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileState {
    /// The path as given; for the files of a folder, inside it.
    pub path: PathBuf,
    /// Length in bytes.
    pub bytes: u64,
    /// Time of the last change, in nanoseconds since 1970; `None` if the system does not tell.
    pub modified: Option<u64>,
}

impl FileState {
    /// The state of a file, or of each file of a folder in the order of their names.
    ///
    /// # Errors
    /// The system's.
    pub fn of(path: impl AsRef<Path>) -> io::Result<Vec<Self>> {
        let path = path.as_ref();
        let metadata = fs::metadata(path)?;
        if !metadata.is_dir() {
            let since = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let modified = since.and_then(|since| u64::try_from(since.as_nanos()).ok());
            return Ok(vec![Self { path: path.to_owned(), bytes: metadata.len(), modified }]);
        }
        let mut files = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        files.sort();
        let states = files.iter().map(Self::of).collect::<io::Result<Vec<_>>>()?;
        Ok(states.into_iter().flatten().collect())
    }
}
