//! Colour refinement by hashing.

use crate::graph::{Graph, Label};
use crate::numerics::scramble;
use crate::representation::Labels;
use crate::representation::characteristic::text_hash;
use crate::representation::labels::NO_LABEL;

/// Separates edges from nodes: a bond and an atom of the same name are different.
const EDGE: u64 = 0x6564_6765;

/// Separates the rounds.
const ROUND: u64 = 0x726F_756E;

/// The colours of the nodes of one graph after another; keeps its buffers.
///
/// # Formula
/// ```text
/// c₀(v)   = H(ℓ(v))
/// c_k(v)  = H(k, c_{k−1}(v), Σ_u H(ℓ(uv), c_{k−1}(u)))      u: neighbours of v;  sums modulo 2^64
/// ```
/// H: hashes of 64 bits. A sum has no order and tells multisets apart, so nodes have the same colour if, and by all practical
/// means only if, they have the same colour and the same pairs of edge label and colour around them in the round before:
/// Weisfeiler & Leman 1968, with 64 bits instead of a table of all colours so far. Two different colours of a collection share a
/// hash with probability N² / 2^65 for N colours: below 10^−7 for a million.
///
/// # Complexity
/// O(n + m) time a round, O(n + m) space, where labels of edges are seen; O(n) otherwise.
#[derive(Debug, Clone)]
pub(super) struct Refinement {
    labels: Option<Labels>,
    key: u64,
    /// The hash of an edge without label.
    plain_edge: u64,
    round: u64,
    colours: Vec<u64>,
    /// Of each node, its part in the sums of its neighbours, if edges have no labels.
    messages: Vec<u64>,
    /// Hashes of the labels of the edges, row after row; empty if they have none.
    edges: Vec<u64>,
}

impl Refinement {
    pub(super) fn new(labels: Option<Labels>, seed: u64) -> Self {
        let key = scramble(seed);
        let plain_edge = scramble(key ^ EDGE ^ text_hash(NO_LABEL));
        Self { labels, key, plain_edge, round: 0, colours: Vec::new(), messages: Vec::new(), edges: Vec::new() }
    }

    /// Gives the nodes of a graph their colours of round 0.
    pub(super) fn start(&mut self, graph: &Graph) -> &[u64] {
        let Self { labels, key, .. } = *self;
        let hash = |label: &Label| scramble(key ^ text_hash(label));
        self.round = 0;
        self.colours.clear();
        match graph.node_labels().filter(|_| labels.is_some_and(Labels::has_nodes)) {
            Some(labels) => self.colours.extend(labels.iter().map(hash)),
            None => self.colours.resize(graph.node_count(), scramble(key ^ text_hash(NO_LABEL))),
        }
        let edge_hash = |label: &Label| scramble(key ^ EDGE ^ text_hash(label));
        self.edges.clear();
        let edge_labels = graph.all_edge_labels().filter(|_| labels.is_some_and(Labels::has_edges));
        self.edges.extend(edge_labels.unwrap_or_default().iter().map(edge_hash));
        &self.colours
    }

    /// Gives the nodes of the same graph their colours of the next round.
    pub(super) fn refine(&mut self, graph: &Graph) -> &[u64] {
        self.round += 1;
        let round = scramble(self.key ^ ROUND ^ self.round);
        let Self { colours, messages, edges, plain_edge, .. } = self;
        messages.clear();
        let rows = graph.offsets().windows(2).map(|row| row[0]..row[1]);
        if edges.is_empty() {
            messages.extend(colours.iter().map(|&colour| message(*plain_edge, colour)));
            let sum = |row: &[u32]| row.iter().fold(0u64, |sum, &other| sum.wrapping_add(messages[other as usize]));
            for (colour, row) in colours.iter_mut().zip(rows) {
                *colour = next(round, *colour, sum(&graph.columns()[row]));
            }
        } else {
            let sum =
                |sum: u64, (&other, &edge): (&u32, &u64)| sum.wrapping_add(message(edge, colours[other as usize]));
            let around = rows.map(|row| graph.columns()[row.clone()].iter().zip(&edges[row]).fold(0, sum));
            messages.extend(around);
            for (colour, &sum) in colours.iter_mut().zip(messages.iter()) {
                *colour = next(round, *colour, sum);
            }
        }
        &self.colours
    }
}

/// The part of a neighbour in a sum.
#[inline]
fn message(edge: u64, colour: u64) -> u64 {
    scramble(edge ^ colour)
}

/// The colour after a round.
#[inline]
fn next(round: u64, colour: u64, sum: u64) -> u64 {
    scramble(scramble(colour ^ round).wrapping_add(sum))
}
