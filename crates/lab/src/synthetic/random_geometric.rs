//! Points in the unit cube, joined when near.

use std::f64::consts::PI;

use rand::RngExt;

use super::cell_grid::near_pairs;
use super::error::{check_expected_edges, pairs};
use super::recipe::Shape;
use super::sketch::Sketch;
use super::{GraphSize, Random, SyntheticError};
use sgr_core::graph::Graph;

/// Points spread evenly over the unit square (`D` = 2) or the unit cube (`D` = 3), joined when they are near: a random
/// geometric graph.
///
/// # Formula
/// ```text
/// P(u – v) = π r² − 8/3 r³ + 1/2 r⁴                         0 ≤ r ≤ 1, square
/// P(u – v) = 4/3 π r³ − 3/2 π r⁴ + 8/5 r⁵ − 1/6 r⁶          0 ≤ r ≤ 1, cube
/// ```
/// Gilbert 1961, "Random plane networks"; the distance law of two points in a square is Ghosh 1951, in a cube Philip 2007,
/// "The probability distribution of the distance between two random points in a box". r = `radius`; the terms beyond the
/// first are the loss at the border.
///
/// # Complexity
/// O(n + m) expected time and space, by a grid of cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RandomGeometric<const D: usize> {
    nodes: u32,
    radius: f64,
}

impl<const D: usize> RandomGeometric<D> {
    /// # Errors
    /// If `radius` is negative or not finite, or makes more edges likely than a graph can hold.
    pub fn new(nodes: u32, radius: f64) -> Result<Self, SyntheticError> {
        if !(radius.is_finite() && radius >= 0.0) {
            return Err(SyntheticError::parameter("radius", radius, "a finite number that is not negative"));
        }
        let model = Self { nodes, radius };
        check_expected_edges(model.size().edges)?;
        Ok(model)
    }

    /// The size of its graphs.
    #[must_use]
    pub fn size(&self) -> GraphSize {
        GraphSize::new(self.nodes, pairs(self.nodes) as f64 * Self::joined_share(self.radius.min(1.0)))
    }

    /// The radius that gives this many points the mean degree, border included.
    pub(super) fn of_shape(shape: &Shape) -> Result<Self, SyntheticError> {
        let share = shape.density();
        if share >= Self::joined_share(1.0) {
            return Self::new(shape.nodes, (D as f64).sqrt());
        }
        // The share grows with the radius: halve the interval until it is as short as numbers can tell.
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..f64::MANTISSA_DIGITS {
            let middle = (low + high) / 2.0;
            if Self::joined_share(middle) < share { low = middle } else { high = middle }
        }
        Self::new(shape.nodes, high)
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        self.join(&self.sample_points(random))
    }

    /// Draws the points alone.
    pub fn sample_points(&self, random: &mut Random) -> Vec<[f64; D]> {
        let rng = random.numbers();
        (0..self.nodes).map(|_| std::array::from_fn(|_| rng.random())).collect()
    }

    /// The graph of the given points, whose number is the number of nodes.
    ///
    /// # Panics
    /// If there are 2³² points or more.
    #[must_use]
    pub fn join(&self, points: &[[f64; D]]) -> Graph {
        assert!(u32::try_from(points.len()).is_ok(), "found {} points, wanted fewer than 2^32", points.len());
        let mut sketch = Sketch::new(points.len() as u32);
        near_pairs(points, self.radius, |u, v| sketch.join(u, v));
        sketch.finish()
    }

    /// The probability that two points are joined, for a radius up to 1.
    fn joined_share(radius: f64) -> f64 {
        const { assert!(D == 2 || D == 3, "points are in a square or in a cube") };
        if D == 2 {
            radius.powi(2) * (PI - radius * (8.0 / 3.0 - radius / 2.0))
        } else {
            radius.powi(3) * (4.0 / 3.0 * PI - radius * (1.5 * PI - radius * (1.6 - radius / 6.0)))
        }
    }
}
