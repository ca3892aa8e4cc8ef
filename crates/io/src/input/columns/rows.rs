//! The graphs of a batch, row by row.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use hashbrown::HashSet;
use sgr_core::graph::{Dropped, Graph, GraphBuilder, GraphError, GraphRecord, Label};

use super::GraphLayout;
use super::edges::{EdgeColumns, RowEdges, out_of_range};
use super::layout::{EdgeLayout, Part};
use super::lists::Lists;
use super::numbers::{count_at, is_text, name_at, null_in, number_at, text_at};
use crate::input::memory::MemoryLimit;
use crate::input::molecules::smiles::SmilesGraphs;
use crate::input::six_bit::decode_graph6;
use crate::input::{Problem, ReadOptions};

/// Distinct labels to share: a table with more of them has one per node, and keeping them all would cost memory without limit.
const MAX_SHARED_LABELS: usize = 1 << 16;

/// Reads the graphs of batches with one layout, and reuses its buffers.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, RecordBatch, StringArray};
/// use sgr_io::input::ReadOptions;
/// use sgr_io::input::columns::{ColumnNames, GraphLayout, GraphRows, Parts};
/// let text: ArrayRef = Arc::new(StringArray::from(vec![Some("Bw"), Some("?"), None]));
/// let batch = RecordBatch::try_from_iter([("graph6", text)])?;
/// let layout = GraphLayout::find(&batch.schema(), &ColumnNames::new(), Parts::default())?;
/// let mut rows = GraphRows::new(layout, &ReadOptions::new());
/// let graphs: Vec<_> = rows.of(&batch).collect();
/// assert_eq!(graphs[0].as_ref().unwrap().0.edge_count(), 3);
/// assert_eq!(graphs[2].as_ref().unwrap_err().to_string(), "column \"graph6\": found null, wanted graph6 text");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GraphRows {
    layout: GraphLayout,
    builder: GraphBuilder,
    labels: HashSet<Label>,
    /// Attributes of each node in the graphs before.
    width: Option<usize>,
    max_declared_nodes: u64,
    memory: MemoryLimit,
    molecules: SmilesGraphs,
}

/// The columns of one batch that hold its graphs.
#[derive(Debug)]
pub struct BatchColumns {
    edges: Source,
    weights: Option<EdgeNumbers>,
    edge_labels: Option<EdgeNumbers>,
    node_labels: Option<(Lists, String)>,
    attributes: Option<(Lists, String)>,
    node_count: Option<(ArrayRef, String)>,
    id: Option<ArrayRef>,
    class: Option<ArrayRef>,
}

#[derive(Debug)]
enum Source {
    Columns { edges: EdgeColumns, name: String, second_name: String },
    Graph6 { texts: ArrayRef, name: String },
    Smiles { texts: ArrayRef, name: String },
}

/// A number or a label of each edge.
#[derive(Debug)]
enum EdgeNumbers {
    /// A list parallel to the edges, with its name.
    Lists(Lists, String),
    /// A field of the structures.
    Field(ArrayRef, String),
}

impl GraphRows {
    /// For tables with this layout; `options` has the limits.
    #[must_use]
    pub fn new(layout: GraphLayout, options: &ReadOptions) -> Self {
        Self {
            layout,
            builder: GraphBuilder::new(),
            labels: HashSet::new(),
            width: None,
            max_declared_nodes: options.max_declared_nodes as u64,
            memory: MemoryLimit::of(options),
            molecules: SmilesGraphs::new(options),
        }
    }

    /// The layout of the tables.
    pub(in crate::input) fn layout(&self) -> &GraphLayout {
        &self.layout
    }

    /// Attributes of each node in the graphs so far; `None` before the first.
    pub(in crate::input) fn width(&self) -> Option<usize> {
        self.width
    }

    /// The same, with the width of graphs that came before.
    pub(in crate::input) fn with_width(self, width: Option<usize>) -> Self {
        Self { width, ..self }
    }

    /// The graph of each row, in order, or the reason why it has none.
    ///
    /// # Panics
    /// If the batch has another schema than the one that the layout was found in.
    pub fn of(&mut self, batch: &RecordBatch) -> impl ExactSizeIterator<Item = Result<(Graph, Dropped), Problem>> {
        let columns = self.columns(batch);
        (0..batch.num_rows()).map(move |row| self.graph(&columns, row))
    }

