//! The representation `fingerprint`: hashed counts of the colours that colour refinement gives to the nodes.

mod refinement;
mod settings;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests;

pub use settings::{FingerprintSettings, FingerprintValues};

use self::refinement::Refinement;
use super::{Labels, Representation, SolvedGraph, WithoutSpectrum};
use crate::graph::Graph;

/// Hashed counts of the colours of the nodes: the feature map of the Weisfeiler–Lehman kernel as a vector of fixed length,
/// which needs no collection and no spectrum.
///
/// # Formula
/// ```text
/// x_i = number of pairs (k, v), 0 ≤ k ≤ depth, with c_k(v) mod dimensions = i          counts; bits: min(1, x_i)
/// ```
/// c_k(v): the colour of node v after k rounds of refinement, by the labels that are seen. Without labels all
/// nodes have the same colour in round 0, so that its bucket counts nodes, and round 1 tells degrees apart. Edge weights have no
/// part in it. Shervashidze et al. 2011, "Weisfeiler-Lehman Graph Kernels".
///
/// Graphs that this many rounds cannot tell apart have the same vector. The numbers are integers: the same bytes for any
/// numbering of the nodes, on any machine. Counts above 2^24 are rounded to the nearest `f32`.
///
/// # Complexity
/// O(depth · (n + m) + dimensions) time; O(n) space, with labels of edges O(n + m).
#[derive(Debug, Clone)]
pub struct Fingerprint {
    settings: FingerprintSettings,
    refinement: Refinement,
    counts: Vec<u32>,
}

impl Fingerprint {
    /// The fingerprint that sees these labels.
    ///
    /// # Panics
    /// If there is no dimension.
    #[must_use]
    pub fn new(labels: Option<Labels>, settings: FingerprintSettings) -> Self {
        assert!(settings.dimensions > 0, "found 0 dimensions, wanted at least 1");
        let counts = vec![0; settings.dimensions];
        Self { refinement: Refinement::new(labels, settings.seed), counts, settings }
    }
}

impl Default for Fingerprint {
    /// The structure alone, 2048 counts.
    fn default() -> Self {
        Self::new(None, FingerprintSettings::default())
    }
}

impl WithoutSpectrum for Fingerprint {
    fn append_graph(&mut self, graph: &Graph, rows: &mut Vec<f32>) {
        let Self { settings, refinement, counts } = self;
        counts.fill(0);
        count(refinement.start(graph), counts);
        for _ in 0..settings.depth {
            count(refinement.refine(graph), counts);
        }
        match settings.values {
            FingerprintValues::Counts => rows.extend(counts.iter().map(|&count| count as f32)),
            FingerprintValues::Bits => rows.extend(counts.iter().map(|&count| count.min(1) as f32)),
        }
    }
}

/// Adds the colours to the counts of their buckets.
fn count(colours: &[u64], counts: &mut [u32]) {
    let buckets = counts.len() as u64;
    for colour in colours {
        let count = &mut counts[(colour % buckets) as usize];
        // Only a graph of more than 2^28 nodes could overflow it.
        *count = count.saturating_add(1);
    }
}

impl Representation for Fingerprint {
    fn name(&self) -> &'static str {
        "fingerprint"
    }

    fn columns(&self) -> Vec<String> {
        (0..self.settings.dimensions).map(|at| format!("fingerprint_{at}")).collect()
    }

    fn append(&mut self, graphs: &[SolvedGraph<'_>], rows: &mut Vec<f32>) {
        graphs.iter().for_each(|solved| self.append_graph(solved.graph, rows));
    }

    fn without_spectrum(&mut self) -> Option<&mut dyn WithoutSpectrum> {
        Some(self)
    }

    fn is_sparse(&self) -> bool {
        true
    }

    fn clone_boxed(&self) -> Box<dyn Representation> {
        Box::new(self.clone())
    }
}
