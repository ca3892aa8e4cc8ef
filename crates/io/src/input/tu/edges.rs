//! Edge lines of a TU collection, with their weights and labels.

use std::sync::Arc;

use hashbrown::HashSet;

use super::nodes::NodeMap;
use super::numbers::{PlainLines, number_pair};
use super::parts::{PartLines, Parts};
use crate::input::{InputError, Problem, ReadOptions};
use sgr_core::graph::{GraphBuilder, Label};

/// One line of `NAME_A.txt`, placed in its graph.
#[derive(Debug, Clone)]
pub(super) struct EdgeLine {
    pub(super) graph: usize,
    pub(super) ends: [u32; 2],
    pub(super) weight: Option<f64>,
    pub(super) label: Option<Label>,
    pub(super) line: u64,
}

/// The edge lines in file order, with their weights and labels from the parallel files.
pub(super) struct EdgeLines {
    edges: PartLines,
    weights: Option<PartLines>,
    labels: Option<PartLines>,
    interner: LabelInterner,
    plain: PlainLines,
}

impl EdgeLines {
    pub(super) fn open(parts: &Parts, options: &ReadOptions) -> Result<Self, InputError> {
        Ok(Self {
            edges: parts.require("A", "it holds the edges")?,
            weights: options.weights.then(|| weights(parts)).transpose()?,
            labels: if options.edge_labels { parts.open("edge_labels")? } else { None },
            interner: LabelInterner::default(),
            plain: PlainLines::default(),
        })
    }

    pub(super) fn name(&self) -> &str {
        &self.edges.name
    }

    /// Adds the edges of one graph to `builder` for as long as the lines are as distributed, only edges were asked
    /// for, and the buffer lasts. Any other line is left for [`next`](Self::next).
    ///
    /// The 24 million edge lines of COLLAB pass here.
    pub(super) fn add_plain_edges(&mut self, nodes: &NodeMap, graph: usize, builder: &mut GraphBuilder) {
        let (None, None, Some(range)) = (&self.weights, &self.labels, nodes.range(graph)) else { return };
        let bytes = self.edges.lines.buffered();
        let (mut taken, mut lines) = (0, 0);
        let mut plain = self.plain;
        while let Some((u, v, length)) = plain.first(&bytes[taken..]) {
            let (u, v) = (u.wrapping_sub(1).wrapping_sub(range.start), v.wrapping_sub(1).wrapping_sub(range.start));
            let size = range.end - range.start;
            if u >= size || v >= size || builder.add_edge(u as u32, v as u32, 0).is_err() {
                break;
            }
            taken += length;
            lines += 1;
        }
        self.edges.lines.skip(taken, lines);
        self.plain = plain;
    }

    /// The next edge; `guess` is the graph it is likely in.
    pub(super) fn next(
        &mut self,
        parts: &Parts,
        nodes: &NodeMap,
        guess: usize,
    ) -> Result<Option<EdgeLine>, InputError> {
        let path = &parts.path;
        loop {
            let Some(text) = self.edges.next(path)? else { return Ok(None) };
            if text.is_empty() {
                continue;
            }
            let Some((u, v)) = number_pair(text) else {
                let problem = Problem::unexpected(text, "two node numbers \"u, v\"");
                return Err(self.edges.error(path, problem));
            };
            let line = self.edges.lines.number();
            let first = u.checked_sub(1).and_then(|u| nodes.place(u, guess));
            let second = v.checked_sub(1).and_then(|v| nodes.place(v, guess));
            let (Some((graph, first)), Some((other, second))) = (first, second) else {
                let outside = if first.is_none() { u } else { v };
                let found = format!("node {outside}");
                let wanted = format!("1 to {}, the lines of the graph indicator", nodes.node_count());
                return Err(self.edges.error(path, Problem::Unexpected { found, wanted }));
            };
            if graph != other {
                let found = format!("an edge from graph {} to graph {}", graph + 1, other + 1);
                let problem = Problem::Unexpected { found, wanted: "edges inside one graph".to_owned() };
                return Err(self.edges.error(path, problem));
            }
            let (weight, label) = (self.weight(parts)?, self.label(parts)?);
            return Ok(Some(EdgeLine { graph, ends: [first, second], weight, label, line }));
        }
    }

    fn weight(&mut self, parts: &Parts) -> Result<Option<f64>, InputError> {
        let Some(part) = &mut self.weights else { return Ok(None) };
        let line = parallel_line(part, parts, "edge")?;
        let weight = std::str::from_utf8(line).ok().and_then(|text| text.parse::<f64>().ok());
        if weight.is_none() {
            let problem = Problem::unexpected(line, "one number, the weight of the edge");
            return Err(part.error(&parts.path, problem));
        }
        Ok(weight)
    }

    fn label(&mut self, parts: &Parts) -> Result<Option<Label>, InputError> {
        let Some(part) = &mut self.labels else { return Ok(None) };
        let line = parallel_line(part, parts, "edge")?;
        match self.interner.intern(line) {
            Some(label) => {
                let checked = parts.memory.check(self.interner.memory());
                checked.map_err(|problem| part.error(&parts.path, problem)).map(|()| Some(label))
            }
            None => {
                let problem = Problem::unexpected(line, "a label in UTF-8");
                Err(part.error(&parts.path, problem))
            }
        }
    }
}

/// The file of the weights, which must be there.
fn weights(parts: &Parts) -> Result<PartLines, InputError> {
    parts.open("edge_attributes")?.ok_or_else(|| {
        let (missing, wanted) = (parts.name("edge_attributes"), "it holds the weights of the edges".to_owned());
        InputError::file(&parts.path, Problem::NoWeights { missing, wanted })
    })
}

/// The next line of a file that must have one line for each `what`.
pub(super) fn parallel_line<'a>(part: &'a mut PartLines, parts: &Parts, what: &str) -> Result<&'a [u8], InputError> {
    let PartLines { name, lines } = part;
    let line = lines.number() + 1;
    let at_line = |problem| InputError::file(&parts.path, problem).in_entry(name).at_line(line);
    match lines.next_line() {
        Ok(Some(line)) => Ok(line.trim_ascii()),
        Ok(None) => {
            let (found, wanted) = ("the end of the file".to_owned(), format!("a line for each {what}"));
            Err(at_line(Problem::Unexpected { found, wanted }))
        }
        Err(problem) => Err(at_line(problem)),
    }
}

/// Bytes of a label besides its text: two counters, the allocator's own, and its place in a table that grows by doubling.
const LABEL_BYTES: u64 = 16 + 16 + 3 * 17;

/// One shared allocation for equal labels.
#[derive(Debug, Default)]
pub(super) struct LabelInterner {
    known: HashSet<Label>,
    /// Bytes of the texts.
    text_bytes: u64,
}

impl LabelInterner {
    /// Bytes that the labels take.
    pub(super) fn memory(&self) -> u64 {
        self.text_bytes
    }

    /// The shared label; `None` if it is not UTF-8.
    pub(super) fn intern(&mut self, text: &[u8]) -> Option<Label> {
        let text = std::str::from_utf8(text).ok()?;
        if let Some(label) = self.known.get(text) {
            return Some(label.clone());
        }
        let label: Label = Arc::from(text);
        self.text_bytes += text.len() as u64 + LABEL_BYTES;
        self.known.insert(label.clone());
        Some(label)
    }
}
