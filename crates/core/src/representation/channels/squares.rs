//! The channel `squares`.

use super::{Channel, CycleCounts, SolvedGraph};

/// How many cycles of four nodes there are.
///
/// # Formula
/// ```text
/// ln(1 + C₄),  ln(1 + C₄) − ln n
/// ```
/// C₄ counts cycles with chords too: K₄ has three. n nodes.
///
/// # Complexity
/// That of [`SmallCycles::squares`](crate::graph::SmallCycles::squares).
#[derive(Debug)]
pub(super) struct SquaresChannel;

impl Channel for SquaresChannel {
    fn columns(&self) -> Vec<String> {
        ["squares_ln_count", "squares_ln_count_a_node"].map(String::from).into()
    }

    fn append(&mut self, solved: SolvedGraph<'_>, cycles: CycleCounts<'_>, row: &mut Vec<f32>) {
        let logarithm = (cycles.squares as f64).ln_1p();
        let nodes = solved.graph.node_count() as f64;
        row.extend([logarithm, logarithm - nodes.ln()].map(|value| value as f32));
    }
}
