use std::f64::consts::TAU;

use rand::{Rng, RngExt};

use super::SyntheticError;
use super::cell_grid::{Grid, near_pairs, squared_distance};
use super::error::check_expected_edges;
use super::recipe::Shape;
use super::sketch::Sketch;
use crate::graph::Graph;

/// Radius of the ball that holds n links is this times n^(1/3): 0.41 links per unit of volume, as in folded proteins
/// (135 Å³ for each residue, 3.8 Å from one Cα to the next).
const BALL: f64 = 0.835;

/// Nearest that two links come to each other where it can be helped; the Cα atoms of a protein keep 3 Å of 3.8.
const CLEARANCE: f64 = 0.8;

/// Directions tried for a step before one that comes too near to the chain is taken.
const TRIES: u32 = 16;

/// A chain folded into a ball, joined wherever it comes near itself: the contact map of a protein.
///
/// The chain takes steps of length 1 in uniform directions, stays inside a ball whose volume grows with its length, and
/// keeps its distance from itself where it can. Links that are at most `radius` apart are joined. The radius is at least
/// 1, so the chain itself is in the graph, and the graph is connected.
///
/// # Formula
/// ```text
/// mean degree ≈ (r / 0.835)³        to about a quarter; less where the surface is near
/// ```
/// After PROTEINS and D&D (Dobson and Doig 2003), where amino acids less than 6 Å apart are joined.
///
/// # Complexity
/// O(n + m) expected time and space, by grids of cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProximityChain {
    nodes: u32,
    radius: f64,
}

impl ProximityChain {
    /// # Errors
    /// If `radius` is not finite or below 1, the length of a step.
    pub fn new(nodes: u32, radius: f64) -> Result<Self, SyntheticError> {
        if !(radius.is_finite() && radius >= 1.0) {
            return Err(SyntheticError::parameter("radius", radius, "a finite number from 1, the length of a step"));
        }
        let neighbors = (radius / BALL).powi(3).max(2.0).min(f64::from(nodes));
        check_expected_edges(f64::from(nodes) * neighbors / 2.0)?;
        Ok(Self { nodes, radius })
    }

    /// The radius whose ball holds the mean degree, at least 1: a chain has no mean degree much below 2.
    pub(super) fn of_shape(shape: &Shape) -> Result<Self, SyntheticError> {
        Self::new(shape.nodes, (BALL * shape.mean_degree.cbrt()).max(1.0))
    }

    /// Draws a graph.
    pub fn sample<R: Rng>(&self, rng: &mut R) -> Graph {
        let chain = self.sample_points(rng);
        let mut sketch = Sketch::new(self.nodes);
        near_pairs(&chain, self.radius, |u, v| sketch.join(u, v));
        // A step may come out longer than 1 by a rounding error.
        for node in 1..self.nodes {
            sketch.join(node - 1, node);
        }
        sketch.finish()
    }

    /// Draws the chain alone, link by link.
    pub fn sample_points<R: Rng>(&self, rng: &mut R) -> Vec<[f64; 3]> {
        // A ball that a few steps cannot leave would be no constraint, one smaller than a step an impossible one.
        let ball = (BALL * f64::from(self.nodes).cbrt()).max(1.0);
        let mut chain = Chain::new(ball, self.nodes);
        while chain.points.len() < self.nodes as usize {
            let Some(&last) = chain.points.last() else {
                chain.push([0.0; 3]);
                continue;
            };
            // Straight back to the middle, should no direction stay inside.
            let mut best = toward_middle(&last);
            for _ in 0..TRIES {
                let direction = random_direction(rng);
                let next = std::array::from_fn(|axis| last[axis] + direction[axis]);
                if squared_distance(&next, &[0.0; 3]) > ball * ball {
                    continue;
                }
                best = next;
                if chain.is_clear(&next) {
                    break;
                }
            }
            chain.push(best);
        }
        chain.points
    }
}

/// The links so far, and in which cell of space each is.
struct Chain {
    points: Vec<[f64; 3]>,
    grid: Grid<3>,
    /// The newest link in each cell, and for each link the next older one in its cell, both plus one: 0 is none.
    newest: Vec<u32>,
    older: Vec<u32>,
}

impl Chain {
    fn new(ball: f64, nodes: u32) -> Self {
        let grid = Grid::cube(ball, 1.0);
        let newest = vec![0; grid.cell_count()];
        Self { points: Vec::with_capacity(nodes as usize), grid, newest, older: Vec::new() }
    }

    fn push(&mut self, point: [f64; 3]) {
        let newest = &mut self.newest[self.grid.index(self.grid.cell(&point))];
        self.older.push(*newest);
        self.points.push(point);
        *newest = self.points.len() as u32;
    }

    fn is_clear(&self, point: &[f64; 3]) -> bool {
        let mut is_clear = true;
        self.grid.for_each_around(self.grid.cell(point), |cell| {
            let mut at = self.newest[cell];
            while is_clear && at > 0 {
                is_clear = squared_distance(&self.points[at as usize - 1], point) >= CLEARANCE * CLEARANCE;
                at = self.older[at as usize - 1];
            }
        });
        is_clear
    }
}

/// A step of length 1 from `point` to the origin and, where that is nearer, beyond.
fn toward_middle(point: &[f64; 3]) -> [f64; 3] {
    let distance = squared_distance(point, &[0.0; 3]).sqrt();
    if distance > 0.0 { point.map(|coordinate| coordinate * (1.0 - 1.0 / distance)) } else { [0.0, 0.0, 1.0] }
}

/// Uniform on the unit sphere: by Archimedes the height is uniform.
fn random_direction<R: Rng>(rng: &mut R) -> [f64; 3] {
    let height = 2.0 * rng.random::<f64>() - 1.0;
    let (sine, cosine) = (TAU * rng.random::<f64>()).sin_cos();
    let width = (1.0 - height * height).sqrt();
    [width * cosine, width * sine, height]
}
