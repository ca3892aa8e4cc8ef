//! TU collections (Morris et al. 2020, "TUDataset"), as a folder or .zip as distributed.
//!
//! ```text
//! NAME_A.txt                one edge a line, "u, v", nodes counted from 1 over the whole collection
//! NAME_graph_indicator.txt  one line a node: the number of its graph, from 1
//! NAME_graph_labels.txt     one line a graph: its class                       (optional)
//! NAME_node_labels.txt      one line a node                                   (read when asked for)
//! NAME_node_attributes.txt  one line a node: numbers with commas between them (read when asked for)
//! NAME_edge_labels.txt      one line an edge line                             (read when asked for)
//! NAME_edge_attributes.txt  one line an edge line: the weight                 (read with `weights`)
//! ```
//! Edge lines are grouped by graph in every collection seen, so graphs are built one at a time while the file streams
//! by; memory holds one graph and a few numbers for each graph. A file whose lines are not grouped is refused with
//! [`Problem::NotGrouped`]; read it again with [`ReadOptions::gather`].

mod archive;
mod attributes;
mod class_labels;
mod edges;
mod node_labels;
mod node_lines;
mod nodes;
mod numbers;
mod parts;

use std::path::Path;

use self::attributes::{AttributeFault, NodeAttributes};
use self::class_labels::ClassLabels;
use self::edges::{EdgeLine, EdgeLines};
use self::node_labels::NodeLabels;
use self::nodes::NodeMap;
use self::parts::Parts;
use super::memory::{MemoryLimit, growing};
use super::{InputError, Problem, ReadOptions};
use sgr_core::graph::{GraphBuilder, GraphError, GraphRecord};

type Graphs = Box<dyn Iterator<Item = Result<GraphRecord, InputError>> + Send>;

/// Opens a TU folder or archive.
pub(super) fn open(path: &Path, options: &ReadOptions) -> Result<Graphs, InputError> {
    let parts = Parts::find(path, MemoryLimit::of(options))?;
    // First, so that it is unpacked while the nodes are read.
    let edges = EdgeLines::open(&parts, options)?;
    let class_labels = ClassLabels::read(&parts)?;
    let nodes = NodeMap::read(&parts, class_labels.as_ref())?;
    let edges_name = edges.name().to_owned();
    let weights_name = parts.name("edge_attributes");
    let edges =
        if options.gather { EdgeSource::gather(edges, &parts, &nodes)? } else { EdgeSource::Stream(Box::new(edges)) };
    let node_labels = if options.node_labels { NodeLabels::open(&parts, &nodes)? } else { None };
    let attributes = NodeAttributes::open(&parts, &nodes, options.attributes)?;
    Ok(Box::new(TuReader {
        parts,
        class_labels,
        nodes,
        edges,
        edges_name,
        weights_name,
        node_labels,
        attributes,
        pending: None,
        next_graph: 0,
        is_done: false,
        builder: GraphBuilder::new(),
    }))
}

struct TuReader {
    parts: Parts,
    class_labels: Option<ClassLabels>,
    nodes: NodeMap,
    edges: EdgeSource,
    edges_name: String,
    weights_name: String,
    node_labels: Option<NodeLabels>,
    attributes: Option<NodeAttributes>,
    /// The first edge of a later graph, read while looking for the end of this one.
    pending: Option<EdgeLine>,
    next_graph: usize,
    is_done: bool,
    builder: GraphBuilder,
}

impl Iterator for TuReader {
    type Item = Result<GraphRecord, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done || self.next_graph == self.nodes.graph_count() {
            return None;
        }
        let outcome = self.read_graph(self.next_graph);
        self.next_graph += 1;
        self.is_done = matches!(&outcome, Err(error) if error.scope == super::Scope::File);
        Some(outcome)
    }

    /// At most the graphs that the indicator and the labels speak of.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.nodes.graph_count() - self.next_graph))
    }
}

