//! Vectors as JSON lines.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::row_sink::RowSink;
use super::{RowWriter, VectorRow, kept};
use crate::input::KeptRow;
use crate::output::OutputError;
use sgr_core::text::json_escaped;

/// One JSON object per line: `{"id": "…", "label": "…" or null, <kept columns>, "vector": […]}`.
///
/// Numbers are the shortest text that reads back as the same `f32`. JSON knows neither NaN nor infinity: they are
/// written as `null`.
pub(super) struct JsonLinesWriter {
    name: PathBuf,
    sink: RowSink,
}

impl JsonLinesWriter {
    pub(super) fn new(name: &Path, sink: RowSink) -> Self {
        Self { name: name.to_owned(), sink }
    }
}

impl RowWriter for JsonLinesWriter {
    fn write_row(&mut self, row: VectorRow<'_>, kept: Option<&KeptRow>) -> io::Result<()> {
        let sink = &mut self.sink;
        sink.write_all(b"{\"id\":")?;
        sink.write_all(json_escaped(&serde_json::to_string(row.id)?).as_bytes())?;
        sink.write_all(b",\"label\":")?;
        sink.write_all(json_escaped(&serde_json::to_string(&row.label)?).as_bytes())?;
        for value in kept.map(kept::values).unwrap_or_default() {
            let (name, value) = (serde_json::to_string(value.name())?, value.json()?);
            write!(sink, ",{}:{}", json_escaped(&name), json_escaped(&value))?;
        }
        sink.write_all(b",\"vector\":")?;
        serde_json::to_writer(&mut *sink, row.vector)?;
        sink.write_all(b"}\n")?;
        sink.end_row()
    }

    fn finish(self: Box<Self>) -> Result<(), OutputError> {
        self.sink.finish(&self.name)
    }
}
