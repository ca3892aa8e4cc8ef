//! The labels of a collection with their frequencies.

use hashbrown::HashMap;
use sgr_core::graph::{Graph, GraphRecord, Label};
use sgr_core::representation::{Labels, LeftOut};

/// What carries a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Carrier {
    /// A node.
    Node,
    /// An edge.
    Edge,
}

impl Carrier {
    /// The name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Edge => "edge",
        }
    }

    /// Leaves out a label wherever such a carrier has it.
    pub(super) fn without(self, label: &str) -> LeftOut<'_> {
        match self {
            Self::Node => LeftOut::NodeLabel(label),
            Self::Edge => LeftOut::EdgeLabel(label),
        }
    }
}

/// The distinct labels of a graph that are seen, with the number of their carriers, in the order of their first carriers. Empty
/// texts are no labels: nothing changes without them.
pub(super) fn labels_of(graph: &Graph, seen: Labels) -> Vec<(Carrier, &Label, usize)> {
    let nodes = graph.node_labels().filter(|_| seen.has_nodes()).unwrap_or_default();
    let edges = graph.all_edge_labels().filter(|_| seen.has_edges()).unwrap_or_default();
    let mut found: Vec<(Carrier, &Label, usize)> = Vec::new();
    // An edge has two entries in the compressed rows.
    for (carrier, labels, entries) in [(Carrier::Node, nodes, 1), (Carrier::Edge, edges, 2)] {
        let mut places: HashMap<&str, usize> = HashMap::new();
        for label in labels.iter().filter(|label| !label.is_empty()) {
            let place = *places.entry(label).or_insert_with(|| {
                found.push((carrier, label, 0));
                found.len() - 1
            });
            found[place].2 += 1;
        }
        found.iter_mut().filter(|(of, ..)| *of == carrier).for_each(|(.., count)| *count /= entries);
    }
    found
}

/// The labels of a collection, most carriers first; labels with as many carriers in the order of their texts.
pub(super) struct Alphabet {
    /// A label with its carrier.
    pub(super) labels: Vec<(Carrier, Label)>,
    /// Number of labels before they were cut to the most frequent ones.
    pub(super) found: usize,
}

impl Alphabet {
    /// At most `most` labels.
    pub(super) fn of(records: &[GraphRecord], seen: Labels, most: usize) -> Self {
        let mut counts: HashMap<(Carrier, &Label), usize> = HashMap::new();
        for (carrier, label, count) in records.iter().flat_map(|record| labels_of(&record.graph, seen)) {
            *counts.entry((carrier, label)).or_default() += count;
        }
        let mut labels: Vec<((Carrier, &Label), usize)> = counts.into_iter().collect();
        labels.sort_unstable_by(|(one, many), (other, few)| few.cmp(many).then_with(|| one.cmp(other)));
        let found = labels.len();
        let labels = labels.into_iter().take(most).map(|((carrier, label), _)| (carrier, label.clone())).collect();
        Self { labels, found }
    }

    /// The place of each label.
    pub(super) fn places(&self) -> HashMap<(Carrier, &str), usize> {
        self.labels.iter().enumerate().map(|(place, (carrier, label))| ((*carrier, &**label), place)).collect()
    }
}
