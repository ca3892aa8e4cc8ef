//! Sizes and densities of the graphs of a family.

use std::fmt::Display;
use std::ops::RangeInclusive;

use rand::{Rng, RngExt};

use super::{Family, GraphSize, Random, SyntheticError};
use sgr_core::graph::Graph;

/// Size, density and clustering of the graphs of a family: ranges from which the numbers of each graph are drawn.
///
/// Every [`Family`] turns the numbers into the parameters of its model and says how in the documentation of that model's
/// file; some families ignore some of them.
///
/// The default reproduces the pretext task of the paper: 10 to 500 nodes of mean degree 2 to 30 in 2 to
/// 10 blocks that are 4 to 50 times denser inside than outside.
#[derive(Debug, Clone, PartialEq)]
pub struct Recipe {
    /// Number of nodes, log-uniform: as many graphs of 10..20 nodes as of 100..200.
    pub nodes: RangeInclusive<u32>,
    /// Mean degree, log-uniform, at most n − 1.
    pub mean_degree: RangeInclusive<f64>,
    /// Number of blocks, uniform, at most one per node.
    pub blocks: RangeInclusive<u32>,
    /// How many times denser a block is inside than outside, log-uniform.
    pub ratio: RangeInclusive<f64>,
}

impl Default for Recipe {
    fn default() -> Self {
        Self { nodes: 10..=500, mean_degree: 2.0..=30.0, blocks: 2..=10, ratio: 4.0..=50.0 }
    }
}

/// The numbers of one graph, drawn from a [`Recipe`]: at least one node, at least one block, no more blocks than nodes,
/// and a mean degree that is possible for that many nodes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) nodes: u32,
    pub(super) mean_degree: f64,
    pub(super) blocks: u32,
    pub(super) ratio: f64,
}

impl Recipe {
    /// Draws a graph of the family. The same state of `random` gives the same graph.
    ///
    /// # Errors
    /// As for [`check`](Self::check), and [`SyntheticError::TooManyEdges`].
    pub fn draw(&self, family: Family, random: &mut Random) -> Result<Graph, SyntheticError> {
        self.check()?;
        let shape = self.shape(random.numbers());
        family.draw(&shape, random)
    }

    /// Whether all ranges make sense: not empty, at least one node and one block, degree and ratio positive and finite.
    ///
    /// # Errors
    /// [`SyntheticError::Parameter`] with the first range that does not.
    pub fn check(&self) -> Result<(), SyntheticError> {
        // Comparisons with NaN are false, so it is refused.
        let is_count = |range: &RangeInclusive<u32>| 1 <= *range.start() && range.start() <= range.end();
        let is_positive = |range: &RangeInclusive<f64>| {
            0.0 < *range.start() && range.start() <= range.end() && range.end().is_finite()
        };
        let refuse = |name, found: String, wanted| Err(SyntheticError::parameter(name, found, wanted));
        let (counts, positive) = ("A..B with 1 ≤ A ≤ B", "A..B with 0 < A ≤ B, both finite");
        match self {
            _ if !is_count(&self.nodes) => refuse("range of nodes", in_words(&self.nodes), counts),
            _ if !is_positive(&self.mean_degree) => refuse("range of degrees", in_words(&self.mean_degree), positive),
            _ if !is_count(&self.blocks) => refuse("range of blocks", in_words(&self.blocks), counts),
            _ if !is_positive(&self.ratio) => refuse("range of ratios", in_words(&self.ratio), positive),
            _ => Ok(()),
        }
    }

    /// Whether the largest graph of a family fits into `limit` bytes while it is drawn.
    ///
    /// # Errors
    /// [`SyntheticError::TooMuchMemory`] with the number of bytes.
    pub fn check_memory(&self, family: Family, limit: u64) -> Result<(), SyntheticError> {
        self.largest(family).check_memory(family.name(), limit)
    }

    /// The size of the largest graph of a family.
    pub(super) fn largest(&self, family: Family) -> GraphSize {
        let nodes = *self.nodes.end();
        let blocks = if family.has_blocks() { nodes.min(*self.blocks.end()) } else { 0 };
        GraphSize { nodes, edges: family.most_edges(nodes, *self.mean_degree.end()), blocks }
    }

    fn shape<R: Rng>(&self, rng: &mut R) -> Shape {
        let (fewest, most) = (*self.nodes.start(), *self.nodes.end());
        // Up to, but not including, one more than the most: each whole number stands for the interval above it.
        let nodes = log_uniform(f64::from(fewest), f64::from(most) + 1.0, rng) as u32;
        let nodes = nodes.clamp(fewest, most);
        let mean_degree = log_uniform(*self.mean_degree.start(), *self.mean_degree.end(), rng);
        Shape {
            nodes,
            mean_degree: mean_degree.min(f64::from(nodes - 1)),
            blocks: rng.random_range(self.blocks.clone()).min(nodes),
            ratio: log_uniform(*self.ratio.start(), *self.ratio.end(), rng),
        }
    }

    /// Sets the range of the number of nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: RangeInclusive<u32>) -> Self {
        self.nodes = nodes;
        self
    }

    /// Sets the range of the mean degree.
    #[must_use]
    pub fn with_mean_degree(mut self, mean_degree: RangeInclusive<f64>) -> Self {
        self.mean_degree = mean_degree;
        self
    }

    /// Sets the range of the number of blocks.
    #[must_use]
    pub fn with_blocks(mut self, blocks: RangeInclusive<u32>) -> Self {
        self.blocks = blocks;
        self
    }

    /// Sets the range of the ratio of the densities inside and outside blocks.
    #[must_use]
    pub fn with_ratio(mut self, ratio: RangeInclusive<f64>) -> Self {
        self.ratio = ratio;
        self
    }
}

impl Shape {
    /// The share of all pairs that are joined when the mean degree is right.
    pub(super) fn density(&self) -> f64 {
        (self.mean_degree / f64::from((self.nodes - 1).max(1))).min(1.0)
    }
}

/// One of the two whole numbers around `value`, such that their mean over many draws is `value`.
pub(super) fn round_at_random<R: Rng>(value: f64, rng: &mut R) -> u32 {
    (value + rng.random::<f64>()) as u32
}

/// A number whose logarithm is uniform between those of `low` and `high`.
pub(super) fn log_uniform<R: Rng>(low: f64, high: f64, rng: &mut R) -> f64 {
    let exponent = low.ln() + (high.ln() - low.ln()) * rng.random::<f64>();
    // The exponential of a logarithm may miss by one place: the ends of the range are promised.
    exponent.exp().clamp(low, high)
}

fn in_words<T: Display>(range: &RangeInclusive<T>) -> String {
    format!("{}..{}", range.start(), range.end())
}
