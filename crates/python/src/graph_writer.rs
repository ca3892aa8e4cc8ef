//! Graphs to files, as the program's `generate` writes them.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use sgr::graph::{Dropped, GraphRecord};
use sgr::output::{CollectionWriter, OutputError};

use crate::graph_batch::GraphBatch;

/// A file or folder of graphs that appears, whole, with `finish`.
#[pyclass(frozen, module = "sgr._sgr")]
pub(crate) struct GraphWriter(Mutex<Option<CollectionWriter>>);

#[pymethods]
impl GraphWriter {
    /// Opens a file in the format that its name asks for.
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        CollectionWriter::create(&path).map(|writer| Self(Mutex::new(Some(writer)))).map_err(refused)
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
        py.detach(|| {
            let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            records.iter().try_for_each(|record| writer.as_mut().map_or(Ok(()), |writer| writer.write_graph(record)))
        })
        .map_err(refused)
    }

    /// Completes the file and puts it in its place; without it nothing appears.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            let writer = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
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
