//! Summaries `S` of the neighbourhoods of nodes.

use hashbrown::HashMap;

use super::ball::BallSearch;
use super::elimination::{Elimination, Subgraph};
use super::features::Features;
use super::joint_basis::{JointBasis, ProjectionWork};
use super::reduction::ReducedGraph;
use super::similarity::Summary;

/// Summarises the neighbourhoods of a graph's nodes; one for each thread, buffers kept from graph to graph.
#[derive(Debug)]
pub(super) struct Neighborhoods {
    ball: BallSearch,
    /// Searched again when two neighbourhoods may be the same.
    earlier_ball: BallSearch,
    /// For the signature and the size of a neighbourhood, the first class that has them.
    first_with: HashMap<(u64, usize), u32>,
    summarizer: Summarizer,
    summary: Summary,
    projection: ProjectionWork,
}

impl Neighborhoods {
    pub(super) fn new(eta: f64, gamma: f64) -> Self {
        let summarizer = Summarizer::new(eta, gamma);
        let (ball, earlier_ball, first_with, summary, projection) = Default::default();
        Self { ball, earlier_ball, first_with, summarizer, summary, projection }
    }

    /// `S` of the neighbourhood of a member of class `center`.
    pub(super) fn summary(
        &mut self,
        graph: &ReducedGraph,
        features: &Features,
        center: u32,
        radius: usize,
    ) -> &Summary {
        self.ball.search(graph, center, radius);
        self.summarize_ball(graph, features, center, radius);
        &self.summary
    }

    /// `S` of the whole graph.
    pub(super) fn whole(&mut self, graph: &ReducedGraph, features: &Features) -> &Summary {
        let classes: Vec<u32> = (0..graph.len() as u32).collect();
        self.summarizer.summarize(graph, features, &classes, None, &mut self.summary);
        &self.summary
    }

    /// Features of each class from its neighbourhood: those of the next level.
    ///
    /// Classes with the same neighbourhood have the same features: the work is done for the first.
    ///
    /// # Complexity
    /// For each class a search, or two; for each distinct neighbourhood an elimination and Ñ P³ steps. O(n) space.
    pub(super) fn project(
        &mut self,
        graph: &ReducedGraph,
        features: &Features,
        radius: usize,
        basis: &JointBasis,
    ) -> Features {
        let mut next = Features::zeros(graph.len(), basis.dimensions());
        self.first_with.clear();
        for center in 0..graph.len() as u32 {
            self.ball.search(graph, center, radius);
            if let Some(first) = self.same_neighborhood(graph, center, radius) {
                next.copy_row(first as usize, center as usize);
                continue;
            }
            self.summarize_ball(graph, features, center, radius);
            basis.project(&self.summary, &mut self.projection, next.row_mut(center as usize));
        }
        next
    }

    /// An earlier class whose neighbourhood is the one just found.
    fn same_neighborhood(&mut self, graph: &ReducedGraph, center: u32, radius: usize) -> Option<u32> {
        // A node without its twins has a neighbourhood that no other class has: another that holds the node and all its
        // neighbours belongs to a neighbour, which has the twins too.
        if graph.is_alone(center, radius) {
            return None;
        }
        let size = self.ball.members().len();
        let first = *self.first_with.entry((self.ball.signature(), size)).or_insert(center);
        if first == center {
            return None;
        }
        if size < graph.len() {
            self.earlier_ball.search(graph, first, radius);
            // A signature is a hash: after a collision the summary is computed again.
            return self.ball.is_same_set(&self.earlier_ball).then_some(first);
        }
        Some(first)
    }

    fn summarize_ball(&mut self, graph: &ReducedGraph, features: &Features, center: u32, radius: usize) {
        self.ball.sort(graph.len());
        let alone = graph.is_alone(center, radius).then_some(center);
        self.summarizer.summarize(graph, features, self.ball.members(), alone, &mut self.summary);
    }
}

/// Computes `S = Uᵀ (L + ηI)⁻¹ U + γI` of subgraphs; buffers kept.
#[derive(Debug)]
struct Summarizer {
    eta: f64,
    gamma: f64,
    /// For each class, how many members are in the subgraph at hand; zero between uses.
    sizes: Vec<f64>,
    elimination: Elimination,
    entries: Vec<f64>,
}

impl Summarizer {
    fn new(eta: f64, gamma: f64) -> Self {
        Self { eta, gamma, sizes: Vec::new(), elimination: Elimination::new(), entries: Vec::new() }
    }

    /// `S` of the subgraph induced by the members of `classes` (ascending); of class `alone` only one is in it.
    fn summarize(
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
