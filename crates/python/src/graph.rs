//! A graph of the library as a Python object.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use sgr::graph::{Dropped, Graph as Inner, GraphBuilder, GraphRecord};

use crate::carried::{CarriedView, LabelText, LabelView};
use crate::rows::{EdgeArrays, Indices, NodeCount};

/// An undirected simple graph: what `sgr.read` and `sgr.generate` give, and all functions take.
#[pyclass(frozen, module = "sgr", name = "Graph")]
pub(crate) struct Graph {
    pub(crate) graph: Arc<Inner>,
    pub(crate) dropped: Dropped,
    id: String,
    label: Option<String>,
    is_molecule: bool,
}

impl Graph {
    pub(crate) fn of(record: GraphRecord) -> Self {
        let GraphRecord { id, label, graph, dropped } = record;
        Self { graph: Arc::new(graph), dropped, id, label, is_molecule: false }
    }

    /// The same, of a molecule or protein if `is_molecule`.
    pub(crate) fn with_molecule(self, is_molecule: bool) -> Self {
        Self { is_molecule, ..self }
    }
}

#[pymethods]
impl Graph {
    /// A graph of so many nodes; `sources[i]`–`targets[i]` are its edges, `edge_labels[i]` their labels.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the keywords of one Python constructor")]
    #[pyo3(signature = (
        nodes, sources, targets, weights=None, id=None, label=None, node_labels=None, edge_labels=None, attributes=None,
        is_molecule=false
    ))]
    fn new(
        nodes: NodeCount,
        sources: Indices<'_>,
        targets: Indices<'_>,
        weights: Option<PyReadonlyArray1<'_, f64>>,
        id: Option<String>,
        label: Option<String>,
        node_labels: Option<Vec<LabelText>>,
        edge_labels: Option<Vec<LabelText>>,
        attributes: Option<PyReadonlyArray2<'_, f64>>,
        is_molecule: bool,
    ) -> PyResult<Self> {
        let (sources, targets) = (sources.view(), targets.view());
        let weights = weights.as_ref().map(PyReadonlyArray1::as_array);
        let carried = CarriedView {
            node_labels: node_labels.map(LabelText::shared).map(LabelView::Listed),
            edge_labels: edge_labels.map(LabelText::shared).map(LabelView::Listed),
            attributes: attributes.as_ref().map(PyReadonlyArray2::as_array),
        };
        let edges = EdgeArrays { sources, targets, weights, is_directed: false, carried: &carried };
        let (graph, dropped) = edges.build(nodes.0, &mut GraphBuilder::new()).map_err(PyValueError::new_err)?;
        let record = GraphRecord { id: id.unwrap_or_default(), label, graph, dropped };
        Ok(Self::of(record).with_molecule(is_molecule))
    }

    /// Number of nodes, isolated ones included.
    #[getter]
    fn node_count(&self) -> usize {
        self.graph.node_count()
    }

    /// Number of edges.
    #[getter]
    fn edge_count(&self) -> usize {
        self.graph.edge_count()
    }

    /// Nodes without an edge.
    #[getter]
    fn isolated_count(&self) -> usize {
        self.graph.isolated_count()
    }

    /// Loops that were given and dropped.
    #[getter]
    fn self_loops_dropped(&self) -> u64 {
        self.dropped.self_loops
    }

    /// Whether the edges carry weights.
    #[getter]
    fn is_weighted(&self) -> bool {
        self.graph.is_weighted()
    }

    /// Its name: the key or number in the file it was read from.
    #[getter]
    fn id(&self) -> &str {
        &self.id
    }

    /// Its class, as it stood in the file; None if there is none.
    #[getter]
    fn label(&self) -> Option<&str> {
        self.label.as_deref()
    }

    /// Whether it is a molecule or protein: vectors then see its labels unless they are told not to.
    #[getter]
    fn is_molecule(&self) -> bool {
        self.is_molecule
    }

    /// The edges, each once with the smaller end first: an array of two columns.
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let ends: Vec<i64> = self.graph.edges().flat_map(|(u, v, _)| [i64::from(u), i64::from(v)]).collect();
        ends.into_pyarray(py).reshape([self.graph.edge_count(), 2])
    }

    /// A weight for each of the edges; None when unweighted.
    fn weights<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        let weights = || self.graph.edges().map(|(_, _, weight)| weight).collect::<Vec<f64>>();
        self.graph.is_weighted().then(|| weights().into_pyarray(py))
    }

    /// The label of each node; None if the graph has no node labels.
    fn node_labels(&self) -> Option<Vec<String>> {
        self.graph.node_labels().map(|labels| labels.iter().map(|label| label.to_string()).collect())
    }

    /// The label of each of the edges; None if the graph has no edge labels.
    fn edge_labels(&self) -> Option<Vec<String>> {
        self.graph.all_edge_labels()?;
        Some(self.graph.labels_of_edges().map(|label| label.to_string()).collect())
    }

    /// The attributes of the nodes, a row for each; None if the graph has no attributes.
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        let rows = self.graph.attributes();
        rows.map(|rows| rows.values().to_vec().into_pyarray(py).reshape([rows.len(), rows.width()])).transpose()
    }

    /// As a networkx.Graph with nodes 0 to n − 1, and the edge attribute "weight" if weighted. Labels are the node and edge
    /// attributes "label", attributes are lists in the node attribute "attributes".
    fn to_networkx(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        exported(slf, "to_networkx")
    }

    /// As a symmetric scipy.sparse.csr_array: weights, or 1.0 for each edge.
    fn to_scipy(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        exported(slf, "to_scipy")
    }

    /// As a torch_geometric.data.Data with both directions of each edge, and `edge_weight` if weighted. Labels are the lists
    /// `node_label` and `edge_label`, attributes are `x`.
    fn to_pyg(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        exported(slf, "to_pyg")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, graph) = (slf.py(), slf.get());
        let (sources, targets): (Vec<i64>, Vec<i64>) =
            graph.graph.edges().map(|(u, v, _)| (i64::from(u), i64::from(v))).unzip();
        let arguments = (
            graph.node_count(),
            sources.into_pyarray(py),
            targets.into_pyarray(py),
            graph.weights(py),
            graph.id(),
            graph.label(),
            graph.node_labels(),
            graph.edge_labels(),
            graph.attributes(py)?,
            graph.is_molecule,
        );
        (slf.get_type(), arguments).into_pyobject(py)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.graph == other.graph
    }

    fn __hash__(&self) -> u64 {
        // Equal graphs have equal counts; more is not worth the time.
        (self.graph.node_count() as u64) << 32 ^ self.graph.edge_count() as u64
    }

    fn __repr__(&self) -> String {
        let weighted = if self.graph.is_weighted() { ", weighted" } else { "" };
        format!("<Graph of {} nodes and {} edges{weighted}>", self.graph.node_count(), self.graph.edge_count())
    }
}

/// Other libraries' graphs are made in Python, where these libraries are imported only if used.
fn exported<'py>(graph: Bound<'py, Graph>, function: &str) -> PyResult<Bound<'py, PyAny>> {
    graph.py().import("sgr._conversion._export")?.call_method1(function, (graph,))
}
