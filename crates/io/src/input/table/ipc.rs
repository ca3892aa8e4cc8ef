//! Arrow's own formats: files (`.arrow`, `.feather`) and streams (`.arrows`).

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, SchemaRef};

use super::batches::{Batches, Place, PlacedBatch};
use super::ipc_sizes;
use super::ipc_stream::CheckedStream;
use crate::input::memory::MemoryLimit;
use crate::input::stream::source::Bytes;
use crate::input::{Format, Problem, ReadOptions};

/// The first bytes of the file format; a stream has none.
const MAGIC: &[u8] = b"ARROW1";

/// The batches of an Arrow file or stream.
pub(super) struct IpcBatches {
    schema: SchemaRef,
    source: Source,
    count: usize,
    rows: u64,
    has_failed: bool,
}

enum Source {
    /// A file is opened again for each choice of columns: the others are not unpacked.
    File(BufReader<File>, Option<FileReader<BufReader<File>>>),
    /// A stream flows once; the columns are chosen after its decoder.
    Stream(StreamReader<CheckedStream>, Vec<usize>),
}

pub(super) fn damaged(cause: impl std::fmt::Display) -> Problem {
    Problem::Damaged { format: Format::Arrow, cause: cause.to_string() }
}

impl IpcBatches {
    /// Opens a file of either format.
    pub(super) fn open(path: &Path, options: &ReadOptions) -> Result<Self, Problem> {
        let mut file = BufReader::new(File::open(path)?);
        let mut first = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut first)?;
        file.seek(SeekFrom::Start(0))?;
        if first != MAGIC {
            return Self::of_stream(Box::new(file), options);
        }
        ipc_sizes::check_file(&mut file, MemoryLimit::of(options))?;
        file.seek(SeekFrom::Start(0))?;
        let schema = FileReader::try_new(&mut file, None).map_err(damaged)?.schema();
        Ok(Self::new(schema, Source::File(file, None)))
    }

    /// Reads a stream while it flows.
    pub(super) fn of_stream(bytes: Bytes, options: &ReadOptions) -> Result<Self, Problem> {
        let stream = CheckedStream::new(bytes, MemoryLimit::of(options));
        let reader = StreamReader::try_new(stream, None).map_err(damaged)?;
        Ok(Self::new(reader.schema(), Source::Stream(reader, Vec::new())))
    }

    fn new(schema: SchemaRef, source: Source) -> Self {
        Self { schema, source, count: 0, rows: 0, has_failed: false }
    }

    fn next(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        match &mut self.source {
            Source::File(_, reader) => reader.as_mut()?.next(),
            Source::Stream(reader, columns) => {
                reader.next().map(|batch| batch.and_then(|batch| batch.project(columns)))
            }
        }
    }
}

impl Batches for IpcBatches {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn project(&mut self, columns: &[usize]) -> Result<SchemaRef, Problem> {
        match &mut self.source {
            Source::File(file, reader) => {
                file.seek(SeekFrom::Start(0))?;
                let file = BufReader::new(file.get_ref().try_clone()?);
                *reader = Some(FileReader::try_new(file, Some(columns.to_vec())).map_err(damaged)?);
            }
            Source::Stream(_, chosen) => *chosen = columns.to_vec(),
        }
        self.schema.project(columns).map(SchemaRef::new).map_err(damaged)
    }

    fn next_batch(&mut self) -> Option<Result<PlacedBatch, (Place, Problem)>> {
        if self.has_failed {
            return None;
        }
        let next = self.next()?;
        let place = Place::Rows { group: format!("batch {}", self.count), first: self.rows };
        self.count += 1;
        Some(match next {
            Ok(batch) => {
                self.rows += batch.num_rows() as u64;
                Ok(PlacedBatch { batch, place, refused: Default::default() })
            }
            Err(error) => {
                self.has_failed = true;
                Err((place, damaged(error)))
            }
        })
    }

    fn rows_left(&self) -> Option<u64> {
        None
    }
}
