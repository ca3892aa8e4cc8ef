//! From compressed rows, as SciPy and NetworkX have them, to a graph.

use numpy::PyReadonlyArray1;
use numpy::ndarray::ArrayView1;
use pyo3::prelude::*;
use sgr::graph::{Dropped, Graph, GraphBuilder};

use crate::carried::CarriedView;
use crate::rows::{EdgeArrays, IndexView, array};

/// The entries of a sparse matrix in one of the types that programs use, as they lie in memory.
pub(crate) enum Entries<'py> {
    Float64(PyReadonlyArray1<'py, f64>),
    Float32(PyReadonlyArray1<'py, f32>),
    Int64(PyReadonlyArray1<'py, i64>),
    Int32(PyReadonlyArray1<'py, i32>),
    Int8(PyReadonlyArray1<'py, i8>),
    Uint8(PyReadonlyArray1<'py, u8>),
    Bool(PyReadonlyArray1<'py, bool>),
}

/// The same work on an array of each type.
macro_rules! on_each {
    ($entries:expr, $array:ident => $work:expr) => {
        match $entries {
            Entries::Float64($array) => $work,
            Entries::Float32($array) => $work,
            Entries::Int64($array) => $work,
            Entries::Int32($array) => $work,
            Entries::Int8($array) => $work,
            Entries::Uint8($array) => $work,
            Entries::Bool($array) => $work,
        }
    };
}

/// A number of a sparse matrix.
trait Entry: Copy {
    fn weight(self) -> f64;
}

impl Entry for f64 {
    fn weight(self) -> f64 {
        self
    }
}

impl Entry for i64 {
    fn weight(self) -> f64 {
        self as f64
    }
}

macro_rules! exact_entry {
    ($($kind:ty),*) => {
        $(impl Entry for $kind {
            fn weight(self) -> f64 {
                f64::from(self)
            }
        })*
    };
}

exact_entry!(f32, i32, i8, u8, bool);

impl<'py> Entries<'py> {
    /// The object, if it is such an array.
    pub(crate) fn of(object: &Bound<'py, PyAny>) -> Option<Self> {
        let floats = || array(object).map(Self::Float64).or_else(|| array(object).map(Self::Float32));
        let long = || array(object).map(Self::Int64).or_else(|| array(object).map(Self::Int32));
        let short = || array(object).map(Self::Int8).or_else(|| array(object).map(Self::Uint8));
        floats().or_else(long).or_else(short).or_else(|| array(object).map(Self::Bool))
    }

    /// Whether each is an edge: neither NaN nor 0.
    pub(crate) fn are_edges(&self) -> bool {
        fn is_edge(entry: impl Entry) -> bool {
            let weight = entry.weight();
            !weight.is_nan() && weight != 0.0
        }
        on_each!(self, array => array.as_array().iter().all(|&entry| is_edge(entry)))
    }

    pub(crate) fn weights(&self) -> Vec<f64> {
        on_each!(self, array => array.as_array().iter().map(|&entry| entry.weight()).collect())
    }
}

/// Compressed rows as they lie in memory.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a, 'c> {
    pub(crate) offsets: IndexView<'a>,
    pub(crate) columns: IndexView<'a>,
    pub(crate) weights: Option<ArrayView1<'a, f64>>,
    pub(crate) carried: &'a CarriedView<'c>,
}

impl Rows<'_, '_> {
    pub(crate) fn build(self, is_directed: bool, builder: &mut GraphBuilder) -> Result<(Graph, Dropped), String> {
        let entries = self.columns.len();
        let offsets = self.offsets()?;
        if self.carried.edge_labels.is_none()
            && let Some(graph) = self.ready_made(&offsets)
        {
            return Ok((self.carried.give(graph)?, Dropped::default()));
        }
        let mut sources = vec![0i64; entries];
        for (node, ends) in offsets.windows(2).enumerate() {
            sources[ends[0]..ends[1]].fill(node as i64);
        }
        let sources = IndexView::Int64(ArrayView1::from(&sources));
        let weights = self.weights.map(|weights| weights.reborrow());
        let (targets, carried) = (self.columns.reborrow(), self.carried);
        let edges = EdgeArrays { sources, targets, weights, is_directed, carried };
        edges.build(offsets.len() - 1, builder)
    }

    /// Where each row starts and, last, the number of entries.
    fn offsets(self) -> Result<Vec<usize>, String> {
        let offsets = self.offsets.numbers();
        let fits = |offsets: &Vec<usize>| {
            offsets.first() == Some(&0) && offsets.is_sorted() && offsets.last() == Some(&self.columns.len())
        };
        let wanted = "offsets that ascend from 0 to the number of entries";
        let refused = || format!("found offsets that do not fit the columns, wanted {wanted}");
        offsets.filter(fits).ok_or_else(refused)
    }

    /// Rows that are a graph as they are need no sorting.
    fn ready_made(self, offsets: &[usize]) -> Option<Graph> {
        Graph::from_rows(offsets.to_vec(), self.columns.numbers()?, self.weights.map(|weights| weights.to_vec()))
    }
}
