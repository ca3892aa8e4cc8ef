//! Folded chains joined where they come near: proteins.

use rand::Rng;

use super::cell_grid::near_pairs;
use super::compact_walk::{BALL, CompactWalk};
use super::error::check_expected_edges;
use super::recipe::Shape;
use super::sketch::Sketch;
use super::{Random, SyntheticError};
use sgr_core::graph::Graph;

/// A chain folded into a ball, joined wherever it comes near itself: the contact map of a protein.
///
/// Links of a [`CompactWalk`] that are at most `radius` apart are joined. The radius is at least 1, the length of a step,
/// so the chain itself is in the graph, and the graph is connected.
///
/// # Formula
/// ```text
/// mean degree ≈ (r / 0.835)³        to about a quarter, without pull; less where the surface is near
/// ```
/// After PROTEINS and D&D (Dobson and Doig 2003), where amino acids less than 6 Å apart are joined. r = `radius`.
///
/// # Complexity
/// O(n + m) expected time and space, by grids of cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProximityChain {
    walk: CompactWalk,
    radius: f64,
}

impl ProximityChain {
    /// # Errors
    /// If `radius` is not finite or below 1, the length of a step.
    pub fn new(walk: CompactWalk, radius: f64) -> Result<Self, SyntheticError> {
        if !(radius.is_finite() && radius >= 1.0) {
            return Err(SyntheticError::parameter("radius", radius, "a finite number from 1, the length of a step"));
        }
        let nodes = f64::from(walk.nodes());
        let neighbors = (radius / BALL).powi(3).max(2.0).min(nodes);
        check_expected_edges(nodes * neighbors / 2.0)?;
        Ok(Self { walk, radius })
    }

    /// Any folded walk, with the radius whose ball holds the mean degree, at least 1: a chain has no mean degree much
    /// below 2. A pull c makes the middle denser, by a factor of 1 + c²/64 for c up to 4 as chains of 100 to 5000 links
    /// had it; the radius makes up for that.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        let walk = CompactWalk::of_shape(shape, rng)?;
        let crowding = 1.0 + walk.pull().powi(2) / 64.0;
        Self::new(walk, (BALL * (shape.mean_degree / crowding).cbrt()).max(1.0))
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let chain = self.walk.sample_points(random);
        let mut sketch = Sketch::new(self.walk.nodes());
        near_pairs(&chain, self.radius, |u, v| sketch.join(u, v));
        // A step may come out longer than 1 by a rounding error.
        for node in 1..self.walk.nodes() {
            sketch.join(node - 1, node);
        }
        sketch.finish()
    }
}