    /// The columns of a batch, of which there are then the graphs.
    ///
    /// # Panics
    /// If the batch has another schema than the one that the layout was found in.
    #[must_use]
    pub fn columns(&self, batch: &RecordBatch) -> BatchColumns {
        BatchColumns::of(&self.layout, batch).expect("a batch has the schema that its layout was found in")
    }

    /// The graph of a row with its name and class; without a name of its own its name is `number`.
    pub(in crate::input) fn record(
        &mut self,
        columns: &BatchColumns,
        row: usize,
        number: u64,
    ) -> Result<GraphRecord, (String, Problem)> {
        let id = self.id(columns, row, number);
        let label = columns.class.as_ref().and_then(|column| scalar(column, row));
        match self.graph(columns, row) {
            Ok((graph, dropped)) => Ok(GraphRecord { id, label, graph, dropped }),
            Err(problem) => Err((id, problem)),
        }
    }

    /// The name of the graph of a row.
    pub(in crate::input) fn id(&self, columns: &BatchColumns, row: usize, number: u64) -> String {
        columns.id.as_ref().and_then(|column| scalar(column, row)).unwrap_or_else(|| number.to_string())
    }

    /// The graph of a row.
    ///
    /// # Errors
    /// The reason why the row holds none.
    ///
    /// # Panics
    /// If the batch has no such row.
    pub fn graph(&mut self, columns: &BatchColumns, row: usize) -> Result<(Graph, Dropped), Problem> {
        self.builder.clear();
        match &columns.edges {
            Source::Graph6 { texts, name } => {
                if texts.is_null(row) {
                    return Err(Problem::null(name, "graph6 text"));
                }
                let text = text_at(texts, row);
                decode_graph6(text.as_bytes(), self.max_declared_nodes, self.memory, &mut self.builder)?;
            }
            Source::Smiles { texts, name } => return self.molecule(texts, name, row),
            Source::Columns { edges, name, second_name } => {
                let edges = edges.row(row, name, second_name)?;
                let nodes = self.node_count(columns, row, &edges, name)?;
                self.builder.reserve_nodes(nodes).map_err(in_words)?;
                self.add_edges(columns, row, &edges, name)?;
            }
        }
        self.add_node_labels(columns, row)?;
        self.add_attributes(columns, row)?;
        self.memory.check(self.builder.memory())?;
        if self.builder.node_count() == 0 {
            return Err(Problem::EmptyGraph);
        }
        self.builder.build().map_err(in_words)
    }

    /// The graph of a SMILES.
    fn molecule(&mut self, texts: &ArrayRef, name: &str, row: usize) -> Result<(Graph, Dropped), Problem> {
        if texts.is_null(row) {
            return Err(Problem::null(name, "a SMILES"));
        }
        self.molecules.of(text_at(texts, row)).map_err(|problem| match problem {
            Problem::Unexpected { found, wanted } => Problem::value(name, found, wanted),
            other => other,
        })
    }

    fn node_count(
        &self,
        columns: &BatchColumns,
        row: usize,
        edges: &RowEdges<'_>,
        name: &str,
    ) -> Result<usize, Problem> {
        let declared = match &columns.node_count {
            Some((counts, name)) if !counts.is_null(row) => Some((whole(counts, row, name)?, name.as_str())),
            _ => None,
        };
        let (nodes, name) = match declared {
            Some(declared) => declared,
            None => (edges.least_nodes(name)?, name),
        };
        // A number of a few bytes must not allocate gigabytes; ends of edges pay for theirs.
        let limit = self.max_declared_nodes.saturating_add(2 * edges.count as u64);
        if nodes > limit {
            return Err(Problem::value(name, format!("{nodes} nodes"), format!("at most {limit}")));
        }
        Ok(nodes as usize)
    }

