//! The Weisfeiler–Lehman subtree kernel.

mod signatures;

use std::ops::Range;

use hashbrown::DefaultHashBuilder;
use rayon::prelude::*;

use self::signatures::{SignatureNumbers, Signatures};
use super::label_numbers::LabelNumbers;
use super::sparse_counts::SparseCounts;
use super::{BaselineError, GramMatrix, GraphKernel};
use crate::graph::Graph;
use crate::progress::{Progress, Steps};

/// Nodes and edges whose signatures are made by one thread in one go.
const CHUNK: usize = 1 << 15;

/// Chunks whose signatures are in memory at once.
const WINDOW: usize = 32;

/// How many nodes of two graphs have the same surroundings.
///
/// # Formula
/// ```text
/// ℓ₀(v)   = degree of v, label of v, or the same for all
/// ℓᵢ₊₁(v) = number of (ℓᵢ(v), ℓᵢ(u) for all neighbours u of v, sorted)
/// k(G, G′) = Σ_{i = 0..h} Σ_a |{v in G: ℓᵢ(v) = a}| · |{v in G′: ℓᵢ(v) = a}|
/// ```
/// Shervashidze, Schweitzer, van Leeuwen, Mehlhorn & Borgwardt 2011, "Weisfeiler-Lehman Graph Kernels", with the vertex
/// histogram as base kernel. h = `iterations`: h + 1 histograms, as GraKeL's `n_iter = h`.
///
/// By default nodes start from their degrees: a histogram in which all nodes are alike says how large a graph is and
/// nothing else, and in a normalised kernel it drowns the others (accuracy on MUTAG 74 % with it, 81 % without).
///
/// Relabelling is exact: no two different surroundings share a number. Weights and edge labels do not count.
///
/// # Edge cases
/// A graph without nodes has the product 0 with all.
///
/// # Complexity
/// O(h (n log n + m)) time for n nodes and m edges of all graphs, and that of the product of sparse counts; O(n + m)
/// space beside the Gram matrix.
///
/// ```
/// use sgr::baselines::{FirstLabels, GraphKernel, WeisfeilerLehmanKernel};
/// use sgr::graph::Graph;
///
/// let path = Graph::from_edges(3, &[(0, 1), (1, 2)])?;
/// let triangle = Graph::from_edges(3, &[(0, 1), (1, 2), (2, 0)])?;
/// let kernel = WeisfeilerLehmanKernel { iterations: 1, first_labels: FirstLabels::Same };
/// // All nodes alike, then by degree: (2, 1) and (0, 3).
/// let gram = kernel.gram(&[&path, &triangle], &())?;
/// assert_eq!(gram.values(), [9.0 + 5.0, 9.0 + 3.0, 9.0 + 3.0, 9.0 + 9.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct WeisfeilerLehmanKernel {
    /// How often labels are refined.
    pub iterations: usize,
    /// What nodes are told apart by before the first.
    pub first_labels: FirstLabels,
}

/// What nodes are told apart by at first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FirstLabels {
    /// Their degrees.
    #[default]
    Degrees,
    /// Nothing: as GraKeL does with a dummy label for all.
    Same,
    /// Their labels.
    Given,
}

impl Default for WeisfeilerLehmanKernel {
    fn default() -> Self {
        Self { iterations: 5, first_labels: FirstLabels::default() }
    }
}

impl GraphKernel for WeisfeilerLehmanKernel {
    fn gram(&self, graphs: &[&Graph], progress: &dyn Progress) -> Result<GramMatrix, BaselineError> {
        let mut gram = GramMatrix::zeros(graphs.len())?;
        let mut labels = LabelNumbers::of(graphs, self.first_labels == FirstLabels::Given)?;
        let chunks = chunks(graphs);
        let mut known = SignatureNumbers::default();
        if self.first_labels == FirstLabels::Degrees {
            // What refines nodes that are all alike is their degree.
            refine(graphs, &chunks, &mut labels, &mut known);
        }
        let steps = Steps::new(progress, self.iterations + 1);
        histograms(&labels).add_products(&mut gram);
        steps.step();
        for _ in 0..self.iterations {
            refine(graphs, &chunks, &mut labels, &mut known);
            histograms(&labels).add_products(&mut gram);
            steps.step();
        }
        gram.mirror_lower();
        Ok(gram)
    }
}

/// Consecutive graphs of about [`CHUNK`] nodes and edges together, or one that is larger.
fn chunks(graphs: &[&Graph]) -> Vec<Range<usize>> {
    let mut chunks = Vec::new();
    let (mut start, mut size) = (0, 0);
    for (at, graph) in graphs.iter().enumerate() {
        size += graph.node_count() + graph.columns().len();
        if size >= CHUNK || at + 1 == graphs.len() {
            chunks.push(start..at + 1);
            (start, size) = (at + 1, 0);
        }
    }
    chunks
}

/// One refinement of all labels. Signatures are made in parallel and numbered one after another, so that numbers do not
/// depend on the threads.
fn refine(graphs: &[&Graph], chunks: &[Range<usize>], labels: &mut LabelNumbers, known: &mut SignatureNumbers) {
    known.clear();
    let hasher = DefaultHashBuilder::default();
    let mut occurrences = vec![0; labels.count];
    labels.numbers.iter().for_each(|&label| occurrences[label as usize] += 1);
    for window in chunks.chunks(WINDOW) {
        let nodes = |chunk: &Range<usize>| labels.offsets[chunk.start]..labels.offsets[chunk.end];
        let signatures: Vec<Signatures> = window
            .par_iter()
            .map(|chunk| Signatures::of(&graphs[chunk.clone()], &labels.numbers[nodes(chunk)], &occurrences, &hasher))
            .collect();
        for (chunk, signatures) in window.iter().zip(&signatures) {
            let nodes = nodes(chunk);
            known.number(signatures, &mut labels.numbers[nodes]);
        }
    }
    labels.count = known.len();
}

/// How many nodes of each graph have each label.
fn histograms(labels: &LabelNumbers) -> SparseCounts {
    let mut histograms = SparseCounts::new(labels.count);
    let mut sorted = Vec::new();
    for nodes in labels.offsets.windows(2) {
        sorted.clear();
        sorted.extend_from_slice(&labels.numbers[nodes[0]..nodes[1]]);
        sorted.sort_unstable();
        histograms.push(sorted.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u64)));
    }
    histograms
}
