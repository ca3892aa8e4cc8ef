//! The Weisfeiler–Lehman subtree kernel.

mod refinement;
mod signatures;

use std::mem;

pub(super) use self::refinement::Refinement;
use super::label_numbers::LabelNumbers;
use super::sparse_counts::SparseCounts;
use super::{BaselineError, GramMatrix, GraphKernel};
use sgr_core::graph::Graph;
use sgr_core::progress::{Progress, Steps};

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
/// O(h (n + m log d)) time for n nodes of degree at most d and m edges of all graphs, and that of the product of sparse
/// counts; O(n + m) space besides the Gram matrix.
///
/// ```
/// use sgr_lab::baselines::{FirstLabels, GraphKernel, WeisfeilerLehmanKernel};
/// use sgr_core::graph::Graph;
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
#[non_exhaustive]
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
        let mut refinement = Refinement::of(graphs);
        if self.first_labels == FirstLabels::Degrees {
            // What refines nodes that are all alike is their degree.
            refinement.refine(&mut labels);
        }
        let steps = Steps::new(progress, self.iterations + 1);
        let mut histograms = Histograms::new();
        for left in (0..=self.iterations).rev() {
            let counts = histograms.count(&labels);
            // A refinement numbers signatures one after another; the products keep the other threads busy meanwhile.
            let refine = || (left > 0).then(|| refinement.refine(&mut labels));
            rayon::join(|| counts.add_products(&mut gram), refine);
            steps.step();
        }
        gram.mirror_lower();
        Ok(gram)
    }
}

/// How many nodes of each graph have each label. The memory stays from one refinement to the next.
struct Histograms {
    counts: SparseCounts,
    /// Nodes with each label in the graph at hand; 0 between graphs.
    tallies: Vec<u32>,
    /// Labels of the graph at hand, in the order in which they first appear.
    present: Vec<u32>,
}

impl Histograms {
    fn new() -> Self {
        Self { counts: SparseCounts::new(0), tallies: vec![], present: vec![] }
    }

    fn count(&mut self, labels: &LabelNumbers) -> &mut SparseCounts {
        self.counts.clear(labels.count);
        self.tallies.resize(labels.count, 0);
        for graph in 0..labels.offsets.len() - 1 {
            self.present.clear();
            for &label in labels.of_graph(graph) {
                let tally = &mut self.tallies[label as usize];
                if *tally == 0 {
                    self.present.push(label);
                }
                *tally += 1;
            }
            let tallies = &mut self.tallies;
            let row = self.present.iter().map(|&label| (label, u64::from(mem::take(&mut tallies[label as usize]))));
            self.counts.push(row);
        }
        &mut self.counts
    }
}
