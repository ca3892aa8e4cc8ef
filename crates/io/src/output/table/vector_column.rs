//! The column of vectors of a Parquet table: its pages, made directly from rows of numbers.
//!
//! The general writer of arrow makes two levels of 16 bits for every number, then encodes them: more than a quarter of the samples of
//! a profile of the writing thread. Lists of one length without nulls have the same header and the same levels in every full page, so
//! these are encoded once here, and a row is copied once.
//!
//! ```text
//! page = header, length, repetition levels, length, definition levels, numbers as 32-bit floats
//! ```
//! A repetition level is 0 for the first number of a row and 1 for the others; all definition levels are 1
//! (Parquet format, "Data Pages" and "Run Length Encoding / Bit-Packing Hybrid").

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, PageType};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, OffsetIndexBuilder, PageEncodingStats};
use parquet::file::writer::{SerializedPageWriter, SerializedRowGroupWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

/// Bytes of numbers in a page, about: the size that the general writer aims at.
const PAGE_BYTES: usize = 1 << 20;

/// The vectors of one row group, page by page.
pub(super) struct VectorColumn {
    dimensions: usize,
    column: ColumnDescPtr,
    /// What stands before the numbers of a full page: all full pages have the same header and the same levels.
    prefix: Vec<u8>,
    /// The pages so far. A row is copied here once and stays until the row group is written.
    chunk: Vec<u8>,
    page_start: usize,
    rows_in_page: usize,
    index: OffsetIndexBuilder,
    pages: i32,
    rows: usize,
}

impl VectorColumn {
    pub(super) fn new(dimensions: usize, column: ColumnDescPtr) -> Result<Self, ParquetError> {
        let prefix = prefix(rows_of_page(dimensions), dimensions)?;
        let (chunk, index) = (Vec::new(), OffsetIndexBuilder::new());
        Ok(Self { dimensions, column, prefix, chunk, page_start: 0, rows_in_page: 0, index, pages: 0, rows: 0 })
    }

    /// Appends a row, which has as many numbers as there are dimensions.
    pub(super) fn push(&mut self, row: &[f32]) -> Result<(), ParquetError> {
        if self.rows_in_page == 0 {
            self.page_start = self.chunk.len();
            self.chunk.extend_from_slice(&self.prefix);
        }
        self.chunk.extend(row.iter().flat_map(|number| number.to_le_bytes()));
        self.rows_in_page += 1;
        if self.rows_in_page == rows_of_page(self.dimensions) { self.end_page() } else { Ok(()) }
    }

    /// Bytes of the row group so far.
    pub(super) fn bytes(&self) -> usize {
        self.chunk.len()
    }

    fn end_page(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.rows_in_page);
        if rows == 0 {
            return Ok(());
        }
        if rows < rows_of_page(self.dimensions) {
            let of_full_page = self.page_start..self.page_start + self.prefix.len();
            self.chunk.splice(of_full_page, prefix(rows, self.dimensions)?);
        }
        self.index.append_row_count(rows as i64);
        self.index.append_offset_and_size(self.page_start as i64, (self.chunk.len() - self.page_start) as i32);
        self.pages += 1;
        self.rows += rows;
        Ok(())
    }

    /// Writes the column of the row group, and begins the next one.
    pub(super) fn end_group(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, impl std::io::Write + Send>,
    ) -> Result<(), ParquetError> {
        self.end_page()?;
        let bytes = self.chunk.len();
        let stats = PageEncodingStats { page_type: PageType::DATA_PAGE, encoding: Encoding::PLAIN, count: self.pages };
        let metadata = ColumnChunkMetaData::builder(self.column.clone())
            .set_compression(Compression::UNCOMPRESSED)
            .set_encodings(vec![Encoding::PLAIN, Encoding::RLE])
            .set_page_encoding_stats(vec![stats])
            .set_total_compressed_size(bytes as i64)
            .set_total_uncompressed_size(bytes as i64)
            .set_num_values((self.rows * self.dimensions) as i64)
            .set_data_page_offset(0)
            .build()?;
        let close = ColumnCloseResult {
            bytes_written: bytes as u64,
            rows_written: self.rows as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: Some(std::mem::replace(&mut self.index, OffsetIndexBuilder::new()).build()),
        };
        let chunk = Bytes::from(std::mem::take(&mut self.chunk));
        group.append_column(&chunk, close)?;
        // The memory serves the next row group: to get it anew from the system costs a fault for each page of it.
        self.chunk = Vec::from(chunk);
        self.chunk.clear();
        (self.pages, self.rows) = (0, 0);
        Ok(())
    }
}

