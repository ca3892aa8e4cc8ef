//! Size of a graph before it is drawn, and the memory that drawing it takes.

use std::fmt;

use super::SyntheticError;

/// Bytes of a node or an edge while a graph is being drawn and built: 21 to 48 were measured over all families, with graphs of
/// 100,000 to 500,000 nodes; lists that grow by doubling may take twice as many.
const BYTES_PER_ENTRY: f64 = 100.0;

/// Bytes of each pair of blocks: one density in double precision.
const BYTES_PER_PAIR_OF_BLOCKS: f64 = 8.0;

/// The size of a graph as its model's parameters tell it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GraphSize {
    /// Nodes, or the most nodes of a family's graphs.
    pub nodes: u32,
    /// Edges by expectation, or the most of them.
    pub edges: f64,
    /// Blocks that have a density for each two of them; 0 in models without blocks.
    pub blocks: u32,
}

impl GraphSize {
    pub(super) fn new(nodes: u32, edges: f64) -> Self {
        Self { nodes, edges, blocks: 0 }
    }

    /// Bytes that drawing such a graph takes, as an upper estimate.
    #[must_use]
    pub fn memory(&self) -> f64 {
        let pairs_of_blocks = f64::from(self.blocks) * f64::from(self.blocks);
        BYTES_PER_ENTRY * (f64::from(self.nodes) + self.edges) + BYTES_PER_PAIR_OF_BLOCKS * pairs_of_blocks
    }

    /// Whether such a graph of a model fits into `limit` bytes while it is drawn.
    ///
    /// # Errors
    /// [`SyntheticError::TooMuchMemory`] with the number of bytes.
    pub fn check_memory(self, model: &'static str, limit: u64) -> Result<(), SyntheticError> {
        let (needed, limit) = (self.memory(), limit as f64);
        if needed <= limit { Ok(()) } else { Err(SyntheticError::TooMuchMemory { model, size: self, needed, limit }) }
    }
}

impl fmt::Display for GraphSize {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, edges, blocks } = self;
        write!(formatter, "{nodes} nodes and up to {edges:.1e} edges")?;
        if *blocks > 0 { write!(formatter, " in {blocks} blocks") } else { Ok(()) }
    }
}
