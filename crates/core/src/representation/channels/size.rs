//! The channel `size`.

use super::{Channel, CycleCounts, SolvedGraph};

/// How large a graph is: three logarithms.
///
/// # Formula
/// ```text
/// ln n,  ln(m + 1),  ln((m + 1) / n)        n nodes, m edges
/// ```
/// m + 1, because a graph may have no edge. Weights do not count.
#[derive(Debug)]
pub(super) struct SizeChannel;

impl Channel for SizeChannel {
    fn columns(&self) -> Vec<String> {
        ["size_ln_nodes", "size_ln_edges", "size_ln_density"].map(String::from).into()
    }

    fn append(&mut self, solved: SolvedGraph<'_>, _: CycleCounts<'_>, row: &mut Vec<f32>) {
        let nodes = solved.graph.node_count() as f64;
        let edges = solved.graph.edge_count() as f64 + 1.0;
        row.extend([nodes.ln(), edges.ln(), (edges / nodes).ln()].map(|value| value as f32));
    }
}
