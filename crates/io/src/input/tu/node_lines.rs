//! Files of a TU collection with one line a node: labels and attributes.

use super::edges::parallel_line;
use super::nodes::NodeMap;
use super::parts::{PartLines, Parts};
use crate::input::memory::growing;
use crate::input::{InputError, Problem};

/// The lines of a file with one line a node, graph by graph.
pub(super) enum NodeLines {
    /// The nodes of each graph follow each other: the lines are read along with the edges.
    Stream(PartLines),
    /// The nodes of the graphs are mixed: numbers and texts of the lines of each graph.
    Gathered { name: String, lines: Vec<Vec<(u64, Box<[u8]>)>>, bytes: u64 },
}

/// Bytes of a gathered line besides its text: its number, its place in a list that grows by doubling, the allocator's own.
const LINE_BYTES: u64 = 2 * 24 + 16;

impl NodeLines {
    /// The file with this ending, if it exists.
    pub(super) fn open(part: &str, parts: &Parts, nodes: &NodeMap) -> Result<Option<Self>, InputError> {
        let Some(mut part) = parts.open(part)? else { return Ok(None) };
        if nodes.is_grouped() {
            return Ok(Some(Self::Stream(part)));
        }
        let mut bytes = growing(nodes.graph_count(), 24);
        let mut lines = vec![Vec::new(); nodes.graph_count()];
        for node in 0..nodes.node_count() {
            let line: Box<[u8]> = parallel_line(&mut part, parts, "node")?.into();
            bytes += line.len() as u64 + LINE_BYTES;
            let checked = parts.memory.check(nodes.memory() + bytes);
            checked.map_err(|problem| part.error(&parts.path, problem))?;
            if let Some((graph, _)) = nodes.place(node, 0) {
                lines[graph].push((part.lines.number(), line));
            }
        }
        Ok(Some(Self::Gathered { name: part.name.to_string(), lines, bytes }))
    }

    /// The name of the file.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Stream(part) => &part.name,
            Self::Gathered { name, .. } => name,
        }
    }

    /// Bytes that the gathered lines take.
    pub(super) fn memory(&self) -> u64 {
        match self {
            Self::Stream(_) => 0,
            Self::Gathered { bytes, .. } => *bytes,
        }
    }

    /// Gives number and text of the line of each node of the next graph.
    pub(super) fn of_graph(
        &mut self,
        graph: usize,
        parts: &Parts,
        nodes: &NodeMap,
        mut take: impl FnMut(u64, &[u8]) -> Result<(), Problem>,
    ) -> Result<(), InputError> {
        match self {
            Self::Stream(part) => {
                for _ in 0..nodes.size(graph) {
                    let number = part.lines.number() + 1;
                    let taken = take(number, parallel_line(part, parts, "node")?);
                    taken.map_err(|problem| part.error(&parts.path, problem))?;
                }
            }
            Self::Gathered { name, lines, .. } => {
                for (number, line) in std::mem::take(&mut lines[graph]) {
                    let taken = take(number, &line);
                    taken.map_err(|problem| InputError::file(&parts.path, problem).in_entry(name).at_line(number))?;
                }
            }
        }
        Ok(())
    }
}
