//! Graphs on their way from Python to the library.

use numpy::ndarray::ArrayView1;
use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sgr::graph::{Dropped, Graph, GraphBuilder};

use crate::background::threads;
use crate::graph::Graph as PyGraph;
use crate::rows::{EdgeArrays, IndexView, Indices};

/// From so many entries on the interpreter is released while a graph is built.
const LONG: usize = 10_000;

/// Up to so many entries a batch is done before another thread would have started.
const SHORT: usize = 2_000;

/// Graphs that will be worked on together; a place may be left empty.
#[pyclass(module = "sgr._sgr")]
#[derive(Default)]
pub(crate) struct GraphBatch {
    graphs: Vec<Option<Graph>>,
    dropped: Dropped,
    entries: usize,
    builder: GraphBuilder,
}

impl GraphBatch {
    pub(crate) fn take(&mut self) -> Vec<Option<Graph>> {
        self.entries = 0;
        self.dropped = Dropped::default();
        std::mem::take(&mut self.graphs)
    }

    /// Copies of its graphs, for work that is done more than once.
    pub(crate) fn copies(&self) -> Vec<Option<Graph>> {
        self.graphs.clone()
    }

    /// Threads for its graphs, where so many are asked for. The result does not depend on it.
    pub(crate) fn threads(&self, asked: Option<usize>) -> usize {
        if self.entries <= SHORT { 1 } else { threads(asked) }
    }

    fn push(&mut self, built: Result<(Graph, Dropped), String>) -> PyResult<()> {
        let (graph, dropped) = built.map_err(PyValueError::new_err)?;
        self.dropped += dropped;
        self.push_graph(graph);
        Ok(())
    }

    fn push_graph(&mut self, graph: Graph) {
        self.entries += graph.node_count() + graph.edge_count();
        self.graphs.push(Some(graph));
    }
}

#[pymethods]
impl GraphBatch {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn __len__(&self) -> usize {
        self.graphs.len()
    }

    /// Nodes and edges so far.
    #[getter]
    fn entries(&self) -> usize {
        self.entries
    }

    /// Self-loops, repeated edges and edges of weight zero that were dropped so far.
    #[getter]
    fn dropped(&self) -> (u64, u64, u64) {
        (self.dropped.self_loops, self.dropped.repeats, self.dropped.zero_weights)
    }

    /// Adds a graph of edges. With `directed` an edge must stand there in both directions.
    #[pyo3(signature = (nodes, sources, targets, weights=None, directed=false))]
    fn add_edges(
        &mut self,
        py: Python<'_>,
        nodes: usize,
        sources: Indices<'_>,
        targets: Indices<'_>,
        weights: Option<PyReadonlyArray1<'_, f64>>,
        directed: bool,
    ) -> PyResult<()> {
        let (sources, targets) = (sources.view(), targets.view());
        let weights = weights.as_ref().map(PyReadonlyArray1::as_array);
        let edges = EdgeArrays { sources, targets, weights, is_directed: directed };
        let builder = &mut self.builder;
        let built = releasing(py, sources.len(), || edges.build(nodes, builder));
        self.push(built)
    }

    /// Adds a graph of compressed rows, all entries in both directions unless `directed` is false.
    #[pyo3(signature = (offsets, columns, weights=None, directed=true))]
    fn add_rows(
        &mut self,
        py: Python<'_>,
        offsets: Indices<'_>,
        columns: Indices<'_>,
        weights: Option<PyReadonlyArray1<'_, f64>>,
        directed: bool,
    ) -> PyResult<()> {
        let rows = Rows {
            offsets: offsets.view(),
            columns: columns.view(),
            weights: weights.as_ref().map(PyReadonlyArray1::as_array),
        };
        let builder = &mut self.builder;
        let built = releasing(py, rows.columns.len(), || rows.build(directed, builder));
        self.push(built)
    }

    /// Adds a graph that is one already.
    fn add_graph(&mut self, graph: PyRef<'_, PyGraph>) {
        self.dropped += graph.dropped;
        self.push_graph(graph.graph.as_ref().clone());
    }

    /// Leaves a place empty.
    fn add_missing(&mut self) {
        self.graphs.push(None);
    }

    /// Number of nodes and edges of the only graph, each edge once: an array of two columns.
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<(usize, Bound<'py, PyArray2<i64>>)> {
        let [Some(graph)] = self.graphs.as_slice() else {
            return Err(PyValueError::new_err(format!("found {} graphs, wanted 1", self.graphs.len())));
        };
        let ends: Vec<i64> = graph.edges().flat_map(|(u, v, _)| [i64::from(u), i64::from(v)]).collect();
        Ok((graph.node_count(), ends.into_pyarray(py).reshape([graph.edge_count(), 2])?))
    }

    /// Nodes, edges and isolated nodes of each graph; `None` for an empty place.
    fn sizes(&self) -> Vec<Option<(usize, usize, usize)>> {
        let size = |graph: &Graph| (graph.node_count(), graph.edge_count(), graph.isolated_count());
        self.graphs.iter().map(|graph| graph.as_ref().map(size)).collect()
    }
}

/// Releases the interpreter for work that takes long.
fn releasing<T: Send>(py: Python<'_>, entries: usize, work: impl FnOnce() -> T + Send) -> T {
    if entries < LONG { work() } else { py.detach(work) }
}

/// Compressed rows as they lie in memory.
#[derive(Clone, Copy)]
struct Rows<'a> {
    offsets: IndexView<'a>,
    columns: IndexView<'a>,
    weights: Option<ArrayView1<'a, f64>>,
}

impl Rows<'_> {
    fn build(self, is_directed: bool, builder: &mut GraphBuilder) -> Result<(Graph, Dropped), String> {
        let entries = self.columns.len();
        let offsets = self.offsets()?;
        if let Some(graph) = self.ready_made(&offsets) {
            return Ok((graph, Dropped::default()));
        }
        let mut sources = vec![0i64; entries];
        for (node, ends) in offsets.windows(2).enumerate() {
            sources[ends[0]..ends[1]].fill(node as i64);
        }
        let sources = IndexView::Int64(ArrayView1::from(&sources));
        let weights = self.weights.map(|weights| weights.reborrow());
        let edges = EdgeArrays { sources, targets: self.columns.reborrow(), weights, is_directed };
        edges.build(offsets.len() - 1, builder)
    }

    /// Where each row starts and, last, the number of entries.
    fn offsets(self) -> Result<Vec<usize>, String> {
        let numbers = (0..self.offsets.len()).map(|at| usize::try_from(self.offsets.at(at)).ok());
        let offsets: Option<Vec<usize>> = numbers.collect();
        let fits = |offsets: &Vec<usize>| {
            offsets.first() == Some(&0) && offsets.is_sorted() && offsets.last() == Some(&self.columns.len())
        };
        let wanted = "offsets that ascend from 0 to the number of entries";
        let refused = || format!("found offsets that do not fit the columns, wanted {wanted}");
        offsets.filter(fits).ok_or_else(refused)
    }

    /// Rows that are a graph as they are need no sorting.
    fn ready_made(self, offsets: &[usize]) -> Option<Graph> {
        let columns: Option<Vec<u32>> =
            (0..self.columns.len()).map(|at| u32::try_from(self.columns.at(at)).ok()).collect();
        Graph::from_rows(offsets.to_vec(), columns?, self.weights.map(|weights| weights.to_vec()))
    }
}
