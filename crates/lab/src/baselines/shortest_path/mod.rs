//! The shortest-path kernel.

mod hops;
mod lengths;

use hashbrown::HashMap;
use rayon::prelude::*;

use super::label_numbers::LabelNumbers;
use super::sparse_counts::SparseCounts;
use super::{BaselineError, GramMatrix, GraphKernel};
use sgr_core::graph::Graph;
use sgr_core::progress::{Progress, Steps};

/// How many pairs of nodes of two graphs are equally far apart, and, with labels, labelled alike.
///
/// # Formula
/// ```text
/// φ(G)[a, b, d] = |{(u, v): u ≠ v, label of u = a, label of v = b, distance of u and v = d < ∞}|
/// k(G, G′) = Σ φ(G)[a, b, d] · φ(G′)[a, b, d]
/// ```
/// Borgwardt & Kriegel 2005, "Shortest-Path Kernels on Graphs", with delta kernels on lengths and labels. Pairs are
/// ordered, as in GraKeL's `ShortestPath`: each path counts in both directions. Without labels all nodes have the same.
///
/// A distance is the number of edges. Where edges have weights, it is the smallest sum of weights from u to v, added in
/// this order; equal means the same f64. For integers and binary fractions this is exact; with other weights rounding may
/// tell lengths apart that are equal on paper, as it does in GraKeL.
///
/// # Edge cases
/// Graphs without edges have the product 0 with all. Weights whose sum overflows make no path.
///
/// # Complexity
/// O(n m) time and O(n + m) space a graph, 256 searches at once; O(n m log n) where edges have weights. Then the product
/// of sparse counts.
///
/// ```
/// use sgr_lab::baselines::{GraphKernel, ShortestPathKernel};
/// use sgr_core::graph::Graph;
///
/// let path = Graph::from_edges(3, &[(0, 1), (1, 2)])?;
/// let triangle = Graph::from_edges(3, &[(0, 1), (1, 2), (2, 0)])?;
/// // Ordered pairs at distances 1 and 2: (4, 2) and (6, 0).
/// let gram = ShortestPathKernel::default().gram(&[&path, &triangle], &())?;
/// assert_eq!(gram.values(), [20.0, 24.0, 24.0, 36.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct ShortestPathKernel {
    /// Tell paths apart by the labels of their ends.
    pub node_labels: bool,
}

/// A kind of path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Path {
    /// The bits of the length: a positive f64, so bits are ordered as lengths are.
    length: u64,
    from: u32,
    to: u32,
}

/// How many paths of each kind a graph has.
type PathCounts = HashMap<Path, u64>;

impl GraphKernel for ShortestPathKernel {
    fn gram(&self, graphs: &[&Graph], progress: &dyn Progress) -> Result<GramMatrix, BaselineError> {
        let mut gram = GramMatrix::zeros(graphs.len())?;
        let labels = LabelNumbers::of(graphs, self.node_labels)?;
        let steps = Steps::new(progress, graphs.len());
        let counts: Vec<Vec<(Path, u64)>> = (0..graphs.len())
            .into_par_iter()
            .with_max_len(1)
            .map(|at| {
                let mut counts: Vec<_> = path_counts(graphs[at], labels.of_graph(at)).into_iter().collect();
                // The order in a hash map is chance, which must have no part in the order of a sum.
                counts.sort_unstable();
                steps.step();
                counts
            })
            .collect();
        numbered(&counts)?.add_products(&mut gram);
        gram.mirror_lower();
        Ok(gram)
    }
}

fn path_counts(graph: &Graph, labels: &[u32]) -> PathCounts {
    match graph.all_weights() {
        Some(_) => lengths::path_counts(graph, labels),
        // One register is enough; more would only be carried along.
        None if graph.node_count() <= 64 => hops::path_counts::<1>(graph, labels),
        None => hops::path_counts::<4>(graph, labels),
    }
}

/// The counts with kinds of paths as numbers, in the order in which they first appear.
fn numbered(counts: &[Vec<(Path, u64)>]) -> Result<SparseCounts, BaselineError> {
    let mut numbers: HashMap<Path, u32> = HashMap::new();
    for (path, _) in counts.iter().flatten() {
        let next = u32::try_from(numbers.len()).map_err(|_| too_many(numbers.len()))?;
        numbers.entry(*path).or_insert(next);
    }
    let mut sparse = SparseCounts::new(numbers.len());
    for row in counts {
        sparse.push(row.iter().map(|(path, count)| (numbers[path], *count)));
    }
    Ok(sparse)
}

fn too_many(kinds: usize) -> BaselineError {
    let [bytes, limit] = [kinds, u32::MAX as usize].map(|count| (size_of::<Path>() * count) as u64);
    BaselineError::TooLarge { what: "table of kinds of paths", rows: kinds, bytes, limit }
}
