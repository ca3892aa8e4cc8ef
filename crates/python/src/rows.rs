//! From arrays of node numbers to a graph, by the library's rules.

use numpy::ndarray::ArrayView1;
use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use sgr::graph::{Dropped, Graph, GraphBuilder};
use sgr::input::ReadOptions;

use crate::carried::{CarriedView, LabelView, in_words};

/// An array of node numbers in one of the types that libraries use, as it lies in memory.
pub(crate) enum Indices<'py> {
    Int32(PyReadonlyArray1<'py, i32>),
    Int64(PyReadonlyArray1<'py, i64>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Indices<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Self::of(&object).ok_or_else(|| PyTypeError::new_err("wanted a one-dimensional array of int32 or int64"))
    }
}

impl<'py> Indices<'py> {
    /// The object, if it is such an array.
    pub(crate) fn of(object: &Bound<'py, PyAny>) -> Option<Self> {
        array(object).map(Self::Int64).or_else(|| array(object).map(Self::Int32))
    }
}

/// A one-dimensional array of that type that nobody writes to; the type is looked at without an exception.
pub(crate) fn array<'py, T: Element>(object: &Bound<'py, PyAny>) -> Option<PyReadonlyArray1<'py, T>> {
    object.cast::<PyArray1<T>>().ok()?.try_readonly().ok()
}

/// The same, without the interpreter.
#[derive(Clone, Copy)]
pub(crate) enum IndexView<'a> {
    Int32(ArrayView1<'a, i32>),
    Int64(ArrayView1<'a, i64>),
}

impl Indices<'_> {
    pub(crate) fn view(&self) -> IndexView<'_> {
        match self {
            Self::Int32(array) => IndexView::Int32(array.as_array()),
            Self::Int64(array) => IndexView::Int64(array.as_array()),
        }
    }
}

impl<'a> IndexView<'a> {
    /// The same view for a shorter time.
    pub(crate) fn reborrow<'b>(self) -> IndexView<'b>
    where
        'a: 'b,
    {
        match self {
            Self::Int32(view) => IndexView::Int32(view.reborrow()),
            Self::Int64(view) => IndexView::Int64(view.reborrow()),
        }
    }

    pub(crate) fn len(self) -> usize {
        match self {
            Self::Int32(view) => view.len(),
            Self::Int64(view) => view.len(),
        }
    }

    /// All numbers, if each is one of type `T`.
    pub(crate) fn numbers<T: TryFrom<i32> + TryFrom<i64>>(self) -> Option<Vec<T>> {
        match self {
            Self::Int32(view) => numbers(view),
            Self::Int64(view) => numbers(view),
        }
    }

    pub(crate) fn at(self, position: usize) -> i64 {
        match self {
            Self::Int32(view) => view[position].into(),
            Self::Int64(view) => view[position],
        }
    }
}

fn numbers<N: Copy, T: TryFrom<N>>(view: ArrayView1<'_, N>) -> Option<Vec<T>> {
    let mut numbers = Vec::with_capacity(view.len());
    for &number in &view {
        numbers.push(T::try_from(number).ok()?);
    }
    Some(numbers)
}

/// A number of nodes. One that no machine has is a wrong value, as any other, and no `OverflowError`.
pub(crate) struct NodeCount(pub(crate) usize);

impl<'a, 'py> FromPyObject<'a, 'py> for NodeCount {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self).map_err(|error| match error.is_instance_of::<PyOverflowError>(object.py()) {
            true => PyValueError::new_err(format!("found {} nodes, wanted 0 to {}", &*object, u32::MAX)),
            false => error,
        })
    }
}

/// Edges as arrays: ends, and a weight for each or for none.
#[derive(Clone, Copy)]
pub(crate) struct EdgeArrays<'a, 'c> {
    pub(crate) sources: IndexView<'a>,
    pub(crate) targets: IndexView<'a>,
    pub(crate) weights: Option<ArrayView1<'a, f64>>,
    /// Whether an edge must be given in both directions, as a matrix does; one alone is then an error.
    pub(crate) is_directed: bool,
    /// Labels and attributes: of edges parallel to `sources`.
    pub(crate) carried: &'a CarriedView<'c>,
}

