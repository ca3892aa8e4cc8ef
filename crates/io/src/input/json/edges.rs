//! The shared part of the JSON formats: a list of edges `[[u, v], [u, v, weight], …]` read straight into a graph.
//!
//! A node is named by a string or an integer; `1` and `"1"` are the same node, because a name is a text in every other
//! format too.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};

use crate::input::error::quoted;
use crate::input::memory::MemoryLimit;
use crate::input::node_names::NodeNames;
use crate::input::{Problem, ReadOptions};
use sgr_core::graph::{Dropped, Graph, GraphBuilder, GraphError, Label};

/// Which nodes an edge may name.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) enum NodeRule {
    /// Any: a new name is a new node.
    #[default]
    Any,
    /// The nodes listed with [`JsonGraph::list_node`].
    Listed,
    /// The integers below this one.
    Below(u32),
}

/// A graph while its JSON is being read; used again from graph to graph.
pub(super) struct JsonGraph {
    weights: bool,
    memory: MemoryLimit,
    rule: NodeRule,
    names: NodeNames,
    pub(super) builder: GraphBuilder,
    /// Ordinal number of the edge being read, from 1.
    edge: u64,
    /// Labels of the edges, in their order, if they have some.
    edge_labels: Option<Vec<Label>>,
    /// A problem that serde's error type cannot carry.
    problem: Option<Problem>,
}

impl JsonGraph {
    pub(super) fn new(options: &ReadOptions) -> Self {
        Self {
            weights: options.weights,
            memory: MemoryLimit::of(options),
            rule: NodeRule::Any,
            names: NodeNames::default(),
            builder: GraphBuilder::new(),
            edge: 0,
            edge_labels: None,
            problem: None,
        }
    }

    /// Forgets the last graph.
    pub(super) fn begin(&mut self) {
        self.rule = NodeRule::Any;
        self.names.clear();
        self.builder.clear();
        self.edge = 0;
        self.edge_labels = None;
        self.problem = None;
    }

    /// Declares that the nodes are 0, …, `nodes` − 1.
    pub(super) fn count_nodes(&mut self, nodes: u32) -> Result<(), Problem> {
        self.rule = NodeRule::Below(nodes);
        self.builder.reserve_nodes(nodes as usize)?;
        self.check_memory()
    }

    /// From now on edges may only name nodes that are listed.
    pub(super) fn expect_listed_nodes(&mut self) {
        self.rule = NodeRule::Listed;
    }

    /// Lists a node.
    pub(super) fn list_node(&mut self, name: &str) -> Result<(), Problem> {
        let known = self.names.len();
        self.names.number(name.as_bytes(), &mut self.builder)?;
        if self.names.len() > known {
            return self.check_memory();
        }
        let found = format!("node {} twice in \"nodes\"", quoted(name.as_bytes()));
        Err(Problem::Unexpected { found, wanted: "each node once".into() })
    }

    /// Reads a list of edges, with a label for each if `labels` are there.
    pub(super) fn read_edges(&mut self, json: &str, labels: Option<Vec<Label>>) -> Result<(), JsonProblem> {
        self.edge_labels = labels;
        let mut deserializer = serde_json::Deserializer::from_str(json);
        let read = EdgeList(self).deserialize(&mut deserializer).and_then(|()| deserializer.end());
        read.map_err(|error| {
            let place = if self.edge == 0 { String::new() } else { format!(" in edge {}", self.edge) };
            let line = error.line() as u64;
            let problem = self.problem.take().unwrap_or_else(|| json_problem(&error, "a list of edges [u, v]"));
            let problem = match problem {
                Problem::Unexpected { found, wanted } => Problem::Unexpected { found: found + &place, wanted },
                problem => problem,
            };
            JsonProblem { problem, line }
        })
    }

    /// The graph.
    pub(super) fn build(&mut self) -> Result<(Graph, Dropped), Problem> {
        if self.builder.node_count() == 0 {
            return Err(Problem::EmptyGraph);
        }
        self.check_memory()?;
        // Counted nodes have no names in the table, and our numbers are theirs.
        let in_words = |error| Problem::graph(error, &|node| self.names.name(node), "in edge");
        self.builder.build().map_err(in_words)
    }

    fn node(&mut self, name: &str) -> Result<u32, Problem> {
        let (number, wanted) = match self.rule {
            NodeRule::Any => {
                let known = self.names.len();
                let number = self.names.number(name.as_bytes(), &mut self.builder)?;
                // Only a new name takes memory.
                return if self.names.len() > known { self.check_memory().map(|()| number) } else { Ok(number) };
            }
            NodeRule::Listed => (self.names.get(name.as_bytes()), "one of \"nodes\"".to_owned()),
            NodeRule::Below(nodes) => {
                let number = name.parse().ok().filter(|number: &u32| *number < nodes && number.to_string() == name);
                (number, format!("an integer from 0 to {}", i64::from(nodes) - 1))
            }
        };
        number.ok_or_else(|| Problem::Unexpected { found: format!("node {}", quoted(name.as_bytes())), wanted })
    }

    /// An error if the graph so far takes too much memory.
    pub(super) fn check_memory(&self) -> Result<(), Problem> {
        self.memory.check(self.needed())
    }

    /// The same, with other things that take `bytes` more.
    pub(super) fn check_memory_with(&self, bytes: u64) -> Result<(), Problem> {
        self.memory.check(self.needed() + bytes)
    }

    fn needed(&self) -> u64 {
        let labels = self.edge_labels.as_ref().map_or(0, Vec::capacity) * size_of::<Label>();
        self.builder.memory() + self.names.memory() + labels as u64
    }

