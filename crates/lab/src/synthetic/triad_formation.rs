//! Preferential attachment with triads.

use rand::{Rng, RngExt};

use super::error::{check_expected_edges, check_probability};
use super::recipe::Shape;
use super::sketch::Sketch;
use super::{Random, SyntheticError};
use sgr_core::graph::Graph;

/// Preferential attachment that closes triangles: a newcomer who met somebody often meets a friend of theirs next.
///
/// # Formula
/// ```text
/// first link           P(v) ∝ degree(v)
/// each further link    with probability p uniform among the neighbours of the node just linked, else as the first
/// edges = k(k + 1)/2 + k(n − k − 1)
/// ```
/// Holme and Kim 2002, "Growing scale-free networks with tunable clustering". n = `nodes`, k = `links`, p = `triads`. It
/// starts from a clique of k + 1 nodes, as [`BarabasiAlbert`](super::BarabasiAlbert) does, which p = 0 gives. A
/// newcomer's k neighbours are different: where a triangle would repeat one, the link is drawn by degree.
///
/// # Complexity
/// O(n + m) expected time and space: a random end of a random edge is a node drawn by its degree (Batagelj and Brandes
/// 2005).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TriadFormation {
    nodes: u32,
    links: u32,
    triads: f64,
}

impl TriadFormation {
    /// # Errors
    /// If a newcomer cannot have that many neighbours, `links` must be below `nodes`; or `triads` is not a probability.
    pub fn new(nodes: u32, links: u32, triads: f64) -> Result<Self, SyntheticError> {
        if links >= nodes.max(1) {
            return Err(SyntheticError::parameter("links", links, format!("a number below {nodes}, the nodes")));
        }
        check_probability("share of triads", triads)?;
        check_expected_edges(f64::from(nodes) * f64::from(links))?;
        Ok(Self { nodes, links, triads })
    }

    /// Links are uniform on 1..=8, or up to a third of the nodes where these are few, whatever the mean degree asked
    /// for; triads are uniform on 0.3..1.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        let links = rng.random_range(1..=(shape.nodes / 3).clamp(2, 8));
        Self::new(shape.nodes, links.min(shape.nodes - 1), rng.random_range(0.3..1.0))
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let rng = random.numbers();
        let mut sketch = Sketch::new(self.nodes);
        // Both ends of every edge: a node stands here as often as its degree.
        let mut ends = Vec::with_capacity(2 * self.nodes as usize * self.links as usize);
        let mut neighbors: Vec<Vec<u32>> = vec![Vec::new(); self.nodes as usize];
        let mut join = |u: u32, v: u32, ends: &mut Vec<u32>, neighbors: &mut Vec<Vec<u32>>| {
            sketch.join(u, v);
            ends.extend([u, v]);
            neighbors[u as usize].push(v);
            neighbors[v as usize].push(u);
        };
        for u in 1..=self.links {
            (0..u).for_each(|v| join(u, v, &mut ends, &mut neighbors));
        }
        // The last newcomer that chose each node; no newcomer is node 0.
        let mut chosen_by = vec![0; self.nodes as usize];
        let mut chosen: Vec<u32> = Vec::with_capacity(self.links as usize);
        for newcomer in self.links + 1..self.nodes {
            while chosen.len() < self.links as usize {
                let friend = match chosen.last() {
                    Some(&last) if rng.random::<f64>() < self.triads => {
                        let friends = &neighbors[last as usize];
                        Some(friends[rng.random_range(0..friends.len() as u32) as usize])
                    }
                    _ => None,
                };
                let is_new = |node: &u32| chosen_by[*node as usize] != newcomer;
                let next = friend.filter(is_new).unwrap_or_else(|| {
                    loop {
                        let end = ends[rng.random_range(0..ends.len() as u64) as usize];
                        if is_new(&end) {
                            break end;
                        }
                    }
                });
                chosen_by[next as usize] = newcomer;
                chosen.push(next);
            }
            // Joined after the draws, so that no draw gives the newcomer itself.
            chosen.drain(..).for_each(|node| join(newcomer, node, &mut ends, &mut neighbors));
        }
        sketch.finish()
    }
}
