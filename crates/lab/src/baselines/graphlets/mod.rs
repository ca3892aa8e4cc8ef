//! The graphlet kernel on four nodes.

mod four_cliques;
mod induced;

use rayon::prelude::*;

use self::induced::{CONNECTED, InducedCounts, KINDS};
use super::{BaselineError, GramMatrix, GraphKernel};
use sgr_core::graph::Graph;
use sgr_core::progress::{Progress, Steps};

/// Which sets of four nodes count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Graphlets {
    /// All: eleven kinds.
    #[default]
    All,
    /// Those that are connected: six kinds.
    Connected,
}

/// How often the small graphs on four nodes lie in two graphs.
///
/// # Formula
/// ```text
/// f(G)[i]  = share of the sets of four nodes of G that induce graphlet i
/// k(G, G′) = f(G) · f(G′)
/// ```
/// Shervashidze, Vishwanathan, Petri, Mehlhorn & Borgwardt 2009, "Efficient graphlet kernels for large graph
/// comparison", where f is D and graphlets have k = 4 nodes. Counted exactly, by [`graphlet_counts`]; not sampled.
/// With [`Graphlets::Connected`] shares are among the connected sets.
///
/// Labels and weights do not count.
///
/// # Edge cases
/// A graph with fewer than four nodes, or without any set that counts, has the product 0 with all.
///
/// # Complexity
/// That of [`graphlet_counts`], and O(N²) products of eleven numbers for N graphs.
///
/// ```
/// use sgr_lab::baselines::{GraphKernel, GraphletKernel};
/// use sgr_core::graph::Graph;
///
/// let square = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)])?;
/// let star = Graph::from_edges(4, &[(0, 1), (0, 2), (0, 3)])?;
/// let gram = GraphletKernel::default().gram(&[&square, &star], &())?;
/// assert_eq!(gram.values(), [1.0, 0.0, 0.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct GraphletKernel {
    /// Which sets of four nodes count.
    pub graphlets: Graphlets,
}

impl GraphKernel for GraphletKernel {
    fn gram(&self, graphs: &[&Graph], progress: &dyn Progress) -> Result<GramMatrix, BaselineError> {
        let mut gram = GramMatrix::zeros(graphs.len())?;
        let steps = Steps::new(progress, graphs.len());
        let shares: Vec<[f64; KINDS]> = graphs
            .par_iter()
            .with_max_len(1)
            .map_init(InducedCounts::new, |induced, graph| {
                let shares = self.shares(induced.count(graph));
                steps.step();
                shares
            })
            .collect();
        gram.values_mut().par_chunks_exact_mut(graphs.len().max(1)).zip(&shares).for_each(|(row, shares_of_row)| {
            for (value, shares) in row.iter_mut().zip(&shares) {
                *value = shares_of_row.iter().zip(shares).map(|(a, b)| a * b).sum();
            }
        });
        Ok(gram)
    }
}

impl GraphletKernel {
    /// The feature vector f.
    fn shares(&self, mut counts: [u128; KINDS]) -> [f64; KINDS] {
        if self.graphlets == Graphlets::Connected {
            counts[..CONNECTED].fill(0);
        }
        let all: u128 = counts.iter().sum();
        counts.map(|count| count as f64 / all.max(1) as f64)
    }
}

/// How many sets of four nodes induce each of the eleven graphs on four nodes.
///
/// | | nodes connected as |
/// |---|---|
/// | 0–4 | nothing, one edge, two edges apart, path of three nodes, triangle (and loners) |
/// | 5–10 | star, path, triangle with a tail, square, square with a diagonal, all |
///
/// Never by listing sets of four: from degrees, triangles over each edge, squares and four-cliques. In u128, because
/// 150,000 nodes already have more sets of four than a u64 holds.
///
/// # Edge cases
/// All zero for fewer than four nodes.
///
/// # Complexity
/// O(m · √m + triangles · √m / 64) time, O(n + m) space.
///
/// ```
/// use sgr_lab::baselines::graphlet_counts;
/// use sgr_core::graph::Graph;
///
/// // A triangle with a tail, and a loner.
/// let graph = Graph::from_edges(5, &[(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// assert_eq!(graphlet_counts(&graph), [0, 1, 0, 2, 1, 0, 0, 1, 0, 0, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn graphlet_counts(graph: &Graph) -> [u128; KINDS] {
    InducedCounts::new().count(graph)
}