    /// Gives the next node its label.
    pub(super) fn label_node(&mut self, label: Label) -> Result<(), Problem> {
        self.builder.add_node_label(label);
        self.check_memory()
    }

    /// Adds the edge that is being read.
    fn add_edge(&mut self, u: u32, v: u32, weight: Option<f64>) -> Result<(), GraphError> {
        let position = self.edge;
        // A label that is missing at the end of the list is found when all edges are counted.
        let labels = self.edge_labels.as_ref();
        let label = labels.map(|labels| labels.get(position as usize - 1).cloned().unwrap_or_else(|| "".into()));
        match (label, weight) {
            (Some(label), weight) => self.builder.add_labelled_edge(u, v, label, weight, position),
            (None, Some(weight)) => self.builder.add_weighted_edge(u, v, weight, position),
            (None, None) => self.builder.add_edge(u, v, position),
        }
    }

    /// Gives the next node, number `node`, its attributes.
    pub(super) fn add_attributes<E: Error>(&mut self, row: &[f64], node: u64) -> Result<(), E> {
        let names = &self.names;
        let added = self.builder.add_node_attributes(row, node);
        let added = added.map_err(|error| Problem::graph(error, &|node| names.name(node), "for node"));
        added.and_then(|()| self.check_memory()).map_err(|problem| self.stop(problem))
    }

    /// The problem that ended the reading, if serde's error could not carry it.
    pub(super) fn take_problem(&mut self) -> Option<Problem> {
        self.problem.take()
    }

    /// Keeps a problem for [`read_edges`](Self::read_edges) to find and gives serde an error to stop with.
    fn stop<E: Error>(&mut self, problem: impl Into<Problem>) -> E {
        self.problem = Some(problem.into());
        E::custom("")
    }
}

/// A problem and its line, counted from 1 at the start of the JSON text it was found in.
pub(super) struct JsonProblem {
    pub(super) problem: Problem,
    pub(super) line: u64,
}

/// A JSON error as a problem: the text found and the text wanted.
pub(in crate::input) fn json_problem(error: &serde_json::Error, wanted: &str) -> Problem {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = text.strip_suffix(&place).unwrap_or(&text);
    // serde writes "invalid type: string \"x\", expected a list": found and wanted in other words.
    let mismatch = text.rsplit_once(", expected ").and_then(|(found, wanted)| {
        let value = ["invalid type: ", "invalid value: "].iter().find_map(|kind| found.strip_prefix(kind));
        let length = found.strip_prefix("invalid length ").map(|length| format!("a list of length {length}"));
        value.map(shortened).or(length).map(|found| (found, wanted))
    });
    let (found, wanted) =
        mismatch.unwrap_or_else(|| (format!("broken JSON ({text}, column {})", error.column()), wanted));
    Problem::Unexpected { found, wanted: wanted.to_owned() }
}

fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The list of edges.
struct EdgeList<'g>(&'g mut JsonGraph);

impl<'de> DeserializeSeed<'de> for EdgeList<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for EdgeList<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of edges [u, v]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut edges: A) -> Result<(), A::Error> {
        self.0.edge = 1;
        while edges.next_element_seed(Edge(self.0))?.is_some() {
            self.0.edge += 1;
        }
        let (found, edges) = (self.0.edge_labels.as_ref().map(Vec::len), self.0.edge - 1);
        self.0.edge = 0;
        match found {
            Some(found) if found as u64 != edges => {
                let found = format!("{found} \"edge_labels\"");
                Err(self.0.stop(Problem::Unexpected { found, wanted: format!("{edges} as there are edges") }))
            }
            _ => Ok(()),
        }
    }
}

/// One edge.
struct Edge<'g>(&'g mut JsonGraph);

impl<'de> DeserializeSeed<'de> for Edge<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Edge<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.weights { "an edge [u, v, weight]" } else { "an edge [u, v] or [u, v, weight]" })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<(), A::Error> {
        let u = parts.next_element_seed(Node(self.0))?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let v = parts.next_element_seed(Node(self.0))?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        let position = self.0.edge;
        let weight = if self.0.weights {
            let Some(weight) = parts.next_element()? else {
                let missing = format!("the weight of edge {position}");
                return Err(self.0.stop(Problem::NoWeights { missing, wanted: "wanted [u, v, weight]".into() }));
            };
            Some(weight)
        } else {
            parts.next_element::<IgnoredAny>()?;
            None
        };
        let added = self.0.add_edge(u, v, weight);
        if parts.next_element::<IgnoredAny>()?.is_some() {
            return Err(A::Error::invalid_length(4, &self));
        }
        let memory = self.0.memory;
        let checked = added.map_err(Problem::from);
        let checked = checked.and_then(|()| memory.check_now_and_then(position, || self.0.needed()));
        checked.map_err(|problem| self.0.stop(problem))
    }
}

/// One end of an edge.
struct Node<'g>(&'g mut JsonGraph);

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = u32;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u32, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = u32;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a node: a string or an integer")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<u32, E> {
        self.0.node(name).map_err(|problem| self.0.stop(problem))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u32, E> {
        match self.0.rule {
            NodeRule::Any => {
                let known = self.0.names.number_of_integer(number, &mut self.0.builder);
                known.map_err(|error| self.0.stop(error))
            }
            NodeRule::Below(nodes) if number < u64::from(nodes) => Ok(number as u32),
            NodeRule::Below(_) | NodeRule::Listed => self.visit_str(&number.to_string()),
        }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<u32, E> {
        self.visit_str(&number.to_string())
    }
}
