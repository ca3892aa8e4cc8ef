//! Overlapping cliques around one node: film casts, co-authors.

use rand::{Rng, RngExt};

use super::error::{check_expected_edges, check_probability, pairs};
use super::recipe::{Shape, log_uniform};
use super::sketch::Sketch;
use super::weighted_choice::WeightedChoice;
use super::{Random, SyntheticError, skip_sampling};
use sgr_core::graph::Graph;

/// People in overlapping cliques around one who may know all: an actor and the casts of the films, an author and the lists
/// of co-authors.
///
/// # Formula
/// ```text
/// everybody joins clique c, P(c) ∝ w_c, and then, as long as a toss of probability o succeeds, a uniform one
/// u – v    with probability 1 − x if they share a clique
/// 0 – v    surely if there is an ego
/// ```
/// w = `weights`, o = `overlap`, x = `dropped`. After IMDB-BINARY and COLLAB (Yanardag and Vishwanathan 2015), which are
/// made that way from films and papers. With an ego the graph is connected. A few cliques hold all nodes: the graph is
/// dense, with up to n(n − 1)/2 edges.
///
/// # Complexity
/// O(n + m) expected time and space for m edges before those that two cliques have in common are merged.
#[derive(Debug, Clone, PartialEq)]
pub struct CliqueEgo {
    nodes: u32,
    cliques: WeightedChoice,
    overlap: f64,
    has_ego: bool,
    dropped: f64,
}

impl CliqueEgo {
    /// # Errors
    /// If there is no weight, they are negative, not finite or all 0, `overlap` is not below 1, or `dropped` is not a
    /// probability; and if more edges are likely than a graph can hold.
    pub fn new(nodes: u32, weights: &[f64], overlap: f64, has_ego: bool, dropped: f64) -> Result<Self, SyntheticError> {
        let cliques = WeightedChoice::new("weight of a clique", weights)?;
        if !(0.0..1.0).contains(&overlap) {
            return Err(SyntheticError::parameter("overlap", overlap, "a probability below 1"));
        }
        check_probability("share of edges dropped", dropped)?;
        let further = overlap / (1.0 - overlap) / f64::from(cliques.len());
        let joined: f64 = cliques.shares().map(|share| (share + further).min(1.0).powi(2)).sum();
        check_expected_edges(f64::from(nodes) + pairs(nodes) as f64 * joined)?;
        Ok(Self { nodes, cliques, overlap, has_ego, dropped })
    }

    /// Cliques are uniform on 1..=10, or up to a quarter of the nodes where these are few, whatever the mean degree asked
    /// for; their weights are log-uniform on 0.1..1 and then raised to one log-uniform power on 0.3..3, so that they are
    /// nearly equal in some graphs and very unequal in others. Overlap is uniform on 0..0.5. Seven graphs in ten have an
    /// ego, six in ten are complete; from the others a share is dropped that is uniform on 0..0.3.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        let cliques = rng.random_range(1..=(shape.nodes / 4).clamp(1, 10));
        let power = log_uniform(0.3, 3.0, rng);
        let weights: Vec<f64> = (0..cliques).map(|_| log_uniform(0.1, 1.0, rng).powf(power)).collect();
        let overlap = rng.random_range(0.0..0.5);
        let has_ego = rng.random::<f64>() < 0.7;
        let dropped = if rng.random::<f64>() < 0.6 { 0.0 } else { rng.random_range(0.0..0.3) };
        Self::new(shape.nodes, &weights, overlap, has_ego, dropped)
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let rng = random.numbers();
        let mut sketch = Sketch::new(self.nodes);
        for members in self.sample_cliques(rng) {
            for (at, &u) in members.iter().enumerate() {
                members[..at].iter().for_each(|&v| sketch.join(u, v));
            }
        }
        if self.dropped > 0.0 {
            // After the cliques are merged: an edge of two cliques is dropped as often as any other.
            let whole: Vec<(u32, u32)> = sketch.finish().edges().map(|(u, v, _)| (u, v)).collect();
            sketch = Sketch::new(self.nodes);
            for at in skip_sampling::items(whole.len() as u64, 1.0 - self.dropped, rng) {
                sketch.join(whole[at as usize].0, whole[at as usize].1);
            }
        }
        if self.has_ego {
            (1..self.nodes).for_each(|node| sketch.join(0, node));
        }
        sketch.finish()
    }

    /// Draws the members of each clique, ascending.
    fn sample_cliques<R: Rng>(&self, rng: &mut R) -> Vec<Vec<u32>> {
        let mut cliques: Vec<Vec<u32>> = vec![Vec::new(); self.cliques.len() as usize];
        for node in 0..self.nodes {
            cliques[self.cliques.draw(rng) as usize].push(node);
            while rng.random::<f64>() < self.overlap {
                let further = &mut cliques[rng.random_range(0..self.cliques.len()) as usize];
                if further.last() != Some(&node) {
                    further.push(node);
                }
            }
        }
        cliques
    }
}
