//! Counts of cliques of four nodes.

use pulp::{Arch, Simd, WithSimd};

use sgr_core::graph::DegreeOrder;
use sgr_core::graph::Graph;

/// Counts sets of four nodes that are all connected; buffers kept from graph to graph.
///
/// Each from its node of least degree, as a triangle among the neighbours of higher degree. There are at most √(2m) of
/// those, so their adjacency, a bit an entry, is smaller than the graph itself.
///
/// Chiba & Nishizeki 1985, "Arboricity and Subgraph Listing Algorithms".
#[derive(Debug)]
pub(super) struct FourCliques {
    arch: Arch,
    order: DegreeOrder,
    /// For each rank its place among the neighbours at hand, from 1; zero if it is not among them.
    places: Vec<u32>,
    /// Adjacency of the neighbours at hand, of each only with later ones.
    rows: Vec<u64>,
}

impl FourCliques {
    pub(super) fn new() -> Self {
        Self { arch: Arch::new(), order: DegreeOrder::default(), places: vec![], rows: vec![] }
    }

    /// Their number. Each is in two pairs of opposite edges, so there are fewer than m².
    ///
    /// # Complexity
    /// O(m · √m + triangles · √m / 64) time, O(n + m) space.
    pub(super) fn count(&mut self, graph: &Graph) -> u64 {
        self.order.arrange(graph);
        self.places.clear();
        self.places.resize(graph.node_count(), 0);
        (0..graph.node_count() as u32).map(|lowest| self.count_above(lowest)).sum()
    }

    /// Number of four-cliques whose node of least rank is `lowest`.
    fn count_above(&mut self, lowest: u32) -> u64 {
        let Self { arch, order, places, rows } = self;
        let above = order.above(lowest);
        if above.len() < 3 {
            return 0;
        }
        let words = above.len().div_ceil(64);
        rows.clear();
        rows.resize(words * above.len(), 0);
        above.iter().zip(1..).for_each(|(&rank, place)| places[rank as usize] = place);
        for (&rank, row) in above.iter().zip(rows.chunks_exact_mut(words)) {
            for &other in order.above(rank) {
                if let Some(place) = places[other as usize].checked_sub(1) {
                    row[place as usize / 64] |= 1 << (place % 64);
                }
            }
        }
        above.iter().for_each(|&rank| places[rank as usize] = 0);
        arch.dispatch(Triangles { rows, words })
    }
}

/// Number of triangles: over each edge, the common later neighbours of its ends.
struct Triangles<'a> {
    /// Of each node only its later neighbours.
    rows: &'a [u64],
    words: usize,
}

impl WithSimd for Triangles<'_> {
    type Output = u64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> u64 {
        let Self { rows, words } = self;
        let mut triangles = 0;
        for row in rows.chunks_exact(words) {
            for (word, &bits) in row.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    let other = 64 * word + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    // None of its later neighbours is in a word before its own.
                    let common = row[word..].iter().zip(&rows[other * words + word..(other + 1) * words]);
                    triangles += common.map(|(a, b)| u64::from((a & b).count_ones())).sum::<u64>();
                }
            }
        }
        triangles
    }
}