    fn add_edges(
        &mut self,
        columns: &BatchColumns,
        row: usize,
        edges: &RowEdges<'_>,
        name: &str,
    ) -> Result<(), Problem> {
        let weights = columns.weights.as_ref().map(|weights| weights.row(row, edges)).transpose()?;
        let labels = columns.edge_labels.as_ref().map(|labels| labels.row(row, edges)).transpose()?;
        let weights_name = columns.weights.as_ref().map_or(name, EdgeNumbers::name);
        let Self { builder, labels: known, .. } = self;
        match (weights, labels) {
            (None, None) => edges.add(name, builder),
            (weights, labels) => edges.each(name, |edge, u, v| {
                let weight = weights.map(|(numbers, start)| number_at(numbers, start + edge));
                let added = match labels {
                    Some((texts, start)) => {
                        let label = shared(known, texts, start + edge);
                        builder.add_labelled_edge(u, v, label, weight, edge as u64)
                    }
                    None => builder.add_weighted_edge(u, v, weight.unwrap_or(1.0), edge as u64),
                };
                added.map_err(|error| match error {
                    GraphError::InvalidWeight { weight, .. } => {
                        let found = format!("weight {weight} at edge {edge}");
                        Problem::value(weights_name, found, "a finite number that is not negative")
                    }
                    other => out_of_range(name, edge, other),
                })
            }),
        }
    }

    fn add_node_labels(&mut self, columns: &BatchColumns, row: usize) -> Result<(), Problem> {
        let Some((lists, name)) = &columns.node_labels else { return Ok(()) };
        let nodes = self.builder.node_count();
        let range = of_nodes(lists, row, nodes, name, "a label for each node")?;
        for at in range {
            let label = shared(&mut self.labels, lists.values(), at);
            self.builder.add_node_label(label);
        }
        Ok(())
    }

    fn add_attributes(&mut self, columns: &BatchColumns, row: usize) -> Result<(), Problem> {
        let Some((lists, name)) = &columns.attributes else { return Ok(()) };
        let nodes = self.builder.node_count();
        let range = of_nodes(lists, row, nodes, name, "numbers of each node")?;
        let (start, inner) = (range.start, Lists::of(lists.values()));
        let mut numbers = Vec::new();
        for at in range {
            numbers.clear();
            match &inner {
                None => numbers.push(number_at(lists.values(), at)),
                Some(inner) => {
                    let range = inner.range(at).ok_or_else(|| Problem::null(name, "numbers of each node"))?;
                    if null_in(inner.values(), range.clone()).is_some() {
                        return Err(Problem::null(name, "numbers of each node"));
                    }
                    numbers.extend(range.map(|at| number_at(inner.values(), at)));
                }
            }
            let added = self.builder.add_node_attributes(&numbers, (at - start) as u64);
            added.map_err(|error| bad_attributes(name, error))?;
        }
        if nodes == 0 {
            return Ok(());
        }
        match *self.width.get_or_insert(numbers.len()) {
            wanted if wanted != numbers.len() => {
                let found = format!("{} numbers of each node", numbers.len());
                Err(Problem::value(name, found, format!("{wanted}, as in the rows before")))
            }
            _ => Ok(()),
        }
    }
}

impl BatchColumns {
    /// `None` if the batch does not have the layout.
    fn of(layout: &GraphLayout, batch: &RecordBatch) -> Option<Self> {
        let schema = batch.schema_ref();
        let name = |column: usize| schema.field(column).name().clone();
        if layout.columns().last().is_some_and(|&last| last >= schema.fields().len()) {
            return None;
        }
        let column = |column: Option<usize>| column.map(|column| batch.column(column).clone());
        let lists = |column: Option<usize>| match column {
            Some(column) => Lists::of(batch.column(column)).map(|lists| Some((lists, name(column)))),
            None => Some(None),
        };
        let numbers = |part: Option<Part>| match part {
            None => Some(None),
            Some(Part::Column(column)) => {
                Lists::of(batch.column(column)).map(|lists| Some(EdgeNumbers::Lists(lists, name(column))))
            }
            Some(Part::Field(field)) => {
                let EdgeLayout::Structures { column, .. } = layout.edges else { return None };
                let structures = Lists::of(batch.column(column))?;
                let values = structures.values().as_struct_opt()?;
                let field_name = format!("{}.{}", name(column), values.column_names().get(field)?);
                Some(Some(EdgeNumbers::Field(values.column(field).clone(), field_name)))
            }
        };
        let edges = match layout.edges {
            EdgeLayout::Graph6(column) => Source::Graph6 { texts: batch.column(column).clone(), name: name(column) },
            EdgeLayout::Smiles(column) => Source::Smiles { texts: batch.column(column).clone(), name: name(column) },
            other => {
                let (first, second) = other.columns();
                let edges = EdgeColumns::of(other, batch)?;
                Source::Columns { edges, name: name(first), second_name: name(second) }
            }
        };
        Some(Self {
            edges,
            weights: numbers(layout.weights)?,
            edge_labels: numbers(layout.edge_labels)?,
            node_labels: lists(layout.node_labels)?,
            attributes: lists(layout.attributes)?,
            node_count: layout.node_count.map(|column| (batch.column(column).clone(), name(column))),
            id: column(layout.id),
            class: column(layout.class),
        })
    }
}

