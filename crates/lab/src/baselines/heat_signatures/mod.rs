//! Bags of heat-kernel signatures.

mod heat_diagonal;
mod vocabulary;

use super::{BaselineError, GraphFeatures};
use heat_diagonal::heat_diagonal;
use sgr_core::graph::Graph;
use vocabulary::Vocabulary;

/// Times of a signature: powers of two from 1/4, where a node sees its neighbours, to 64, where it sees hundreds of steps.
pub const SIGNATURE_TIMES: [f64; 9] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// Numbers of a signature.
const WIDTH: usize = SIGNATURE_TIMES.len();

/// The bag of features of Shape Google: how many nodes of a graph look like each word of a fixed vocabulary.
///
/// # Formula
/// ```text
/// p(v) = c (h_t(v, v)) for t = 1/4, 1/2, …, 64        h_t = e^(−tL), c such that |p(v)| = 1
/// θ_i(v) = c exp(−|p(v) − w_i|² / 2σ²)                 c such that Σ_i θ_i(v) = 1
/// f_i = Σ_v θ_i(v)                                     i = 1, …, 48
/// ```
/// Bronstein, Bronstein, Guibas & Ovsjanikov 2011, "Shape Google: Geometric Words and Expressions for Invariant Shape
/// Retrieval", eq. 9 to 14: heat-kernel signatures scaled to length 1, 48 words w_i by k-means, soft assignment with σ = twice the
/// median radius of the clusters, frequencies of words. L = the normalized Laplacian instead of that of a surface, and times that fit
/// its eigenvalues, from 0 to 2. Edge weights count.
///
/// The vocabulary is part of the library: k-means on the signatures of synthetic graphs of all families, found by
/// `cargo bench --bench heat_vocabulary` (see there). No graph of a user has a part in it.
///
/// # Edge cases
/// A node without neighbours keeps its heat: p is the same at all times. The graph without nodes is all zeros.
///
/// # Accuracy
/// h_t(v, v) is good to 10⁻⁸: a Chebyshev expansion whose remaining coefficients are smaller.
///
/// # Complexity
/// O(c (n + m)) time for c nodes of which no two are twins, 30 products of L with each of them; O(n + m) space.
///
/// ```
/// use sgr_lab::baselines::{GraphFeatures, HeatSignatures};
/// let triangle = sgr_core::graph::Graph::from_edges(3, &[(0, 1), (1, 2), (2, 0)])?;
/// let mut row = Vec::new();
/// HeatSignatures::default().append(&triangle, &mut row)?;
/// assert_eq!(row.len(), 48);
/// assert!((row.iter().sum::<f32>() - 3.0).abs() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct HeatSignatures {
    vocabulary: Vocabulary,
}

impl Default for HeatSignatures {
    /// The vocabulary of the library.
    fn default() -> Self {
        Self { vocabulary: Vocabulary::built_in() }
    }
}

impl GraphFeatures for HeatSignatures {
    fn columns(&self) -> Vec<String> {
        (0..self.vocabulary.words.len()).map(|word| format!("word_{word}")).collect()
    }

    fn append(&self, graph: &Graph, row: &mut Vec<f32>) -> Result<(), BaselineError> {
        let mut frequencies = vec![0.0; self.vocabulary.words.len()];
        // Signatures of twins are the same: each is looked up once.
        for (signature, nodes) in distinct_signatures(graph) {
            self.vocabulary.assign(&signature, nodes, &mut frequencies);
        }
        row.extend(frequencies.iter().map(|&frequency| frequency as f32));
        Ok(())
    }
}

/// The signature of each node of a graph, of length 1, node after node: those that the vocabulary is made of.
#[must_use]
pub fn heat_signatures(graph: &Graph) -> Vec<f64> {
    let diagonal = heat_diagonal(graph);
    let of_node = |&class: &u32| scaled(&diagonal.values[class as usize * WIDTH..][..WIDTH]);
    diagonal.twins.class_of_node.iter().flat_map(of_node).collect()
}

/// Signatures of length 1, each with the number of nodes that have it.
fn distinct_signatures(graph: &Graph) -> impl Iterator<Item = ([f64; WIDTH], f64)> {
    let diagonal = heat_diagonal(graph);
    let sizes = diagonal.twins.sizes.into_iter().map(f64::from);
    let signatures: Vec<[f64; WIDTH]> = diagonal.values.chunks_exact(WIDTH).map(scaled).collect();
    signatures.into_iter().zip(sizes)
}

/// The numbers divided by their length. It is at least that of the first time: e^(−1/2) of the heat at least.
fn scaled(values: &[f64]) -> [f64; WIDTH] {
    let length = values.iter().map(|value| value * value).sum::<f64>().sqrt();
    std::array::from_fn(|at| values[at] / length)
}
