//! Rows as comma- or tab-separated values (RFC 4180) below a line with the names of the columns.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use csv::{ByteRecord, Reader, ReaderBuilder};

use super::RowSource;
use super::block::{Block, Cell, ColumnList};
use crate::input::Problem;
use crate::input::memory::MemoryLimit;
use crate::input::stream::source::Bytes;

/// Bytes that the parser reads at once.
const BUFFER: usize = 1 << 16;

/// The rows of a file of separated values. Quoted fields may hold separators, line ends and, doubled, quotation marks.
pub(super) struct CsvRows {
    reader: Reader<Metered>,
    /// Bytes that may be read before the row at hand ends.
    budget: Arc<AtomicU64>,
    row_bytes: u64,
    record: ByteRecord,
    width: usize,
}

impl CsvRows {
    /// Reads the names of the columns.
    pub(super) fn open(
        separator: u8,
        bytes: Bytes,
        memory: MemoryLimit,
        columns: &mut ColumnList,
    ) -> Result<Self, (u64, Problem)> {
        let row_bytes = memory.longest_line().saturating_add(BUFFER as u64);
        let budget = Arc::new(AtomicU64::new(row_bytes));
        let source = Metered { bytes, budget: budget.clone(), memory };
        let reader = ReaderBuilder::new()
            .delimiter(separator)
            // Rows of another length are refused one by one.
            .flexible(true)
            .has_headers(false)
            .buffer_capacity(BUFFER)
            .from_reader(source);
        let mut rows = Self { reader, budget, row_bytes, record: ByteRecord::new(), width: 0 };
        if rows.next_record()?.is_none() {
            let (missing, wanted) = ("the line with the names of the columns".to_owned(), "found no line".to_owned());
            return Err((1, Problem::Missing { missing, wanted }));
        }
        rows.name_columns(columns).map_err(|problem| (1, problem))?;
        Ok(rows)
    }

    fn name_columns(&mut self, columns: &mut ColumnList) -> Result<(), Problem> {
        self.width = self.record.len();
        for (at, name) in self.record.iter().enumerate() {
            let name =
                std::str::from_utf8(name).map_err(|_| Problem::unexpected(name, "a name of a column in UTF-8"))?;
            if columns.position(name)? != Some(at) {
                let found = format!("column {} a second time", crate::input::error::quoted(name.as_bytes()));
                return Err(Problem::Unexpected { found, wanted: "each name once".to_owned() });
            }
        }
        columns.close();
        Ok(())
    }

    /// Reads the next record; its line, or `None` at the end.
    fn next_record(&mut self) -> Result<Option<u64>, (u64, Problem)> {
        self.budget.store(self.row_bytes, Ordering::Relaxed);
        let line = self.reader.position().line();
        match self.reader.read_byte_record(&mut self.record) {
            Ok(true) => Ok(Some(self.record.position().map_or(line, csv::Position::line))),
            Ok(false) => Ok(None),
            Err(error) => Err((line, in_words(error))),
        }
    }
}

impl RowSource for CsvRows {
    fn next_row(&mut self, columns: &mut ColumnList, block: &mut Block) -> Result<bool, (u64, Problem)> {
        let Some(line) = self.next_record()? else { return Ok(false) };
        block.begin_row(line);
        if self.record.len() != self.width {
            let found = format!("{} fields", self.record.len());
            block.refuse_last(Problem::Unexpected { found, wanted: format!("{}, as in the first line", self.width) });
        }
        for (column, field) in self.record.iter().enumerate().take(columns.len()).filter(|(_, field)| !field.is_empty())
        {
            match std::str::from_utf8(field) {
                Ok(text) => drop(block.set(column, Cell { text, is_string: false })),
                Err(_) => block.refuse_last(Problem::unexpected(field, "text in UTF-8")),
            }
        }
        Ok(true)
    }
}

/// A stream that ends with an error where one row is longer than memory allows: a quotation mark that is never closed makes
/// one row of a whole file.
struct Metered {
    bytes: Bytes,
    budget: Arc<AtomicU64>,
    memory: MemoryLimit,
}

impl Read for Metered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.budget.load(Ordering::Relaxed);
        if left == 0 {
            let problem = self.memory.long_line(self.memory.longest_line() as usize);
            return Err(io::Error::other(problem));
        }
        let read = self.bytes.read(buffer)?;
        self.budget.store(left.saturating_sub(read as u64), Ordering::Relaxed);
        Ok(read)
    }
}

fn in_words(error: csv::Error) -> Problem {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => match error.downcast::<Problem>() {
            Ok(problem) => problem,
            Err(error) => error.into(),
        },
        other => Problem::Unexpected { found: format!("{other:?}"), wanted: "separated values".to_owned() },
    }
}
