//! The numbers of an index: in memory, or in a file that is mapped.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use memmap2::Mmap;

/// The numbers of an index, row after row.
#[derive(Debug, Clone)]
pub(super) enum Values {
    Owned(Vec<f32>),
    /// Bytes of a mapped file, which are aligned.
    Mapped(Arc<Mmap>, Range<usize>),
}

impl Default for Values {
    fn default() -> Self {
        Self::Owned(Vec::new())
    }
}

impl Values {
    /// Numbers in little-endian order in a part of a mapped file.
    pub(super) fn in_file(map: &Arc<Mmap>, bytes: Range<usize>) -> Self {
        let fits = cfg!(target_endian = "little") && bytemuck::try_cast_slice::<u8, f32>(&map[bytes.clone()]).is_ok();
        if fits {
            return Self::Mapped(map.clone(), bytes);
        }
        let numbers = map[bytes].as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        Self::Owned(numbers.collect())
    }

    pub(super) fn as_slice(&self) -> &[f32] {
        match self {
            Self::Owned(values) => values,
            Self::Mapped(map, bytes) => bytemuck::cast_slice(&map[bytes.clone()]),
        }
    }

    pub(super) fn append(&mut self, values: &[f32]) {
        self.owned().extend_from_slice(values);
    }

    /// Keeps the marked rows.
    pub(super) fn retain(&mut self, stays: &[bool], dimensions: usize) {
        let values = self.owned();
        let mut end = 0;
        for row in (0..stays.len()).filter(|&row| stays[row]) {
            values.copy_within(row * dimensions..(row + 1) * dimensions, end);
            end += dimensions;
        }
        values.truncate(end);
    }

    /// The numbers in memory, to change.
    fn owned(&mut self) -> &mut Vec<f32> {
        if let Self::Mapped(..) = self {
            *self = Self::Owned(self.as_slice().to_vec());
        }
        match self {
            Self::Owned(values) => values,
            Self::Mapped(..) => unreachable!("replaced above"),
        }
    }
}

/// Maps a file for reading.
#[allow(unsafe_code)]
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map must not change while it is read. Index files are only ever replaced by a rename (`AtomicFile`), after
    // which the map still shows the file that was opened, so no program of ours changes it. Another program that writes
    // into an index file in place breaks the rules of the format, as the reference says: such a change can give wrong distances,
    // and cutting the file off ends the process with a signal; every pattern of bits is a valid f32, and texts are
    // copied and checked when the file is opened, so nothing that is built on the map can become an invalid value.
    unsafe { Mmap::map(file) }
}