impl EdgeArrays<'_, '_> {
    /// The graph of `nodes` nodes, and what was dropped on the way.
    pub(crate) fn build(self, nodes: usize, builder: &mut GraphBuilder) -> Result<(Graph, Dropped), String> {
        builder.clear();
        check_declared(nodes, self.sources.len())?;
        builder.reserve_nodes(nodes).map_err(|error| error.to_string())?;
        let count = self.sources.len();
        check_length("targets", self.targets.len(), count)?;
        if let Some(weights) = self.weights {
            check_length("weights", weights.len(), count)?;
        }
        match &self.carried.edge_labels {
            Some(labels) => self.add_labelled(nodes, labels, builder)?,
            None => self.add_plain(nodes, builder)?,
        }
        let (graph, dropped) = builder.build().map_err(in_words)?;
        let not_kept = dropped.self_loops + dropped.repeats + dropped.zero_weights;
        if self.is_directed && (count as u64 - not_kept) != 2 * graph.edge_count() as u64 {
            return Err(self.one_way_street());
        }
        Ok((self.carried.give(graph)?, dropped))
    }

    fn add_plain(self, nodes: usize, builder: &mut GraphBuilder) -> Result<(), String> {
        for position in 0..self.sources.len() {
            let (u, v) = (node(self.sources.at(position), nodes)?, node(self.targets.at(position), nodes)?);
            let added = match self.weights {
                Some(weights) => builder.add_weighted_edge(u, v, weights[position], position as u64),
                None => builder.add_edge(u, v, position as u64),
            };
            added.map_err(|error| format!("edge ({u}, {v}): {error}"))?;
        }
        Ok(())
    }

    fn add_labelled(self, nodes: usize, labels: &LabelView<'_>, builder: &mut GraphBuilder) -> Result<(), String> {
        check_length("edge labels", labels.len(), self.sources.len())?;
        for position in 0..self.sources.len() {
            let (u, v) = (node(self.sources.at(position), nodes)?, node(self.targets.at(position), nodes)?);
            let weight = self.weights.map(|weights| weights[position]);
            let added = builder.add_labelled_edge(u, v, labels.at(position)?, weight, position as u64);
            added.map_err(|error| format!("edge ({u}, {v}): {error}"))?;
        }
        Ok(())
    }

    /// Names an edge that has no counterpart.
    fn one_way_street(self) -> String {
        let ends = |position| (self.sources.at(position), self.targets.at(position));
        let all: std::collections::HashSet<(i64, i64)> = (0..self.sources.len()).map(ends).collect();
        let alone = (0..self.sources.len()).map(ends).find(|&(u, v)| !all.contains(&(v, u)));
        let (u, v) = alone.unwrap_or_default();
        format!(
            "not symmetric: there is ({u}, {v}) but not ({v}, {u}), so it is directed; pass \
             directed_as=\"undirected\" to forget the directions"
        )
    }
}

/// A number must not allocate gigabytes: the nodes beyond the ends of all edges are isolated.
fn check_declared(nodes: usize, edges: usize) -> Result<(), String> {
    let limit = ReadOptions::default().max_declared_nodes.saturating_add(2 * edges);
    if nodes <= limit {
        return Ok(());
    }
    Err(format!("found {nodes} nodes and {edges} edges, wanted at most {limit} nodes for them"))
}

fn check_length(what: &str, found: usize, wanted: usize) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("found {found} {what}, wanted {wanted}, one for each edge")) }
}

fn node(index: i64, nodes: usize) -> Result<u32, String> {
    match u32::try_from(index) {
        Ok(node) if (node as usize) < nodes => Ok(node),
        _ if nodes == 0 => Err(format!("found node {index} in a graph of 0 nodes")),
        _ => Err(format!("found node {index}, wanted one from 0 to {}", nodes - 1)),
    }
}
