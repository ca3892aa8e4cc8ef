//! Vectors, ids and labels as a NumPy archive.

use std::io;
use std::path::Path;

use super::archive::{Archive, NameColumns, WaitingFile};
use super::{RowWriter, VectorRow, npy};
use crate::input::KeptRow;
use crate::output::{AtomicFile, OutputError};

/// A NumPy archive: `vectors.npy`, 32-bit floats, graphs × dimensions, and the [ids and labels](NameColumns).
///
/// The header of an array and of a zip entry come before the data and tell its size, so the vectors wait in a file. Only ids
/// and labels are kept in memory.
pub(super) struct NpzWriter {
    file: AtomicFile,
    vectors: WaitingFile,
    names: NameColumns,
    dimensions: usize,
}

impl NpzWriter {
    pub(super) fn create(path: &Path, dimensions: usize) -> Result<Self, OutputError> {
        let file = AtomicFile::create(path)?;
        let vectors = WaitingFile::next_to(&file).map_err(OutputError::at(path))?;
        Ok(Self { file, vectors, names: NameColumns::default(), dimensions })
    }

    /// Writes the archive and hands back its file, not yet in its place.
    fn into_archive(self) -> io::Result<AtomicFile> {
        let mut archive = Archive::new(self.file);
        archive.copy("vectors", "<f4", &[self.names.rows(), self.dimensions], self.vectors)?;
        self.names.write(&mut archive)?;
        archive.finish()
    }
}

impl RowWriter for NpzWriter {
    fn write_row(&mut self, row: VectorRow<'_>, _: Option<&KeptRow>) -> io::Result<()> {
        npy::write_floats(&mut self.vectors, row.vector)?;
        self.names.push(row);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), OutputError> {
        let path = self.file.path().to_owned();
        self.into_archive().map_err(OutputError::at(&path))?.commit()
    }
}
