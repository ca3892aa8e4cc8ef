//! Labels that a label part does not see.

use crate::graph::Graph;

/// Labels that a label part does not see: their carriers count as carriers of an empty text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeftOut<'a> {
    /// All labels are seen.
    Nothing,
    /// This text, at every node that carries it.
    NodeLabel(&'a str),
    /// This text, at every edge that carries it.
    EdgeLabel(&'a str),
    /// The label of one node.
    Node(u32),
    /// The label of the edge between two nodes, in any order.
    Edge(u32, u32),
}

impl LeftOut<'_> {
    /// Whether the label of a node is left out.
    pub(super) fn has_node(self, node: usize, label: &str) -> bool {
        match self {
            Self::NodeLabel(text) => text == label,
            Self::Node(one) => one as usize == node,
            _ => false,
        }
    }

    /// Whether this text is left out at all edges.
    pub(super) fn has_edge_label(self, label: &str) -> bool {
        matches!(self, Self::EdgeLabel(text) if text == label)
    }

    /// The two entries of the compressed rows of a single edge that is left out, if the graph has it.
    pub(super) fn entries(self, graph: &Graph) -> [Option<usize>; 2] {
        let Self::Edge(u, v) = self else { return [None; 2] };
        [(u, v), (v, u)].map(|(from, to)| {
            let start = *graph.offsets()[..graph.node_count()].get(from as usize)?;
            Some(start + graph.neighbors(from).binary_search(&to).ok()?)
        })
    }
}
