//! JSON lines: one graph a line.
//!
//! ```text
//! {"edges": [[0, 1], [1, 2]]}
//! {"id": "g7", "label": 1, "nodes": 4, "edges": [[0, 1, 0.5], [1, 2, 2]]}
//! {"id": "g8", "nodes": ["a", "b"], "node_labels": ["C", "O"], "edges": [["a", "b"]], "directed": false}
//! ```
//! | key | value | without it |
//! |---|---|---|
//! | `edges` | list of `[u, v]` or `[u, v, weight]`; the weight is read only when asked for, and then it must be there | error |
//! | `nodes` | a count n (nodes are 0, …, n − 1) or a list of names; edges may name no other | nodes in order of appearance |
//! | `id` | string or integer | the ordinal number of the line, blank ones not counted |
//! | `label` | the graph's class: string, integer or boolean | no class |
//! | `node_labels` | list parallel to `nodes` of strings or integers, read only when asked for | no labels |
//! | `node_attributes` | list parallel to `nodes` of numbers or lists of numbers, read only when asked for, and then it must be there | error when asked for |
//! | `edge_labels` | list parallel to `edges` of strings or integers, read only when asked for | no labels |
//! | `directed` | boolean; `true` is an error unless directions are to be forgotten | undirected |
//!
//! `null` is the same as no such key. Other keys are ignored; a key of the table given twice is an error. A node is
//! named by a string or an integer, and `1` and `"1"` are the same node. A bad line costs one graph.

use std::fmt;
use std::path::Path;

use hashbrown::HashSet;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Unexpected, Visitor};
use serde_json::value::RawValue;

use super::edges::{JsonGraph, json_problem};
use super::text::{Text, TextList};
use crate::input::memory::growing;
use crate::input::stream::graph_per_line::{GraphPerLine, LineError, LineParser};
use crate::input::stream::source::Bytes;
use crate::input::{Format, InputError, Keep, Problem, ReadOptions};
use sgr_core::graph::{Attributes, Graph, GraphRecord, Label};

pub(in crate::input) fn open(
    path: &Path,
    bytes: Bytes,
    options: &ReadOptions,
) -> Result<impl Iterator<Item = Result<GraphRecord, InputError>> + Send + use<>, InputError> {
    let (graph, options) = (JsonGraph::new(options), options.clone());
    let parser = JsonLine { graph, labels: HashSet::new(), width: None, options: options.clone() };
    Ok(GraphPerLine::new(path, bytes, parser, &options))
}

/// The keys of the table, and three by which a row of a table with other columns is known.
const KEYS: [&str; 11] = [
    "id",
    "edges",
    "nodes",
    "label",
    "node_labels",
    "node_attributes",
    "edge_labels",
    "directed",
    "edge_index",
    "src",
    "graph6",
];

const ID: Text = Text { wanted: "\"id\" as a string or an integer", bools: false };
const LABEL: Text = Text { wanted: "\"label\" as a string, an integer or a boolean", bools: true };
const NODES: Text = Text { wanted: "\"nodes\" as a count or a list of strings and integers", bools: false };
const NODE_LABELS: Text = Text { wanted: "\"node_labels\" as a list of strings and integers", bools: false };

const EDGE_LABELS: Text = Text { wanted: "\"edge_labels\" as a list of strings and integers", bools: false };

/// Distinct labels to share. A file with more of them has one per node, and keeping them all would cost memory
/// without limit.
const MAX_SHARED_LABELS: usize = 1 << 16;

struct JsonLine {
    options: ReadOptions,
    graph: JsonGraph,
    /// Labels seen in this file, so that equal ones share their memory.
    labels: HashSet<Label>,
    /// Attributes of each node in the graphs before.
    width: Option<usize>,
}

impl LineParser for JsonLine {
    fn parse(&mut self, line: &[u8], ordinal: u64) -> Result<GraphRecord, LineError> {
        let mut id = ordinal.to_string();
        match self.read(line, &mut id) {
            Ok(record) => Ok(GraphRecord { id, ..record }),
            Err(problem) => Err(LineError { id, problem }),
        }
    }
}

