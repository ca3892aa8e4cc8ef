//! Readers of nauty's formats, graph6 and sparse6: one graph per line, six bits per character.

mod graph6;
mod six_bits;
mod sparse6;

pub(super) use graph6::GRAPH6;
pub(super) use sparse6::SPARSE6;

use std::path::Path;

use super::memory::MemoryLimit;
use super::stream::graph_per_line::{GraphPerLine, LineError, LineParser};
use super::stream::source::Bytes;
use super::{Format, InputError, Problem, ReadOptions};
use sgr_core::graph::{GraphBuilder, GraphRecord};

/// The differences between graph6 and sparse6.
pub(super) struct Dialect {
    name: &'static str,
    /// Optional text before the first graph.
    header: &'static [u8],
    /// The other format, and its header.
    other: (Format, &'static [u8]),
    /// Adds the nodes and edges of one line to an empty builder.
    decode: fn(&[u8], Limits, &mut GraphBuilder) -> Result<(), Problem>,
}

/// Limits of one graph.
#[derive(Clone, Copy)]
struct Limits {
    /// The largest node count that a line may declare.
    nodes: u64,
    memory: MemoryLimit,
}

/// Adds the nodes and edges of a graph in graph6 to an empty builder.
#[cfg(feature = "parquet")]
pub(super) fn decode_graph6(
    text: &[u8],
    max_nodes: u64,
    memory: MemoryLimit,
    builder: &mut GraphBuilder,
) -> Result<(), Problem> {
    let text = text.strip_prefix(GRAPH6.header).unwrap_or(text).trim_ascii_end();
    (GRAPH6.decode)(text, Limits { nodes: max_nodes, memory }, builder)
}

/// The graphs of a file, named `1`, `2`, … in the order of their lines.
pub(super) fn open(
    path: &Path,
    bytes: Bytes,
    dialect: &'static Dialect,
    options: &ReadOptions,
) -> Result<impl Iterator<Item = Result<GraphRecord, InputError>> + Send + use<>, InputError> {
    if options.weights {
        let (missing, wanted) = ("the weight of the edges".to_owned(), format!("{} has none", dialect.name));
        return Err(InputError::file(path, Problem::NoWeights { missing, wanted }));
    }
    let limits = Limits { nodes: options.max_declared_nodes as u64, memory: MemoryLimit::of(options) };
    Ok(GraphPerLine::new(path, bytes, SixBitParser { dialect, limits, builder: GraphBuilder::new() }, options))
}

struct SixBitParser {
    dialect: &'static Dialect,
    limits: Limits,
    builder: GraphBuilder,
}

impl LineParser for SixBitParser {
    fn parse(&mut self, line: &[u8], ordinal: u64) -> Result<GraphRecord, LineError> {
        let id = ordinal.to_string();
        self.builder.clear();
        let decoded = (self.dialect.decode)(line, self.limits, &mut self.builder);
        match decoded.and_then(|()| Ok(self.builder.build()?)) {
            Ok((graph, dropped)) => Ok(GraphRecord { id, label: None, graph, dropped }),
            Err(problem) => Err(LineError { id, problem }),
        }
    }

    fn without_file_header<'a>(&self, line: &'a [u8]) -> Result<&'a [u8], Problem> {
        let (other, other_header) = self.dialect.other;
        if line.starts_with(other_header) {
            return Err(Problem::other_format(line, self.dialect.name, other));
        }
        Ok(line.strip_prefix(self.dialect.header).unwrap_or(line))
    }
}
