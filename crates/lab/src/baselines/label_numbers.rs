//! Labels of nodes as numbers.

use hashbrown::HashMap;

use super::BaselineError;
use sgr_core::graph::Graph;

/// Most nodes of all graphs together: there may be as many labels, and they are numbered by u32.
const MOST_NODES: usize = u32::MAX as usize;

/// The node labels of all graphs as numbers, graph after graph, in the order in which labels first appear.
pub(super) struct LabelNumbers {
    /// Start of each graph's nodes, and the end of the last.
    pub(super) offsets: Vec<usize>,
    /// The number of each node's label.
    pub(super) numbers: Vec<u32>,
    /// How many labels there are.
    pub(super) count: usize,
}

impl LabelNumbers {
    /// Reads the labels, or, without `node_labels`, gives all nodes the same.
    ///
    /// # Errors
    /// [`BaselineError::NoNodeLabels`] for the first graph that has none; a graph without nodes needs none.
    /// [`BaselineError::TooLarge`] beyond 2³² nodes.
    pub(super) fn of(graphs: &[&Graph], node_labels: bool) -> Result<Self, BaselineError> {
        let nodes: usize = graphs.iter().map(|graph| graph.node_count()).sum();
        if nodes > MOST_NODES {
            let [bytes, limit] = [nodes, MOST_NODES].map(|count| 4 * count as u64);
            return Err(BaselineError::TooLarge { what: "table of node labels", rows: nodes, bytes, limit });
        }
        let mut offsets = vec![0];
        let mut numbers = Vec::new();
        let mut known: HashMap<&str, u32> = HashMap::new();
        for (at, graph) in graphs.iter().enumerate() {
            if !node_labels {
                numbers.resize(numbers.len() + graph.node_count(), 0);
            } else if graph.node_count() > 0 {
                let labels = graph.node_labels().ok_or(BaselineError::NoNodeLabels { graph: at })?;
                numbers.extend(labels.iter().map(|label| {
                    let next = known.len() as u32;
                    *known.entry(label).or_insert(next)
                }));
            }
            offsets.push(numbers.len());
        }
        let count = if node_labels { known.len() } else { 1 };
        Ok(Self { offsets, numbers, count })
    }

    /// The numbers of one graph's nodes.
    pub(super) fn of_graph(&self, graph: usize) -> &[u32] {
        &self.numbers[self.offsets[graph]..self.offsets[graph + 1]]
    }
}
