//! Trees of bounded degree with rings: molecules.

use rand::{Rng, RngExt};

use super::error::{check_expected_edges, check_probability};
use super::recipe::Shape;
use super::sketch::Sketch;
use super::{Random, SyntheticError};
use sgr_core::graph::Graph;

/// A tree of bounded degree with short rings in it, as the skeleton of a molecule.
///
/// It grows by pieces, each a single atom or, with probability `ring_share`, a ring: of 6 in 70 % of cases, of 5 in 24 %,
/// else uniform on 3..=7. A ring is with probability `fused_share` fused to an earlier one, with which it then shares an
/// edge; otherwise it hangs on a uniform atom that has a bond to spare. A single atom hangs on the newest one with
/// probability `chain_share`, else on a uniform one as rings do. Where fewer atoms are left than a ring needs, single
/// atoms fill up.
///
/// No degree exceeds `max_degree`, every edge of a cycle is in one of length 3 to 7, and the graph is connected. After
/// MUTAG and NCI1: 1.1 edges for each node.
///
/// # Formula
/// ```text
/// edges = n − 1 + rings
/// ```
///
/// # Complexity
/// O(n) time and space. n = `nodes`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RingTree {
    nodes: u32,
    max_degree: u8,
    ring_share: f64,
    fused_share: f64,
    chain_share: f64,
}

impl RingTree {
    /// # Errors
    /// If `max_degree` is below 3, with which no ring could hang anywhere, or a share is not a probability.
    pub fn new(
        nodes: u32,
        max_degree: u8,
        ring_share: f64,
        fused_share: f64,
        chain_share: f64,
    ) -> Result<Self, SyntheticError> {
        if max_degree < 3 {
            return Err(SyntheticError::parameter("largest degree", max_degree, "at least 3"));
        }
        check_probability("share of rings", ring_share)?;
        check_probability("share of fused rings", fused_share)?;
        check_probability("share of atoms on the newest", chain_share)?;
        check_expected_edges(1.5 * f64::from(nodes))?;
        Ok(Self { nodes, max_degree, ring_share, fused_share, chain_share })
    }

    /// The degree follows from valence, about 2.2, and does not use the mean degree asked for. The largest degree is 3 or
    /// 4; rings are uniform on 0..0.35, fused ones on 0..0.8, atoms on the newest on 0.2..0.9.
    pub(super) fn of_shape<R: Rng>(shape: &Shape, rng: &mut R) -> Result<Self, SyntheticError> {
        let max_degree = if rng.random() { 3 } else { 4 };
        let [rings, fused, chain] = [0.0..0.35, 0.0..0.8, 0.2..0.9].map(|range| rng.random_range(range));
        Self::new(shape.nodes, max_degree, rings, fused, chain)
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let rng = random.numbers();
        let mut molecule = Molecule::new(self.nodes, self.max_degree);
        while molecule.atoms < self.nodes {
            let left = self.nodes - molecule.atoms;
            if rng.random::<f64>() < self.ring_share {
                let size = ring_size(rng);
                let is_fused = left >= size - 2 && rng.random::<f64>() < self.fused_share;
                if let Some([u, v]) = is_fused.then(|| molecule.take_ring_edge(rng)).flatten() {
                    molecule.fuse(u, v, size - 2);
                    continue;
                }
                if left >= size {
                    let host = molecule.take_open(rng);
                    molecule.hang(host, size);
                    continue;
                }
            }
            let is_on_newest = rng.random::<f64>() < self.chain_share;
            let host = if is_on_newest { molecule.atoms.checked_sub(1) } else { molecule.take_open(rng) };
            molecule.hang(host, 1);
        }
        molecule.sketch.finish()
    }
}

fn ring_size<R: Rng>(rng: &mut R) -> u32 {
    match rng.random::<f64>() {
        kind if kind < 0.7 => 6,
        kind if kind < 0.94 => 5,
        _ => rng.random_range(3..=7),
    }
}

/// A graph that grows and knows where it can.
struct Molecule {
    sketch: Sketch,
    atoms: u32,
    max_degree: u8,
    degrees: Vec<u8>,
    /// Atoms with a bond to spare. The newest always has one: no atom has more than two bonds
    /// when it comes, but for the first of a ring.
    open: Vec<u32>,
    /// Edges of rings that no other ring shares yet.
    ring_edges: Vec<[u32; 2]>,
}

impl Molecule {
    fn new(nodes: u32, max_degree: u8) -> Self {
        let degrees = Vec::with_capacity(nodes as usize);
        Self { sketch: Sketch::new(nodes), atoms: 0, max_degree, degrees, open: Vec::new(), ring_edges: Vec::new() }
    }

    /// A single atom or a ring of `size`, bound to `host` if there is any atom yet.
    fn hang(&mut self, host: Option<u32>, size: u32) {
        let first = self.add_atom();
        for _ in 1..size {
            let atom = self.add_atom();
            self.bind_in_ring(atom - 1, atom);
        }
        if size > 1 {
            self.bind_in_ring(first + size - 1, first);
        }
        if let Some(host) = host {
            self.bind(host, first);
        }
    }

    /// A ring that shares the edge u–v: `count` new atoms from one end to the other.
    fn fuse(&mut self, u: u32, v: u32, count: u32) {
        let mut last = u;
        for _ in 0..count {
            let atom = self.add_atom();
            self.bind_in_ring(last, atom);
            last = atom;
        }
        self.bind_in_ring(last, v);
    }

    fn add_atom(&mut self) -> u32 {
        let atom = self.atoms;
        self.atoms += 1;
        self.degrees.push(0);
        self.open.push(atom);
        atom
    }

    fn bind_in_ring(&mut self, u: u32, v: u32) {
        self.bind(u, v);
        self.ring_edges.push([u, v]);
    }

    fn bind(&mut self, u: u32, v: u32) {
        self.sketch.join(u, v);
        self.degrees[u as usize] += 1;
        self.degrees[v as usize] += 1;
    }

    fn is_open(&self, atom: u32) -> bool {
        self.degrees[atom as usize] < self.max_degree
    }

    /// A random atom with a bond to spare. Those that have none any more leave the list when they are met.
    fn take_open<R: Rng>(&mut self, rng: &mut R) -> Option<u32> {
        while !self.open.is_empty() {
            let at = rng.random_range(0..self.open.len() as u32) as usize;
            if self.is_open(self.open[at]) {
                return Some(self.open[at]);
            }
            self.open.swap_remove(at);
        }
        None
    }

    /// A random edge that a new ring can share; it leaves the list, so that no three rings share one.
    fn take_ring_edge<R: Rng>(&mut self, rng: &mut R) -> Option<[u32; 2]> {
        while !self.ring_edges.is_empty() {
            let at = rng.random_range(0..self.ring_edges.len() as u32) as usize;
            let [u, v] = self.ring_edges.swap_remove(at);
            if self.is_open(u) && self.is_open(v) {
                return Some([u, v]);
            }
        }
        None
    }
}
