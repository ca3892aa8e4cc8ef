//! Graphs in memory with their names and classes.

use super::{Dropped, Graph};
use crate::numerics::scramble;

/// A graph with its name, its class if it has one, and what was dropped while it was built.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphRecord {
    /// The graph's name: its number in the file, its key, or the file's own name.
    pub id: String,
    /// The class label as it stood in the file.
    pub label: Option<String>,
    /// The graph itself.
    pub graph: Graph,
    /// Loops, repeats and zero weights that did not become edges.
    pub dropped: Dropped,
}

impl std::borrow::Borrow<Graph> for GraphRecord {
    fn borrow(&self) -> &Graph {
        &self.graph
    }
}

/// Graphs in memory, in the order they were read.
///
/// For more graphs than fit in memory, stream them from a reader instead.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GraphCollection {
    records: Vec<GraphRecord>,
}

impl GraphCollection {
    /// An empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of graphs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no graph.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Appends a graph.
    pub fn push(&mut self, record: GraphRecord) {
        self.records.push(record);
    }

    /// The graphs in order.
    #[must_use]
    pub fn records(&self) -> &[GraphRecord] {
        &self.records
    }

    /// The distinct class labels, sorted: as numbers if all of them are, as text otherwise.
    #[must_use]
    pub fn classes(&self) -> Vec<&str> {
        let mut classes: Vec<&str> = self.records.iter().filter_map(|record| record.label.as_deref()).collect();
        classes.sort_unstable();
        classes.dedup();
        if classes.iter().all(|class| class.parse::<i64>().is_ok()) {
            classes.sort_by_key(|class| class.parse::<i64>().unwrap_or_default());
        }
        classes
    }

    /// A number that differs, for all practical purposes, between collections that differ in graphs, weights, labels,
    /// attributes or classes; ids do not count. The same on every machine and in every version.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        for GraphRecord { graph, label, .. } in &self.records {
            digest.bytes(label.as_deref().unwrap_or_default().as_bytes());
            graph.offsets().iter().for_each(|&offset| digest.word(offset as u64));
            graph.columns().iter().for_each(|&column| digest.word(column.into()));
            graph.all_weights().unwrap_or_default().iter().for_each(|weight| digest.word(weight.to_bits()));
            graph.node_labels().unwrap_or_default().iter().for_each(|label| digest.bytes(label.as_bytes()));
            graph.all_edge_labels().unwrap_or_default().iter().for_each(|label| digest.bytes(label.as_bytes()));
            let attributes = graph.attributes().map(|attributes| attributes.values()).unwrap_or_default();
            attributes.iter().for_each(|value| digest.word(value.to_bits()));
        }
        digest.0
    }
}

/// A number that differs, for all practical purposes, between texts that differ.
#[must_use]
pub fn digest(bytes: &[u8]) -> u64 {
    let mut digest = Digest::default();
    digest.bytes(bytes);
    digest.0
}

/// A running hash of all words so far.
#[derive(Debug, Default)]
pub(super) struct Digest(pub(super) u64);

impl Digest {
    /// Spreads each word over all bits before the next is added.
    pub(super) fn word(&mut self, word: u64) {
        self.0 = scramble(self.0 ^ word);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        bytes.iter().for_each(|&byte| self.word(byte.into()));
    }
}

impl FromIterator<GraphRecord> for GraphCollection {
    fn from_iter<I: IntoIterator<Item = GraphRecord>>(records: I) -> Self {
        Self { records: records.into_iter().collect() }
    }
}

impl IntoIterator for GraphCollection {
    type Item = GraphRecord;
    type IntoIter = std::vec::IntoIter<GraphRecord>;

    fn into_iter(self) -> Self::IntoIter {
        self.records.into_iter()
    }
}
