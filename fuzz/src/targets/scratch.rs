//! Files for the readers that need one: in memory where the system has such a folder.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of this process.
fn folder() -> PathBuf {
    let shared_memory = Path::new("/dev/shm");
    let parent = if shared_memory.is_dir() { shared_memory.to_owned() } else { std::env::temp_dir() };
    parent.join(format!("sgr-fuzz-{}", std::process::id()))
}

/// A path in the folder of this process, which is made if it is not there.
pub(crate) fn path(name: &str) -> PathBuf {
    let folder = folder();
    // A failure shows at once, when the file is written.
    let _ = fs::create_dir_all(&folder);
    folder.join(name)
}

/// A file with this content.
pub(crate) fn file(name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let path = path(name);
    fs::write(&path, bytes).map_err(|error| format!("{}: cannot prepare the input: {error}", path.display()))?;
    Ok(path)
}

/// Removes the folder of this process.
pub(crate) fn remove() {
    // It is not there if no reader needed it.
    let _ = fs::remove_dir_all(folder());
}
