//! Vectors, ids and labels as a NumPy archive.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::text_column::{TextColumn, write_integers_npy};
use super::{RowWriter, VectorRow, npy};
use crate::output::file::deferred_failure::DeferredFailure;
use crate::output::{AtomicFile, OutputError};

/// A NumPy archive: a zip, not compressed, of array files.
///
/// ```text
/// vectors.npy   <f4   graphs × dimensions
/// ids.npy       <U…   one text per graph
/// labels.npy    <i8   if every graph has a label and every label is an integer
///               <U…   otherwise; empty where a graph has none
///               —     no such array if no graph has a label
/// ```
/// The same rows give the same bytes: every entry has the oldest date a zip can hold. A NumPy text cannot end in the
/// character U+0000; an id that does loses it on reading.
///
/// The header of an array and of a zip entry come before the data and tell its size, so the vectors wait in a nameless
/// temporary file in the target's folder. Only ids and labels are kept in memory.
pub(super) struct NpzWriter {
    file: AtomicFile,
    vectors: BufWriter<File>,
    ids: TextColumn,
    labels: TextColumn,
    labelled: usize,
    rows: usize,
    dimensions: usize,
}

impl NpzWriter {
    pub(super) fn create(path: &Path, dimensions: usize) -> Result<Self, OutputError> {
        let file = AtomicFile::create(path)?;
        // Not in /tmp: that is often memory, and always another disk to run full.
        let vectors = tempfile::tempfile_in(file.folder()).map_err(OutputError::at(path))?;
        Ok(Self {
            file,
            vectors: BufWriter::new(vectors),
            ids: TextColumn::default(),
            labels: TextColumn::default(),
            labelled: 0,
            rows: 0,
            dimensions,
        })
    }

    /// Writes the archive and hands back its file, not yet in its place.
    fn into_archive(self) -> io::Result<AtomicFile> {
        let mut vectors = self.vectors.into_inner().map_err(io::IntoInnerError::into_error)?;
        let vector_bytes = vectors.stream_position()?;
        vectors.rewind()?;

        let mut zip = ZipWriter::new(DeferredFailure::new(self.file));
        start_array(&mut zip, "vectors", npy::HEADER_BYTES as u64 + vector_bytes)?;
        zip.write_all(&npy::vectors_header(self.rows, self.dimensions))?;
        io::copy(&mut vectors, &mut zip)?;

        start_array(&mut zip, "ids", self.ids.npy_bytes())?;
        self.ids.write_npy(&mut zip)?;

        if self.labelled > 0 {
            // A graph without a label has the empty text here, which is no integer.
            match self.labels.integers() {
                Some(integers) => {
                    start_array(&mut zip, "labels", npy::HEADER_BYTES as u64 + 8 * self.rows as u64)?;
                    write_integers_npy(&mut zip, &integers)?;
                }
                None => {
                    start_array(&mut zip, "labels", self.labels.npy_bytes())?;
                    self.labels.write_npy(&mut zip)?;
                }
            }
        }
        zip.finish()?.into_result()
    }
}

impl RowWriter for NpzWriter {
    fn write_row(&mut self, row: VectorRow<'_>) -> io::Result<()> {
        npy::write_floats(&mut self.vectors, row.vector)?;
        self.ids.push(row.id);
        self.labels.push(row.label.unwrap_or_default());
        self.labelled += usize::from(row.label.is_some());
        self.rows += 1;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), OutputError> {
        let path = self.file.path().to_owned();
        self.into_archive().map_err(OutputError::at(&path))?.commit()
    }
}

type Archive = ZipWriter<DeferredFailure<AtomicFile>>;

/// Begins the entry of an array file of the given size.
fn start_array(zip: &mut Archive, name: &str, bytes: u64) -> io::Result<()> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        // Sizes of 4 GB and more need the zip64 fields, which have to be asked for before the data.
        .large_file(bytes >= u64::from(u32::MAX));
    Ok(zip.start_file(format!("{name}.npy"), options)?)
}
