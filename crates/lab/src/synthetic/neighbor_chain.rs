//! Folded chains joined to their nearest few: secondary structure of proteins.

use rand::{Rng, RngExt};

use super::cell_grid::nearest;
use super::compact_walk::CompactWalk;
use super::error::{check_expected_edges, check_probability};
use super::recipe::Shape;
use super::sketch::Sketch;
use super::{Random, SyntheticError};
use sgr_core::graph::Graph;
use sgr_core::numerics::standard_normal;

/// A folded chain whose links know the nearest few in space: the helices and sheets of a protein.
///
/// The points are those of a [`CompactWalk`], moved by normal noise, since an element of
/// secondary structure is larger than a point. Each is joined to the `neighbors` others nearest to it, and to the one before it with
/// probability `chain_share`.
///
/// # Formula
/// ```text
/// y_i = x_i + σ · N(0, 1)³
/// i – j        j among the k nearest of y_i, or i among those of y_j
/// i – i − 1    with probability `chain_share`
/// ```
/// After PROTEINS and ENZYMES (Borgwardt et al. 2005, "Protein function prediction via graph kernels"), where elements are
/// joined along the chain and to their three nearest in space. k = `neighbors`, σ = `jitter`. Every degree is at least k,
/// or n − 1 where that is less; the graph need not be connected.
///
/// # Complexity
/// O(n · k²) expected time, O(n · k) space, by grids of cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NeighborChain {
    walk: CompactWalk,
    jitter: f64,
    chain_share: f64,
    neighbors: u32,
}

impl NeighborChain {
    /// # Errors
    /// If `jitter` is negative or not finite, or `chain_share` is not a probability.
    pub fn new(walk: CompactWalk, jitter: f64, chain_share: f64, neighbors: u32) -> Result<Self, SyntheticError> {
        if !(jitter.is_finite() && jitter >= 0.0) {
            return Err(SyntheticError::parameter("jitter", jitter, "a finite number that is not negative"));
        }
        check_probability("share of the chain", chain_share)?;
        let neighbors = neighbors.min(walk.nodes().saturating_sub(1));
        check_expected_edges(f64::from(walk.nodes()) * (f64::from(neighbors) + chain_share))?;
        Ok(Self { walk, jitter, chain_share, neighbors })
    }

    /// Any folded walk, jitter uniform on 0..1, the share of the chain on 0.3..1 and neighbours on 1..=4, whatever the mean degree
    /// asked for.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        let walk = CompactWalk::of_shape(shape, rng)?;
        Self::new(walk, rng.random_range(0.0..1.0), rng.random_range(0.3..1.0), rng.random_range(1..=4))
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let points = self.sample_points(random);
        let rng = random.numbers();
        let mut sketch = Sketch::new(self.walk.nodes());
        nearest(&points, self.neighbors as usize, |u, v| sketch.join(u, v));
        for node in 1..self.walk.nodes() {
            if rng.random::<f64>() < self.chain_share {
                sketch.join(node - 1, node);
            }
        }
        sketch.finish()
    }

    /// Draws the points alone, noise included.
    pub fn sample_points(&self, random: &mut Random) -> Vec<[f64; 3]> {
        let mut points = self.walk.sample_points(random);
        let rng = random.numbers();
        for coordinate in points.as_flattened_mut() {
            *coordinate += self.jitter * standard_normal(rng);
        }
        points
    }
}
