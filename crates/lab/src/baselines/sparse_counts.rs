//! Counts of features as sparse rows, and their products.

use rayon::prelude::*;

use super::GramMatrix;

/// How often each feature is found in each graph; only those found are kept.
///
/// Rows in the order of the graphs. A feature is any number below [`features`](Self::new).
#[derive(Debug)]
pub(super) struct SparseCounts {
    /// Start of each row, and the end of the last.
    offsets: Vec<usize>,
    entries: Vec<Entry>,
    /// For each feature, in how many graphs it is.
    frequencies: Vec<u32>,
    /// For each feature, where its graphs start in `postings`.
    starts: Vec<usize>,
    /// The graphs that have each feature, ascending, feature after feature.
    postings: Vec<Posting>,
}

/// A feature of a graph.
#[derive(Debug, Clone, Copy)]
struct Entry {
    feature: u32,
    /// How many earlier graphs have the feature.
    earlier: u32,
    /// An integer, exact below 2⁵³.
    count: f64,
}

/// A graph that has the feature at hand.
#[derive(Debug, Clone, Copy)]
struct Posting {
    graph: u32,
    count: f64,
}

impl SparseCounts {
    /// No graphs yet, and that many features.
    pub(super) fn new(features: usize) -> Self {
        let (entries, starts, postings) = Default::default();
        Self { offsets: vec![0], entries, frequencies: vec![0; features], starts, postings }
    }

    /// No graphs again, and that many features, in the same memory.
    pub(super) fn clear(&mut self, features: usize) {
        self.offsets.truncate(1);
        self.entries.clear();
        self.frequencies.clear();
        self.frequencies.resize(features, 0);
    }

    /// The counts of the next graph: each feature once, in any order that does not depend on chance.
    ///
    /// # Panics
    /// If a feature is not below the number of features.
    pub(super) fn push(&mut self, row: impl IntoIterator<Item = (u32, u64)>) {
        for (feature, count) in row {
            let frequency = &mut self.frequencies[feature as usize];
            self.entries.push(Entry { feature, earlier: *frequency, count: count as f64 });
            *frequency += 1;
        }
        self.offsets.push(self.entries.len());
    }

    /// Adds to each entry on and below the diagonal the scalar product of two graphs' counts; above it nothing changes.
    ///
    /// Row by row, and in a row feature by feature over the earlier graphs that have it: pairs without a common feature
    /// cost nothing. Each sum takes its terms in the order of the row, whatever the number of threads; below 2⁵³ it is
    /// exact.
    ///
    /// # Complexity
    /// O(Σ over features of the square of the number of graphs that have it) time; space for each entry once more.
    ///
    /// # Panics
    /// If the matrix has another number of graphs.
    pub(super) fn add_products(&mut self, gram: &mut GramMatrix) {
        let graphs = self.offsets.len() - 1;
        assert_eq!(graphs, gram.size(), "found counts of {graphs} graphs, wanted {}", gram.size());
        self.set_postings();
        let Self { offsets, entries, starts, postings, .. } = &*self;
        gram.values_mut().par_chunks_exact_mut(graphs.max(1)).enumerate().for_each(|(graph, row)| {
            for entry in &entries[offsets[graph]..offsets[graph + 1]] {
                let start = starts[entry.feature as usize];
                // Up to and with this graph.
                for posting in &postings[start..=start + entry.earlier as usize] {
                    row[posting.graph as usize] += entry.count * posting.count;
                }
            }
        });
    }

    fn set_postings(&mut self) {
        let mut end = 0;
        let start = |&frequency: &u32| {
            let start = end;
            end += frequency as usize;
            start
        };
        self.starts.clear();
        self.starts.extend(self.frequencies.iter().map(start));
        self.postings.clear();
        self.postings.resize(self.entries.len(), Posting { graph: 0, count: 0.0 });
        for (graph, row) in self.offsets.windows(2).enumerate() {
            for entry in &self.entries[row[0]..row[1]] {
                let at = self.starts[entry.feature as usize] + entry.earlier as usize;
                self.postings[at] = Posting { graph: graph as u32, count: entry.count };
            }
        }
    }
}
