//! The deep graph kernel on Weisfeiler–Lehman colours.

mod colour_counts;
mod cooccurrence;
mod embedding;

use rayon::prelude::*;

use super::label_numbers::LabelNumbers;
use super::sparse_counts::SparseCounts;
use super::weisfeiler_lehman::Refinement;
use super::{BaselineError, FirstLabels, GramMatrix, GraphKernel};
use colour_counts::ColourCounts;
use embedding::Embedding;
use sgr_core::graph::Graph;
use sgr_core::progress::{Progress, Steps};

/// Most dimensions: the paper tries up to 50.
const MOST_DIMENSIONS: usize = 256;

/// How many nodes of two graphs have similar surroundings: the Weisfeiler–Lehman kernel with similarities between colours.
///
/// # Formula
/// ```text
/// k(G, G′) = Σ_{i = 0..h} φᵢ(G)ᵀ Mᵢ φᵢ(G′)          φᵢ: nodes with each colour after i refinements
/// Mᵢ[a, b] = e_a · e_b                               e: embeddings of colours
/// ```
/// Yanardag & Vishwanathan 2015, "Deep Graph Kernels", eq. 8, on the colours of Shervashidze et al. 2011. As in the paper,
/// colours of one graph and one refinement are each other's context. h = `iterations`.
///
/// # Embedding
/// The paper learns e by skip-gram with negative sampling, which depends on chance. Levy & Goldberg 2014, "Neural Word
/// Embedding as Implicit Matrix Factorization", show that it factorizes pointwise mutual information, so this is done
/// directly:
/// ```text
/// N_ab = Σ_G n_a (n_b − δ_ab) / (n − 1)              a node and another one of its graph, chosen at random
/// P_ab = max(0, ln(N_ab N / (N_a N_b)))               N_a = Σ_b N_ab, N = Σ_a N_a
/// e_a = row a of U √Λ                                  the d largest eigenvalues of P, if positive
/// ```
/// n_a = nodes of G with colour a, n = nodes of G, d = `dimensions`. Words are the colours that at least two graphs have; if
/// there are more than 1024, those that at least f graphs have, for the smallest f that leaves at most 1024. A colour that
/// is no word is like itself only, M[a, a] = 1, as in the Weisfeiler–Lehman kernel. M is positive semi-definite, and so is
/// the kernel. An eigenspace that does not fit into d as a whole is left out, so the numbering of nodes does not matter.
///
/// # Errors
/// [`BaselineError::Setting`] for no dimensions or more than 256; [`BaselineError::NoNodeLabels`];
/// [`BaselineError::NoConvergence`].
///
/// # Edge cases
/// A graph without nodes has the product 0 with all. A graph of one node has no contexts. One graph alone has no words: its
/// kernel value is that of Weisfeiler and Lehman.
///
/// # Complexity
/// That of the Weisfeiler–Lehman kernel; for each refinement O(w²) for a graph with w words, O(1024³) for the eigenvectors
/// and O(d) for each pair of graphs. O(n + m) space for all graphs and 25 MB for each refinement, besides the Gram matrix.
///
/// ```
/// use sgr_lab::baselines::{DeepGraphKernel, GraphKernel};
/// use sgr_core::graph::Graph;
///
/// // Two paths: degrees 1, 2 and 1. Both colours are in both graphs, next to each other.
/// let path = Graph::from_edges(3, &[(0, 1), (1, 2)])?;
/// let kernel = DeepGraphKernel { iterations: 0, ..DeepGraphKernel::default() };
/// let gram = kernel.gram(&[&path, &path], &())?;
/// // N = [2, 2; 2, 0]: only the pair of different degrees is above chance, P = [0, p; p, 0] with p = ln 1.5. Its positive
/// // eigenvalue is p, with the vector (1, 1)/√2: both degrees are at the same place, and k = 3 · 3 · p/2.
/// assert!((gram.values()[1] - 4.5 * 1.5f64.ln()).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct DeepGraphKernel {
    /// How often colours are refined, h.
    pub iterations: usize,
    /// Dimensions of the embedding of the colours of each refinement, d.
    pub dimensions: usize,
    /// What nodes are told apart by before the first refinement.
    pub first_labels: FirstLabels,
}

impl Default for DeepGraphKernel {
    /// Four refinements and 50 dimensions, the most that the paper tries, and colours that start from degrees.
    fn default() -> Self {
        Self { iterations: 4, dimensions: 50, first_labels: FirstLabels::default() }
    }
}

impl GraphKernel for DeepGraphKernel {
    fn gram(&self, graphs: &[&Graph], progress: &dyn Progress) -> Result<GramMatrix, BaselineError> {
        if !(1..=MOST_DIMENSIONS).contains(&self.dimensions) {
            let found = self.dimensions.to_string();
            return Err(BaselineError::Setting { setting: "dimensions", found, wanted: "1 to 256" });
        }
        let mut gram = GramMatrix::zeros(graphs.len())?;
        let mut labels = LabelNumbers::of(graphs, self.first_labels == FirstLabels::Given)?;
        let mut refinement = Refinement::of(graphs);
        if self.first_labels == FirstLabels::Degrees {
            // Nodes that are all alike are refined to their degrees.
            refinement.refine(&mut labels);
        }
        let mut refined = vec![ColourCounts::of(&labels)];
        for _ in 0..self.iterations {
            refinement.refine(&mut labels);
            refined.push(ColourCounts::of(&labels));
        }
        let steps = Steps::new(progress, refined.len());
        let embed = |counts: &ColourCounts| {
            let embedding = Embedding::of(counts, self.dimensions);
            steps.step();
            embedding
        };
        let embeddings: Vec<Embedding> = refined.par_iter().with_max_len(1).map(embed).collect::<Result<_, _>>()?;
        for (counts, embedding) in refined.iter().zip(&embeddings) {
            add_similarities(counts, embedding, &mut gram);
        }
        gram.mirror_lower();
        Ok(gram)
    }
}

/// Adds φᵀ M φ′ of one refinement to the entries on and below the diagonal.
fn add_similarities(counts: &ColourCounts, embedding: &Embedding, gram: &mut GramMatrix) {
    let sum = |row: &[(u32, u32)]| {
        let mut sum = vec![0.0; embedding.dimensions()];
        for &(colour, count) in row {
            let vector = embedding.vector(colour).unwrap_or_default();
            sum.iter_mut().zip(vector).for_each(|(sum, value)| *sum += f64::from(count) * value);
        }
        sum
    };
    let sums: Vec<Vec<f64>> = counts.rows().map(sum).collect();
    let size = gram.size();
    gram.values_mut().par_chunks_exact_mut(size.max(1)).enumerate().for_each(|(graph, row)| {
        let products = sums.iter().map(|other| other.iter().zip(&sums[graph]).map(|(a, b)| a * b).sum::<f64>());
        row[..=graph].iter_mut().zip(products).for_each(|(entry, product)| *entry += product);
    });
    let mut alone = SparseCounts::new(counts.colours());
    for row in counts.rows() {
        let row = row.iter().filter(|(colour, _)| embedding.vector(*colour).is_none());
        alone.push(row.map(|&(colour, count)| (colour, count.into())));
    }
    alone.add_products(gram);
}