impl JsonLine {
    /// The graph, its id still empty; `id` is set to the id on the line as soon as it has been read.
    fn read(&mut self, line: &[u8], id: &mut String) -> Result<GraphRecord, Problem> {
        let values = parse(line, Members)?;
        // In this order and not the line's: "edges" needs to know "nodes", wherever that stands.
        let [given_id, edges, nodes, label, node_labels, attributes, edge_labels, directed, columns @ ..] =
            values.map(|value| value.map(RawValue::get).filter(|value| *value != "null"));
        if let Some(given_id) = given_id {
            *id = parse(given_id.as_bytes(), ID)?;
        }
        let label = label.map(|label| parse(label.as_bytes(), LABEL)).transpose()?;
        self.check_directed(directed)?;
        self.graph.begin();
        if let Some(nodes) = nodes {
            self.read_nodes(nodes)?;
        }
        if let Some(node_labels) = node_labels.filter(|_| self.options.node_labels) {
            self.read_node_labels(node_labels, nodes.is_some())?;
        }
        if self.options.attributes != Keep::No {
            self.read_attributes(attributes, nodes.is_some())?;
        }
        let labels = edge_labels.filter(|_| self.options.edge_labels).map(|labels| self.read_edge_labels(labels));
        let edge_labels = labels.transpose()?;
        let Some(edges) = edges else {
            if columns.iter().any(Option::is_some) {
                return Err(Problem::other_format(line, "\"edges\"", Format::JsonRows));
            }
            let wanted = "wanted a list of edges [u, v], empty if there are none";
            return Err(Problem::Missing { missing: "\"edges\"".into(), wanted: wanted.into() });
        };
        self.graph.read_edges(edges, edge_labels).map_err(|error| error.problem)?;
        let (graph, dropped) = self.graph.build()?;
        self.check_width(&graph)?;
        Ok(GraphRecord { id: String::new(), label, graph, dropped })
    }

    /// An error if the nodes have another number of attributes than in the graphs before.
    fn check_width(&mut self, graph: &Graph) -> Result<(), Problem> {
        let Some(found) = graph.attributes().map(Attributes::width) else { return Ok(()) };
        let wanted = *self.width.get_or_insert(found);
        if found == wanted {
            return Ok(());
        }
        let found = format!("{found} attributes of each node");
        Err(Problem::Unexpected { found, wanted: format!("{wanted}, as in the graphs before") })
    }

    fn check_directed(&self, directed: Option<&str>) -> Result<(), Problem> {
        match directed {
            None | Some("false") => Ok(()),
            Some("true") if self.options.directed_as_undirected => Ok(()),
            Some("true") => Err(Problem::Directed { found: "\"directed\": true".into() }),
            Some(other) => Err(Problem::unexpected(other.as_bytes(), "\"directed\" as true or false")),
        }
    }

    fn read_nodes(&mut self, nodes: &str) -> Result<(), Problem> {
        if nodes.starts_with('[') {
            self.graph.expect_listed_nodes();
            return read_list(nodes, NODES, |name| self.graph.list_node(&name)).map(drop);
        }
        let limit = self.options.max_declared_nodes as u64;
        let declared: u64 = nodes.parse().map_err(|_| Problem::unexpected(nodes.as_bytes(), NODES.wanted))?;
        match u32::try_from(declared) {
            Ok(nodes) if declared <= limit => self.graph.count_nodes(nodes),
            _ => Err(Problem::TooLarge { what: "nodes", declared, limit }),
        }
    }

    fn read_node_labels(&mut self, node_labels: &str, has_nodes: bool) -> Result<(), Problem> {
        self.check_listed("node_labels", has_nodes)?;
        let (graph, labels) = (&mut self.graph, &mut self.labels);
        let found = read_list(node_labels, NODE_LABELS, |label| graph.label_node(shared_label(labels, label)))?;
        self.check_parallel("node_labels", found)
    }

