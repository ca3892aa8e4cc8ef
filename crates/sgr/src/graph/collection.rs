use super::{Dropped, Graph};

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

/// Graphs in memory, in the order they were read.
///
/// For more graphs than fit, iterate over a [`GraphReader`](crate::input::GraphReader) instead.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GraphCollection {
    records: Vec<GraphRecord>,
}

impl GraphCollection {
    /// An empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of graphs.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no graph.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Appends a graph.
    pub fn push(&mut self, record: GraphRecord) {
        self.records.push(record);
    }

    /// The graphs in order.
    pub fn records(&self) -> &[GraphRecord] {
        &self.records
    }

    /// The distinct class labels, sorted: as numbers if all of them are, as text otherwise.
    pub fn classes(&self) -> Vec<&str> {
        let mut classes: Vec<&str> = self.records.iter().filter_map(|record| record.label.as_deref()).collect();
        classes.sort_unstable();
        classes.dedup();
        if classes.iter().all(|class| class.parse::<i64>().is_ok()) {
            classes.sort_by_key(|class| class.parse::<i64>().unwrap_or_default());
        }
        classes
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
