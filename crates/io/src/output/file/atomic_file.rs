//! Files that appear whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::unfinished::Unfinished;
use crate::output::OutputError;

/// Rows of 1 kB are common: with the usual 8 kB every eighth row would be a system call.
const BUFFER_BYTES: usize = 64 * 1024;

/// A file that appears whole or not at all.
///
/// The bytes go to a hidden temporary file in the target's folder. [`commit`](Self::commit) completes it and
/// renames it over the target; dropped without that, it is removed and the target is untouched.
/// A handler of interrupts calls [`discard_unfinished`](crate::output::discard_unfinished); only a kill that
/// leaves no time for that can leave a `.sgr-*.tmp` behind.
///
/// The promise holds against errors, interrupts and kills of the program, not against a machine that loses power seconds
/// later: waiting for the disk takes as long as embedding a small collection, and vectors can be computed again.
///
/// The new file has the permissions any new file would get; a replaced one hands its own on. A link is
/// followed: the file it points to is replaced, not the link.
///
/// ```
/// use std::io::Write;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("scores.json");
/// let mut file = sgr_io::output::AtomicFile::create(&path)?;
/// file.write_all(b"{}")?;
/// assert!(!path.exists());
/// file.commit()?;
/// assert_eq!(std::fs::read(&path)?, b"{}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    target: PathBuf,
    writer: BufWriter<NamedTempFile>,
    unfinished: Unfinished,
}

impl AtomicFile {
    /// Opens the temporary file next to `path`.
    ///
    /// # Errors
    /// Early, before anything is computed for it: [`OutputError::MissingFolder`],
    /// [`OutputError::FolderNotWritable`], and [`OutputError::NotAFile`] if `path` is a folder, a pipe or a device.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, OutputError> {
        let path = path.as_ref();
        let (target, replaced) = resolve(path)?;
        let folder = folder_of(&target);
        if !folder.is_dir() {
            return Err(OutputError::MissingFolder { path: path.to_owned(), folder: folder.to_owned() });
        }
        let made = Unfinished::create(|| temporary_file(folder, replaced.as_ref()));
        let (temporary, unfinished) = made.map_err(|cause| OutputError::FolderNotWritable {
            path: path.to_owned(),
            folder: folder.to_owned(),
            cause,
        })?;
        let writer = BufWriter::with_capacity(BUFFER_BYTES, temporary);
        Ok(Self { path: path.to_owned(), target, writer, unfinished })
    }

    /// Writes a whole file at once.
    ///
    /// # Errors
    /// As for [`create`](Self::create) and [`commit`](Self::commit).
    pub fn write(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), OutputError> {
        let path = path.as_ref();
        let mut file = Self::create(path)?;
        file.write_all(bytes).map_err(OutputError::at(path))?;
        file.commit()
    }

    /// The path as given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder that holds the target, and the temporary file until then.
    pub(in crate::output) fn folder(&self) -> &Path {
        folder_of(&self.target)
    }

    /// Completes the file, then renames it over the target.
    ///
    /// # Errors
    /// [`OutputError::Io`]; the temporary file is removed and the target untouched.
    pub fn commit(self) -> Result<(), OutputError> {
        self.seal()?.publish()
    }

    /// The first half of [`commit`](Self::commit): complete, still under its hidden name.
    pub(in crate::output) fn seal(self) -> Result<SealedFile, OutputError> {
        let Self { path, target, writer, unfinished } = self;
        let temporary = writer.into_inner().map_err(|error| OutputError::at(&path)(error.into_error()))?;
        Ok(SealedFile { path, target, temporary, _unfinished: unfinished })
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    /// Numbers come four bytes at a time, and the buffer takes them faster than the default loop over `write` does.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.writer.seek(to)
    }
}

/// A complete file that waits for its name, so that several can be complete before the first appears.
#[derive(Debug)]
pub(in crate::output) struct SealedFile {
    path: PathBuf,
    target: PathBuf,
    temporary: NamedTempFile,
    _unfinished: Unfinished,
}

impl SealedFile {
    /// Renames it over the target.
    pub(in crate::output) fn publish(self) -> Result<(), OutputError> {
        let Self { path, target, temporary, _unfinished } = self;
        temporary.persist(target).map_err(|error| OutputError::at(&path)(error.error))?;
        Ok(())
    }
}

/// The path after following links, and the metadata of the ordinary file that is there now.
fn resolve(path: &Path) -> Result<(PathBuf, Option<fs::Metadata>), OutputError> {
    let not_a_file = |found| OutputError::NotAFile { path: path.to_owned(), found };
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(not_a_file("a folder")),
        // A rename would put an ordinary file in the place of /dev/stdout or of a pipe that another program reads.
        Ok(metadata) if !metadata.is_file() => Err(not_a_file("a pipe or a device")),
        Ok(metadata) => Ok((path.canonicalize().map_err(OutputError::at(path))?, Some(metadata))),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            let name = path.file_name().ok_or_else(|| not_a_file("no file name"))?;
            // Put together anew: "vectors.npy/" would fail only at the rename, after all work is done.
            Ok((folder_of(path).join(name), None))
        }
        // For example a name that is too long: it fails now, not after all work is done.
        Err(error) => Err(OutputError::at(path)(error)),
    }
}

/// The folder of a path; a bare name is in the current one.
pub(in crate::output) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

fn temporary_file(folder: &Path, replaced: Option<&fs::Metadata>) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sgr-").suffix(".tmp");
    // The default 0600 would follow the file to its place and lock out other users. Any new file gets 0666
    // less the umask.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let temporary = builder.tempfile_in(folder)?;
    // On Windows the only permission is read-only, and a read-only temporary file could be neither moved nor removed.
    #[cfg(unix)]
    if let Some(replaced) = replaced {
        temporary.as_file().set_permissions(replaced.permissions())?;
    }
    #[cfg(not(unix))]
    let _ = replaced;
    Ok(temporary)
}
