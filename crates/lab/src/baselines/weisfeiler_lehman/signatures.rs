//! Signatures of nodes: colours of the node and of its neighbours.

use std::hash::BuildHasher;
use std::ops::Range;

use hashbrown::{DefaultHashBuilder, HashTable};

use sgr_core::graph::Graph;

/// The signatures of some graphs' nodes in a row: for each node its own label, then its neighbours' ascending.
#[derive(Debug, Default)]
pub(super) struct Signatures {
    /// Start of each signature, and the end of the last.
    offsets: Vec<usize>,
    labels: Vec<u32>,
    /// `None` if no other node has the same label of its own: such a signature is like no other, and stays empty.
    hashes: Vec<Option<u64>>,
}

impl Signatures {
    /// Puts the signatures of the nodes of `graphs`, whose labels are `labels`, graph after graph, in the place of
    /// what was here; `occurrences` has the number of nodes with each label in all graphs.
    ///
    /// # Complexity
    /// O(n + m log d) time for nodes of degree at most d, O(n + m) space.
    pub(super) fn fill(
        &mut self,
        graphs: &[&Graph],
        mut labels: &[u32],
        occurrences: &[u32],
        hasher: &DefaultHashBuilder,
    ) {
        self.offsets.clear();
        self.offsets.push(0);
        self.labels.clear();
        self.hashes.clear();
        for graph in graphs {
            let (of_graph, others) = labels.split_at(graph.node_count());
            for (node, &label) in of_graph.iter().enumerate() {
                let has_double = occurrences[label as usize] > 1;
                let hash =
                    has_double.then(|| hasher.hash_one(self.append(label, graph.neighbors(node as u32), of_graph)));
                self.offsets.push(self.labels.len());
                self.hashes.push(hash);
            }
            labels = others;
        }
    }

    /// The signature of one node, as it now stands at the end.
    fn append(&mut self, label: u32, neighbors: &[u32], labels: &[u32]) -> &[u32] {
        let start = self.labels.len();
        self.labels.push(label);
        self.labels.extend(neighbors.iter().map(|&neighbor| labels[neighbor as usize]));
        self.labels[start + 1..].sort_unstable();
        &self.labels[start..]
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
