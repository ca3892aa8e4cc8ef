//! Columns of short texts as NumPy arrays, for the archive writer.

use std::io::{self, Write};

use super::npy;

/// Many short texts in one allocation, and the NumPy arrays they become.
#[derive(Debug, Default)]
pub(super) struct TextColumn {
    text: String,
    /// Where each text ends; it begins where the one before it ended.
    ends: Vec<usize>,
    /// Characters of the longest one.
    widest: usize,
}

impl TextColumn {
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
        self.widest = self.widest.max(text.chars().count());
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start..end])
    }

    /// The texts as numbers, if every one is a number spelled the usual way. `01` and `1` may be two classes, so
    /// neither they nor `+1` count: as numbers they could no longer be told apart.
    pub(super) fn integers(&self) -> Option<Vec<i64>> {
        self.iter().map(|text| text.parse().ok().filter(|number: &i64| number.to_string() == text)).collect()
    }

    /// Bytes that [`write_npy`](Self::write_npy) will write.
    pub(super) fn npy_bytes(&self) -> u64 {
        npy::HEADER_BYTES as u64 + (self.ends.len() * self.width() * 4) as u64
    }

    /// Writes a NumPy array of type `<U…`: every text as UTF-32, little-endian, filled up with zeros to the longest.
    pub(super) fn write_npy(&self, file: &mut impl Write) -> io::Result<()> {
        let width = self.width();
        file.write_all(&npy::header(&format!("<U{width}"), &[self.ends.len()]))?;
        let mut cell = Vec::with_capacity(4 * width);
        for text in self.iter() {
            cell.clear();
            cell.extend(text.chars().flat_map(|character| u32::from(character).to_le_bytes()));
            cell.resize(4 * width, 0);
            file.write_all(&cell)?;
        }
        Ok(())
    }

    /// NumPy itself gives a column of empty texts the width 1: a type without bytes trips readers.
    fn width(&self) -> usize {
        self.widest.max(1)
    }
}

/// Writes a NumPy array of type `<i8`.
pub(super) fn write_integers_npy(file: &mut impl Write, numbers: &[i64]) -> io::Result<()> {
    file.write_all(&npy::header("<i8", &[numbers.len()]))?;
    numbers.iter().try_for_each(|number| file.write_all(&number.to_le_bytes()))
}
