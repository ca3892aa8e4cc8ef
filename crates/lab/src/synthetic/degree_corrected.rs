//! The degree-corrected block model.

use std::ops::Range;

use rand::{Rng, RngExt};

use super::blocks::Blocks;
use super::error::check_expected_edges;
use super::recipe::Shape;
use super::sketch::Sketch;
use super::{Random, SyntheticError, skip_sampling};
use sgr_core::graph::Graph;

/// Weights of one block are sorted into powers of two; those below the largest by more than this share the last class.
/// They cost at most n² · 2⁻²⁴ candidates there, which is less than n up to sixteen million nodes.
const CLASSES: u32 = 24;

/// A block model whose nodes have weights: some are hubs of their block, some stand at its edge.
///
/// # Formula
/// ```text
/// P(u – v) = min(1, θ_u · θ_v · p_rs)        u in block r, v in block s        mean of θ over a block = 1
/// ```
/// Karrer and Newman 2011, "Stochastic blockmodels and community structure in networks", with
/// ω_rs = n_r · n_s · p_rs and θ scaled to mean 1 instead of sum 1. θ = `weights`, p = `densities`. While no
/// probability reaches 1 the expected degree of u is θ_u · (Σ_s n_s p_rs − θ_u p_rr), proportional to θ_u but for the
/// pair of u with itself; a hub so heavy that it does reach 1 stays below.
///
/// Karrer and Newman draw Poisson numbers of edges between blocks. On a simple graph that would mean to drop loops and
/// merge repeats, which takes from the hubs most of all; here each pair is tossed for once, and the degrees are right.
///
/// # Complexity
/// O(n + m + g²) expected time and space for g groups: nodes of one block whose weights share a power of two. Each two
/// groups are sampled by skips at their largest probability and thinned to the true one, which keeps at least a quarter
/// (Bringmann, Keusch and Lengler 2019, "Geometric inhomogeneous random graphs"). With the rows of Miller and
/// Hagberg 2011 instead it would be n draws for each block.
#[derive(Debug, Clone, PartialEq)]
pub struct DegreeCorrected {
    blocks: Blocks,
    /// Mean 1 over each block.
    weights: Vec<f64>,
}

impl DegreeCorrected {
    /// Blocks of the given sizes and densities; `weights` has one number per node, the first block's nodes first, and
    /// only their ratios within a block matter.
    ///
    /// # Errors
    /// As for [`BlockModel::new`](super::BlockModel::new); and if there is not one finite weight of at least 0 for each
    /// node, or a block weighs nothing.
    pub fn new(sizes: &[u32], weights: Vec<f64>, densities: Vec<Vec<f64>>) -> Result<Self, SyntheticError> {
        Self::of_blocks(Blocks::new(sizes, densities)?, weights)
    }

    fn of_blocks(blocks: Blocks, mut weights: Vec<f64>) -> Result<Self, SyntheticError> {
        if weights.len() != blocks.node_count() as usize {
            let wanted = format!("{} as there are nodes", blocks.node_count());
            return Err(SyntheticError::parameter("number of weights", weights.len(), wanted));
        }
        for range in blocks.ranges().iter().filter(|range| !range.is_empty()) {
            let block = &mut weights[range.start as usize..range.end as usize];
            if let Some(&found) = block.iter().find(|weight| !(weight.is_finite() && **weight >= 0.0)) {
                return Err(SyntheticError::parameter("weight", found, "a finite number that is not negative"));
            }
            let mean = block.iter().sum::<f64>() / block.len() as f64;
            if !(mean.is_finite() && mean > 0.0) {
                return Err(SyntheticError::parameter("mean weight of a block", mean, "a positive finite number"));
            }
            block.iter_mut().for_each(|weight| *weight /= mean);
        }
        check_expected_edges(blocks.expected_edges())?;
        Ok(Self { blocks, weights })
    }

    /// The blocks of the block model, with weights from a power law whose exponent is uniform on 2.1..3.5.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        let exponent = rng.random_range(2.1..3.5);
        Self::of_blocks(Blocks::planted(shape)?, power_law_weights(shape.nodes, exponent, rng))
    }

    /// The weights after scaling, one per node: mean 1 over each block.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let rng = random.numbers();
        let (order, groups) = self.groups();
        let mut sketch = Sketch::new(self.blocks.node_count());
        let mut candidates = Vec::new();
        for (at, group) in groups.iter().enumerate() {
            for other in std::iter::once(group).chain(&groups[..at]) {
                let density = self.blocks.density(group.block, other.block);
                let bound = (group.heaviest * other.heaviest * density).min(1.0);
                let mut visit = |u: u32, v: u32| candidates.push((order[u as usize], order[v as usize]));
                if group.ranks == other.ranks {
                    skip_sampling::pairs_within(group.ranks.clone(), bound, rng, &mut visit);
                } else {
                    skip_sampling::pairs_between(group.ranks.clone(), other.ranks.clone(), bound, rng, &mut visit);
                }
                for (u, v) in candidates.drain(..) {
                    let probability = self.weights[u as usize] * self.weights[v as usize] * density;
                    // Capped probabilities need no draw: bound and truth are both 1.
                    if probability >= bound || rng.random::<f64>() * bound < probability {
                        sketch.join(u, v);
                    }
                }
            }
        }
        sketch.finish()
    }

    /// All nodes of positive weight in an order in which those of one block and one power of two are neighbours.
    fn groups(&self) -> (Vec<u32>, Vec<Group>) {
        let mut order = Vec::with_capacity(self.weights.len());
        let mut groups = Vec::new();
        let mut classes = vec![Vec::new(); CLASSES as usize];
        for (block, range) in self.blocks.ranges().iter().enumerate() {
            let weight = |node: u32| self.weights[node as usize];
            let heaviest = range.clone().map(weight).fold(0.0, f64::max);
            for node in range.clone().filter(|&node| weight(node) > 0.0) {
                let class = (heaviest / weight(node)).log2() as u32;
                classes[class.min(CLASSES - 1) as usize].push(node);
            }
            for class in classes.iter_mut().filter(|class| !class.is_empty()) {
                let start = order.len() as u32;
                let heaviest = class.iter().map(|&node| weight(node)).fold(0.0, f64::max);
                order.append(class);
                groups.push(Group { block, ranks: start..order.len() as u32, heaviest });
            }
        }
        (order, groups)
    }
}

/// Nodes of one block whose weights are within a factor of two, as a range of the order they are part of.
#[derive(Debug)]
struct Group {
    block: usize,
    ranks: Range<u32>,
    heaviest: f64,
}

/// Independent weights with density proportional to x^(−`exponent`) from 1 to √n: beyond that, two hubs could not be
/// joined often enough in a simple graph.
fn power_law_weights<R: Rng>(nodes: u32, exponent: f64, rng: &mut R) -> Vec<f64> {
    let power = 1.0 - exponent;
    let tail = f64::from(nodes).sqrt().powf(power);
    (0..nodes).map(|_| (1.0 - rng.random::<f64>() * (1.0 - tail)).powf(1.0 / power)).collect()
}
