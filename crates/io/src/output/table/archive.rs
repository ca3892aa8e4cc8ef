//! NumPy archives: zips, not compressed, of array files. For the writers of vectors in .npz.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::VectorRow;
use super::npy::{self, HEADER_BYTES};
use super::text_column::{TextColumn, write_integers_npy};
use crate::output::AtomicFile;
use crate::output::file::deferred_failure::DeferredFailure;

/// An archive that is being written. The same arrays give the same bytes: every entry has the oldest date a zip can hold.
pub(super) struct Archive {
    zip: ZipWriter<DeferredFailure<AtomicFile>>,
}

impl Archive {
    pub(super) fn new(file: AtomicFile) -> Self {
        Self { zip: ZipWriter::new(DeferredFailure::new(file)) }
    }

    /// Begins the entry of an array file of the given size.
    pub(super) fn start(&mut self, name: &str, bytes: u64) -> io::Result<&mut impl Write> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::default())
            // Sizes of 4 GB and more need the zip64 fields, which have to be asked for before the data.
            .large_file(bytes >= u64::from(u32::MAX));
        self.zip.start_file(format!("{name}.npy"), options)?;
        Ok(&mut self.zip)
    }

    /// Writes an array whose data is in memory.
    pub(super) fn write(&mut self, name: &str, descr: &str, shape: &[usize], data: &[u8]) -> io::Result<()> {
        let entry = self.start(name, (HEADER_BYTES + data.len()) as u64)?;
        entry.write_all(&npy::header(descr, shape))?;
        entry.write_all(data)
    }

    /// Writes an array whose data waited in a file.
    pub(super) fn copy(&mut self, name: &str, descr: &str, shape: &[usize], data: WaitingFile) -> io::Result<()> {
        let mut data = data.0.into_inner().map_err(io::IntoInnerError::into_error)?;
        let bytes = data.stream_position()?;
        data.rewind()?;
        let entry = self.start(name, HEADER_BYTES as u64 + bytes)?;
        entry.write_all(&npy::header(descr, shape))?;
        io::copy(&mut data, entry)?;
        Ok(())
    }

    /// Completes the archive and hands back its file, not yet in its place.
    pub(super) fn finish(self) -> io::Result<AtomicFile> {
        self.zip.finish()?.into_result()
    }
}

/// Data that waits for its header, which tells its size: a nameless temporary file in the target's folder. Not in /tmp: that
/// is often memory, and always another disk to run full.
pub(super) struct WaitingFile(BufWriter<File>);

impl WaitingFile {
    pub(super) fn next_to(target: &AtomicFile) -> io::Result<Self> {
        Ok(Self(BufWriter::new(tempfile::tempfile_in(target.folder())?)))
    }
}

impl Write for WaitingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The ids and labels of the rows, in memory.
///
/// ```text
/// ids.npy       <U…   one text per graph
/// labels.npy    <i8   if every graph has a label and every label is an integer
///               <U…   otherwise; empty where a graph has none
///               —     no such array if no graph has a label
/// ```
/// A NumPy text cannot end in the character U+0000; an id that does loses it on reading.
#[derive(Debug, Default)]
pub(super) struct NameColumns {
    ids: TextColumn,
    labels: TextColumn,
    labelled: usize,
    rows: usize,
}

impl NameColumns {
    pub(super) fn push(&mut self, row: VectorRow<'_>) {
        self.ids.push(row.id);
        self.labels.push(row.label.unwrap_or_default());
        self.labelled += usize::from(row.label.is_some());
        self.rows += 1;
    }

    /// Number of rows.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn write(&self, archive: &mut Archive) -> io::Result<()> {
        self.ids.write_npy(archive.start("ids", self.ids.npy_bytes())?)?;
        if self.labelled == 0 {
            return Ok(());
        }
        // A graph without a label has the empty text here, which is no integer.
        match self.labels.integers() {
            Some(integers) => {
                write_integers_npy(archive.start("labels", (HEADER_BYTES + 8 * self.rows) as u64)?, &integers)
            }
            None => self.labels.write_npy(archive.start("labels", self.labels.npy_bytes())?),
        }
    }
}