fn rows_of_page(dimensions: usize) -> usize {
    (PAGE_BYTES / (4 * dimensions)).max(1)
}

/// Header and levels of a page of that many rows, as the writer of parquet makes them.
fn prefix(rows: usize, dimensions: usize) -> Result<Vec<u8>, ParquetError> {
    let (levels, values) = (levels(rows, dimensions), rows * dimensions);
    // The header counts the bytes of the numbers, and does not depend on them.
    let (mut page, numbers) = (levels, 4 * values);
    page.resize(page.len() + numbers, 0);
    let length = page.len();
    let page = Page::DataPage {
        buf: Bytes::from(page),
        num_values: u32::try_from(values).map_err(|error| ParquetError::External(Box::new(error)))?,
        encoding: Encoding::PLAIN,
        def_level_encoding: Encoding::RLE,
        rep_level_encoding: Encoding::RLE,
        statistics: None,
    };
    let mut written = TrackedWrite::new(Vec::new());
    SerializedPageWriter::new(&mut written).write_page(CompressedPage::new(page, length))?;
    let mut prefix = written.into_inner()?;
    prefix.truncate(prefix.len() - numbers);
    prefix.shrink_to_fit();
    Ok(prefix)
}

/// The levels of a page, each kind with its length.
fn levels(rows: usize, dimensions: usize) -> Vec<u8> {
    let mut levels = Vec::new();
    for encoded in [repetition_levels(rows, dimensions), repeated(rows * dimensions)] {
        levels.extend((encoded.len() as u32).to_le_bytes());
        levels.extend(encoded);
    }
    levels
}

/// A run of ones.
fn repeated(count: usize) -> Vec<u8> {
    let mut run = varint(count << 1);
    run.push(1);
    run
}

/// 0 for the first number of each row, 1 for the others: groups of eight levels, as bits from the lowest on, or as runs where
/// two groups or more are all ones.
fn repetition_levels(rows: usize, dimensions: usize) -> Vec<u8> {
    let count = rows * dimensions;
    let mut groups = vec![0xff_u8; count.div_ceil(8)];
    for row in 0..rows {
        let at = row * dimensions;
        groups[at / 8] &= !(1 << (at % 8));
    }
    let (mut encoded, mut at) = (Vec::new(), 0);
    let mut mixed: Vec<u8> = Vec::new();
    let flush = |mixed: &mut Vec<u8>, encoded: &mut Vec<u8>| {
        if !mixed.is_empty() {
            encoded.extend(varint(mixed.len() << 1 | 1));
            encoded.append(mixed);
        }
    };
    for chunk in groups.chunk_by(|one, other| *one == 0xff && *other == 0xff) {
        let first = at;
        at += 8 * chunk.len();
        if chunk.len() > 1 {
            flush(&mut mixed, &mut encoded);
            encoded.extend(repeated(at.min(count) - first));
        } else {
            mixed.extend_from_slice(chunk);
        }
    }
    flush(&mut mixed, &mut encoded);
    encoded
}

/// A number in groups of seven bits, the lowest first, with the eighth bit set on all but the last.
fn varint(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The levels that an encoding stands for, decoded bit by bit.
    fn decoded(mut encoded: &[u8]) -> Vec<u8> {
        let mut levels = Vec::new();
        while !encoded.is_empty() {
            let (mut header, mut shift) = (0_usize, 0);
            loop {
                let byte = encoded[0];
                encoded = &encoded[1..];
                header |= usize::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            if header & 1 == 0 {
                levels.extend(std::iter::repeat_n(encoded[0], header >> 1));
                encoded = &encoded[1..];
            } else {
                let (packed, rest) = encoded.split_at(header >> 1);
                levels.extend(packed.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1)));
                encoded = rest;
            }
        }
        levels
    }

    #[test]
    fn levels_are_zero_at_the_first_number_of_a_row_alone() {
        for dimensions in [1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 100, 250, 256, 1000] {
            for rows in [1, 2, 3, 8, 37] {
                let found = decoded(&repetition_levels(rows, dimensions));
                let wanted: Vec<u8> = (0..rows * dimensions).map(|at| u8::from(at % dimensions != 0)).collect();
                assert_eq!(found[..wanted.len()], wanted, "{rows} rows of {dimensions}");
                assert!(found.len() < wanted.len() + 8);
                assert_eq!(decoded(&repeated(rows * dimensions)), vec![1; rows * dimensions]);
            }
        }
    }
}
