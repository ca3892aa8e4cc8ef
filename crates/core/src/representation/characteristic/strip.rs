//! Sixteen characteristic functions at once: one row of a node fills a cache line.

use pulp::{Simd, WithSimd};

use super::Signals;
use super::fixed_point::{BLOCK, cosine, rounded};
use crate::graph::Graph;

/// Functions of a strip: 64 bytes of 32-bit integers.
pub(in crate::representation) const LANES: usize = 16;

/// Nodes whose cosines may be added in 32 bits: 2^15 · 2^15 is below 2^31.
const COSINES: usize = 1 << 15;

/// The work on one strip. The compiler turns the loops over lanes into SIMD for the instruction set at hand; integer sums
/// have the same bytes on all.
pub(super) struct Strip<'a, S> {
    pub(super) graph: &'a Graph,
    pub(super) signals: &'a S,
    pub(super) number: usize,
    /// Signals of depth 2 at each node.
    pub(super) far: &'a mut [[i32; LANES]],
    /// Signals of depth 1 and beyond at each node.
    pub(super) near: &'a mut [[i32; LANES]],
}

impl<S: Signals> WithSimd for Strip<'_, S> {
    type Output = [i64; LANES];

    #[inline(always)]
    fn with_simd<T: Simd>(self, _: T) -> [i64; LANES] {
        let Self { graph, signals, number, far, near } = self;
        let nodes = graph.node_count();
        for (node, row) in far.iter_mut().enumerate() {
            *row = [0; LANES];
            signals.add(node, 2, number, row);
        }
        for (node, row) in near.iter_mut().enumerate() {
            *row = mean(graph, node, |entry, other| signals.through_edge(entry, 2, number, far[other]));
            signals.add(node, 1, number, row);
        }
        let mut sums = [0i64; LANES];
        for start in (0..nodes).step_by(COSINES) {
            let mut block = [0i32; LANES];
            for node in start..nodes.min(start + COSINES) {
                let mut row = mean(graph, node, |entry, other| signals.through_edge(entry, 1, number, near[other]));
                signals.add(node, 0, number, &mut row);
                for lane in 0..LANES {
                    block[lane] += cosine(row[lane]);
                }
            }
            for lane in 0..LANES {
                sums[lane] += i64::from(block[lane]);
            }
        }
        sums
    }
}

/// The mean of the neighbours' signals, rounded to integers; zero without neighbours.
#[inline(always)]
fn mean(graph: &Graph, node: usize, signal: impl Fn(usize, usize) -> [i32; LANES]) -> [i32; LANES] {
    let (start, end) = (graph.offsets()[node], graph.offsets()[node + 1]);
    let mut sums = [0i32; LANES];
    if end - start > BLOCK {
        return mean_of_many(graph, start..end, signal);
    }
    for entry in start..end {
        let row = signal(entry, graph.columns()[entry] as usize);
        for lane in 0..LANES {
            sums[lane] += row[lane];
        }
    }
    // An isolated node has sums of zero.
    let share = 1.0 / (end - start).max(1) as f32;
    sums.map(|sum| rounded(sum as f32 * share))
}

/// The same for rows whose sums may exceed 32 bits.
#[inline(never)]
fn mean_of_many(
    graph: &Graph,
    row: std::ops::Range<usize>,
    signal: impl Fn(usize, usize) -> [i32; LANES],
) -> [i32; LANES] {
    let mut sums = [0i64; LANES];
    let degree = row.len() as f64;
    for entry in row {
        let signal = signal(entry, graph.columns()[entry] as usize);
        for lane in 0..LANES {
            sums[lane] += i64::from(signal[lane]);
        }
    }
    sums.map(|sum| (sum as f64 / degree).round_ties_even() as i32)
}