impl EdgeNumbers {
    fn name(&self) -> &str {
        match self {
            Self::Lists(_, name) | Self::Field(_, name) => name,
        }
    }

    /// The values, and where those of the row's edges begin.
    fn row(&self, row: usize, edges: &RowEdges<'_>) -> Result<(&ArrayRef, usize), Problem> {
        let (values, range, name) = match self {
            Self::Field(values, name) => (values, edges.structures.clone(), name),
            Self::Lists(lists, name) => {
                let range = lists.range(row).ok_or_else(|| Problem::null(name, "a list, one value for each edge"))?;
                (lists.values(), range, name)
            }
        };
        if range.len() != edges.count {
            let wanted = format!("{}, one for each edge", edges.count);
            return Err(Problem::value(name, format!("{} values", range.len()), wanted));
        }
        if let Some(at) = null_in(values, range.clone()) {
            return Err(Problem::value(name, format!("null at edge {}", at - range.start), "a value"));
        }
        Ok((values, range.start))
    }
}

/// Where the values of the nodes lie.
fn of_nodes(
    lists: &Lists,
    row: usize,
    nodes: usize,
    name: &str,
    wanted: &str,
) -> Result<std::ops::Range<usize>, Problem> {
    let range = lists.range(row).ok_or_else(|| Problem::null(name, wanted))?;
    if range.len() != nodes {
        return Err(Problem::value(name, format!("{} values", range.len()), format!("{nodes}, one for each node")));
    }
    match null_in(lists.values(), range.clone()) {
        None => Ok(range),
        Some(at) => Err(Problem::value(name, format!("null at node {}", at - range.start), wanted)),
    }
}

/// A number of nodes. Columns with nulls often hold floats.
fn whole(counts: &ArrayRef, row: usize, name: &str) -> Result<u64, Problem> {
    let count = match counts.data_type().is_floating() {
        false => count_at(counts, row),
        true => {
            let number = number_at(counts, row);
            let is_whole = number >= 0.0 && number.fract() == 0.0 && number <= f64::from(u32::MAX);
            if is_whole { Ok(number as u64) } else { Err(number.to_string()) }
        }
    };
    count.map_err(|found| Problem::value(name, found, "a number of nodes"))
}

/// A name or class as text; `None` for null. A list stands for its only value.
fn scalar(column: &ArrayRef, row: usize) -> Option<String> {
    let (values, at) = match Lists::of(column) {
        None => (column.clone(), row),
        Some(lists) => {
            let range = lists.range(row).filter(|range| range.len() == 1)?;
            (lists.values().clone(), range.start)
        }
    };
    (!values.is_null(at)).then(|| name_at(&values, at))
}

/// A label; equal labels share their memory.
fn shared(known: &mut HashSet<Label>, values: &ArrayRef, at: usize) -> Label {
    let digits;
    let text = match is_text(values.data_type()) {
        true => text_at(values, at),
        false => {
            digits = name_at(values, at);
            &digits
        }
    };
    if let Some(label) = known.get(text) {
        return label.clone();
    }
    if known.len() >= MAX_SHARED_LABELS {
        known.clear();
    }
    let label: Label = text.into();
    known.insert(label.clone());
    label
}

/// The error of a node's attributes, with the node.
fn bad_attributes(name: &str, error: GraphError) -> Problem {
    match error {
        GraphError::InvalidAttribute { node, value, .. } => {
            Problem::value(name, format!("{value} at node {node}"), "a finite number")
        }
        GraphError::AttributeWidth { node, found, wanted, .. } => {
            Problem::value(name, format!("{found} numbers at node {node}"), format!("{wanted}, as at node 0"))
        }
        other => in_words(other),
    }
}

fn in_words(error: GraphError) -> Problem {
    Problem::graph(error, &|node| node.to_string(), "at edge")
}
