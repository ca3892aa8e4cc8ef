//! Labels of the nodes of a TU collection.

use super::edges::LabelInterner;
use super::node_lines::NodeLines;
use super::nodes::NodeMap;
use super::parts::Parts;
use crate::input::{InputError, Problem};
use sgr_core::graph::GraphBuilder;

/// `NAME_node_labels.txt`: one line a node. Several columns are one label, as they stand.
pub(super) struct NodeLabels {
    lines: NodeLines,
    interner: LabelInterner,
}

impl NodeLabels {
    /// The labels, if the collection has them.
    pub(super) fn open(parts: &Parts, nodes: &NodeMap) -> Result<Option<Self>, InputError> {
        let lines = NodeLines::open("node_labels", parts, nodes)?;
        Ok(lines.map(|lines| Self { lines, interner: LabelInterner::default() }))
    }

    /// Bytes that labels and gathered lines take.
    pub(super) fn memory(&self) -> u64 {
        self.interner.memory() + self.lines.memory()
    }

    /// Gives `builder` the labels of the next graph's nodes.
    pub(super) fn give(
        &mut self,
        graph: usize,
        parts: &Parts,
        nodes: &NodeMap,
        builder: &mut GraphBuilder,
    ) -> Result<(), InputError> {
        let Self { lines, interner } = self;
        lines.of_graph(graph, parts, nodes, |_, line| {
            let label = interner.intern(line).ok_or_else(|| Problem::unexpected(line, "a label in UTF-8"))?;
            parts.memory.check(interner.memory())?;
            builder.add_node_label(label);
            Ok(())
        })
    }
}
