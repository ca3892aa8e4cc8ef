//! Triangles and squares, counted once for the channels that see them.

use crate::graph::{Graph, SmallCycles};

/// The small cycles of a graph; zero those that no channel sees.
#[derive(Debug, Clone, Copy)]
pub(super) struct CycleCounts<'a> {
    /// Triangles at each node.
    pub(super) triangles: &'a [u64],
    /// Cycles of four nodes, with chords or without.
    pub(super) squares: u64,
}

/// Counts them in graph after graph.
#[derive(Debug, Default)]
pub(super) struct CycleCounter {
    cycles: SmallCycles,
}

impl CycleCounter {
    /// The triangles and the squares, as far as they are wanted.
    pub(super) fn count(&mut self, graph: &Graph, wanted: [bool; 2]) -> CycleCounts<'_> {
        let (triangles, squares): (&[u64], u64) = match wanted {
            [true, true] => self.cycles.triangles_and_squares(graph),
            [true, false] => (self.cycles.triangles(graph), 0),
            [false, true] => (&[], self.cycles.squares(graph)),
            [false, false] => (&[], 0),
        };
        CycleCounts { triangles, squares }
    }
}
