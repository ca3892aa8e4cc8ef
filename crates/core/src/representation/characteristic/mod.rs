//! Characteristic functions of signals that diffuse over a graph: shared by labels and attributes.
//!
//! A signal is one number a node and a depth. All numbers are integers (`fixed_point.rs`), so a sum is the same in any
//! order: the numbering of the nodes leaves no trace, and two graphs that colour refinement cannot tell apart after
//! [`DEPTHS`] − 1 rounds get the same bytes.

mod asinh;
mod fixed_point;
mod random;
mod strip;

pub(super) use fixed_point::{LARGEST_SIGNAL, TURN, rounded};
pub(super) use random::{HashedNormals, text_hash};

use std::ops::Range;

use pulp::Arch;

use self::asinh::Asinh;
use self::fixed_point::UNIT;
use self::strip::Strip;
pub(super) use self::strip::{LANES, Row};
use crate::graph::Graph;

/// Depths of a signal: a node, its neighbours, and their neighbours. Three rounds were no better than two on six
/// collections (MUTAG, ENZYMES, PROTEINS, DHFR, PTC_MR, MSRC_9).
pub(super) const DEPTHS: usize = 3;

/// Signals of one strip of functions at each node, in units of 2^−16 turn.
///
/// # Invariant
/// At depths 1 and 2 the absolute value of a signal is at most [`LARGEST_SIGNAL`].
pub(super) trait Signals {
    /// Adds the signal of a node at a depth, for the functions of a strip.
    fn add(&self, node: usize, depth: usize, strip: usize, row: &mut Row);

    /// Adds the signal of a neighbour that reaches a node through an entry of the compressed rows; as it is, unless edges
    /// have a say.
    #[inline(always)]
    fn add_through_edge(&self, _entry: usize, _depth: usize, _strip: usize, signal: &Row, sums: &mut Row) {
        for lane in 0..LANES {
            sums[lane] += signal[lane];
        }
    }
}

/// Means over the nodes of the cosines of diffused signals; keeps its buffers from graph to graph.
///
/// # Formula
/// ```text
/// z_j = (1/n) Σ_v cos 2π [s₀ + P (s₁ + P s₂)]_j(v)        P = D⁻¹ A, zero in the rows of isolated nodes
/// ```
/// Edge weights have no part in it.
///
/// # Complexity
/// O((n + m) · functions) time, O(n) space: 32 functions at a time.
#[derive(Debug)]
pub(super) struct CharacteristicFunctions {
    arch: Arch,
    far: Vec<Row>,
    near: Vec<Row>,
    means: Vec<f32>,
}

impl CharacteristicFunctions {
    pub(super) fn new() -> Self {
        Self { arch: Arch::new(), far: Vec::new(), near: Vec::new(), means: Vec::new() }
    }

    /// Computes the means of a range of functions, behind the means computed since [`append`](Self::append); the ends
    /// of the range are multiples of [`LANES`].
    pub(super) fn compute(&mut self, graph: &Graph, signals: &impl Signals, functions: Range<usize>) {
        debug_assert!(functions.start.is_multiple_of(LANES) && functions.end.is_multiple_of(LANES));
        let nodes = graph.node_count();
        self.far.resize(nodes, [0; LANES]);
        self.near.resize(nodes, [0; LANES]);
        let unit = 1.0 / (nodes as f64 * UNIT);
        for number in functions.start / LANES..functions.end / LANES {
            let (far, near) = (self.far.as_mut_slice(), self.near.as_mut_slice());
            let sums = self.arch.dispatch(Strip { graph, signals, number, far, near });
            self.means.extend(sums.map(|sum| (sum as f64 * unit) as f32));
        }
    }

    /// Appends asinh(gain · z) of the means to `row`, and forgets them.
    pub(super) fn append(&mut self, gain: f64, row: &mut Vec<f32>) {
        self.arch.dispatch(Asinh { gain: gain as f32, values: &mut self.means });
        row.append(&mut self.means);
    }
}
