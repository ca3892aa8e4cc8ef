//! A strip of characteristic functions: one row of a node fills two cache lines.

use std::ops::Range;

use pulp::{Simd, WithSimd};

use super::Signals;
use super::fixed_point::{BLOCK, cosine, rounded};
use crate::graph::Graph;

/// Functions of a strip: 128 bytes of 32-bit integers, two of the widest registers. One register would spend as much time on
/// indices as on numbers.
pub(in crate::representation) const LANES: usize = 32;

/// Numbers of one node for the functions of a strip.
pub(in crate::representation) type Row = [i32; LANES];

/// Nodes whose cosines may be added in 32 bits: 2^15 · 2^15 is below 2^31.
const COSINES: usize = 1 << 15;

/// The work on one strip. The compiler turns the loops over lanes into SIMD for the instruction set at hand; integer sums
/// have the same bytes on all.
pub(super) struct Strip<'a, S> {
    pub(super) graph: &'a Graph,
    pub(super) signals: &'a S,
    pub(super) number: usize,
    /// Signals of depth 2 at each node.
    pub(super) far: &'a mut [Row],
    /// Signals of depth 1 and beyond at each node.
    pub(super) near: &'a mut [Row],
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
            *row = [0; LANES];
            add_mean(graph, node, row, |entry, sums| {
                signals.add_through_edge(entry, 2, number, &far[graph.columns()[entry] as usize], sums);
            });
            signals.add(node, 1, number, row);
        }
        let mut sums = [0i64; LANES];
        for start in (0..nodes).step_by(COSINES) {
            let mut block = [0; LANES];
            for node in start..nodes.min(start + COSINES) {
                let mut row = [0; LANES];
                add_mean(graph, node, &mut row, |entry, sums| {
                    signals.add_through_edge(entry, 1, number, &near[graph.columns()[entry] as usize], sums);
                });
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

/// Puts the mean of the neighbours' signals, rounded to integers, into a `row` of zeros; `add` adds the signal of an entry.
#[inline(always)]
fn add_mean(graph: &Graph, node: usize, row: &mut Row, add: impl Fn(usize, &mut Row)) {
    let entries = graph.offsets()[node]..graph.offsets()[node + 1];
    if entries.len() > BLOCK {
        return add_mean_of_many(entries, row, add);
    }
    // An isolated node has sums of zero.
    let share = 1.0 / entries.len().max(1) as f32;
    for entry in entries {
        add(entry, row);
    }
    for value in row {
        *value = rounded(*value as f32 * share);
    }
}

/// The same for rows whose sums may exceed 32 bits.
#[inline(never)]
fn add_mean_of_many(entries: Range<usize>, row: &mut Row, add: impl Fn(usize, &mut Row)) {
    let mut sums = [0i64; LANES];
    let degree = entries.len() as f64;
    for entry in entries {
        let mut signal = [0; LANES];
        add(entry, &mut signal);
        for lane in 0..LANES {
            sums[lane] += i64::from(signal[lane]);
        }
    }
    *row = sums.map(|sum| (sum as f64 / degree).round_ties_even() as i32);
}
