//! Seed files: small files that we wrote, and inputs that once failed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file and its name.
#[derive(Debug, Clone)]
pub struct Seed {
    /// The file.
    pub path: PathBuf,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The seeds of a target, in the order of their names.
///
/// # Errors
/// If the folder is missing or holds no file.
pub fn seeds_of(target: &str) -> io::Result<Vec<Seed>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    let seeds = files_in(&folder)?;
    if seeds.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("{}: wanted at least one seed", folder.display())));
    }
    Ok(seeds)
}

/// Inputs of a target that once failed; none if there is no folder.
///
/// # Errors
/// If a file cannot be read.
pub fn regressions_of(target: &str) -> io::Result<Vec<Seed>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions").join(target);
    if folder.is_dir() { files_in(&folder) } else { Ok(Vec::new()) }
}

fn files_in(folder: &Path) -> io::Result<Vec<Seed>> {
    let with_path = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    let entries: Vec<fs::DirEntry> = fs::read_dir(folder).map_err(with_path)?.collect::<Result<_, _>>()?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().map(|path| Ok(Seed { bytes: fs::read(&path)?, path })).collect()
}
