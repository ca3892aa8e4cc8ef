//! Walks in the direct product of two labelled graphs.

use super::super::BaselineError;
use super::walk_counts::{MOST_TERMS, ROUNDING};
use sgr_core::graph::Graph;

/// Bytes of the pairs of nodes of two graphs at most: two lists of 2²⁷ numbers.
const LARGEST: u64 = 1 << 31;

/// A graph with its nodes in the order of their labels.
pub(super) struct LabelledGraph {
    /// The labels that occur, ascending, with the first node of each; then the number of nodes.
    segments: Vec<Segment>,
    /// Start of each node's neighbours, and the end of the last.
    offsets: Vec<usize>,
    neighbors: Vec<Neighbor>,
}

#[derive(Debug, Clone, Copy)]
struct Segment {
    label: u32,
    start: usize,
    end: usize,
}

#[derive(Debug, Clone, Copy)]
struct Neighbor {
    node: u32,
    /// The position of its label in the graph's segments.
    segment: u32,
    /// Weight of the edge, times √λ.
    weight: f64,
}

impl LabelledGraph {
    /// Sorts the nodes by label; `root` is √λ.
    pub(super) fn of(graph: &Graph, labels: &[u32], root: f64) -> Self {
        let mut order: Vec<u32> = (0..labels.len() as u32).collect();
        order.sort_by_key(|&node| labels[node as usize]);
        let mut place = vec![0u32; order.len()];
        let mut segments: Vec<Segment> = Vec::new();
        let mut segment_of = vec![0u32; order.len()];
        for (at, &node) in order.iter().enumerate() {
            let label = labels[node as usize];
            match segments.last_mut() {
                Some(last) if last.label == label => last.end += 1,
                _ => segments.push(Segment { label, start: at, end: at + 1 }),
            }
            place[node as usize] = at as u32;
            segment_of[node as usize] = segments.len() as u32 - 1;
        }
        let (mut offsets, mut neighbors) = (vec![0], Vec::with_capacity(graph.columns().len()));
        for &node in &order {
            let weights = graph.weights(node);
            let neighbor = |(at, &other): (usize, &u32)| Neighbor {
                node: place[other as usize],
                segment: segment_of[other as usize],
                weight: root * weights.map_or(1.0, |weights| weights[at]),
            };
            neighbors.extend(graph.neighbors(node).iter().enumerate().map(neighbor));
            offsets.push(neighbors.len());
        }
        Self { segments, offsets, neighbors }
    }

    fn node_count(&self) -> usize {
        self.offsets.len() - 1
    }

    fn neighbors(&self, node: usize) -> &[Neighbor] {
        &self.neighbors[self.offsets[node]..self.offsets[node + 1]]
    }

    /// Σ λᵏ 1ᵀ W×ᵏ 1 for the direct product of two graphs.
    ///
    /// W× is symmetric, so x_k = (λ W×)ᵏ 1 gives two terms: x_k·x_k is the term of 2k steps, x_k·x_{k+1} that of 2k + 1. Let r
    /// be the largest entry of x₁, a bound of the norm of λ W×. The remaining terms sum up to at most
    /// (x_k·x_{k+1}) r / (1 − r); the sum ends where that is below [`ROUNDING`] of the sum.
    pub(super) fn common_walks(&self, other: &Self) -> f64 {
        let product = Product::of(self, other);
        let mut walks = vec![1.0; product.pairs];
        let mut next = vec![0.0; product.pairs];
        let mut row = vec![0.0; other.node_count()];
        let (mut sum, mut ratio) = (0.0, None);
        for _ in 0..MOST_TERMS / 2 {
            product.step(&walks, &mut next, &mut row);
            let ratio = *ratio.get_or_insert_with(|| next.iter().copied().fold(0.0, f64::max));
            let odd = dot(&walks, &next);
            sum += dot(&walks, &walks) + odd;
            if odd * ratio <= ROUNDING * sum * (1.0 - ratio) {
                break;
            }
            std::mem::swap(&mut walks, &mut next);
        }
        sum
    }
}

/// Whether the largest pair of graphs fits.
pub(super) fn check_sizes(graphs: &[LabelledGraph]) -> Result<(), BaselineError> {
    let nodes = graphs.iter().map(LabelledGraph::node_count).max().unwrap_or(0);
    // The product of the largest graph with itself has the most pairs: at most as many as if all labels were equal.
    let pairs = graphs.iter().map(|graph| Product::of(graph, graph).pairs).max().unwrap_or(0);
    let bytes = 16 * pairs as u64;
    if bytes > LARGEST {
        return Err(BaselineError::TooLarge { what: "product of two graphs", rows: nodes, bytes, limit: LARGEST });
    }
    Ok(())
}

/// The pairs of nodes with equal labels of two graphs: for each node of the first, in its order, the nodes of the second
/// that have its label.
struct Product<'a> {
    first: &'a LabelledGraph,
    second: &'a LabelledGraph,
    /// For each segment of the first graph: that of the same label in the second, and the number of the first pair.
    blocks: Vec<Option<Block>>,
    pairs: usize,
}

#[derive(Debug, Clone, Copy)]
struct Block {
    /// The first pair minus all of the rows before the segment, so that node u has its row at `start + (u − first) · width`.
    start: usize,
    first: usize,
    /// The nodes of the second graph with this label.
    from: usize,
    width: usize,
}

impl Block {
    fn row(self, node: usize) -> std::ops::Range<usize> {
        let start = self.start + (node - self.first) * self.width;
        start..start + self.width
    }
}

impl<'a> Product<'a> {
    fn of(first: &'a LabelledGraph, second: &'a LabelledGraph) -> Self {
        let mut pairs = 0;
        let block = |segment: &Segment| {
            let at = second.segments.binary_search_by_key(&segment.label, |other| other.label).ok()?;
            let Segment { start: from, end, .. } = second.segments[at];
            let block = Block { start: pairs, first: segment.start, from, width: end - from };
            pairs += (segment.end - segment.start) * block.width;
            Some(block)
        };
        let blocks = first.segments.iter().map(block).collect();
        Self { first, second, blocks, pairs }
    }

    /// next = λ W× walks. `row` has one number for each node of the second graph, 0 before and after.
    ///
    /// For a node u of the first graph: the rows of its neighbours are added up, which is one number for each node of the
    /// second graph; then each v with the label of u takes the numbers of its own neighbours.
    fn step(&self, walks: &[f64], next: &mut [f64], row: &mut [f64]) {
        for (segment, block) in self.first.segments.iter().zip(&self.blocks) {
            let Some(block) = block else { continue };
            for node in segment.start..segment.end {
                for neighbor in self.first.neighbors(node) {
                    let Some(from) = self.blocks[neighbor.segment as usize] else { continue };
                    let sums = &mut row[from.from..from.from + from.width];
                    let walks = &walks[from.row(neighbor.node as usize)];
                    sums.iter_mut().zip(walks).for_each(|(sum, walks)| *sum += neighbor.weight * walks);
                }
                for (at, next) in next[block.row(node)].iter_mut().enumerate() {
                    let others = self.second.neighbors(block.from + at).iter();
                    *next = others.map(|other| other.weight * row[other.node as usize]).sum();
                }
                for neighbor in self.first.neighbors(node) {
                    let Some(from) = self.blocks[neighbor.segment as usize] else { continue };
                    row[from.from..from.from + from.width].fill(0.0);
                }
            }
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
