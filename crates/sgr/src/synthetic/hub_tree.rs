use rand::{Rng, RngExt};

use super::SyntheticError;
use super::error::{check_expected_edges, check_probability, pairs};
use super::recipe::Shape;
use super::sketch::{PairSet, Sketch};
use crate::graph::Graph;

/// A discussion: a few hubs get most replies, some replies are answered in turn, a few people meet a second time.
///
/// # Formula
/// ```text
/// hub i > 0 replies to a uniform earlier hub
/// node v replies with probability s to hub i, P(i) ∝ 1/(i + 1); else to a uniform earlier node
/// `cross_edges` more join uniform pairs that are not joined yet
/// edges = n − 1 + cross_edges
/// ```
/// After the threads of REDDIT-BINARY (Yanardag and Vishwanathan 2015): users as nodes, an edge where one replied to the
/// other; mean degree 2.3, a hub or two with most of the leaves. n = `nodes`, s = `hub_share`. Nodes 0 to `hubs` − 1 are
/// the hubs; the graph is connected.
///
/// # Complexity
/// O(n + m) expected time and space, and O(log hubs) for each reply to a hub.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HubTree {
    nodes: u32,
    hubs: u32,
    hub_share: f64,
    cross_edges: u64,
}

impl HubTree {
    /// # Errors
    /// If `hubs` is not from 1 to `nodes`, `hub_share` is no probability, or `cross_edges` are more than half of the
    /// pairs that the tree leaves free.
    pub fn new(nodes: u32, hubs: u32, hub_share: f64, cross_edges: u64) -> Result<Self, SyntheticError> {
        if hubs == 0 || hubs > nodes {
            return Err(SyntheticError::parameter("number of hubs", hubs, format!("from 1 to {nodes}, the nodes")));
        }
        check_probability("share of replies to hubs", hub_share)?;
        // Half, so that a uniform pair is free at least every other time.
        let most = (pairs(nodes) - u64::from(nodes - 1)) / 2;
        if cross_edges > most {
            let wanted = format!("at most {most} in a tree of {nodes} nodes");
            return Err(SyntheticError::parameter("number of cross edges", cross_edges, wanted));
        }
        check_expected_edges(f64::from(nodes) + cross_edges as f64)?;
        Ok(Self { nodes, hubs, hub_share, cross_edges })
    }

    /// As many hubs as blocks, which get a uniform share of 0.5..0.95 of the replies. The mean degree of a thread is
    /// hardly above 2: cross edges are uniform between none and what the mean degree asks for, at most one for every
    /// three nodes.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        let most = shape.edges_beyond_tree().min(f64::from(shape.nodes) / 3.0);
        let free = (pairs(shape.nodes) - u64::from(shape.nodes - 1)) / 2;
        let cross_edges = (rng.random::<f64>() * (most + 1.0)) as u64;
        Self::new(shape.nodes, shape.blocks, rng.random_range(0.5..0.95), cross_edges.min(free))
    }

    /// Draws a graph.
    pub fn sample<R: Rng>(&self, rng: &mut R) -> Graph {
        let mut sketch = Sketch::new(self.nodes);
        let mut present = PairSet::with_capacity(self.nodes as usize + self.cross_edges as usize);
        let mut join = |u, v| {
            let is_new = u != v && present.insert(u, v);
            if is_new {
                sketch.join(u, v);
            }
            is_new
        };
        let popularity: Vec<f64> = (1..=self.hubs)
            .scan(0.0, |sum, rank| {
                *sum += 1.0 / f64::from(rank);
                Some(*sum)
            })
            .collect();
        for node in 1..self.nodes {
            let parent = if node < self.hubs || rng.random::<f64>() >= self.hub_share {
                rng.random_range(0..node)
            } else {
                let total = popularity[popularity.len() - 1];
                let at = rng.random::<f64>() * total;
                popularity.partition_point(|&sum| sum <= at).min(popularity.len() - 1) as u32
            };
            join(node, parent);
        }
        let mut missing = self.cross_edges;
        while missing > 0 {
            missing -= u64::from(join(rng.random_range(0..self.nodes), rng.random_range(0..self.nodes)));
        }
        sketch.finish()
    }
}
