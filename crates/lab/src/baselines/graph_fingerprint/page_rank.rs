//! PageRank.

use sgr_core::graph::Graph;

/// The share of a node's rank that follows its edges.
const DAMPING: f64 = 0.85;

/// The change of all ranks together at which the iteration ends. A step reduces it to 0.85 of itself: about 140 steps.
const TOLERANCE: f64 = 1e-10;

/// More steps than the tolerance can take: 0.85²⁰⁰ is 8e-15.
const MOST_STEPS: usize = 200;

/// The stationary distribution of a walk that follows a random edge, or jumps to a random node with probability 0.15. Nodes
/// without neighbours always jump.
///
/// # Formula
/// ```text
/// p_u = (0.15 + 0.85 s)/n + 0.85 Σ_v p_v/d_v        v: neighbours of u; s: rank of the nodes without neighbours
/// ```
/// Page, Brin, Motwani & Winograd 1999, "The PageRank Citation Ranking".
pub(super) fn page_rank(graph: &Graph) -> Vec<f64> {
    let nodes = graph.node_count();
    let degree = |node: usize| graph.neighbors(node as u32).len() as f64;
    let mut ranks = vec![1.0 / nodes as f64; nodes];
    let mut shares = vec![0.0; nodes];
    for _ in 0..MOST_STEPS {
        let mut stuck = 0.0;
        for (node, (share, rank)) in shares.iter_mut().zip(&ranks).enumerate() {
            *share = rank / degree(node).max(1.0);
            stuck += if degree(node) == 0.0 { *rank } else { 0.0 };
        }
        let jump = (1.0 - DAMPING + DAMPING * stuck) / nodes as f64;
        let mut change = 0.0;
        for (node, rank) in (0..).zip(&mut ranks) {
            let followed: f64 = graph.neighbors(node).iter().map(|&other| shares[other as usize]).sum();
            let next = jump + DAMPING * followed;
            change += (next - *rank).abs();
            *rank = next;
        }
        if change <= TOLERANCE {
            break;
        }
    }
    ranks
}
