//! Distances in unweighted graphs.

use std::ops::Range;

use super::{Path, PathCounts};
use sgr_core::graph::Graph;

/// A bit for each of the searches that run at once.
type Bits<const WORDS: usize> = [u64; WORDS];

/// The paths of a graph without weights, by breadth-first search from every node, 64 · `WORDS` searches at once.
///
/// A node that many searches reach in the same step is visited once for all of them: Then, Kaufmann, Chirigati, Hoang-Vu,
/// Pham, Kemper, Neumann & Vo 2014, "The More the Merrier: Efficient Multi-Source Graph Traversal". There are never more
/// visits than in one search after another.
pub(super) fn path_counts<const WORDS: usize>(graph: &Graph, labels: &[u32]) -> PathCounts {
    // Sources with the same label side by side: few labels in each block.
    let mut sources: Vec<u32> =
        (0..graph.node_count() as u32).filter(|&node| !graph.neighbors(node).is_empty()).collect();
    sources.sort_by_key(|&node| labels[node as usize]);
    let classes = classes(labels);
    let mut counts = PathCounts::new();
    let mut searches = Searches::<WORDS>::new(graph.node_count());
    for block in sources.chunks(64 * WORDS) {
        searches.start(block, labels);
        let mut hops = 0;
        while searches.advance(graph) {
            hops += 1;
            searches.count(f64::from(hops).to_bits(), labels, &classes, &mut counts);
        }
    }
    counts
}

/// Searches side by side, all at the same distance from their sources.
struct Searches<const WORDS: usize> {
    /// For each node, which searches have been there.
    seen: Vec<Bits<WORDS>>,
    /// For each node, which searches are there now.
    here: Vec<Bits<WORDS>>,
    /// For each node, which searches may get there next; zero between two steps.
    next: Vec<Bits<WORDS>>,
    /// The nodes at which a search is now.
    active: Vec<u32>,
    /// The nodes that a search may get to next.
    touched: Vec<u32>,
    /// The labels of the sources, each with its searches.
    groups: Vec<(u32, Range<usize>)>,
    /// For each class of labels, zero between two uses: the paths that end there.
    totals: Vec<u64>,
}

impl<const WORDS: usize> Searches<WORDS> {
    fn new(nodes: usize) -> Self {
        let none = || vec![[0; WORDS]; nodes];
        let [seen, here, next] = [none(), none(), none()];
        Self { seen, here, next, active: vec![], touched: vec![], groups: vec![], totals: vec![0; nodes] }
    }

    /// Search number i is at node i of `sources`, which are ordered by label.
    fn start(&mut self, sources: &[u32], labels: &[u32]) {
        self.seen.fill([0; WORDS]);
        self.active.clear();
        self.active.extend_from_slice(sources);
        self.groups.clear();
        for (search, &node) in sources.iter().enumerate() {
            self.here[node as usize][search / 64] |= 1 << (search % 64);
            self.seen[node as usize] = self.here[node as usize];
            match self.groups.last_mut() {
                Some((label, searches)) if *label == labels[node as usize] => searches.end = search + 1,
                _ => self.groups.push((labels[node as usize], search..search + 1)),
            }
        }
    }

    /// Every search goes one edge on, to nodes where it has not been. Whether any could.
    fn advance(&mut self, graph: &Graph) -> bool {
        let Self { seen, here, next, active, touched, .. } = self;
        for &node in &*active {
            let searches = std::mem::replace(&mut here[node as usize], [0; WORDS]);
            for &neighbor in graph.neighbors(node) {
                let next = &mut next[neighbor as usize];
                if *next == [0; WORDS] {
                    touched.push(neighbor);
                }
                next.iter_mut().zip(searches).for_each(|(next, searches)| *next |= searches);
            }
        }
        active.clear();
        for node in touched.drain(..) {
            let at = node as usize;
            let arrived = std::mem::replace(&mut next[at], [0; WORDS]);
            let new: Bits<WORDS> = std::array::from_fn(|word| arrived[word] & !seen[at][word]);
            if new != [0; WORDS] {
                seen[at].iter_mut().zip(new).for_each(|(seen, new)| *seen |= new);
                here[at] = new;
                active.push(node);
            }
        }
        !active.is_empty()
    }

    /// Counts a path of the given length from each search's source to where it is now.
    fn count(&mut self, length: u64, labels: &[u32], classes: &[u32], counts: &mut PathCounts) {
        for (from, searches) in &self.groups {
            for &node in &self.active {
                self.totals[classes[node as usize] as usize] += ones(&self.here[node as usize], searches);
            }
            for &node in &self.active {
                let paths = std::mem::take(&mut self.totals[classes[node as usize] as usize]);
                if paths > 0 {
                    *counts.entry(Path { length, from: *from, to: labels[node as usize] }).or_insert(0) += paths;
                }
            }
        }
    }
}

/// For each node the rank of its label among those of this graph: below the number of nodes, whatever other graphs have.
fn classes(labels: &[u32]) -> Vec<u32> {
    let mut distinct = labels.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    labels.iter().map(|label| distinct.partition_point(|other| other < label) as u32).collect()
}

/// Number of ones among the bits of `range`.
fn ones(bits: &[u64], range: &Range<usize>) -> u64 {
    let in_word = |(word, bits): (usize, &u64)| {
        let (start, end) = (range.start.max(64 * word), range.end.min(64 * word + 64));
        if start >= end {
            return 0;
        }
        let mask = (u64::MAX >> (64 - (end - start))) << (start - 64 * word);
        u64::from((bits & mask).count_ones())
    };
    bits.iter().enumerate().map(in_word).sum()
}
