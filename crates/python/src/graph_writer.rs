//! Graphs to files, as the program's `generate` writes them.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use sgr::graph::{Dropped, GraphRecord};
use sgr::output::{CollectionWriter, OutputError};

use crate::graph_batch::GraphBatch;

/// A file or folder of graphs that appears, whole, with `finish`.
#[pyclass(frozen, module = "sgr._sgr")]
pub(crate) struct GraphWriter {
    writer: Mutex<Option<CollectionWriter>>,
    /// The process that writes: a child that was forked meanwhile has a copy.
    process: u32,
}

impl GraphWriter {
    fn writer(&self) -> MutexGuard<'_, Option<CollectionWriter>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An error in a child process: its writes would go into the file of the parent.
    fn check_process(&self) -> PyResult<()> {
        if self.process == std::process::id() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err("the process was forked while sgr wrote a file, and only the parent can write it"))
    }
}

impl Drop for GraphWriter {
    /// In a child process nothing may happen: dropped, the copy would write what it holds into the file of the parent, and
    /// remove the file.
    fn drop(&mut self) {
        if self.process != std::process::id() {
            std::mem::forget(self.writer().take());
        }
    }
}

#[pymethods]
impl GraphWriter {
    /// Opens a file in the format that its name asks for.
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        let writer = CollectionWriter::create(&path).map_err(refused)?;
        Ok(Self { writer: Mutex::new(Some(writer)), process: std::process::id() })
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
        self.check_process()?;
        py.detach(|| {
            let mut writer = self.writer();
            records.iter().try_for_each(|record| writer.as_mut().map_or(Ok(()), |writer| writer.write_graph(record)))
        })
        .map_err(refused)
    }

    /// Completes the file and puts it in its place; without it nothing appears.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        self.check_process()?;
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
