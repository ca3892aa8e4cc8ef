use super::elimination::{Elimination, Subgraph};
use super::features::Features;
use super::reduced_graph::ReducedGraph;
use super::similarity::Summary;

/// Computes `S = Uᵀ (L + ηI)⁻¹ U + γI` of subgraphs; buffers kept.
#[derive(Debug)]
pub(super) struct Summarizer {
    eta: f64,
    gamma: f64,
    /// For each class, how many members are in the subgraph at hand; zero between uses.
    sizes: Vec<f64>,
    elimination: Elimination,
    entries: Vec<f64>,
}

impl Summarizer {
    pub(super) fn new(eta: f64, gamma: f64) -> Self {
        Self { eta, gamma, sizes: Vec::new(), elimination: Elimination::new(), entries: Vec::new() }
    }

    /// `S` of the subgraph induced by the members of `classes` (ascending); of class `alone` only one is in it.
    pub(super) fn summarize(
        &mut self,
        graph: &ReducedGraph,
        features: &Features,
        classes: &[u32],
        alone: Option<u32>,
        summary: &mut Summary,
    ) {
        let Self { eta, gamma, sizes, elimination, entries } = self;
        sizes.resize(sizes.len().max(graph.len()), 0.0);
        classes.iter().for_each(|&class| sizes[class as usize] = graph.size(class));
        if let Some(class) = alone {
            sizes[class as usize] = 1.0;
        }
        elimination.solve(Subgraph { graph, features, classes, sizes, eta: *eta }, entries);
        classes.iter().for_each(|&class| sizes[class as usize] = 0.0);
        summary.set(entries, features.dimensions(), *gamma);
    }
}
