//! Destination of rows of text: a file that appears whole, or a stream that gets whole rows only.

use std::io::{self, Write};
use std::path::Path;

use crate::output::{AtomicFile, OutputError};

/// Bytes that wait before they go to a stream: a system call for each row would show.
const STREAM_BYTES: usize = 64 * 1024;

/// A file or a stream that rows are written to. [`end_row`](Self::end_row) must follow each row.
pub(super) enum RowSink {
    /// A file, which appears when it is complete.
    File(AtomicFile),
    /// A stream and the rows that it has not got yet.
    Stream(Box<dyn Write + Send>, Vec<u8>),
}

impl RowSink {
    /// Marks the end of a row. A stream never gets part of one, unless it closes meanwhile.
    pub(super) fn end_row(&mut self) -> io::Result<()> {
        if let Self::Stream(stream, rows) = self
            && rows.len() >= STREAM_BYTES
        {
            stream.write_all(rows)?;
            rows.clear();
        }
        Ok(())
    }

    /// Completes the file, or hands the last rows to the stream.
    pub(super) fn finish(self, name: &Path) -> Result<(), OutputError> {
        match self {
            Self::File(file) => file.commit(),
            Self::Stream(mut stream, rows) => {
                stream.write_all(&rows).and_then(|()| stream.flush()).map_err(OutputError::at(name))
            }
        }
    }
}

impl Write for RowSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Stream(_, rows) => rows.write(bytes),
        }
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::File(file) => file.write_all(bytes),
            Self::Stream(_, rows) => rows.write_all(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
