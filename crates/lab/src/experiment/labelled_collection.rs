//! Graphs with a class each.

use crate::evaluation::{ClassLabels, EvaluationError};
use sgr_core::graph::{GraphCollection, GraphRecord};

/// A named collection of graphs with a class each.
#[derive(Debug, Clone)]
pub struct LabelledCollection {
    name: String,
    graphs: GraphCollection,
    labels: ClassLabels,
    digest: u64,
}

impl LabelledCollection {
    /// # Errors
    /// As for [`class_labels`].
    pub fn new(name: String, graphs: GraphCollection) -> Result<Self, EvaluationError> {
        Ok(Self { name, labels: class_labels(graphs.records())?, digest: graphs.digest(), graphs })
    }

    /// The name of the collection.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The graphs in order.
    #[must_use]
    pub fn records(&self) -> &[GraphRecord] {
        self.graphs.records()
    }

    /// The class of each graph.
    #[must_use]
    pub fn labels(&self) -> &ClassLabels {
        &self.labels
    }

    /// As for [`GraphCollection::digest`].
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.digest
    }
}

/// The classes of some graphs.
///
/// # Errors
/// As for [`ClassLabels::new`]: a graph without a class, or only one class.
pub fn class_labels(records: &[GraphRecord]) -> Result<ClassLabels, EvaluationError> {
    let labels: Vec<Option<&str>> = records.iter().map(|record| record.label.as_deref()).collect();
    ClassLabels::new(&labels)
}
