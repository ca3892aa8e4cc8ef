//! Graphs on their way from Python to the library.

use numpy::ndarray::ArrayView1;
use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sgr::graph::{Attributes, Dropped, Graph, GraphBuilder};

use crate::adjacency::Adjacency;
use crate::background::threads;
use crate::carried::{Alphabet, Carried, CarriedView};
use crate::compressed_rows::{Entries, Rows};
use crate::graph::Graph as PyGraph;
use crate::rows::{EdgeArrays, Indices};

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
    adjacency: Adjacency,
    alphabet: Alphabet,
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

    /// Adds a graph of edges. With `directed` an edge must stand there in both directions. `carried`: node labels, edge
    /// labels, each as codes and texts, and attributes.
    #[pyo3(signature = (nodes, sources, targets, weights=None, directed=false, carried=None))]
    #[expect(clippy::too_many_arguments, reason = "the parts of a graph, in one call")]
    fn add_edges(
        &mut self,
        py: Python<'_>,
        nodes: usize,
        sources: Indices<'_>,
        targets: Indices<'_>,
        weights: Option<PyReadonlyArray1<'_, f64>>,
        directed: bool,
        carried: Option<Carried<'_>>,
    ) -> PyResult<()> {
        let (sources, targets) = (sources.view(), targets.view());
        let weights = weights.as_ref().map(PyReadonlyArray1::as_array);
        let carried = CarriedView::new(carried.as_ref(), &mut self.alphabet);
        let edges = EdgeArrays { sources, targets, weights, is_directed: directed, carried: &carried };
        let builder = &mut self.builder;
        let built = releasing(py, sources.len(), || edges.build(nodes, builder));
        self.push(built)
    }

    /// Adds a graph of compressed rows, all entries in both directions unless `directed` is false. `carried` as for
    /// `add_edges`, edge labels parallel to `columns`.
    #[pyo3(signature = (offsets, columns, weights=None, directed=true, carried=None))]
    fn add_rows(
        &mut self,
        py: Python<'_>,
        offsets: Indices<'_>,
        columns: Indices<'_>,
        weights: Option<PyReadonlyArray1<'_, f64>>,
        directed: bool,
        carried: Option<Carried<'_>>,
    ) -> PyResult<()> {
        let carried = CarriedView::new(carried.as_ref(), &mut self.alphabet);
        let rows = Rows {
            offsets: offsets.view(),
            columns: columns.view(),
            weights: weights.as_ref().map(PyReadonlyArray1::as_array),
            carried: &carried,
        };
        let builder = &mut self.builder;
        let built = releasing(py, rows.columns.len(), || rows.build(directed, builder));
        self.push(built)
    }

    /// Adds a graph of the arrays of a sparse matrix as `add_rows` does, without its weights unless they are asked for.
    /// Returns false, and adds nothing, if the arrays are of other types or an entry is 0 or NaN.
    #[pyo3(signature = (offsets, columns, entries, is_weighted, directed))]
    fn add_matrix(
        &mut self,
        py: Python<'_>,
        offsets: &Bound<'_, PyAny>,
        columns: &Bound<'_, PyAny>,
        entries: &Bound<'_, PyAny>,
        is_weighted: bool,
        directed: bool,
    ) -> PyResult<bool> {
        let (Some(offsets), Some(columns)) = (Indices::of(offsets), Indices::of(columns)) else { return Ok(false) };
        let Some(entries) = Entries::of(entries).filter(Entries::are_edges) else { return Ok(false) };
        let weights = is_weighted.then(|| entries.weights());
        let carried = CarriedView::default();
        let weights = weights.as_deref().map(ArrayView1::from);
        let rows = Rows { offsets: offsets.view(), columns: columns.view(), weights, carried: &carried };
        let builder = &mut self.builder;
        let built = releasing(py, rows.columns.len(), || rows.build(directed, builder));
        self.push(built)?;
        Ok(true)
    }

    /// Adds a graph of NetworkX's dictionary of dictionaries. `carried` as for `add_edges`, without edge labels. Returns false,
    /// and adds nothing, if it is of other mappings.
    #[pyo3(signature = (adjacency, carried=None))]
    fn add_adjacency(
        &mut self,
        py: Python<'_>,
        adjacency: &Bound<'_, PyAny>,
        carried: Option<Carried<'_>>,
    ) -> PyResult<bool> {
        if !self.adjacency.read(adjacency)? {
            return Ok(false);
        }
        let carried = CarriedView::new(carried.as_ref(), &mut self.alphabet);
        let (rows, builder) = (&self.adjacency, &mut self.builder);
        let built = releasing(py, rows.len(), || rows.build(&carried, builder));
        self.push(built)?;
        Ok(true)
    }

    /// Adds a graph that is one already.
    fn add_graph(&mut self, graph: PyRef<'_, PyGraph>) {
        self.dropped += graph.dropped;
        self.push_graph(graph.graph.as_ref().clone());
    }

    /// The number of attributes of the last graph's nodes. A graph that has none, or not as many as wanted, is removed, and
    /// an error says so.
    #[pyo3(signature = (wanted=None))]
    fn check_width(&mut self, wanted: Option<usize>) -> PyResult<Option<usize>> {
        let Some(Some(graph)) = self.graphs.last() else { return Ok(wanted) };
        let found = graph.attributes().map(Attributes::width);
        if graph.node_count() == 0 || (found.is_some() && (wanted.is_none() || wanted == found)) {
            return Ok(wanted.or(found));
        }
        self.entries -= graph.node_count() + graph.edge_count();
        self.graphs.pop();
        Err(PyValueError::new_err(match (found, wanted) {
            (Some(found), Some(wanted)) => {
                format!("each node has {found} attributes, wanted {wanted}, the same for all graphs")
            }
            _ => "found a graph whose nodes have no attributes, and attributes are asked for".to_owned(),
        }))
    }

    /// The attributes of all nodes, a row each.
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let graphs = || self.graphs.iter().flatten().filter_map(Graph::attributes);
        let width = graphs().next().map_or(0, Attributes::width);
        let values: Vec<f64> = graphs().flat_map(|attributes| attributes.values().iter().copied()).collect();
        let shape = [values.len() / width.max(1), width];
        values.into_pyarray(py).reshape(shape)
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
