//! The multiscale Laplacian graph kernel.
//!
//! Kondor & Pan 2016, "The Multiscale Laplacian Graph Kernel", NIPS; algorithm 1 of the supplement, the low-rank form.

mod ball;
mod elimination;
mod features;
mod joint_basis;
mod neighborhoods;
mod reduction;
mod sample;
mod settings;
mod similarity;

pub use settings::MultiscaleLaplacianSettings;

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use self::features::{BaseBasis, Features};
use self::joint_basis::JointBasis;
use self::neighborhoods::Neighborhoods;
use self::reduction::ReducedGraph;
use self::sample::NodeSample;
use self::similarity::{Summaries, Summary};
use super::{BaselineError, GramMatrix, GraphKernel};
use sgr_core::graph::Graph;
use sgr_core::progress::Progress;

/// Compares graphs by Laplacians of their subgraphs at growing scales.
///
/// A graph whose nodes have features, the rows of U, is the normal distribution of the features of a random field on it:
/// ```text
/// S = Uᵀ (L + ηI)⁻¹ U + γI        L = D − A
/// k(G1, G2) = |(S1⁻¹ + S2⁻¹) / 2|^(−1/2) / (|S1|^(1/4) |S2|^(1/4))
/// ```
/// Features start as one-hot labels or degrees, or alike. At level ℓ = 1 … L a node gets new ones: the place of the subgraph induced
/// by the nodes within ℓ r steps (r = radius; r 2^(ℓ−1) if it doubles), by the same kernel, in a space of at most P dimensions that Ñ random nodes of all graphs
/// span ([`MultiscaleLaplacianSettings`] has the parameters). The kernel of two graphs is that of the whole graphs with the
/// features of level L.
///
/// Weights of edges are not used.
///
/// # Complexity
/// For each level and each distinct neighbourhood an elimination of its nodes (linear in them where the graph is nearly a
/// tree, at most cubic) and Ñ P³; P³ for each pair of graphs. P numbers for each node, and the fill of each graph.
///
/// # Edge cases
/// The diagonal is 1. A graph without nodes has `S = γI`.
///
/// ```
/// use sgr_lab::baselines::{GraphKernel, MultiscaleLaplacian};
/// use sgr_core::graph::Graph;
/// let path = Graph::from_edges(3, &[(0, 1), (1, 2)])?;
/// let triangle = Graph::from_edges(3, &[(0, 1), (1, 2), (2, 0)])?;
/// let gram = MultiscaleLaplacian::default().gram(&[&path, &triangle, &path], &())?;
/// assert_eq!(gram.row(0)[2], 1.0);
/// assert!(gram.row(0)[1] < 0.99);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct MultiscaleLaplacian {
    settings: MultiscaleLaplacianSettings,
}

impl MultiscaleLaplacian {
    /// The kernel with these parameters.
    ///
    /// # Errors
    /// [`BaselineError::Setting`] if one is out of its range.
    pub fn new(settings: MultiscaleLaplacianSettings) -> Result<Self, BaselineError> {
        settings.check()?;
        Ok(Self { settings })
    }

    fn neighborhoods(&self) -> Neighborhoods {
        Neighborhoods::new(self.settings.eta, self.settings.gamma)
    }

    /// Level 0.
    fn start(&self, graphs: &[&Graph], sample: &NodeSample) -> Result<Vec<FeaturedGraph>, BaselineError> {
        let colors = features::colors(graphs, &self.settings)?;
        let drawn = sample.draw(0).into_iter().map(|(graph, node)| colors[graph][node]);
        let basis = BaseBasis::new(drawn, &colors, self.settings.dimensions);
        let feature = |(graph, colors): (&&Graph, &Vec<u32>)| {
            let reduced = ReducedGraph::of(graph, colors);
            let features = basis.features(reduced.members().iter().map(|&member| colors[member as usize]));
            FeaturedGraph { reduced, features }
        };
        Ok(graphs.par_iter().zip(&colors).map(feature).collect())
    }

    /// The joint basis of a level, from the neighbourhoods of the sampled nodes.
    fn basis(
        &self,
        graphs: &[FeaturedGraph],
        drawn: &[(usize, usize)],
        radius: usize,
    ) -> Result<JointBasis, BaselineError> {
        let summarize = |neighborhoods: &mut Neighborhoods, &(graph, node): &(usize, usize)| {
            let FeaturedGraph { reduced, features } = &graphs[graph];
            neighborhoods.summary(reduced, features, reduced.class(node), radius).clone()
        };
        let summaries: Vec<Summary> = drawn.par_iter().map_init(|| self.neighborhoods(), summarize).collect();
        JointBasis::new(&summaries, dimensions(graphs), self.settings.dimensions)
    }
}

impl GraphKernel for MultiscaleLaplacian {
    fn gram(&self, graphs: &[&Graph], progress: &dyn Progress) -> Result<GramMatrix, BaselineError> {
        let mut gram = GramMatrix::zeros(graphs.len())?;
        let node_counts = graphs.iter().map(|graph| graph.node_count());
        let sample = NodeSample::new(node_counts, self.settings.samples, self.settings.seed);
        let done = WorkDone::new(progress, sample.total(), self.settings.levels);
        let mut featured = self.start(graphs, &sample)?;
        for level in 1..=self.settings.levels {
            let radius = self.settings.radius_of(level);
            let basis = self.basis(&featured, &sample.draw(level), radius)?;
            featured.par_iter_mut().for_each_init(
                || self.neighborhoods(),
                |neighborhoods, graph| {
                    graph.features = neighborhoods.project(&graph.reduced, &graph.features, radius, &basis);
                    done.add(graph.reduced.node_count());
                },
            );
        }
        let whole = |neighborhoods: &mut Neighborhoods, graph: &FeaturedGraph| {
            neighborhoods.whole(&graph.reduced, &graph.features).clone()
        };
        let summaries: Vec<Summary> = featured.par_iter().map_init(|| self.neighborhoods(), whole).collect();
        fill(&mut gram, &summaries, dimensions(&featured));
        progress.report(1.0);
        Ok(gram)
    }
}

/// The classes of a graph with their features at some level.
#[derive(Debug)]
struct FeaturedGraph {
    reduced: ReducedGraph,
    features: Features,
}

/// Dimensions of the features, the same in all graphs.
fn dimensions(graphs: &[FeaturedGraph]) -> usize {
    graphs.first().map_or(0, |graph| graph.features.dimensions())
}

/// The kernel of all pairs. Symmetric to the last bit: the mean of two matrices does not depend on their order.
fn fill(gram: &mut GramMatrix, summaries: &[Summary], dimensions: usize) {
    let all = Summaries::new(summaries, dimensions);
    let rows = gram.values_mut().par_chunks_exact_mut(summaries.len().max(1));
    rows.zip(summaries).for_each_init(Vec::new, |work, (row, summary)| all.compare(summary, work, row));
}

/// Counts nodes with new features on all levels: nearly all of the work.
struct WorkDone<'a> {
    progress: &'a dyn Progress,
    nodes: AtomicUsize,
    wanted: usize,
}

impl<'a> WorkDone<'a> {
    fn new(progress: &'a dyn Progress, nodes: usize, levels: usize) -> Self {
        Self { progress, nodes: AtomicUsize::new(0), wanted: nodes * levels }
    }

    /// Reports that this many more nodes have new features.
    fn add(&self, nodes: usize) {
        let done = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        self.progress.report(done as f64 / self.wanted.max(1) as f64);
    }
}
