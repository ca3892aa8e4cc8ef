//! Vectors of mostly zeros as a NumPy archive in SciPy's layout.

use std::io::{self, Write};
use std::path::Path;

use super::archive::{Archive, NameColumns, WaitingFile};
use super::{RowWriter, VectorRow};
use crate::input::KeptRow;
use crate::output::{AtomicFile, OutputError};

/// A NumPy archive that `scipy.sparse.load_npz` reads as a matrix in compressed rows, and the [ids and labels](NameColumns).
///
/// ```text
/// format.npy    |S3   csr
/// shape.npy     <i8   graphs, dimensions
/// indptr.npy    <i8   where the numbers of each row begin, and where those of the last one end
/// indices.npy   <i4   the dimension of each number, ascending in a row
/// data.npy      <f4   the numbers that are not 0
/// ```
/// <https://docs.scipy.org/doc/scipy/reference/generated/scipy.sparse.save_npz.html>. Numbers and dimensions wait in two files;
/// eight bytes a row, ids and labels are kept in memory.
pub(super) struct SparseNpzWriter {
    file: AtomicFile,
    data: WaitingFile,
    indices: WaitingFile,
    /// The bytes of `indptr`.
    starts: Vec<u8>,
    numbers: usize,
    names: NameColumns,
    dimensions: usize,
}

impl SparseNpzWriter {
    pub(super) fn create(path: &Path, dimensions: usize) -> Result<Self, OutputError> {
        let file = AtomicFile::create(path)?;
        let wait = || WaitingFile::next_to(&file).map_err(OutputError::at(path));
        let (data, indices) = (wait()?, wait()?);
        let starts = 0i64.to_le_bytes().to_vec();
        Ok(Self { file, data, indices, starts, numbers: 0, names: NameColumns::default(), dimensions })
    }

    /// Writes the archive and hands back its file, not yet in its place.
    fn into_archive(self) -> io::Result<AtomicFile> {
        let rows = self.names.rows();
        let mut archive = Archive::new(self.file);
        archive.copy("data", "<f4", &[self.numbers], self.data)?;
        archive.copy("indices", "<i4", &[self.numbers], self.indices)?;
        archive.write("indptr", "<i8", &[rows + 1], &self.starts)?;
        let shape = [rows, self.dimensions].map(|length| (length as i64).to_le_bytes());
        archive.write("shape", "<i8", &[2], shape.as_flattened())?;
        archive.write("format", "|S3", &[], b"csr")?;
        self.names.write(&mut archive)?;
        archive.finish()
    }
}

impl RowWriter for SparseNpzWriter {
    fn write_row(&mut self, row: VectorRow<'_>, _: Option<&KeptRow>) -> io::Result<()> {
        // NaN is not 0: it is written. −0 is: it reads back as 0.
        for (dimension, value) in row.vector.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            self.data.write_all(&value.to_le_bytes())?;
            self.indices.write_all(&(dimension as i32).to_le_bytes())?;
            self.numbers += 1;
        }
        self.starts.extend_from_slice(&(self.numbers as i64).to_le_bytes());
        self.names.push(row);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), OutputError> {
        let path = self.file.path().to_owned();
        self.into_archive().map_err(OutputError::at(&path))?.commit()
    }
}
