//! Discussion threads: trees with a few hubs.

use rand::{Rng, RngExt};

use super::error::{check_expected_edges, check_probability};
use super::recipe::{Shape, log_uniform};
use super::sketch::Sketch;
use super::weighted_choice::WeightedChoice;
use super::{Random, SyntheticError};
use sgr_core::graph::Graph;

/// Of the replies to a uniform earlier node, this share goes to a node that is not a hub: few answers to answers address
/// the author of the thread.
const BELOW_HUBS: f64 = 0.8;

/// Of the extra edges, this share has a hub at one end: most pairs of users that reply to each other twice involve one.
const EXTRA_AT_HUBS: f64 = 0.7;

/// A discussion: a few hubs get most replies, some replies are answered in turn, a few people meet a second time.
///
/// # Formula
/// ```text
/// hub i > 0 replies to a uniform earlier hub
/// node v replies    with probability s to no node
///                   else with probability a to a uniform earlier node, 4 times in 5 one that is not a hub
///                   else to hub i, P(i) ∝ w_i
/// `extra` more edges join a uniform node and, 7 times in 10, a uniform hub, else another uniform node
/// edges = n − 1 − (nodes without a reply) + (extra edges between different nodes not joined before)
/// ```
/// After the threads of REDDIT-BINARY (Yanardag and Vishwanathan 2015): users as nodes, an edge where one replied to the
/// other; mean degree 2.3, a hub or two with most of the leaves. n = `nodes`, w = `weights`, a = `answers`, s = `silent`.
/// The first nodes are the hubs, one for each weight. Without silent nodes the graph is connected.
///
/// # Complexity
/// O(n + m) expected time and space, and O(log hubs) for each reply to a hub.
#[derive(Debug, Clone, PartialEq)]
pub struct HubTree {
    nodes: u32,
    hubs: WeightedChoice,
    answers: f64,
    silent: f64,
    extra: u64,
}

impl HubTree {
    /// # Errors
    /// If there is not from 1 to `nodes` weights, they are negative, not finite or all 0, or `answers` or `silent` is no
    /// probability.
    pub fn new(nodes: u32, weights: &[f64], answers: f64, silent: f64, extra: u64) -> Result<Self, SyntheticError> {
        if weights.is_empty() || weights.len() > nodes as usize {
            let wanted = format!("from 1 to {nodes}, the nodes");
            return Err(SyntheticError::parameter("number of hubs", weights.len(), wanted));
        }
        let hubs = WeightedChoice::new("weight of a hub", weights)?;
        check_probability("share of answers to earlier nodes", answers)?;
        check_probability("share of silent nodes", silent)?;
        check_expected_edges(f64::from(nodes) + extra as f64)?;
        Ok(Self { nodes, hubs, answers, silent, extra })
    }

    /// Hubs are uniform on 1..=12, or up to a sixth of the nodes where these are few, with log-uniform weights on 0.05..1.
    /// Answers are uniform on 0.02..0.7, silent nodes none in half of the graphs, else 0.02 or 0.05 of all, extra edges n
    /// times a log-uniform number on 0.005..0.5. The mean degree of a thread is hardly above 2, whatever is asked for.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        let hubs = rng.random_range(1..=(shape.nodes / 6).clamp(2, 12)).min(shape.nodes);
        let weights: Vec<f64> = (0..hubs).map(|_| log_uniform(0.05, 1.0, rng)).collect();
        let answers = rng.random_range(0.02..0.7);
        let silent = [0.0, 0.0, 0.02, 0.05][rng.random_range(0..4u32) as usize];
        let extra = f64::from(shape.nodes) * log_uniform(0.005, 0.5, rng);
        Self::new(shape.nodes, &weights, answers, silent, extra as u64)
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let rng = random.numbers();
        let mut sketch = Sketch::new(self.nodes);
        let hubs = self.hubs.len();
        for hub in 1..hubs {
            sketch.join(hub, rng.random_range(0..hub));
        }
        for node in hubs..self.nodes {
            if rng.random::<f64>() < self.silent {
                continue;
            }
            let parent = if node == hubs || rng.random::<f64>() >= self.answers {
                self.hubs.draw(rng)
            } else {
                let first = if rng.random::<f64>() < BELOW_HUBS { hubs } else { 0 };
                rng.random_range(first..node)
            };
            sketch.join(node, parent);
        }
        for _ in 0..self.extra {
            let last = if rng.random::<f64>() < EXTRA_AT_HUBS { hubs } else { self.nodes };
            let (u, v) = (rng.random_range(0..self.nodes), rng.random_range(0..last));
            // Not drawn again: around a single hub there may be no pair left to join.
            if u != v {
                sketch.join(u, v);
            }
        }
        sketch.finish()
    }
}
