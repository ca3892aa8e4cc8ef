//! Numbers that equal graphs share.

use super::super::Graph;
use super::super::collection::Digest;
use super::codes::{edge_codes, node_codes};
use crate::numerics::scramble;

/// Rounds of colour refinement in a digest: graphs of a collection that differ nearly always differ after three; the search
/// tells the others apart.
const ROUNDS: u64 = 4;

/// A number that copies, node for node, share: nodes, edges and weights count, labels and attributes do not. Graphs that
/// differ have different numbers for all practical purposes.
///
/// # Complexity
/// O(n + m) time.
#[must_use]
pub fn copy_digest(graph: &Graph) -> u64 {
    let mut digest = Digest::default();
    digest.word(graph.node_count() as u64);
    graph.offsets().iter().for_each(|&offset| digest.word(offset as u64));
    graph.columns().iter().for_each(|&column| digest.word(column.into()));
    graph.all_weights().unwrap_or_default().iter().for_each(|weight| digest.word(weight.to_bits()));
    digest.0
}

/// A number that isomorphic graphs share, and other graphs rarely: the colours of the nodes after a few rounds of colour
/// refinement.
///
/// # Formula
/// ```text
/// c₀(v)  = H(label and attributes of v)
/// c_k(v) = H(c_{k−1}(v) + Σ_u H(weight and label of uv, c_{k−1}(u)))      u: neighbours of v;  sums modulo 2^64
/// digest = H(n, m, Σ_v c_4(v))
/// ```
/// Weisfeiler & Leman 1968, with hashes H of 64 bits in place of colours.
///
/// # Complexity
/// O(n + m) time, O(n) space; O(n + m) space if edges carry labels or weights.
///
/// # Edge cases
/// Regular graphs of one degree and size share their digest.
#[must_use]
pub fn refinement_digest(graph: &Graph) -> u64 {
    let edges = edge_codes(graph);
    let mut colours = node_codes(graph);
    let mut next = vec![0; colours.len()];
    for _ in 0..ROUNDS {
        for (node, next) in next.iter_mut().enumerate() {
            let row = graph.offsets()[node]..graph.offsets()[node + 1];
            let message = |at: usize| {
                let code = edges.as_ref().map_or(1, |edges| edges[at]);
                scramble(code ^ colours[graph.columns()[at] as usize].rotate_left(1))
            };
            *next = scramble(row.fold(scramble(colours[node]), |sum, at| sum.wrapping_add(message(at))));
        }
        std::mem::swap(&mut colours, &mut next);
    }
    let sum = colours.iter().fold(0u64, |sum, &colour| sum.wrapping_add(scramble(colour)));
    let mut digest = Digest::default();
    [graph.node_count() as u64, graph.edge_count() as u64, sum].into_iter().for_each(|word| digest.word(word));
    digest.0
}
