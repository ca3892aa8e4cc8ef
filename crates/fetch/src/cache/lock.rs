//! One process at a time works on a file of the cache.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use super::Place;
use crate::FetchError;

/// Between two looks: a download takes longer, and an interrupt must not wait.
const LOOK: Duration = Duration::from_millis(50);

/// Held by the process that works on a file; the system frees it when the process ends, however that happens.
#[derive(Debug)]
pub(crate) struct Lock(File);

/// Closing is not enough: a process that was forked meanwhile has the file open, too.
impl Drop for Lock {
    fn drop(&mut self) {
        // An error leaves the lock until both processes end.
        let _ = self.0.unlock();
    }
}

impl Lock {
    /// Waits until no other process works on the file. `None` if the caller wants no more.
    pub(crate) fn of(place: &Place, is_unwanted: impl Fn() -> bool) -> Result<Option<Self>, FetchError> {
        let path = place.companion(".lock");
        let file = open(&path).map_err(FetchError::cache(&path))?;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(Self(file))),
                Err(TryLockError::WouldBlock) if is_unwanted() => return Ok(None),
                Err(TryLockError::WouldBlock) => sleep(LOOK),
                Err(TryLockError::Error(error)) => return Err(FetchError::cache(&path)(error)),
            }
        }
    }
}

fn open(path: &Path) -> std::io::Result<File> {
    File::options().create(true).truncate(false).write(true).open(path)
}
