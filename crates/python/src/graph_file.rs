//! Graphs of a file, one at a time.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use sgr::graph::GraphRecord;
use sgr::input::{self, Format, GraphReader, HydrogenNodes, InputError, Keep, Problem, ReadOptions, Remedy, Scope};
use sgr::names::UnknownName;

use crate::graph::Graph;
use crate::process::Process;
use crate::wanted::{MORE_MEMORY, memory_limit, named};

/// A file or folder of graphs that is being read.
#[pyclass(frozen, module = "sgr._sgr")]
pub(crate) struct GraphFile {
    reader: Mutex<GraphReader>,
    has_molecules: bool,
    process: Process,
}

/// A graph, or why it was skipped.
#[derive(IntoPyObject)]
pub(crate) enum Item {
    Graph(Graph),
    Skipped(String),
}

#[pymethods]
impl GraphFile {
    /// Opens a file or folder; `format` overrides what the name says.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the keywords of one Python function")]
    #[pyo3(signature = (path, format=None, weights=false, directed_as_undirected=false, gather=false, header=None, node_labels=false, edge_labels=false, attributes=false, max_memory=8.0, hydrogens="written", hydrogen_counts=false))]
    fn new(
        path: PathBuf,
        format: Option<&str>,
        weights: bool,
        directed_as_undirected: bool,
        gather: bool,
        header: Option<bool>,
        node_labels: bool,
        edge_labels: bool,
        attributes: bool,
        max_memory: f64,
        hydrogens: &str,
        hydrogen_counts: bool,
    ) -> PyResult<Self> {
        let mut options = ReadOptions::default();
        options.weights = weights;
        options.directed_as_undirected = directed_as_undirected;
        options.gather = gather;
        options.header = header;
        options.node_labels = node_labels;
        options.edge_labels = edge_labels;
        options.attributes = Keep::required_if(attributes);
        options.max_memory = memory_limit(max_memory)?;
        options.molecules.hydrogen_nodes = named::<HydrogenNodes>("hydrogens", hydrogens)?;
        options.molecules.hydrogen_counts = hydrogen_counts;
        let format = format.map(format_of).transpose()?;
        let reader = input::open(&path, format, &options).map_err(of_file)?;
        Ok(Self { has_molecules: reader.has_molecules(), reader: Mutex::new(reader), process: Process::current() })
    }

    /// How many graphs are left, where the format tells.
    fn left(&self) -> Option<usize> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner).size_hint().1
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// The next graph, or in words why one was skipped.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Item>> {
        // Parent and child have one place in the file: what the child reads, the parent would miss.
        self.process.check()?;
        let read = || -> Option<Result<GraphRecord, InputError>> {
            self.reader.lock().unwrap_or_else(PoisonError::into_inner).next()
        };
        match py.detach(read) {
            None => Ok(None),
            Some(Ok(record)) => Ok(Some(Item::Graph(Graph::of(record).with_molecule(self.has_molecules)))),
            Some(Err(error)) if error.scope == Scope::Graph => Ok(Some(Item::Skipped(in_words(&error)))),
            Some(Err(error)) => Err(of_file(error)),
        }
    }
}

fn format_of(name: &str) -> PyResult<Format> {
    name.parse().map_err(|error: UnknownName| PyValueError::new_err(error.to_string()))
}

/// An error of a file: an OSError if the system refused.
pub(crate) fn of_file(error: InputError) -> PyErr {
    match &error.problem {
        Problem::Io(_) => PyOSError::new_err(in_words(&error)),
        _ => PyValueError::new_err(in_words(&error)),
    }
}

/// The error with advice in Python's words.
fn in_words(error: &InputError) -> String {
    let advice = match error.remedy() {
        Some(Remedy::StateFormat) => "pass format=…".to_owned(),
        Some(Remedy::UseFormat(format)) => format!("if it is {format}, pass format=\"{format}\""),
        Some(Remedy::IgnoreWeights) => "leave out weight=True to read it without weights".to_owned(),
        Some(Remedy::IgnoreAttributes) => "leave out attributes=True to read it without attributes".to_owned(),
        Some(Remedy::ForgetDirections) => "pass directed_as=\"undirected\" to forget the directions".to_owned(),
        Some(Remedy::Gather) => "pass gather=True to read all edges first".to_owned(),
        Some(Remedy::StateHeader(line)) => format!("pass header=True to skip it or header=False to read it as {line}"),
        Some(Remedy::AllowMemory) => MORE_MEMORY.to_owned(),
        _ => return error.to_string(),
    };
    format!("{error}; {advice}")
}
