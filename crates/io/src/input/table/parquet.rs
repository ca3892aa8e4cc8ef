//! Parquet files, row group by row group.

use std::fs::File;
use std::path::Path;

use arrow_schema::SchemaRef;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};

use super::batches::{Batches, Place, PlacedBatch};
use crate::input::memory::MemoryLimit;
use crate::input::{Format, Problem, ReadOptions};

/// Rows that are decoded at once: enough that the decoders' own work does not show.
const BATCH_ROWS: usize = 1024;
/// Bytes of a decoded value: node numbers of 64 bits.
const VALUE_BYTES: u64 = 8;

/// The batches of a Parquet file. The footer is read once; one row group at a time is open.
pub(super) struct ParquetBatches {
    file: File,
    metadata: ArrowReaderMetadata,
    mask: ProjectionMask,
    memory: MemoryLimit,
    reader: Option<ParquetRecordBatchReader>,
    /// Row groups that were opened.
    opened: usize,
    rows: u64,
    has_failed: bool,
}

fn damaged(cause: impl std::fmt::Display) -> Problem {
    Problem::Damaged { format: Format::Parquet, cause: cause.to_string() }
}

impl ParquetBatches {
    pub(super) fn open(path: &Path, options: &ReadOptions) -> Result<Self, Problem> {
        let file = File::open(path)?;
        let metadata = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new()).map_err(damaged)?;
        let (mask, memory) = (ProjectionMask::all(), MemoryLimit::of(options));
        Ok(Self { file, metadata, mask, memory, reader: None, opened: 0, rows: 0, has_failed: false })
    }

    /// Opens the next row group; `false` after the last.
    fn open_group(&mut self) -> Result<bool, Problem> {
        let groups = self.metadata.metadata().row_groups();
        let Some(group) = groups.get(self.opened) else { return Ok(false) };
        // Encoded runs of equal values take a few bytes: the number of values bounds the memory.
        let read = group.columns().iter().enumerate().filter(|(leaf, _)| self.mask.leaf_included(*leaf));
        let values: u64 =
            read.map(|(_, column)| u64::try_from(column.num_values()).unwrap_or(u64::MAX)).max().unwrap_or(0);
        self.memory.check(values.saturating_mul(VALUE_BYTES))?;
        let file = self.file.try_clone()?;
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.metadata.clone());
        let builder = builder.with_projection(self.mask.clone()).with_batch_size(BATCH_ROWS);
        self.reader = Some(builder.with_row_groups(vec![self.opened]).build().map_err(damaged)?);
        self.opened += 1;
        Ok(true)
    }

    /// The place of the next row, in this row group.
    fn place(&self, group: usize) -> Place {
        Place::Rows { group: format!("row group {group}"), first: self.rows }
    }
}

impl Batches for ParquetBatches {
    fn schema(&self) -> SchemaRef {
        self.metadata.schema().clone()
    }

    fn project(&mut self, columns: &[usize]) -> Result<SchemaRef, Problem> {
        self.mask = ProjectionMask::roots(self.metadata.parquet_schema(), columns.iter().copied());
        self.schema().project(columns).map(SchemaRef::new).map_err(damaged)
    }

    fn next_batch(&mut self) -> Option<Result<PlacedBatch, (Place, Problem)>> {
        while !self.has_failed {
            let Some(reader) = &mut self.reader else {
                match self.open_group() {
                    Ok(true) => continue,
                    Ok(false) => return None,
                    Err(problem) => {
                        self.has_failed = true;
                        return Some(Err((self.place(self.opened), problem)));
                    }
                }
            };
            let next = reader.next();
            let place = self.place(self.opened - 1);
            match next {
                None => self.reader = None,
                Some(Ok(batch)) => {
                    self.rows += batch.num_rows() as u64;
                    return Some(Ok(PlacedBatch { batch, place, refused: Default::default() }));
                }
                Some(Err(error)) => {
                    self.has_failed = true;
                    return Some(Err((place, damaged(error))));
                }
            }
        }
        None
    }

    fn pass_over(&mut self, rows: u64) -> u64 {
        let mut passed = 0;
        while self.reader.is_none()
            && let Some(group) = self.metadata.metadata().row_groups().get(self.opened)
            && let Ok(count) = u64::try_from(group.num_rows())
            && passed + count <= rows
        {
            self.opened += 1;
            self.rows += count;
            passed += count;
        }
        passed
    }

    fn rows_left(&self) -> Option<u64> {
        let rows = u64::try_from(self.metadata.metadata().file_metadata().num_rows()).ok()?;
        Some(rows.saturating_sub(self.rows))
    }
}
