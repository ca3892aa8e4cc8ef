//! The geometric random-walk kernel.

mod product_walks;
mod walk_counts;

use super::label_numbers::LabelNumbers;
use super::{BaselineError, GramMatrix, GraphKernel};
use product_walks::LabelledGraph;
use rayon::prelude::*;
use sgr_core::graph::Graph;
use sgr_core::progress::{Progress, Steps};
use walk_counts::walk_counts;

/// How many walks two graphs have in common, long walks counting less.
///
/// # Formula
/// ```text
/// k(G, G′) = Σ_{k ≥ 0} λᵏ · 1ᵀ W×ᵏ 1        W×: weights of the direct product of G and G′
/// ```
/// Gärtner, Flach & Wrobel 2003, "On Graph Kernels: Hardness Results and Efficient Alternatives", geometric series. A walk
/// of the direct product is a pair of walks of the same length; with labels the nodes of the pair have equal labels, step
/// by step, and the weight of a pair of edges is the product of their weights. λ = `decay`.
///
/// Without labels W× is the Kronecker product of A and A′, so the sum is one product of two lists, and no product graph is
/// needed:
/// ```text
/// 1ᵀ W×ᵏ 1 = w_k(G) · w_k(G′)        w_k = 1ᵀ Aᵏ 1: the number of walks of k steps
/// ```
/// By default λ is the largest power of ten below 1/Δ², Δ = the largest (weighted) degree of the collection: the usual
/// choice (Sugiyama & Borgwardt 2015, "Halting in Random Walk Kernels"), for which every series converges.
///
/// # Errors
/// [`BaselineError::Setting`] for a decay that is not positive, or at which a series may diverge: from 1/Δ² on.
/// [`BaselineError::TooLarge`] for two labelled graphs whose product does not fit.
///
/// # Edge cases
/// Two graphs without edges have the product of their numbers of nodes (with labels: of pairs of equal labels). A graph
/// without nodes has the product 0 with all.
///
/// # Accuracy
/// A series ends where its remaining terms are below rounding: below 2⁻⁵³ of √(k(G, G) k(G′, G′)) without labels, of the
/// sum with labels. After 4096 terms it ends in any case; graphs that are nearly regular of degree 1/√λ are then summed in
/// part. Without labels the matrix is positive semi-definite in that case too.
///
/// # Complexity
/// Without labels O(m K) time for each graph of m edges and O(K) for each pair, K = terms, some tens. With labels
/// O((m n′ + n m′) K / labels) time and O(n n′ / labels) space for each pair.
///
/// ```
/// use sgr_lab::baselines::{GraphKernel, RandomWalkKernel};
/// use sgr_core::graph::Graph;
///
/// // One edge: two walks of each length, so k = 4 / (1 − λ); λ is 1/10, below 1/1².
/// let edge = Graph::from_edges(2, &[(0, 1)])?;
/// let gram = RandomWalkKernel::default().gram(&[&edge], &())?;
/// assert!((gram.values()[0] - 4.0 / 0.9).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct RandomWalkKernel {
    /// Walks must have the same labels, node by node.
    pub node_labels: bool,
    /// λ; `None` for the largest power of ten below 1/Δ².
    pub decay: Option<f64>,
}

impl GraphKernel for RandomWalkKernel {
    fn gram(&self, graphs: &[&Graph], progress: &dyn Progress) -> Result<GramMatrix, BaselineError> {
        let mut gram = GramMatrix::zeros(graphs.len())?;
        let labels = LabelNumbers::of(graphs, self.node_labels)?;
        let root = self.root_of_decay(graphs)?;
        if self.node_labels {
            let labelled: Vec<LabelledGraph> =
                (0..graphs.len()).map(|at| LabelledGraph::of(graphs[at], labels.of_graph(at), root)).collect();
            product_walks::check_sizes(&labelled)?;
            fill_lower(&mut gram, progress, |a, b| labelled[a].common_walks(&labelled[b]));
        } else {
            let counts: Vec<Vec<f64>> = graphs.par_iter().map(|graph| walk_counts(graph, root)).collect();
            fill_lower(&mut gram, progress, |a, b| counts[a].iter().zip(&counts[b]).map(|(a, b)| a * b).sum());
        }
        gram.mirror_lower();
        Ok(gram)
    }
}

impl RandomWalkKernel {
    /// √λ, which scales the weights of each graph: the product of two then has λ, and no power of A overflows.
    fn root_of_decay(&self, graphs: &[&Graph]) -> Result<f64, BaselineError> {
        let largest = graphs.iter().map(|graph| largest_degree(graph)).fold(0.0, f64::max);
        match self.decay {
            None => Ok(root_of_default_decay(largest)),
            Some(decay) if decay > 0.0 && decay.sqrt() * largest < 1.0 => Ok(decay.sqrt()),
            Some(decay) => Err(BaselineError::Setting {
                setting: "decay",
                found: format!("{decay} with a largest degree of {largest}"),
                wanted: "a positive number below 1 / (largest degree)²",
            }),
        }
    }
}

/// The root of the largest power of ten below 1/Δ²; 1/10 without edges, where no walk has a step.
fn root_of_default_decay(largest_degree: f64) -> f64 {
    if largest_degree == 0.0 {
        return 0.1f64.sqrt();
    }
    // 10^e > Δ² for the smallest e. The exponent of the square is taken in logarithms: weights of 1e200 would overflow.
    let exponent = (2.0 * largest_degree.log10()).floor() + 1.0;
    10f64.powf(-exponent / 2.0)
}

fn largest_degree(graph: &Graph) -> f64 {
    (0..graph.node_count() as u32).map(|node| graph.weighted_degree(node)).fold(0.0, f64::max)
}

/// Computes all entries on and below the diagonal, in parallel over rows.
fn fill_lower(gram: &mut GramMatrix, progress: &dyn Progress, value: impl Fn(usize, usize) -> f64 + Sync) {
    let size = gram.size();
    let steps = Steps::new(progress, size);
    let rows = gram.values_mut().par_chunks_exact_mut(size.max(1)).enumerate().with_max_len(1);
    rows.for_each(|(row, values)| {
        values[..=row].iter_mut().enumerate().for_each(|(column, entry)| *entry = value(row, column));
        steps.step();
    });
}
