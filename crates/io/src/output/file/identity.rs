//! Identity of files: whether two paths lead to the same file.

use std::fs;
use std::io;
use std::path::Path;

/// A file or folder of this machine, whatever the path that leads to it.
///
/// On Unix it is the device and the inode, so symbolic and hard links are the file that they lead to. On other systems it is
/// the canonical path: symbolic links are followed, hard links stay different files.
///
/// ```
/// use sgr_io::output::FileIdentity;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("graphs.jsonl");
/// std::fs::write(&path, "")?;
/// assert_eq!(FileIdentity::of(&path)?, FileIdentity::of(folder.path().join(".").join("graphs.jsonl"))?);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileIdentity(Key);

#[cfg(unix)]
type Key = (u64, u64);
#[cfg(not(unix))]
type Key = std::path::PathBuf;

impl FileIdentity {
    /// The file at `path`; links are followed.
    ///
    /// # Errors
    /// The error of the system, for example if there is no such file.
    pub fn of(path: impl AsRef<Path>) -> io::Result<Self> {
        #[cfg(unix)]
        return Ok(Self::of_metadata(&fs::metadata(path)?));
        #[cfg(not(unix))]
        return Ok(Self(fs::canonicalize(path)?));
    }

    /// The ordinary file behind an open stream, such as redirected standard output; `None` for a terminal, a pipe or a device,
    /// and where the system does not tell.
    #[cfg(unix)]
    #[must_use]
    pub fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<Self> {
        let file = fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
        let metadata = file.metadata().ok()?;
        metadata.is_file().then(|| Self::of_metadata(&metadata))
    }

    #[cfg(unix)]
    fn of_metadata(metadata: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self((metadata.dev(), metadata.ino()))
    }
}
