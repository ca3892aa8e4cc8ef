use std::hash::BuildHasher;
use std::ops::Range;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::graph::Graph;

/// The signatures of some graphs' nodes in a row: for each node its own label, then its neighbours' ascending.
#[derive(Debug, Default)]
pub(super) struct Signatures {
    /// Start of each signature, and the end of the last.
    offsets: Vec<usize>,
    labels: Vec<u32>,
    /// `None` if no other node has the same label of its own: such a signature is like no other.
    hashes: Vec<Option<u64>>,
}

impl Signatures {
    /// The signatures of the nodes of `graphs`, whose labels are `labels`, graph after graph; `occurrences` has the number
    /// of nodes with each label in all graphs.
    ///
    /// # Complexity
    /// O(n log n + m) time, O(n + m) space.
    pub(super) fn of(graphs: &[&Graph], mut labels: &[u32], occurrences: &[u32], hasher: &DefaultHashBuilder) -> Self {
        let mut signatures = Self { offsets: vec![0], ..Self::default() };
        let (mut order, mut ends) = (Vec::new(), Vec::new());
        for graph in graphs {
            let (of_graph, others) = labels.split_at(graph.node_count());
            signatures.append(graph, of_graph, &mut order, &mut ends);
            labels = others;
        }
        let hash = |row: &[usize]| {
            let signature = &signatures.labels[row[0]..row[1]];
            (occurrences[signature[0] as usize] > 1).then(|| hasher.hash_one(signature))
        };
        signatures.hashes = signatures.offsets.windows(2).map(hash).collect();
        signatures
    }

    /// The signatures of one graph's nodes. Nodes hand their label to their neighbours in the order of labels, so that
    /// every row is ascending without sorting.
    fn append(&mut self, graph: &Graph, labels: &[u32], order: &mut Vec<u32>, ends: &mut Vec<usize>) {
        order.clear();
        order.extend(0..labels.len() as u32);
        order.sort_unstable_by_key(|&node| labels[node as usize]);
        ends.clear();
        let mut end = self.labels.len();
        self.labels.resize(end + labels.len() + graph.columns().len(), 0);
        for (node, &label) in labels.iter().enumerate() {
            self.labels[end] = label;
            ends.push(end + 1);
            end += 1 + graph.neighbors(node as u32).len();
            self.offsets.push(end);
        }
        for &node in &*order {
            for &neighbor in graph.neighbors(node) {
                let end = &mut ends[neighbor as usize];
                self.labels[*end] = labels[node as usize];
                *end += 1;
            }
        }
    }

    fn iter(&self) -> impl Iterator<Item = (&[u32], Option<u64>)> {
        let rows = self.offsets.windows(2).map(|row| &self.labels[row[0]..row[1]]);
        rows.zip(self.hashes.iter().copied())
    }
}

/// Numbers for signatures, in the order in which they first appear. Two signatures have the same number only if they are
/// the same: a hash finds candidates, and all their labels are compared.
#[derive(Debug, Default)]
pub(super) struct SignatureNumbers {
    count: u32,
    /// Those that may appear again.
    table: HashTable<Known>,
    /// Their labels, one after another.
    labels: Vec<u32>,
}

#[derive(Debug)]
struct Known {
    number: u32,
    hash: u64,
    labels: Range<usize>,
}

impl SignatureNumbers {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.table.clear();
        self.labels.clear();
    }

    /// How many signatures there are.
    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    /// Writes the number of each signature to `numbers`, one for each.
    pub(super) fn number(&mut self, signatures: &Signatures, numbers: &mut [u32]) {
        for ((signature, hash), number) in signatures.iter().zip(numbers) {
            *number = match hash {
                Some(hash) => self.number_of(signature, hash),
                None => self.next(),
            };
        }
    }

    fn number_of(&mut self, signature: &[u32], hash: u64) -> u32 {
        let same = |known: &Known| known.hash == hash && self.labels[known.labels.clone()] == *signature;
        if let Some(known) = self.table.find(hash, same) {
            return known.number;
        }
        let start = self.labels.len();
        self.labels.extend_from_slice(signature);
        let number = self.next();
        self.table.insert_unique(hash, Known { number, hash, labels: start..self.labels.len() }, |known| known.hash);
        number
    }

    fn next(&mut self) -> u32 {
        self.count += 1;
        self.count - 1
    }
}
