//! Labels, attributes and weights as numbers.

use super::super::collection::Digest;
use super::super::{Graph, digest};

/// A number for all that each node carries. Equal contents have equal numbers; the search checks the contents themselves
/// at its end.
pub(super) fn node_codes(graph: &Graph) -> Vec<u64> {
    let labels = graph.node_labels();
    let attributes = graph.attributes();
    let code = |node: usize| {
        let mut code = Digest::default();
        labels.iter().for_each(|labels| code.word(digest(labels[node].as_bytes())));
        let numbers = attributes.map_or(&[][..], |attributes| attributes.row(node as u32));
        numbers.iter().for_each(|number| code.word(number.to_bits()));
        code.0
    };
    (0..graph.node_count()).map(code).collect()
}

/// A number for all that each entry of the rows carries, none of them 0; nothing if all edges are alike: without label
/// and of weight 1.
pub(super) fn edge_codes(graph: &Graph) -> Option<Vec<u64>> {
    let (labels, weights) = (graph.all_edge_labels(), graph.all_weights());
    if labels.is_none() && weights.is_none_or(|weights| weights.iter().all(|&weight| weight == 1.0)) {
        return None;
    }
    let code = |at: usize| {
        let mut code = Digest::default();
        code.word(weights.map_or(1.0, |weights| weights[at]).to_bits());
        labels.iter().for_each(|labels| code.word(digest(labels[at].as_bytes())));
        code.0 | 1
    };
    Some((0..graph.columns().len()).map(code).collect())
}
