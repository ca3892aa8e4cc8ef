//! Growth by duplication of nodes: gene networks.

use rand::{Rng, RngExt};

use super::error::{check_expected_edges, check_probability};
use super::recipe::Shape;
use super::sketch::Sketch;
use super::{Random, SyntheticError};
use sgr_core::graph::Graph;

/// Nodes that copy others and then diverge, as genes do: the interactions of proteins.
///
/// # Formula
/// ```text
/// newcomer v copies a uniform earlier node u
/// v – w    with probability p for each neighbour w of u
/// v – u    with probability q, and surely if no neighbour was kept
/// ```
/// Vázquez, Flammini, Maritan and Vespignani 2003, "Modeling of protein interaction networks"; Chung, Lu, Dewey and Galas
/// 2003, "Duplication models for biological networks". p = `kept`, q = `parent_link`; where theirs may lose a copy that
/// kept nothing, here it is tied to its parent, so the graph is connected. It starts from two joined nodes. Edges grow
/// as n for p < 1/2 and as n^(2p) for p > 1/2.
///
/// # Complexity
/// O(n + m/p) expected time and space: one toss for each edge of the node that is copied.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Duplication {
    nodes: u32,
    kept: f64,
    parent_link: f64,
}

impl Duplication {
    /// # Errors
    /// If `kept` or `parent_link` is not a probability, or they make more edges likely than a graph can hold.
    pub fn new(nodes: u32, kept: f64, parent_link: f64) -> Result<Self, SyntheticError> {
        check_probability("share of edges kept", kept)?;
        check_probability("probability of a link to the parent", parent_link)?;
        // A link to the parent made by node k has (n/k)^(2p) descendants by node n; their sum over k is at most this.
        let n = f64::from(nodes).max(1.0);
        check_expected_edges((n.powf((2.0 * kept).max(1.0)) * (1.0 + n.ln())).min(n * n / 2.0))?;
        Ok(Self { nodes, kept, parent_link })
    }

    /// `kept` is uniform on 0.2..0.7 and `parent_link` on 0..1; the mean degree follows, whatever is asked for.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        Self::new(shape.nodes, rng.random_range(0.2..0.7), rng.random_range(0.0..1.0))
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let rng = random.numbers();
        let mut sketch = Sketch::new(self.nodes);
        let mut neighbors: Vec<Vec<u32>> = Vec::with_capacity(self.nodes as usize);
        for newcomer in 0..self.nodes {
            let mut kept = Vec::new();
            // The first node has no node to copy; the second has no neighbours to keep and is joined to the first.
            if newcomer > 0 {
                let parent = rng.random_range(0..newcomer);
                let of_parent = neighbors[parent as usize].iter().copied();
                kept.extend(of_parent.filter(|_| rng.random::<f64>() < self.kept));
                if kept.is_empty() || rng.random::<f64>() < self.parent_link {
                    kept.push(parent);
                }
            }
            for &node in &kept {
                sketch.join(newcomer, node);
                neighbors[node as usize].push(newcomer);
            }
            neighbors.push(kept);
        }
        sketch.finish()
    }
}
