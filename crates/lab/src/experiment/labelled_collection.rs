//! Graphs with a class each.

use super::{EvaluateError, pool};
use crate::evaluation::{ClassLabels, EvaluationError};
use sgr_core::graph::{GraphCollection, GraphRecord, IsomorphismGroups};

/// A named collection of graphs with a class each.
#[derive(Debug, Clone)]
pub struct LabelledCollection {
    name: String,
    graphs: GraphCollection,
    labels: ClassLabels,
    digest: u64,
    duplicates: Option<Duplicates>,
}

/// Graphs that were left out of a collection, because another one is isomorphic.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Duplicates {
    /// Graphs that were left out.
    pub left_out: usize,
    /// Groups of isomorphic graphs of which none remains: their most frequent classes are as frequent as each other.
    pub ambiguous_groups: usize,
    /// Graphs that count as isomorphic to another because the search could not tell them apart.
    pub undecided: usize,
}

impl LabelledCollection {
    /// # Errors
    /// As for [`class_labels`].
    pub fn new(name: String, graphs: GraphCollection) -> Result<Self, EvaluationError> {
        Ok(Self { name, labels: class_labels(graphs.records())?, digest: graphs.digest(), graphs, duplicates: None })
    }

    /// One graph of each group of isomorphic ones: the first of the most frequent class of the group. A group without a most frequent
    /// class is left out: no rule could be right about it. So no split has isomorphic graphs on both sides.
    ///
    /// Labels and attributes count where the graphs carry them.
    ///
    /// # Errors
    /// As for [`class_labels`]: only one class may be left. [`DescribeError::Threads`](super::DescribeError::Threads).
    pub fn without_duplicates(self, threads: usize) -> Result<Self, EvaluateError> {
        let groups = pool(threads)?.install(|| IsomorphismGroups::of(self.graphs.records()));
        let kept: Vec<Option<usize>> = groups.groups().iter().map(|group| self.representative(group)).collect();
        let ambiguous_groups = kept.iter().filter(|kept| kept.is_none()).count();
        let mut is_kept = vec![false; self.graphs.len()];
        kept.iter().flatten().for_each(|&graph| is_kept[graph] = true);
        let all = self.graphs.len();
        let mut keep = is_kept.into_iter();
        let remaining: GraphCollection = self.graphs.into_iter().filter(|_| keep.next() == Some(true)).collect();
        let (left_out, undecided) = (all - remaining.len(), groups.undecided());
        let duplicates = Some(Duplicates { left_out, ambiguous_groups, undecided });
        Ok(Self { duplicates, ..Self::new(self.name, remaining)? })
    }

    /// The first graph of the most frequent class of a group; none if several classes are.
    fn representative(&self, group: &[usize]) -> Option<usize> {
        let mut counts = vec![0usize; self.labels.names().len()];
        group.iter().for_each(|&graph| counts[self.labels.classes()[graph]] += 1);
        let most = *counts.iter().max()?;
        let class = counts.iter().position(|&count| count == most)?;
        let is_ambiguous = counts[class + 1..].contains(&most);
        group.iter().copied().find(|&graph| !is_ambiguous && self.labels.classes()[graph] == class)
    }

    /// The graphs that were left out, if isomorphic graphs were looked for.
    #[must_use]
    pub fn duplicates(&self) -> Option<Duplicates> {
        self.duplicates
    }

    /// The number of graphs that were left out, if isomorphic graphs were looked for.
    #[must_use]
    pub fn duplicates_left_out(&self) -> Option<usize> {
        self.duplicates.map(|duplicates| duplicates.left_out)
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
