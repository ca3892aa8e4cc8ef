//! Random graphs with all degrees equal.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::error::check_expected_edges;
use super::recipe::{Shape, round_at_random};
use super::sketch::{PairSet, Sketch};
use super::{GraphSize, Random, SyntheticError};
use sgr_core::graph::Graph;

/// Every node has the same degree.
///
/// d stubs at each node are paired at random (Bollobás 1980, "A probabilistic proof of an asymptotic formula for the
/// number of labelled regular graphs"). Loops and repeats are then mended by switches: a bad pair u–v and a random good
/// edge x–y become u–x and v–y. The degrees are exact; every graph can come out, with probabilities that are nearly equal
/// as long as bad pairs are few: about d²/4 of them, whatever n is (McKay and Wormald 1990).
///
/// Above half of all possible neighbours the complement is drawn instead.
///
/// # Complexity
/// O(n + m) expected time and space. n = `nodes`, d = `degree`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomRegular {
    nodes: u32,
    degree: u32,
}

impl RandomRegular {
    /// # Errors
    /// If there is no such graph: `degree` must be below `nodes`, and their product even.
    pub fn new(nodes: u32, degree: u32) -> Result<Self, SyntheticError> {
        if degree >= nodes.max(1) {
            return Err(SyntheticError::parameter("degree", degree, format!("one below {nodes}, the nodes")));
        }
        if nodes % 2 == 1 && degree % 2 == 1 {
            let wanted = format!("an even one, because {nodes} nodes are an odd number");
            return Err(SyntheticError::parameter("degree", degree, wanted));
        }
        let model = Self { nodes, degree };
        check_expected_edges(model.size().edges)?;
        Ok(model)
    }

    /// The size of its graphs.
    #[must_use]
    pub fn size(&self) -> GraphSize {
        GraphSize::new(self.nodes, f64::from(self.nodes) * f64::from(self.degree) / 2.0)
    }

    /// The mean degree, rounded; an odd number of nodes goes one up or down to an even degree.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        let mut degree = round_at_random(shape.mean_degree, rng).min(shape.nodes - 1);
        if shape.nodes % 2 == 1 && degree % 2 == 1 {
            // n − 1 is even, so one more is not too many.
            degree = if rng.random() { degree + 1 } else { degree - 1 };
        }
        Self::new(shape.nodes, degree)
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let rng = random.numbers();
        let mut sketch = Sketch::new(self.nodes);
        let left_out = (self.nodes.max(1) - 1) - self.degree;
        if self.degree <= left_out {
            for [u, v] in self.draw(self.degree, rng).0 {
                sketch.join(u, v);
            }
            return sketch.finish();
        }
        let (_, absent) = self.draw(left_out, rng);
        for u in 1..self.nodes {
            for v in (0..u).filter(|&v| !absent.contains(u, v)) {
                sketch.join(u, v);
            }
        }
        sketch.finish()
    }

    /// The edges of a regular graph of the given degree, as a list and as a set.
    fn draw<R: Rng>(&self, degree: u32, rng: &mut R) -> (Vec<[u32; 2]>, PairSet) {
        // A pairing of a handful of nodes can be such that no switch helps: start again. At least one pairing in a
        // bounded number can be mended, so this ends.
        loop {
            let mut stubs: Vec<u32> = (0..self.nodes).flat_map(|node| (0..degree).map(move |_| node)).collect();
            stubs.shuffle(rng);
            let mut edges: Vec<[u32; 2]> = stubs.as_chunks::<2>().0.to_vec();
            if let Some(present) = mend(&mut edges, rng) {
                return (edges, present);
            }
        }
    }
}

/// Switches bad pairs with good edges until none is bad; gives up after more tries than a mendable pairing needs.
fn mend<R: Rng>(edges: &mut [[u32; 2]], rng: &mut R) -> Option<PairSet> {
    let mut present = PairSet::with_capacity(edges.len());
    let mut is_good: Vec<bool> = edges.iter().map(|&[u, v]| u != v && present.insert(u, v)).collect();
    let mut bad: Vec<usize> = (0..edges.len()).filter(|&at| !is_good[at]).collect();
    // With degrees up to half of the nodes about one switch in four is possible, even in the densest graphs.
    let mut tries = 64 * (bad.len() + 1);
    while let Some(&at) = bad.last() {
        tries = tries.checked_sub(1)?;
        let other = rng.random_range(0..edges.len() as u64) as usize;
        let ([u, v], [mut x, mut y]) = (edges[at], edges[other]);
        if rng.random() {
            (x, y) = (y, x);
        }
        let is_free = |a: u32, b: u32| a != b && !present.contains(a, b);
        // For a loop u = v, and both new edges are the same if x = y; but a good edge has two ends.
        if is_good[other] && is_free(u, x) && is_free(v, y) {
            present.remove(x, y);
            present.insert(u, x);
            present.insert(v, y);
            (edges[at], edges[other]) = ([u, x], [v, y]);
            is_good[at] = true;
            bad.pop();
        }
    }
    Some(present)
}
