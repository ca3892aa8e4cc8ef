use rand::{Rng, RngExt};

use super::SyntheticError;
use super::error::{check_expected_edges, check_probability};
use super::recipe::Shape;
use super::sketch::Sketch;
use crate::graph::Graph;

/// One node that knows all others, who fall into overlapping cliques: an actor and the casts of the films, an author and
/// the lists of co-authors.
///
/// Cliques are formed one after another until nobody is left outside. Each has a uniform size from `smallest` to
/// `largest`; its first member is new, each further one is with probability `overlap` somebody who is in a clique
/// already, else new. Everybody in a clique knows everybody in it, and the ego, node 0, knows all.
///
/// After IMDB-BINARY and COLLAB (Yanardag and Vishwanathan 2015), which are made that way from films and papers. The
/// graph is connected.
///
/// # Formula
/// ```text
/// mean degree ≈ 2 + (s − 1)/(1 − overlap)        s the mean size, cliques much smaller than the graph
/// ```
///
/// # Complexity
/// O(n + m) expected time and space for m edges before those of overlapping cliques are merged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CliqueEgo {
    nodes: u32,
    smallest: u32,
    largest: u32,
    overlap: f64,
}

impl CliqueEgo {
    /// # Errors
    /// If the sizes are not 1 ≤ `smallest` ≤ `largest` or `overlap` is no probability.
    pub fn new(nodes: u32, smallest: u32, largest: u32, overlap: f64) -> Result<Self, SyntheticError> {
        if smallest == 0 || smallest > largest {
            let found = format!("{smallest}..{largest}");
            return Err(SyntheticError::parameter("sizes of cliques", found, "A..B with 1 ≤ A ≤ B"));
        }
        check_probability("overlap", overlap)?;
        // No clique is larger than everybody together: beyond that there would be nobody to ask.
        let largest = largest.min(nodes.max(1));
        let smallest = smallest.min(largest);
        let size = f64::from(largest);
        let new_members = 1.0 + (f64::from(smallest) - 1.0) * (1.0 - overlap);
        check_expected_edges(f64::from(nodes) * (1.0 + size * size / 2.0 / new_members))?;
        Ok(Self { nodes, smallest, largest, overlap })
    }

    /// Overlap is uniform on 0..0.5, and the cliques are as large as the mean degree then asks for, half more or less.
    /// Nobody knows fewer than two others, so a mean degree below about 3 is out of reach.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        let overlap = rng.random_range(0.0..0.5);
        let size = (1.0 + (shape.mean_degree - 2.0) * (1.0 - overlap)).max(2.0);
        Self::new(shape.nodes, (size / 2.0).ceil() as u32, (1.5 * size) as u32, overlap)
    }

    /// Draws a graph.
    pub fn sample<R: Rng>(&self, rng: &mut R) -> Graph {
        let mut sketch = Sketch::new(self.nodes);
        for alter in 1..self.nodes {
            sketch.join(0, alter);
        }
        let mut clique = Vec::new();
        let mut newcomer = 1;
        while newcomer < self.nodes {
            let size = rng.random_range(self.smallest..=self.largest);
            let old = 1..newcomer;
            for place in 0..size {
                if place > 0 && !old.is_empty() && rng.random::<f64>() < self.overlap {
                    // Somebody may be asked twice: the clique is then one smaller.
                    clique.push(rng.random_range(old.clone()));
                } else if newcomer < self.nodes {
                    clique.push(newcomer);
                    newcomer += 1;
                }
            }
            for (at, &u) in clique.iter().enumerate() {
                for &v in &clique[..at] {
                    sketch.join(u, v);
                }
            }
            clique.clear();
        }
        sketch.finish()
    }
}
