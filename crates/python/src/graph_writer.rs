//! Graphs to files, as the program's `generate` writes them.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use sgr::graph::{Dropped, GraphRecord};
use sgr::output::{CollectionWriter, OutputError};

use crate::graph_batch::GraphBatch;
use crate::process::Process;

/// A file or folder of graphs that appears, whole, with `finish`.
#[pyclass(frozen, module = "sgr._sgr")]
pub(crate) struct GraphWriter {
    writer: Mutex<Option<CollectionWriter>>,
    process: Process,
}

impl GraphWriter {
    fn writer(&self) -> MutexGuard<'_, Option<CollectionWriter>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for GraphWriter {
    /// In a child process nothing may happen: dropped, the copy would write what it holds into the file of the parent, and
    /// remove the file.
    fn drop(&mut self) {
        if !self.process.is_current() {
            // Not locked: the thread that had the lock may not exist here.
            std::mem::forget(self.writer.get_mut().unwrap_or_else(PoisonError::into_inner).take());
        }
    }
}

#[pymethods]
impl GraphWriter {
    /// Opens a file in the format that its name asks for.
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        let writer = CollectionWriter::create(&path).map_err(refused)?;
        Ok(Self { writer: Mutex::new(Some(writer)), process: Process::current() })
    }

    /// Appends the graphs of a batch, which is empty afterwards, with an id and perhaps a label for each.
    fn write(
        &self,
        py: Python<'_>,
        mut batch: PyRefMut<'_, GraphBatch>,
        ids: Vec<String>,
        labels: Vec<Option<String>>,
    ) -> PyResult<()> {
        let records: Vec<GraphRecord> = (batch.take().into_iter().flatten().zip(ids).zip(labels))
            .map(|((graph, id), label)| GraphRecord { id, label, graph, dropped: Dropped::default() })
            .collect();
        // What a child writes would go into the file of the parent.
        self.process.check()?;
        py.detach(|| {
            let mut writer = self.writer();
            records.iter().try_for_each(|record| writer.as_mut().map_or(Ok(()), |writer| writer.write_graph(record)))
        })
        .map_err(refused)
    }

    /// Completes the file and puts it in its place; without it nothing appears.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        self.process.check()?;
        py.detach(|| {
            let writer = self.writer().take();
            writer.map_or(Ok(()), CollectionWriter::finish)
        })
        .map_err(refused)
    }
}

fn refused(error: OutputError) -> PyErr {
    match error {
        OutputError::UnknownFormat { .. } | OutputError::CannotExpress { .. } => {
            PyValueError::new_err(error.to_string())
        }
        error => PyOSError::new_err(error.to_string()),
    }
}
