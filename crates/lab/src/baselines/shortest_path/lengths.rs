//! Distances in weighted graphs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Path, PathCounts};
use sgr_core::graph::Graph;

/// The paths of a graph with weights, by Dijkstra's search from every node.
///
/// Rounding never makes a longer walk shorter, so a search finds the smallest of all rounded sums: the numbering of the
/// nodes leaves no trace.
pub(super) fn path_counts(graph: &Graph, labels: &[u32]) -> PathCounts {
    let mut counts = PathCounts::new();
    let mut lengths = vec![f64::INFINITY; graph.node_count()];
    let mut heap = BinaryHeap::new();
    for (source, &from) in labels.iter().enumerate() {
        search(graph, source as u32, &mut lengths, &mut heap);
        for (target, (length, &to)) in lengths.iter_mut().zip(labels).enumerate() {
            if target != source && length.is_finite() {
                *counts.entry(Path { length: length.to_bits(), from, to }).or_insert(0) += 1;
            }
            *length = f64::INFINITY;
        }
    }
    counts
}

/// Writes the distances from `source` to `lengths`, which are infinite before.
fn search(graph: &Graph, source: u32, lengths: &mut [f64], heap: &mut BinaryHeap<Reverse<(u64, u32)>>) {
    lengths[source as usize] = 0.0;
    // Lengths are never negative: their bits are ordered as they are.
    heap.push(Reverse((0, source)));
    while let Some(Reverse((bits, node))) = heap.pop() {
        let length = f64::from_bits(bits);
        if length > lengths[node as usize] {
            continue;
        }
        for (&neighbor, weight) in graph.neighbors(node).iter().zip(graph.weights(node).into_iter().flatten()) {
            let through = length + weight;
            if through < lengths[neighbor as usize] {
                lengths[neighbor as usize] = through;
                heap.push(Reverse((through.to_bits(), neighbor)));
            }
        }
    }
}
