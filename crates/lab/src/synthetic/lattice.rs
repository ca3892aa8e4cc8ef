//! Rectangular grids with missing edges.

use rand::{Rng, RngExt};

use super::error::{check_expected_edges, check_probability};
use super::recipe::{Shape, log_uniform};
use super::sketch::Sketch;
use super::{GraphSize, Random, SyntheticError};
use sgr_core::graph::Graph;

/// A rectangular grid, with or without one diagonal of each square, from which some edges are missing: streets, meshes.
///
/// Nodes fill rows of `width` one after another; the last row may be shorter.
///
/// # Formula
/// ```text
/// i – i + 1        unless i ends a row
/// i – i + w
/// i – i + w + 1    with diagonals, unless i ends a row
/// ```
/// each with probability `kept`, where both nodes exist. w = `width`. All kept, a full rectangle of h rows has
/// h(w − 1) + w(h − 1) edges, and (h − 1)(w − 1) diagonals. No degree exceeds 4, or 6 with diagonals.
///
/// # Complexity
/// O(n) time and space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lattice {
    nodes: u32,
    width: u32,
    has_diagonals: bool,
    kept: f64,
}

impl Lattice {
    /// # Errors
    /// If `width` is 0 or `kept` is not a probability.
    pub fn new(nodes: u32, width: u32, has_diagonals: bool, kept: f64) -> Result<Self, SyntheticError> {
        if width == 0 {
            return Err(SyntheticError::parameter("width", width, "at least 1"));
        }
        check_probability("share of edges kept", kept)?;
        let model = Self { nodes, width, has_diagonals, kept };
        check_expected_edges(model.size().edges)?;
        Ok(model)
    }

    /// The size of its graphs.
    #[must_use]
    pub fn size(&self) -> GraphSize {
        let directions = if self.has_diagonals { 3.0 } else { 2.0 };
        GraphSize::new(self.nodes, f64::from(self.nodes) * directions * self.kept)
    }

    /// As wide as high, or down to a third as wide: √n times a log-uniform number on 0.3..1, at least 2. Every other graph
    /// has diagonals; the share kept is uniform on 0.75..1. The mean degree is that of a grid, whatever is asked for.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        let width = (f64::from(shape.nodes).sqrt() * log_uniform(0.3, 1.0, rng)).round().max(2.0);
        Self::new(shape.nodes, width as u32, rng.random(), rng.random_range(0.75..1.0))
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let rng = random.numbers();
        let mut sketch = Sketch::new(self.nodes);
        let mut column = 0;
        for node in 0..self.nodes {
            let ends_row = column == self.width - 1;
            let below = node.checked_add(self.width);
            let right = (!ends_row).then_some(node + 1);
            let diagonal = below.filter(|_| self.has_diagonals && !ends_row).and_then(|below| below.checked_add(1));
            for other in [right, below, diagonal].into_iter().flatten().filter(|&other| other < self.nodes) {
                if rng.random::<f64>() < self.kept {
                    sketch.join(node, other);
                }
            }
            column = if ends_row { 0 } else { column + 1 };
        }
        sketch.finish()
    }
}
