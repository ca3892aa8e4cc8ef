//! Solves the equations of subgraphs by elimination, dense or sparse, whichever takes fewer steps.

mod dense;
mod sparse;

use pulp::Arch;

use self::dense::DenseElimination;
use self::sparse::SparseElimination;
use super::features::{CHUNK, Features};
use super::reduction::ReducedGraph;

/// A part of a graph with the features of its nodes: the input of `S`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Subgraph<'a> {
    pub(super) graph: &'a ReducedGraph,
    pub(super) features: &'a Features,
    /// The classes in it, ascending.
    pub(super) classes: &'a [u32],
    /// How many members of each class of the graph are in it.
    pub(super) sizes: &'a [f64],
    /// η
    pub(super) eta: f64,
}

/// `Uᵀ (L + ηI)⁻¹ U` of subgraphs; buffers kept.
///
/// With `L + ηI = R D Rᵀ`, R unit lower triangular and D diagonal, the matrix is `YᵀD⁻¹Y` where `R Y = U`. Y comes out of
/// carrying U along while the nodes are eliminated one after another; nothing is substituted back.
#[derive(Debug)]
pub(super) struct Elimination {
    arch: Arch,
    sparse: SparseElimination,
    dense: DenseElimination,
    sums: OuterProducts,
}

impl Elimination {
    pub(super) fn new() -> Self {
        let (sparse, dense, sums) = Default::default();
        Self { arch: Arch::new(), sparse, dense, sums }
    }

    /// The lower triangle by rows.
    ///
    /// # Complexity
    /// For n classes and P dimensions the cheaper of O(n³ + P n²) and O(Σ c² + P c), where c are the lengths of the columns of
    /// the whole graph's factor; O(P² n) more in either case.
    pub(super) fn solve(&mut self, subgraph: Subgraph<'_>, out: &mut Vec<f64>) {
        let Self { arch, sparse, dense, sums } = self;
        sums.reset(subgraph.features.dimensions());
        if is_dense_cheaper(subgraph) {
            dense.load(subgraph);
            arch.dispatch(
                #[inline(always)]
                || dense.eliminate(sums),
            );
        } else {
            sparse.load(subgraph);
            arch.dispatch(
                #[inline(always)]
                || sparse.eliminate(subgraph, sums),
            );
        }
        sums.lower_triangle(out);
    }
}

/// Compares the steps of both methods. The dense one does several at once: eight, by the constant 48 = 6 · 8. The choice
/// matters little: from an eighth of that number to four times it, the times on D&D, REDDIT-BINARY and COLLAB showed no
/// trend beyond their noise of about a fifth.
fn is_dense_cheaper(subgraph: Subgraph<'_>) -> bool {
    let nodes = subgraph.classes.len();
    let pattern = subgraph.graph.pattern();
    let steps = |&class: &u32| {
        let length = pattern.range(class).len();
        length * (length + 4) / 2
    };
    let sparse: usize = subgraph.classes.iter().map(steps).sum();
    nodes * nodes * (nodes + 24) / 48 < sparse
}

/// `Σ w y yᵀ`, upper triangle by chunks of a row.
#[derive(Debug, Default)]
pub(super) struct OuterProducts {
    dimensions: usize,
    values: Vec<[f64; CHUNK]>,
}

impl OuterProducts {
    fn reset(&mut self, dimensions: usize) {
        self.dimensions = dimensions;
        self.values.clear();
        self.values.resize(dimensions * dimensions.div_ceil(CHUNK), [0.0; CHUNK]);
    }

    /// Adds `weight · row rowᵀ`.
    #[inline(always)]
    pub(super) fn add(&mut self, row: &[f64], weight: f64) {
        let (chunks, _) = row.as_chunks::<CHUNK>();
        for (at, sums) in self.values.chunks_exact_mut(chunks.len()).enumerate() {
            let factor = weight * row[at];
            let first = at / CHUNK;
            for (sum, chunk) in sums[first..].iter_mut().zip(&chunks[first..]) {
                for lane in 0..CHUNK {
                    sum[lane] += factor * chunk[lane];
                }
            }
        }
    }

    fn lower_triangle(&self, out: &mut Vec<f64>) {
        let chunks = self.dimensions.div_ceil(CHUNK);
        out.clear();
        for row in 0..self.dimensions {
            out.extend((0..=row).map(|column| self.values[column * chunks + row / CHUNK][row % CHUNK]));
        }
    }
}
