//! Labels and attributes on their way from Python to a graph.

use std::collections::HashSet;

use numpy::ndarray::{ArrayView1, ArrayView2};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use sgr::graph::{Attributes, Graph, GraphError, Label};

/// Labels: for each node or edge the place of its label in a list of texts.
#[derive(FromPyObject)]
pub(crate) struct Coded<'py>(PyReadonlyArray1<'py, i32>, Vec<String>);

/// Node labels, edge labels and attributes of a graph, each if asked for.
#[derive(FromPyObject)]
pub(crate) struct Carried<'py>(Option<Coded<'py>>, Option<Coded<'py>>, Option<PyReadonlyArray2<'py, f64>>);

/// The labels of a batch: equal labels are one allocation.
#[derive(Default)]
pub(crate) struct Alphabet(HashSet<Label>);

impl Alphabet {
    fn shared(&mut self, text: &str) -> Label {
        if let Some(label) = self.0.get(text) {
            return label.clone();
        }
        let label: Label = text.into();
        self.0.insert(label.clone());
        label
    }
}

/// The text of a label: texts as they are, integers in digits.
#[derive(FromPyObject)]
pub(crate) enum LabelText {
    #[pyo3(annotation = "str")]
    Text(String),
    #[pyo3(annotation = "int")]
    Integer(i64),
}

impl LabelText {
    /// Labels that share their allocations.
    pub(crate) fn shared(texts: Vec<Self>) -> Vec<Label> {
        let mut alphabet = Alphabet::default();
        let mut label = |text| match text {
            Self::Text(text) => alphabet.shared(&text),
            Self::Integer(number) => alphabet.shared(&number.to_string()),
        };
        texts.into_iter().map(&mut label).collect()
    }
}

/// The same as [`Coded`], without the interpreter.
pub(crate) enum LabelView<'a> {
    Coded(ArrayView1<'a, i32>, Vec<Label>),
    /// One label after another.
    Listed(Vec<Label>),
}

impl<'a> LabelView<'a> {
    fn new(coded: &'a Coded<'_>, alphabet: &mut Alphabet) -> Self {
        Self::Coded(coded.0.as_array(), coded.1.iter().map(|text| alphabet.shared(text)).collect())
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Coded(codes, _) => codes.len(),
            Self::Listed(labels) => labels.len(),
        }
    }

    pub(crate) fn at(&self, position: usize) -> Result<Label, String> {
        let (code, labels) = match self {
            Self::Coded(codes, labels) => (i64::from(codes[position]), labels),
            Self::Listed(labels) => (position as i64, labels),
        };
        let label = usize::try_from(code).ok().and_then(|code| labels.get(code));
        let refused = || format!("found code {code} at position {position}, wanted one below {}", labels.len());
        label.cloned().ok_or_else(refused)
    }
}

/// The same as [`Carried`], without the interpreter.
#[derive(Default)]
pub(crate) struct CarriedView<'a> {
    pub(crate) node_labels: Option<LabelView<'a>>,
    pub(crate) edge_labels: Option<LabelView<'a>>,
    pub(crate) attributes: Option<ArrayView2<'a, f64>>,
}

impl<'a> CarriedView<'a> {
    pub(crate) fn new(carried: Option<&'a Carried<'_>>, alphabet: &mut Alphabet) -> Self {
        let Some(Carried(nodes, edges, attributes)) = carried else { return Self::default() };
        Self {
            node_labels: nodes.as_ref().map(|coded| LabelView::new(coded, alphabet)),
            edge_labels: edges.as_ref().map(|coded| LabelView::new(coded, alphabet)),
            attributes: attributes.as_ref().map(PyReadonlyArray2::as_array),
        }
    }

    /// The graph with the labels and attributes of its nodes.
    pub(crate) fn give(&self, graph: Graph) -> Result<Graph, String> {
        let mut graph = graph;
        if let Some(coded) = &self.node_labels {
            let labels = (0..coded.len()).map(|node| coded.at(node)).collect::<Result<Vec<_>, _>>()?;
            graph = graph.with_node_labels(labels).map_err(in_words)?;
        }
        if let Some(rows) = self.attributes {
            graph = graph.with_attributes(attributes_of(rows).map_err(in_words)?).map_err(in_words)?;
        }
        Ok(graph)
    }
}

/// Rows of an array as attributes.
fn attributes_of(rows: ArrayView2<'_, f64>) -> Result<Attributes, GraphError> {
    let mut attributes = Attributes::new();
    for (node, row) in rows.rows().into_iter().enumerate() {
        match row.as_slice() {
            Some(row) => attributes.push(row, node as u64)?,
            None => attributes.push(&row.to_vec(), node as u64)?,
        }
    }
    Ok(attributes)
}

/// A graph of Python has positions instead of lines.
pub(crate) fn in_words(error: GraphError) -> String {
    error.describe(&|node| node.to_string(), &|position| format!("at position {position}"))
}
