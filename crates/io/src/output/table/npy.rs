//! Vectors as a NumPy array.

use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use super::{RowWriter, VectorRow, csv};
use crate::input::{KeptRow, ids_path};
use crate::output::{AtomicFile, OutputError};

/// Bytes of an array file before its data: room for any shape of two dimensions, and a multiple of 64 as NumPy asks,
/// so that a memory-mapped array is aligned.
pub(super) const HEADER_BYTES: usize = 128;

/// The header of a NumPy array file, version 1.0, always [`HEADER_BYTES`] long.
///
/// ```text
/// bytes   0..6    \x93NUMPY
///         6..8    version: 1, 0
///         8..10   length of the text below, little-endian: 118
///        10..127  {'descr': '<f4', 'fortran_order': False, 'shape': (188, 256), }   padded with spaces
///       127       newline
///       128..     the data, row after row
/// ```
/// <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>. The fixed length lets the number of rows
/// be filled in when it is known.
pub(in crate::output) fn header(descr: &str, shape: &[usize]) -> [u8; HEADER_BYTES] {
    let lengths: Vec<String> = shape.iter().map(ToString::to_string).collect();
    // Spelled as Python spells a tuple, "(188,)" and "(188, 256)": not every reader is as patient as Python's.
    let comma = if shape.len() == 1 { "," } else { "" };
    let dictionary =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({}{comma}), }}", lengths.join(", "));
    let mut header = [b' '; HEADER_BYTES];
    header[..10].copy_from_slice(b"\x93NUMPY\x01\x00\x76\x00");
    header[10..10 + dictionary.len()].copy_from_slice(dictionary.as_bytes());
    header[HEADER_BYTES - 1] = b'\n';
    header
}

/// The header of a table of `f32`.
pub(super) fn vectors_header(rows: usize, dimensions: usize) -> [u8; HEADER_BYTES] {
    header("<f4", &[rows, dimensions])
}

/// Numbers as little-endian `f32`.
pub(super) fn write_floats(file: &mut impl Write, vector: &[f32]) -> io::Result<()> {
    // A block at a time: a call for each number takes longer than the number.
    const BLOCK: usize = 256;
    let mut bytes = [0; 4 * BLOCK];
    vector.chunks(BLOCK).try_for_each(|values| {
        for (bytes, value) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(values) {
            *bytes = value.to_le_bytes();
        }
        file.write_all(&bytes[..4 * values.len()])
    })
}

/// A NumPy array of graphs × dimensions, and `OUT.ids.csv` next to it with the header `id,label` and a line per row.
///
/// Both are complete on the disk before either gets its name; the array comes last, so where it is new, so are the ids.
pub(super) struct NpyWriter {
    array: AtomicFile,
    ids: AtomicFile,
    rows: usize,
    dimensions: usize,
}

impl NpyWriter {
    pub(super) fn create(path: &Path, dimensions: usize) -> Result<Self, OutputError> {
        let mut array = AtomicFile::create(path)?;
        array.write_all(&vectors_header(0, dimensions)).map_err(OutputError::at(path))?;
        let ids_path = ids_path(path);
        let mut ids = AtomicFile::create(&ids_path)?;
        csv::write_header(&mut ids, &[]).map_err(OutputError::at(&ids_path))?;
        Ok(Self { array, ids, rows: 0, dimensions })
    }
}

impl RowWriter for NpyWriter {
    fn write_row(&mut self, row: VectorRow<'_>, _: Option<&KeptRow>) -> io::Result<()> {
        write_floats(&mut self.array, row.vector)?;
        csv::write_names(&mut self.ids, row.id, row.label)?;
        self.ids.write_all(b"\n")?;
        self.rows += 1;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), OutputError> {
        let Self { mut array, ids, rows, dimensions } = *self;
        array
            .rewind()
            .and_then(|()| array.write_all(&vectors_header(rows, dimensions)))
            .map_err(OutputError::at(array.path()))?;
        let (array, ids) = (array.seal()?, ids.seal()?);
        ids.publish()?;
        array.publish()
    }
}

/// A NumPy array for a stream. The number of rows stands before the first, so all vectors wait in memory until the end.
pub(super) struct NpyStream {
    name: PathBuf,
    stream: Box<dyn Write + Send>,
    vectors: Vec<u8>,
    rows: usize,
    dimensions: usize,
}

impl NpyStream {
    pub(super) fn new(name: &Path, stream: Box<dyn Write + Send>, dimensions: usize) -> Self {
        Self { name: name.to_owned(), stream, vectors: Vec::new(), rows: 0, dimensions }
    }
}

impl RowWriter for NpyStream {
    fn write_row(&mut self, row: VectorRow<'_>, _: Option<&KeptRow>) -> io::Result<()> {
        self.rows += 1;
        write_floats(&mut self.vectors, row.vector)
    }

    fn finish(mut self: Box<Self>) -> Result<(), OutputError> {
        let written = self
            .stream
            .write_all(&vectors_header(self.rows, self.dimensions))
            .and_then(|()| self.stream.write_all(&self.vectors))
            .and_then(|()| self.stream.flush());
        written.map_err(OutputError::at(&self.name))
    }
}
