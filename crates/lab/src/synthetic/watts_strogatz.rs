//! Ring lattices with rewired edges: small worlds.

use rand::{Rng, RngExt};

use super::error::{check_expected_edges, check_probability};
use super::recipe::{Shape, log_uniform, round_at_random};
use super::sketch::{PairSet, Sketch};
use super::{GraphSize, Random, SyntheticError, skip_sampling};
use sgr_core::graph::Graph;

/// Tries for a new end of an edge. Where half of the nodes are neighbours already, all of them fail once in 2⁶⁴ times; then
/// the edge stays where it is.
const TRIES: u32 = 64;

/// A ring on which every node is joined to its nearest neighbours, and some edges are thrown elsewhere: a small world.
///
/// # Formula
/// ```text
/// edges (u, u + j)    j = 1 … k/2    each with probability β to (u, w), w uniform among non-neighbours
/// number of edges = n · k / 2
/// ```
/// Watts and Strogatz 1998, "Collective dynamics of small-world networks". n = `nodes`, k = `neighbors`,
/// β = `rewiring`. The number of edges is exact; with β > 0 the graph need not be connected.
///
/// # Complexity
/// O(n + m) expected time and space: the edges to throw are found by skips.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WattsStrogatz {
    nodes: u32,
    neighbors: u32,
    rewiring: f64,
}

impl WattsStrogatz {
    /// # Errors
    /// If `neighbors` is odd or not below `nodes`, or `rewiring` is not a probability.
    pub fn new(nodes: u32, neighbors: u32, rewiring: f64) -> Result<Self, SyntheticError> {
        if neighbors % 2 == 1 || neighbors >= nodes.max(1) {
            let wanted = format!("an even number below {nodes}, the nodes");
            return Err(SyntheticError::parameter("neighbors on the ring", neighbors, wanted));
        }
        check_probability("rewiring probability", rewiring)?;
        let model = Self { nodes, neighbors, rewiring };
        check_expected_edges(model.size().edges)?;
        Ok(model)
    }

    /// The size of its graphs.
    #[must_use]
    pub fn size(&self) -> GraphSize {
        GraphSize::new(self.nodes, f64::from(self.nodes) * f64::from(self.neighbors / 2))
    }

    /// The mean degree, to an even number, with rewiring log-uniform on 0.01..0.6: from a lattice to nearly a random graph.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        let half = round_at_random(shape.mean_degree / 2.0, rng).max(1);
        Self::new(shape.nodes, 2 * half.min((shape.nodes - 1) / 2), log_uniform(0.01, 0.6, rng))
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let rng = random.numbers();
        let (nodes, half) = (u64::from(self.nodes), u64::from(self.neighbors / 2));
        let count = nodes * half;
        let lattice_edge = |at: u64| {
            let (u, step) = (at % nodes, at / nodes + 1);
            [u as u32, ((u + step) % nodes) as u32]
        };
        let mut edges: Vec<[u32; 2]> = (0..count).map(lattice_edge).collect();
        let mut present = PairSet::with_capacity(edges.len());
        for &[u, v] in &edges {
            present.insert(u, v);
        }
        let thrown: Vec<u64> = skip_sampling::items(count, self.rewiring, rng).collect();
        for at in thrown {
            let [u, v] = edges[at as usize];
            let free = |w: &u32| *w != u && !present.contains(u, *w);
            let target = (0..TRIES).map(|_| rng.random_range(0..self.nodes)).find(free);
            if let Some(w) = target {
                present.remove(u, v);
                present.insert(u, w);
                edges[at as usize] = [u, w];
            }
        }
        let mut sketch = Sketch::new(self.nodes);
        for [u, v] in edges {
            sketch.join(u, v);
        }
        sketch.finish()
    }
}
