//! A graph while it is being drawn, and sets of pairs; for the models.

use hashbrown::HashSet;

use sgr_core::graph::{Graph, GraphBuilder};

/// A graph while it is being drawn: all nodes from the start, edges as they come.
///
/// The models check their parameters beforehand, so that no edge can be refused here.
#[derive(Debug)]
pub(super) struct Sketch {
    builder: GraphBuilder,
}

impl Sketch {
    pub(super) fn new(nodes: u32) -> Self {
        let mut builder = GraphBuilder::new();
        match builder.reserve_nodes(nodes as usize) {
            Ok(()) => Self { builder },
            Err(error) => unreachable!("{nodes} nodes are within 32 bits: {error}"),
        }
    }

    /// Joins two nodes; joined again, they count once.
    #[inline]
    pub(super) fn join(&mut self, u: u32, v: u32) {
        if let Err(error) = self.builder.add_edge(u, v, 0) {
            unreachable!("a model names only nodes it has: {error}");
        }
    }

    pub(super) fn finish(mut self) -> Graph {
        match self.builder.build() {
            Ok((graph, _)) => graph,
            Err(error) => unreachable!("the expected number of edges was checked: {error}"),
        }
    }
}

/// Pairs of nodes in a set, whichever end comes first.
#[derive(Debug, Default)]
pub(super) struct PairSet(HashSet<u64>);

impl PairSet {
    pub(super) fn with_capacity(pairs: usize) -> Self {
        Self(HashSet::with_capacity(pairs))
    }

    /// Whether the pair was not there before.
    pub(super) fn insert(&mut self, u: u32, v: u32) -> bool {
        self.0.insert(key(u, v))
    }

    pub(super) fn contains(&self, u: u32, v: u32) -> bool {
        self.0.contains(&key(u, v))
    }

    pub(super) fn remove(&mut self, u: u32, v: u32) {
        self.0.remove(&key(u, v));
    }
}

fn key(u: u32, v: u32) -> u64 {
    u64::from(u.min(v)) << 32 | u64::from(u.max(v))
}
