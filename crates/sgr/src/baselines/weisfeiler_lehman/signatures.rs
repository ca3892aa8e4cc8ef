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
    hashes: Vec<u64>,
}

impl Signatures {
    /// The signatures of the nodes of `graphs`, whose labels are `labels`, graph after graph.
    ///
    /// # Complexity
    /// O(n log n + m) time, O(n + m) space.
    pub(super) fn of(graphs: &[&Graph], mut labels: &[u32], hasher: &DefaultHashBuilder) -> Self {
        let mut signatures = Self { offsets: vec![0], ..Self::default() };
        let (mut order, mut ends) = (Vec::new(), Vec::new());
        for graph in graphs {
            let (of_graph, others) = labels.split_at(graph.node_count());
            signatures.append(graph, of_graph, &mut order, &mut ends);
            labels = others;
        }
        let hashes = signatures.offsets.windows(2).map(|row| hasher.hash_one(&signatures.labels[row[0]..row[1]]));
        signatures.hashes = hashes.collect();
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

    fn iter(&self) -> impl Iterator<Item = (&[u32], u64)> {
        let rows = self.offsets.windows(2).map(|row| &self.labels[row[0]..row[1]]);
        rows.zip(self.hashes.iter().copied())
    }
}

/// Numbers for signatures, in the order in which they first appear. Two signatures have the same number only if they are
/// the same: a hash finds candidates, and all their labels are compared.
#[derive(Debug, Default)]
pub(super) struct SignatureNumbers {
    /// Number, and the hash it was filed under.
    table: HashTable<(u32, u64)>,
    /// The labels of each number.
    ranges: Vec<Range<usize>>,
    labels: Vec<u32>,
}

impl SignatureNumbers {
    /// How many signatures there are.
    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Writes the number of each signature to `numbers`, one for each.
    pub(super) fn number(&mut self, signatures: &Signatures, numbers: &mut [u32]) {
        for ((signature, hash), number) in signatures.iter().zip(numbers) {
            *number = self.number_of(signature, hash);
        }
    }

    fn number_of(&mut self, signature: &[u32], hash: u64) -> u32 {
        let Self { table, ranges, labels } = self;
        let same =
            |&(number, other): &(u32, u64)| other == hash && labels[ranges[number as usize].clone()] == *signature;
        if let Some(&(number, _)) = table.find(hash, same) {
            return number;
        }
        let number = ranges.len() as u32;
        table.insert_unique(hash, (number, hash), |&(_, hash)| hash);
        ranges.push(labels.len()..labels.len() + signature.len());
        labels.extend_from_slice(signature);
        number
    }
}