impl TuReader {
    fn read_graph(&mut self, graph: usize) -> Result<GraphRecord, InputError> {
        let id = (graph + 1).to_string();
        let mut failure = self.builder.reserve_nodes(self.nodes.size(graph)).err();
        while let Some(edge) = self.next_edge(graph)? {
            if edge.graph > graph {
                self.pending = Some(edge);
                break;
            }
            if edge.graph < graph {
                let problem = Problem::NotGrouped { graph: edge.graph as u64 + 1, after: graph as u64 + 1 };
                return Err(InputError::file(&self.parts.path, problem).in_entry(&self.edges_name).at_line(edge.line));
            }
            if failure.is_none() {
                failure = add(&mut self.builder, edge).err();
            }
            if let (None, EdgeSource::Stream(lines)) = (&failure, &mut self.edges) {
                lines.add_plain_edges(&self.nodes, graph, &mut self.builder);
            }
            self.check_memory()?;
        }
        if let Some(labels) = &mut self.node_labels {
            labels.give(graph, &self.parts, &self.nodes, &mut self.builder)?;
        }
        let fault = self.give_attributes(graph)?;
        self.check_memory()?;
        let built = self.builder.build();
        if let Some(fault) = fault {
            return Err(self.of_attributes(fault, graph, id));
        }
        let problem = match (failure, built) {
            (Some(error), _) | (None, Err(error)) => self.in_file_numbers(error, graph),
            (None, Ok((graph, _))) if graph.node_count() == 0 => Problem::EmptyGraph,
            (None, Ok((built, dropped))) => {
                let label = self.class_labels.as_ref().map(|labels| labels.of_graph(graph).to_owned());
                return Ok(GraphRecord { id, label, graph: built, dropped });
            }
        };
        let entry = match &problem {
            Problem::Graph {
                error: GraphError::InvalidWeight { .. } | GraphError::ConflictingWeights { .. }, ..
            } => &self.weights_name,
            _ => &self.edges_name,
        };
        Err(InputError::graph(&self.parts.path, id, problem).in_entry(entry))
    }

    /// Gives the nodes of a graph their attributes; a fault of theirs.
    fn give_attributes(&mut self, graph: usize) -> Result<Option<AttributeFault>, InputError> {
        let Some(attributes) = &mut self.attributes else { return Ok(None) };
        attributes.give(graph, &self.parts, &self.nodes, &mut self.builder)
    }

    /// The error of a graph whose attributes have a fault.
    fn of_attributes(&self, fault: AttributeFault, graph: usize, id: String) -> InputError {
        let (problem, line) = match fault {
            AttributeFault::Text { problem, line } => (problem, Some(line)),
            AttributeFault::Graph(error) => (self.in_file_numbers(error, graph), None),
        };
        let error = InputError::graph(&self.parts.path, id, problem);
        let error = error.in_entry(self.attributes.as_ref().map_or("", NodeAttributes::name));
        line.into_iter().fold(error, InputError::at_line)
    }

    /// An error if the graph that is read and the numbers of all graphs take too much memory.
    fn check_memory(&self) -> Result<(), InputError> {
        let kept = self.nodes.memory() + self.class_labels.as_ref().map_or(0, ClassLabels::memory);
        let labels = self.node_labels.as_ref().map_or(0, NodeLabels::memory);
        let attributes = self.attributes.as_ref().map_or(0, NodeAttributes::memory);
        let checked = self.parts.memory.check(kept + self.builder.memory() + labels + attributes);
        checked.map_err(|problem| InputError::file(&self.parts.path, problem).in_entry(&self.edges_name))
    }

    /// The problem with nodes numbered as in the file, which numbers them over the whole collection.
    fn in_file_numbers(&self, error: GraphError, graph: usize) -> Problem {
        let first = self.nodes.range(graph).map_or(0, |range| range.start + 1);
        Problem::graph(error, &|node| (first + u64::from(node)).to_string(), "on line")
    }

    fn next_edge(&mut self, graph: usize) -> Result<Option<EdgeLine>, InputError> {
        match (self.pending.take(), &mut self.edges) {
            (Some(edge), _) => Ok(Some(edge)),
            (None, EdgeSource::Stream(lines)) => lines.next(&self.parts, &self.nodes, graph),
            (None, EdgeSource::Gathered(edges)) => Ok(edges.next()),
        }
    }
}

fn add(builder: &mut GraphBuilder, edge: EdgeLine) -> Result<(), GraphError> {
    let [u, v] = edge.ends;
    match (edge.label, edge.weight) {
        (Some(label), weight) => builder.add_labelled_edge(u, v, label, weight, edge.line),
        (None, Some(weight)) => builder.add_weighted_edge(u, v, weight, edge.line),
        (None, None) => builder.add_edge(u, v, edge.line),
    }
}

/// Edge lines in the order of their graphs.
enum EdgeSource {
    Stream(Box<EdgeLines>),
    Gathered(std::vec::IntoIter<EdgeLine>),
}

impl EdgeSource {
    fn gather(mut lines: EdgeLines, parts: &Parts, nodes: &NodeMap) -> Result<Self, InputError> {
        let mut edges = Vec::new();
        let mut guess = 0;
        while let Some(edge) = lines.next(parts, nodes, guess)? {
            guess = edge.graph;
            let line = edge.line;
            edges.push(edge);
            // The stable sort below needs half of the list again.
            let needed = || growing(edges.len(), size_of::<EdgeLine>()) * 5 / 4;
            let checked = parts.memory.check_now_and_then(line, needed);
            checked.map_err(|problem| InputError::file(&parts.path, problem).in_entry(lines.name()).at_line(line))?;
        }
        edges.sort_by_key(|edge| edge.graph);
        Ok(Self::Gathered(edges.into_iter()))
    }
}
