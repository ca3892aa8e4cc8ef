//! Folded walks in a ball: the chains of proteins.

use std::f64::consts::TAU;

use rand::{Rng, RngExt};

use super::cell_grid::{Grid, squared_distance};
use super::error::check_probability;
use super::recipe::Shape;
use super::{Random, SyntheticError};

/// Radius of the ball that holds n links is this times n^(1/3): 0.41 links per unit of volume, as in folded proteins
/// (135 Å³ for each residue, 3.8 Å from one Cα to the next).
pub(super) const BALL: f64 = 0.835;

/// Nearest that two links come to each other where it can be helped; the Cα atoms of a protein keep 3 Å of 3.8.
const CLEARANCE: f64 = 0.8;

/// Directions tried for a step before one that comes too near to the chain is taken: a dozen fail together only where the
/// chain has closed in on itself, and each try costs four random words.
const TRIES: u32 = 16;

/// A chain of points in space, folded into a ball: the backbone of a protein.
///
/// # Formula
/// ```text
/// x_(i+1) = x_i + s_(i+1)        s_(i+1) ∝ g + h · s_i − c · x_i / n^(2/3)        |s| = 1
/// ```
/// g = a uniform direction, h = `persistence`, c = `pull`. Steps that leave the ball of radius 0.835 n^(1/3), or come
/// nearer than 0.8 to an earlier point, are drawn again, up to 16 times. The pull falls with n^(2/3) because a random
/// walk pulled back by k · x keeps a mean square of 1/(2k): so the chain fills a share of the ball that does not depend
/// on n, most of it for c near 1.
///
/// # Complexity
/// O(n) expected time and space, by a grid of cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CompactWalk {
    nodes: u32,
    persistence: f64,
    pull: f64,
}

impl CompactWalk {
    /// # Errors
    /// If `persistence` is not from 0 to 1 or `pull` is negative or not finite.
    pub fn new(nodes: u32, persistence: f64, pull: f64) -> Result<Self, SyntheticError> {
        check_probability("persistence", persistence)?;
        if !(pull.is_finite() && pull >= 0.0) {
            return Err(SyntheticError::parameter("pull", pull, "a finite number that is not negative"));
        }
        Ok(Self { nodes, persistence, pull })
    }

    /// Persistence is uniform on 0..0.7 and pull on 0..4: from an evenly filled ball to one with a crowded middle.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        Self::new(shape.nodes, rng.random_range(0.0..0.7), rng.random_range(0.0..4.0))
    }

    pub(super) fn nodes(&self) -> u32 {
        self.nodes
    }

    pub(super) fn pull(&self) -> f64 {
        self.pull
    }

    /// Draws the points, link by link.
    pub fn sample_points(&self, random: &mut Random) -> Vec<[f64; 3]> {
        let rng = random.numbers();
        let size = f64::from(self.nodes).cbrt();
        // A ball that a few steps cannot leave would be no constraint, one smaller than a step an impossible one.
        let ball = (BALL * size).max(1.0);
        let mut chain = Chain::new(ball, self.nodes);
        let mut heading = [0.0; 3];
        while chain.points.len() < self.nodes as usize {
            let Some(&last) = chain.points.last() else {
                chain.push([0.0; 3]);
                continue;
            };
            // Straight back to the middle, should no direction stay inside.
            let mut best = toward_middle(&last);
            for _ in 0..TRIES {
                let chance = random_direction(rng);
                let step = unit(std::array::from_fn(|axis| {
                    chance[axis] + self.persistence * heading[axis] - self.pull * last[axis] / (size * size)
                }));
                let next = std::array::from_fn(|axis| last[axis] + step[axis]);
                if squared_distance(&next, &[0.0; 3]) > ball * ball {
                    continue;
                }
                best = next;
                if chain.is_clear(&next) {
                    break;
                }
            }
            heading = std::array::from_fn(|axis| best[axis] - last[axis]);
            chain.push(best);
        }
        chain.points
    }
}

/// The links so far, and in which cell of space each is.
struct Chain {
    points: Vec<[f64; 3]>,
    grid: Grid<3>,
    /// The newest link in each cell, and for each link the next older one in its cell, both plus one; 0 stands for no link.
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
    let away = unit(*point);
    std::array::from_fn(|axis| point[axis] - away[axis])
}

/// The vector at length 1; upwards if it has no direction.
fn unit(vector: [f64; 3]) -> [f64; 3] {
    let length = squared_distance(&vector, &[0.0; 3]).sqrt();
    if length > 0.0 { vector.map(|coordinate| coordinate / length) } else { [0.0, 0.0, 1.0] }
}

/// Uniform on the unit sphere: by Archimedes the height is uniform.
fn random_direction<R: Rng>(rng: &mut R) -> [f64; 3] {
    let height = 2.0 * rng.random::<f64>() - 1.0;
    let (sine, cosine) = (TAU * rng.random::<f64>()).sin_cos();
    let width = (1.0 - height * height).sqrt();
    [width * cosine, width * sine, height]
}
