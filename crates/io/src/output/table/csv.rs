//! Vectors and clusters as comma-separated text.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::row_sink::RowSink;
use super::{RowWriter, VectorRow, kept};
use crate::input::{KeptColumns, KeptRow};
use crate::output::OutputError;

/// Comma-separated text: a header `id,label,<kept columns>,<names of the dimensions>`, then one line per graph.
///
/// Fields are quoted as RFC 4180 says, lines end in `\n`, a missing label is an empty field. Numbers are the shortest
/// text that reads back as the same `f32`; `NaN`, `inf` and `-inf` stand for themselves.
pub(super) struct CsvWriter {
    name: PathBuf,
    sink: RowSink,
}

impl CsvWriter {
    pub(super) fn new(
        name: &Path,
        mut sink: RowSink,
        columns: &[String],
        kept: Option<&KeptColumns>,
    ) -> Result<Self, OutputError> {
        let columns: Vec<String> =
            kept.map(kept::names).unwrap_or_default().into_iter().chain(columns.to_vec()).collect();
        write_header(&mut sink, &columns).map_err(OutputError::at(name))?;
        Ok(Self { name: name.to_owned(), sink })
    }
}

impl RowWriter for CsvWriter {
    fn write_row(&mut self, row: VectorRow<'_>, kept: Option<&KeptRow>) -> io::Result<()> {
        write_names(&mut self.sink, row.id, row.label)?;
        for value in kept.map(kept::values).unwrap_or_default() {
            self.sink.write_all(b",")?;
            write_field(&mut self.sink, &value.csv())?;
        }
        for &value in row.vector {
            self.sink.write_all(b",")?;
            write_number(&mut self.sink, value)?;
        }
        self.sink.write_all(b"\n")?;
        self.sink.end_row()
    }

    fn finish(self: Box<Self>) -> Result<(), OutputError> {
        self.sink.finish(&self.name)
    }
}

/// Graphs with their clusters, as comma-separated text under the header `id,cluster`; −1 for a graph in none.
#[must_use]
pub fn assignments_csv<'a>(mut assignments: impl Iterator<Item = (&'a str, Option<u32>)>) -> Vec<u8> {
    let mut text = b"id,cluster\n".to_vec();
    let written = assignments.try_for_each(|(id, cluster)| {
        write_field(&mut text, id)?;
        writeln!(text, ",{}", cluster.map_or(-1, i64::from))
    });
    debug_assert!(written.is_ok(), "memory takes all that is written");
    text
}

/// The header line; `.npy` writes one without dimensions for its ids.
pub(in crate::output) fn write_header(file: &mut impl Write, columns: &[String]) -> io::Result<()> {
    write_names(file, "id", Some("label"))?;
    for column in columns {
        file.write_all(b",")?;
        write_field(file, column)?;
    }
    file.write_all(b"\n")
}

/// The first two fields of a line, without its end.
pub(in crate::output) fn write_names(file: &mut impl Write, id: &str, label: Option<&str>) -> io::Result<()> {
    write_field(file, id)?;
    file.write_all(b",")?;
    write_field(file, label.unwrap_or_default())
}

/// Writes a field of comma-separated text, quoted if it must be.
pub fn write_field(file: &mut impl Write, text: &str) -> io::Result<()> {
    if !text.contains([',', '"', '\n', '\r']) {
        return file.write_all(text.as_bytes());
    }
    write!(file, "\"{}\"", text.replace('"', "\"\""))
}

fn write_number(file: &mut impl Write, value: f32) -> io::Result<()> {
    if value.is_finite() {
        // serde_json spells a number twice as fast as `{:?}` (measured), just as short, and as in .jsonl.
        Ok(serde_json::to_writer(file, &value)?)
    } else {
        write!(file, "{value}")
    }
}
