//! Preferential attachment.

use rand::{Rng, RngExt};

use super::error::check_expected_edges;
use super::recipe::{Shape, round_at_random};
use super::sketch::Sketch;
use super::{GraphSize, Random, SyntheticError};
use sgr_core::graph::Graph;

/// Nodes come one at a time and link to those that already have many links: preferential attachment.
///
/// # Formula
/// ```text
/// P(newcomer links to v) ∝ degree(v)        edges = k(k + 1)/2 + k(n − k − 1)
/// ```
/// Barabási and Albert 1999, "Emergence of scaling in random networks". n = `nodes`, k = `links`. It starts from a clique
/// of k + 1 nodes, so the graph is connected and no degree is below k. A newcomer's k neighbours are different: one that
/// is drawn again is drawn anew.
///
/// # Complexity
/// O(n + m) expected time and space: a random end of a random edge is a node drawn by its degree (Batagelj and Brandes
/// 2005).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BarabasiAlbert {
    nodes: u32,
    links: u32,
}

impl BarabasiAlbert {
    /// # Errors
    /// If a newcomer cannot have that many neighbours: `links` must be below `nodes`.
    pub fn new(nodes: u32, links: u32) -> Result<Self, SyntheticError> {
        if links >= nodes.max(1) {
            return Err(SyntheticError::parameter("links", links, format!("a number below {nodes}, the nodes")));
        }
        let model = Self { nodes, links };
        check_expected_edges(model.size().edges)?;
        Ok(model)
    }

    /// The size of its graphs.
    #[must_use]
    pub fn size(&self) -> GraphSize {
        GraphSize::new(self.nodes, f64::from(self.nodes) * f64::from(self.links))
    }

    /// Every newcomer brings half of the mean degree, at least one link.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        let links = round_at_random(shape.mean_degree / 2.0, rng).max(1);
        Self::new(shape.nodes, links.min(shape.nodes - 1))
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let rng = random.numbers();
        let mut sketch = Sketch::new(self.nodes);
        // Both ends of every edge: a node stands here as often as its degree.
        let mut ends = Vec::with_capacity(2 * self.nodes as usize * self.links as usize);
        for u in 1..=self.links {
            for v in 0..u {
                sketch.join(u, v);
                ends.extend([u, v]);
            }
        }
        // The last newcomer that chose each node; no newcomer is node 0.
        let mut chosen_by = vec![0; self.nodes as usize];
        for newcomer in self.links + 1..self.nodes {
            let old_ends = ends.len();
            while ends.len() < old_ends + 2 * self.links as usize {
                let chosen = ends[rng.random_range(0..old_ends as u64) as usize];
                if chosen_by[chosen as usize] != newcomer {
                    chosen_by[chosen as usize] = newcomer;
                    sketch.join(newcomer, chosen);
                    ends.extend([newcomer, chosen]);
                }
            }
        }
        sketch.finish()
    }
}
