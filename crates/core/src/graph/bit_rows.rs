//! Neighbourhoods as bits, for dense parts of graphs.

use pulp::{Arch, Simd, WithSimd};

use crate::graph::Graph;

/// The adjacency matrix, a bit an entry: 64 candidates for a common neighbour in one instruction.
#[derive(Debug)]
pub(super) struct BitRows {
    arch: Arch,
    rows: Vec<u64>,
}

impl BitRows {
    pub(super) fn new() -> Self {
        Self { arch: Arch::new(), rows: Vec::new() }
    }

    /// Whether comparing `pairs` of rows takes fewer steps than `steps` says, in no more memory than the graph itself has: a
    /// clique next to a million isolated nodes would otherwise need 100 GB.
    pub(super) fn pays(graph: &Graph, pairs: usize, steps: impl FnOnce() -> usize) -> bool {
        let words = words(graph);
        words.saturating_mul(graph.node_count()) <= graph.edge_count() && words.saturating_mul(pairs) < steps()
    }

    fn fill(&mut self, graph: &Graph) {
        let words = words(graph);
        self.rows.clear();
        self.rows.resize(graph.node_count() * words, 0);
        for (node, row) in self.rows.chunks_exact_mut(words).enumerate() {
            graph.neighbors(node as u32).iter().for_each(|&other| row[other as usize / 64] |= 1 << (other % 64));
        }
    }

    /// Calls `visit` with the ends of each edge and the number of their common neighbours.
    ///
    /// # Complexity
    /// O(m n / 64) time, O(n²) bits.
    pub(super) fn common_neighbors(&mut self, graph: &Graph, visit: impl FnMut(u32, u32, u64)) {
        self.fill(graph);
        self.arch.dispatch(CommonNeighbors { rows: &self.rows, words: words(graph), graph, visit });
    }

    /// Number of squares: pairs of common neighbours over pairs of nodes, each square from both its diagonals.
    ///
    /// # Complexity
    /// O(n³ / 128) time, O(n²) bits.
    pub(super) fn squares(&mut self, graph: &Graph) -> u64 {
        self.fill(graph);
        self.arch.dispatch(Squares { rows: &self.rows, words: words(graph) })
    }
}

/// Words of a row.
pub(super) fn words(graph: &Graph) -> usize {
    graph.node_count().div_ceil(64)
}

/// Number of bits that two rows share.
#[inline(always)]
pub(super) fn common_bits(a: &[u64], b: &[u64]) -> u64 {
    a.iter().zip(b).map(|(a, b)| u64::from((a & b).count_ones())).sum()
}

struct CommonNeighbors<'a, V> {
    rows: &'a [u64],
    words: usize,
    graph: &'a Graph,
    visit: V,
}

impl<V: FnMut(u32, u32, u64)> WithSimd for CommonNeighbors<'_, V> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { rows, words, graph, mut visit } = self;
        for (node, row) in rows.chunks_exact(words).enumerate() {
            for &other in graph.neighbors(node as u32).iter().take_while(|&&other| (other as usize) < node) {
                visit(node as u32, other, common_bits(row, &rows[other as usize * words..][..words]));
            }
        }
    }
}

struct Squares<'a> {
    rows: &'a [u64],
    words: usize,
}

impl WithSimd for Squares<'_> {
    type Output = u64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> u64 {
        let Self { rows, words } = self;
        let mut twice = 0;
        for (node, row) in rows.chunks_exact(words).enumerate() {
            for other in rows[..node * words].chunks_exact(words) {
                let common = common_bits(row, other);
                twice += common * common.saturating_sub(1) / 2;
            }
        }
        twice / 2
    }
}
