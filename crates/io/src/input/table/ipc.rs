//! Arrow's own files: the file format (`.arrow`, `.feather`) and the stream format (`.arrows`).

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, SchemaRef};

use super::batches::{Batches, PlacedBatch};
use super::ipc_sizes;
use crate::input::memory::MemoryLimit;
use crate::input::{Format, Problem, ReadOptions};

/// The first bytes of the file format; a stream has none.
const MAGIC: &[u8] = b"ARROW1";

/// The batches of an Arrow file or stream.
pub(super) struct IpcBatches {
    source: BufReader<File>,
    schema: SchemaRef,
    is_stream: bool,
    batches: Option<Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>>,
    count: usize,
    rows: u64,
    has_failed: bool,
}

pub(super) fn damaged(cause: impl std::fmt::Display) -> Problem {
    Problem::Damaged { format: Format::Arrow, cause: cause.to_string() }
}

impl IpcBatches {
    pub(super) fn open(path: &Path, options: &ReadOptions) -> Result<Self, Problem> {
        let mut source = BufReader::new(File::open(path)?);
        let mut first = Vec::new();
        source.by_ref().take(MAGIC.len() as u64).read_to_end(&mut first)?;
        let is_stream = first != MAGIC;
        ipc_sizes::check(&mut source, is_stream, MemoryLimit::of(options))?;
        source.seek(SeekFrom::Start(0))?;
        let schema = match is_stream {
            true => StreamReader::try_new(&mut source, None).map_err(damaged)?.schema(),
            false => FileReader::try_new(&mut source, None).map_err(damaged)?.schema(),
        };
        Ok(Self { source, schema, is_stream, batches: None, count: 0, rows: 0, has_failed: false })
    }

    fn again(&mut self) -> Result<BufReader<File>, Problem> {
        self.source.seek(SeekFrom::Start(0))?;
        Ok(BufReader::new(self.source.get_ref().try_clone()?))
    }
}

impl Batches for IpcBatches {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn project(&mut self, columns: &[usize]) -> Result<SchemaRef, Problem> {
        let (source, wanted) = (self.again()?, Some(columns.to_vec()));
        self.batches = Some(match self.is_stream {
            true => Box::new(StreamReader::try_new(source, wanted).map_err(damaged)?),
            false => Box::new(FileReader::try_new(source, wanted).map_err(damaged)?),
        });
        self.schema.project(columns).map(SchemaRef::new).map_err(damaged)
    }

    fn next_batch(&mut self) -> Option<Result<PlacedBatch, (String, Problem)>> {
        if self.has_failed {
            return None;
        }
        let next = self.batches.as_mut()?.next()?;
        let group = format!("batch {}", self.count);
        self.count += 1;
        Some(match next {
            Ok(batch) => {
                let first_row = self.rows;
                self.rows += batch.num_rows() as u64;
                Ok(PlacedBatch { batch, group, first_row })
            }
            Err(error) => {
                self.has_failed = true;
                Err((group, damaged(error)))
            }
        })
    }

    fn rows_left(&self) -> Option<u64> {
        None
    }
}
