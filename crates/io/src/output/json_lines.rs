use std::io::{self, Write};
use std::path::Path;

use super::{AtomicFile, OutputError, RowWriter, VectorRow};

/// One JSON object per line: `{"id": "…", "label": "…" or null, "vector": […]}`.
///
/// Numbers are the shortest text that reads back as the same `f32`. JSON knows neither NaN nor infinity: they are
/// written as `null`.
pub(super) struct JsonLinesWriter {
    file: AtomicFile,
}

impl JsonLinesWriter {
    pub(super) fn create(path: &Path) -> Result<Self, OutputError> {
        Ok(Self { file: AtomicFile::create(path)? })
    }
}

impl RowWriter for JsonLinesWriter {
    fn write_row(&mut self, row: VectorRow<'_>) -> io::Result<()> {
        let file = &mut self.file;
        file.write_all(b"{\"id\":")?;
        serde_json::to_writer(&mut *file, row.id)?;
        file.write_all(b",\"label\":")?;
        serde_json::to_writer(&mut *file, &row.label)?;
        file.write_all(b",\"vector\":")?;
        serde_json::to_writer(&mut *file, row.vector)?;
        file.write_all(b"}\n")
    }

    fn finish(self: Box<Self>) -> Result<(), OutputError> {
        self.file.commit()
    }
}