    fn read_attributes(&mut self, attributes: Option<&str>, has_nodes: bool) -> Result<(), Problem> {
        let Some(attributes) = attributes else {
            if self.options.attributes == Keep::IfThere {
                return Ok(());
            }
            let wanted = "it holds the attributes of the nodes".into();
            return Err(Problem::NoAttributes { missing: "\"node_attributes\"".into(), wanted });
        };
        self.check_listed("node_attributes", has_nodes)?;
        let found = self.graph.read_attributes(attributes)?;
        self.check_parallel("node_attributes", found)
    }

    /// The labels of the edges, in the order of the edges.
    fn read_edge_labels(&mut self, edge_labels: &str) -> Result<Vec<Label>, Problem> {
        let (graph, known, mut labels) = (&self.graph, &mut self.labels, Vec::new());
        read_list(edge_labels, EDGE_LABELS, |label| {
            labels.push(shared_label(known, label));
            graph.check_memory_with(growing(labels.len(), size_of::<Label>()))
        })?;
        Ok(labels)
    }

    /// An error if a list in the order of the nodes has no nodes to be in the order of.
    fn check_listed(&self, key: &str, has_nodes: bool) -> Result<(), Problem> {
        if has_nodes {
            return Ok(());
        }
        let wanted = format!("\"{key}\" are in the order of \"nodes\"");
        Err(Problem::Missing { missing: "\"nodes\"".into(), wanted })
    }

    /// An error unless a list has an entry for each node.
    fn check_parallel(&self, key: &str, found: usize) -> Result<(), Problem> {
        let nodes = self.graph.builder.node_count();
        if found == nodes {
            return Ok(());
        }
        let found = format!("{found} \"{key}\"");
        Err(Problem::Unexpected { found, wanted: format!("{nodes} as there are nodes") })
    }
}

fn shared_label(labels: &mut HashSet<Label>, label: String) -> Label {
    if let Some(shared) = labels.get(label.as_str()) {
        return shared.clone();
    }
    if labels.len() >= MAX_SHARED_LABELS {
        labels.clear();
    }
    let label = Label::from(label);
    labels.insert(label.clone());
    label
}

/// Takes the texts of a list one by one, so that no second copy of them is in memory; the number of texts.
fn read_list(json: &str, text: Text, mut take: impl FnMut(String) -> Result<(), Problem>) -> Result<usize, Problem> {
    let (mut count, mut refused) = (0, None);
    let parsed = parse(
        json.as_bytes(),
        TextList(text, |text| {
            count += 1;
            take(text).map_err(|problem| refused = Some(problem))
        }),
    );
    match refused {
        Some(problem) => Err(problem),
        None => parsed.map(|()| count),
    }
}

fn parse<'de, S: DeserializeSeed<'de>>(json: &'de [u8], seed: S) -> Result<S::Value, Problem> {
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let value = seed.deserialize(&mut deserializer).and_then(|value| deserializer.end().map(|()| value));
    value.map_err(|error| json_problem(&error, "one JSON object a line"))
}

/// The values of the known keys, each as its own piece of JSON.
struct Members;

impl<'de> DeserializeSeed<'de> for Members {
    type Value = [Option<&'de RawValue>; KEYS.len()];

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Members {
    type Value = [Option<&'de RawValue>; KEYS.len()];

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object {\"edges\": [[u, v], …], …}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut values = [None; KEYS.len()];
        while let Some(key) = map.next_key_seed(Text { wanted: "a key", bools: false })? {
            match KEYS.iter().position(|known| *known == key) {
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
                Some(at) if values[at].is_some() => {
                    let again = format!("\"{key}\" a second time");
                    return Err(A::Error::invalid_value(Unexpected::Other(&again), &"each key once"));
                }
                Some(at) => values[at] = Some(map.next_value()?),
            }
        }
        Ok(values)
    }
}
