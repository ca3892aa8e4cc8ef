//! The shared part of graph6, sparse6 and JSON lines: one graph a line, so that a bad line costs one graph.

use std::path::{Path, PathBuf};

use super::lines::Lines;
use super::source::Bytes;
use crate::input::memory::MemoryLimit;
use crate::input::{InputError, Problem, ReadOptions, Scope};
use sgr_core::graph::GraphRecord;

/// Turns one line into a graph.
pub(in crate::input) trait LineParser {
    /// The graph on `line`; `ordinal` counts the lines that are not blank, from 1.
    fn parse(&mut self, line: &[u8], ordinal: u64) -> Result<GraphRecord, LineError>;

    /// Removes the header of the file from the start of the first line.
    fn without_file_header<'a>(&self, line: &'a [u8]) -> Result<&'a [u8], Problem> {
        Ok(line)
    }
}

/// A graph that could not be read, and its id as far as it is known.
pub(in crate::input) struct LineError {
    pub(in crate::input) id: String,
    pub(in crate::input) problem: Problem,
}

/// Nodes that each byte of a file pays for. A graph with more of them has hardly any edges, and its file may hold only as
/// many more nodes as one graph may declare: 256 lines of 30 bytes took 23 s to read without this.
const NODES_PER_BYTE: usize = 64;

/// The graphs of a file with one a line; blank lines are skipped.
pub(in crate::input) struct GraphPerLine<P> {
    path: PathBuf,
    lines: Lines<Bytes>,
    parser: P,
    ordinal: u64,
    ended: bool,
    max_declared_nodes: usize,
    /// Nodes so far that no byte paid for.
    unpaid_nodes: usize,
}

impl<P: LineParser> GraphPerLine<P> {
    pub(in crate::input) fn new(path: &Path, bytes: Bytes, parser: P, options: &ReadOptions) -> Self {
        Self {
            path: path.to_owned(),
            lines: Lines::new(bytes, MemoryLimit::of(options)),
            parser,
            ordinal: 0,
            ended: false,
            max_declared_nodes: options.max_declared_nodes,
            unpaid_nodes: 0,
        }
    }

    fn next_graph(&mut self) -> Result<Option<GraphRecord>, InputError> {
        loop {
            let number = self.lines.number() + 1;
            let line = match self.lines.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => return Ok(None),
                Err(problem) => return Err(InputError::reading(&self.path, problem, number)),
            };
            let in_file = |problem| InputError::file(&self.path, problem).at_line(number);
            let line = if number == 1 { self.parser.without_file_header(line).map_err(in_file)? } else { line };
            if line.trim_ascii().is_empty() {
                continue;
            }
            self.ordinal += 1;
            let in_graph = |LineError { id, problem }| InputError::graph(&self.path, id, problem).at_line(number);
            let length = line.len();
            let record = self.parser.parse(line, self.ordinal).map_err(in_graph)?;
            let unpaid = record.graph.node_count().saturating_sub(length.saturating_mul(NODES_PER_BYTE));
            self.unpaid_nodes = self.unpaid_nodes.saturating_add(unpaid);
            if self.unpaid_nodes > self.max_declared_nodes {
                let what = "nodes without edges in one file";
                let (declared, limit) = (self.unpaid_nodes as u64, self.max_declared_nodes as u64);
                return Err(in_file(Problem::TooLarge { what, declared, limit }));
            }
            return Ok(Some(record));
        }
    }
}

impl<P: LineParser> Iterator for GraphPerLine<P> {
    type Item = Result<GraphRecord, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.next_graph().transpose();
        self.ended = match &next {
            None => true,
            Some(Err(error)) => error.scope == Scope::File,
            Some(Ok(_)) => false,
        };
        next
    }
}
