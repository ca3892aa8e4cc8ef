//! Trees between a path and a star.

use rand::{Rng, RngExt};

use super::error::check_expected_edges;
use super::recipe::Shape;
use super::sketch::Sketch;
use super::{GraphSize, Random, SyntheticError};
use sgr_core::graph::Graph;

/// Largest size of the exponent: beyond, trees are stars or paths but for a few nodes, and rejection would be slow.
const MOST: f64 = 2.0;

/// A tree that grows node by node, where high degree attracts or deters: from paths with few branches to stars.
///
/// # Formula
/// ```text
/// P(newcomer links to v) ∝ (degree(v) + 1)^a        edges = n − 1
/// ```
/// Krapivsky, Redner and Leyvraz 2000, "Connectivity of growing random networks". n = `nodes`, a = `exponent`. a = 0 is the
/// random recursive tree, a = 1 is preferential attachment, a > 1 ends with one hub that has nearly all, a < 0 avoids
/// nodes that have several neighbours already.
///
/// # Complexity
/// O(n) expected time and space for a ≤ 1, by rejection: nodes are proposed alike for a ≤ 0, by degree + 1 for a > 0,
/// and the mean of degree + 1 is below 3, so that at least one proposal in 3^max(1, −a) is taken. For a > 1 at least one
/// in (largest degree + 1)^(a − 1) is; it is more once a hub has formed, since the hub is proposed as often.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RandomTree {
    nodes: u32,
    exponent: f64,
}

impl RandomTree {
    /// # Errors
    /// If `exponent` is not from −2 to 2.
    pub fn new(nodes: u32, exponent: f64) -> Result<Self, SyntheticError> {
        if !(-MOST..=MOST).contains(&exponent) {
            return Err(SyntheticError::parameter("exponent", exponent, format!("a number from -{MOST} to {MOST}")));
        }
        let model = Self { nodes, exponent };
        check_expected_edges(model.size().edges)?;
        Ok(model)
    }

    /// The size of its graphs.
    #[must_use]
    pub fn size(&self) -> GraphSize {
        GraphSize::new(self.nodes, f64::from(self.nodes))
    }

    /// The exponent is uniform on −1..1.5; the mean degree is that of a tree.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        Self::new(shape.nodes, rng.random_range(-1.0..1.5))
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let rng = random.numbers();
        let mut sketch = Sketch::new(self.nodes);
        let mut degrees = vec![0u32; self.nodes as usize];
        let mut highest = 0;
        // Every node once and both ends of every edge: a node stands here as often as its degree, plus one.
        let mut places = vec![0];
        for newcomer in 1..self.nodes {
            let parent = loop {
                let (proposed, exponent, most) = if self.exponent <= 0.0 {
                    (rng.random_range(0..newcomer), self.exponent, 0)
                } else {
                    let place = rng.random_range(0..places.len() as u64) as usize;
                    // The remaining exponent; its power is largest for the highest degree or for the lowest.
                    let exponent = self.exponent - 1.0;
                    (places[place], exponent, if exponent > 0.0 { highest } else { 0 })
                };
                let ratio = f64::from(degrees[proposed as usize] + 1) / f64::from(most + 1);
                if rng.random::<f64>() < ratio.powf(exponent) {
                    break proposed;
                }
            };
            sketch.join(newcomer, parent);
            degrees[newcomer as usize] = 1;
            degrees[parent as usize] += 1;
            highest = highest.max(degrees[parent as usize]);
            if self.exponent > 0.0 {
                places.extend([newcomer, newcomer, parent]);
            }
        }
        sketch.finish()
    }
}
