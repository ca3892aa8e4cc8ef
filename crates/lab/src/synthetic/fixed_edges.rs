//! Graphs with a given number of edges, uniform among all.

use rand::{Rng, RngExt};

use super::error::{check_expected_edges, pairs};
use super::sketch::{PairSet, Sketch};
use super::{GraphSize, Random, SyntheticError};
use sgr_core::graph::Graph;

/// A given number of edges, every such graph as likely as any other: G(n, m).
///
/// # Formula
/// ```text
/// P(graph) = 1 / C(n(n − 1)/2, m)
/// ```
/// Erdős and Rényi 1959, "On random graphs I". n = `nodes`, m = `edges`.
///
/// # Complexity
/// O(n + m) expected time and space. Pairs are drawn until enough of them are new; when more than half of all pairs are
/// wanted, those left out are drawn instead, so that on average fewer than two draws give a new one.
///
/// ```
/// use sgr_lab::synthetic::{FixedEdges, generator};
/// let graph = FixedEdges::new(100, 250)?.sample(&mut generator(1, 0));
/// assert_eq!((graph.node_count(), graph.edge_count()), (100, 250));
/// # Ok::<(), sgr_lab::synthetic::SyntheticError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FixedEdges {
    nodes: u32,
    edges: u64,
}

impl FixedEdges {
    /// # Errors
    /// If there are more edges than pairs of nodes, or more than a graph can hold.
    pub fn new(nodes: u32, edges: u64) -> Result<Self, SyntheticError> {
        if edges > pairs(nodes) {
            let wanted = format!("at most {} for {nodes} nodes", pairs(nodes));
            return Err(SyntheticError::parameter("number of edges", edges, wanted));
        }
        let model = Self { nodes, edges };
        check_expected_edges(model.size().edges)?;
        Ok(model)
    }

    /// The size of its graphs.
    #[must_use]
    pub fn size(&self) -> GraphSize {
        GraphSize::new(self.nodes, self.edges as f64)
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let rng = random.numbers();
        let mut sketch = Sketch::new(self.nodes);
        let left_out = pairs(self.nodes) - self.edges;
        if self.edges <= left_out {
            self.draw_pairs(self.edges, rng, |u, v| sketch.join(u, v));
            return sketch.finish();
        }
        let absent = self.draw_pairs(left_out, rng, |_, _| {});
        for u in 1..self.nodes {
            for v in (0..u).filter(|&v| !absent.contains(u, v)) {
                sketch.join(u, v);
            }
        }
        sketch.finish()
    }

    /// Draws `count` different pairs of nodes.
    fn draw_pairs<R: Rng>(&self, count: u64, rng: &mut R, mut visit: impl FnMut(u32, u32)) -> PairSet {
        let mut drawn = PairSet::with_capacity(count as usize);
        let mut missing = count;
        while missing > 0 {
            let u = rng.random_range(0..self.nodes);
            // One of the others: those from u on are moved up by one.
            let other = rng.random_range(0..self.nodes - 1);
            let v = other + u32::from(other >= u);
            if drawn.insert(u, v) {
                visit(u, v);
                missing -= 1;
            }
        }
        drawn
    }
}
