//! Every pair joined with one probability.

use super::error::{check_expected_edges, check_probability, pairs};
use super::recipe::Shape;
use super::sketch::Sketch;
use super::{GraphSize, Random, SyntheticError, skip_sampling};
use sgr_core::graph::Graph;

/// Every pair of nodes is joined independently with the same probability: G(n, p).
///
/// # Formula
/// ```text
/// P(u – v) = p        E[edges] = p · n(n − 1)/2
/// ```
/// Gilbert 1959, "Random graphs"; drawn by skips, Batagelj and Brandes 2005. n = `nodes`, p = `density`.
///
/// # Complexity
/// O(n + m) time and space.
///
/// ```
/// use sgr_lab::synthetic::{ErdosRenyi, generator};
/// let graph = ErdosRenyi::new(10, 1.0)?.sample(&mut generator(1, 0));
/// assert_eq!(graph.edge_count(), 45);
/// # Ok::<(), sgr_lab::synthetic::SyntheticError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErdosRenyi {
    nodes: u32,
    density: f64,
}

impl ErdosRenyi {
    /// # Errors
    /// If `density` is not a probability, or makes more edges likely than a graph can hold.
    pub fn new(nodes: u32, density: f64) -> Result<Self, SyntheticError> {
        check_probability("density", density)?;
        let model = Self { nodes, density };
        check_expected_edges(model.size().edges)?;
        Ok(model)
    }

    /// The size of its graphs.
    #[must_use]
    pub fn size(&self) -> GraphSize {
        GraphSize::new(self.nodes, self.density * pairs(self.nodes) as f64)
    }

    /// The mean degree sets the density.
    pub(super) fn of_shape(shape: &Shape) -> Result<Self, SyntheticError> {
        Self::new(shape.nodes, shape.density())
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let rng = random.numbers();
        let mut sketch = Sketch::new(self.nodes);
        skip_sampling::pairs_within(0..self.nodes, self.density, rng, |u, v| sketch.join(u, v));
        sketch.finish()
    }
}
