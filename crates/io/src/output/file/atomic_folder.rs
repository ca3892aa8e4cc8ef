//! Folders that appear with all their files or not at all, for collections of several files.

use std::fs::File;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::atomic_file::folder_of;
use super::unfinished::Unfinished;
use crate::output::OutputError;

/// A folder that appears with all its files or not at all.
///
/// The files go to a hidden temporary folder next to the target, which [`commit`](Self::commit) renames. A folder that is
/// there already is never replaced: it may hold more than we know of.
#[derive(Debug)]
pub(in crate::output) struct AtomicFolder {
    path: PathBuf,
    temporary: TempDir,
    unfinished: Unfinished,
}

impl AtomicFolder {
    /// Opens the temporary folder next to `path`.
    ///
    /// # Errors
    /// Early, before anything is computed for it: [`OutputError::AlreadyThere`], [`OutputError::MissingFolder`],
    /// [`OutputError::FolderNotWritable`].
    pub(in crate::output) fn create(path: &Path) -> Result<Self, OutputError> {
        if path.symlink_metadata().is_ok() {
            return Err(OutputError::AlreadyThere { path: path.to_owned() });
        }
        let (path, parent) = (path.to_owned(), folder_of(path).to_owned());
        if !parent.is_dir() {
            return Err(OutputError::MissingFolder { path, folder: parent });
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".sgr-").suffix(".tmp");
        // The default 0700 would follow the folder to its place and lock out other users.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        match Unfinished::create(|| builder.tempdir_in(&parent)) {
            Ok((temporary, unfinished)) => Ok(Self { path, temporary, unfinished }),
            Err(cause) => Err(OutputError::FolderNotWritable { path, folder: parent, cause }),
        }
    }

    /// A new file in the folder.
    pub(in crate::output) fn file(&self, name: &str) -> Result<File, OutputError> {
        File::create_new(self.temporary.path().join(name)).map_err(OutputError::at(&self.path))
    }

    /// Gives the folder its name. The files must be complete and on the disk.
    pub(in crate::output) fn commit(self) -> Result<(), OutputError> {
        let renamed = self.unfinished.publish(|| std::fs::rename(self.temporary.path(), &self.path));
        renamed.map_err(OutputError::at(&self.path))?;
        // Nothing is left to remove under the old name.
        let _ = self.temporary.keep();
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::AtomicFolder;
    use crate::output::discard_unfinished;

    /// An interrupt at the moment of the commit: the folder appears with all its files or not at all.
    #[test]
    fn an_interrupt_never_leaves_half_a_folder() {
        const FILES: usize = 200;
        let place = tempfile::tempdir().unwrap();
        for round in 0..50 {
            let path = place.path().join(round.to_string());
            let folder = AtomicFolder::create(&path).unwrap();
            (0..FILES).for_each(|number| drop(folder.file(&number.to_string()).unwrap()));
            std::thread::scope(|scope| {
                scope.spawn(discard_unfinished);
                // Later from round to round, so that the removal is under way in some of them.
                std::thread::sleep(std::time::Duration::from_micros(20 * round));
                let _ = folder.commit();
            });
            let found = std::fs::read_dir(&path).map_or(0, |entries| entries.count());
            assert!(found == 0 && !path.exists() || found == FILES, "round {round}: {found} of {FILES} files");
        }
    }
}
