//! Numbers of walks of each length in one graph.

use sgr_core::graph::Graph;

/// Terms of a series at most. Graphs of the nine collections of the paper need fewer than 200; only a graph that is nearly
/// regular of degree 1/√λ needs more than some thousands.
pub(super) const MOST_TERMS: usize = 4096;

/// Terms whose sum is below this share of the whole are rounding.
pub(super) const ROUNDING: f64 = f64::EPSILON / 2.0;

/// The scaled numbers of walks s_k = 1ᵀ (√λ A)ᵏ 1 for k = 0, 1, … until the remaining ones do not count.
///
/// √λ = `root`. Let r = √λ Δ < 1, Δ the largest degree of this graph. The next numbers are at most r s_k, r² s_k, …, so
/// the squares of the remaining ones sum up to at most s_k² r² / (1 − r²). Where that is below [`ROUNDING`]² of the squares so
/// far, no product with the numbers of another graph changes by more than [`ROUNDING`] of the two lengths (Cauchy and
/// Schwarz).
///
/// # Complexity
/// O(m) time a term, O(n) space.
pub(super) fn walk_counts(graph: &Graph, root: f64) -> Vec<f64> {
    let nodes = graph.node_count();
    let mut walks = vec![1.0; nodes];
    let mut next = vec![0.0; nodes];
    let ratio = (root * super::largest_degree(graph)).min(1.0).powi(2);
    let (mut counts, mut squares) = (Vec::new(), 0.0);
    while counts.len() < MOST_TERMS {
        let count: f64 = walks.iter().sum();
        counts.push(count);
        squares += count * count;
        let remaining = count * count * ratio / (1.0 - ratio);
        // Also true if nothing remains, and if there are no nodes. NaN does not occur: ratio is below 1.
        if remaining <= ROUNDING * ROUNDING * squares {
            break;
        }
        step(graph, root, &walks, &mut next);
        std::mem::swap(&mut walks, &mut next);
    }
    counts
}

/// next = √λ A walks.
fn step(graph: &Graph, root: f64, walks: &[f64], next: &mut [f64]) {
    for (node, next) in (0..).zip(next) {
        let neighbors = graph.neighbors(node).iter();
        let sum: f64 = match graph.weights(node) {
            None => neighbors.map(|&other| walks[other as usize]).sum(),
            Some(weights) => neighbors.zip(weights).map(|(&other, weight)| weight * walks[other as usize]).sum(),
        };
        *next = root * sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_series_ends_where_the_rest_is_rounding() {
        // One edge, λ = 1/10: 2 (√λ)ᵏ. The squares fall by 10 a term: 32 terms reach 2⁻¹⁰⁶.
        let edge = Graph::from_edges(2, &[(0, 1)]).unwrap_or_else(|_| unreachable!());
        let counts = walk_counts(&edge, 0.1f64.sqrt());
        assert!((30..=34).contains(&counts.len()), "{}", counts.len());
        assert!((counts[3] - 2.0 * 0.1f64.powf(1.5)).abs() < 1e-16);
        // A ratio next to 1 ends at the limit.
        assert_eq!(walk_counts(&edge, 1.0 - 1e-9).len(), MOST_TERMS);
    }
}
