//! The list of temporary files that an interrupt must remove.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Temporary files and folders of this process that have not been renamed to their targets.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    // The list is whole after every operation, so a panic elsewhere cannot have spoilt it.
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary files and folders of all writers that have not finished.
///
/// For the handler of an interrupt that ends the process without unwinding: nothing half-written stays behind.
pub fn discard_unfinished() {
    for path in unfinished().drain(..) {
        // Errors are ignored: the path may be gone already, and the process is about to end.
        let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    }
}

/// Holds the list of temporary files for as long as this lives: a process that forks meanwhile has a child that can lock it,
/// whatever its other threads did at that moment. The first creation or completion of a file waits for the end.
#[derive(Debug)]
pub struct HeldUnfinished(MutexGuard<'static, Vec<PathBuf>>);

impl HeldUnfinished {
    /// Waits until no file is being created or completed, and holds the list.
    #[must_use]
    pub fn hold() -> Self {
        Self(unfinished())
    }

    /// Forgets all files, in the child: they belong to the parent.
    pub fn forget_all(mut self) {
        self.0.clear();
    }
}

/// The entry of a temporary file or folder in the list, for as long as this lives.
#[derive(Debug)]
pub(in crate::output) struct Unfinished(PathBuf);

impl Unfinished {
    /// Creates a temporary file or folder and notes it, as one step: an interrupt in between would leave it behind.
    pub(in crate::output) fn create<T: AsRef<Path>>(make: impl FnOnce() -> io::Result<T>) -> io::Result<(T, Self)> {
        let mut list = unfinished();
        let made = make()?;
        let path = made.as_ref().to_owned();
        list.push(path.clone());
        Ok((made, Self(path)))
    }

    /// Gives the file or folder its name by `rename`, as one step: an interrupt in between would rename a folder that is being
    /// emptied.
    ///
    /// # Errors
    /// If an interrupt has removed it; as for `rename`.
    pub(in crate::output) fn publish<T>(&self, rename: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let list = unfinished();
        if !list.contains(&self.0) {
            return Err(io::Error::new(io::ErrorKind::Interrupted, "an interrupt has removed the unfinished output"));
        }
        let renamed = rename();
        drop(list);
        renamed
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut list = unfinished();
        if let Some(at) = list.iter().position(|path| *path == self.0) {
            list.swap_remove(at);
        }
    }
}
