//! graph6: one graph a line, for small dense graphs; `geng` and NetworkX write it.
//!
//! ```text
//! >>graph6<<          optional, before the first graph
//! N(n) R(x)           the number of nodes (see `six_bits`), then the upper triangle of the adjacency matrix, column
//!                     by column: (0,1), (0,2), (1,2), (0,3), …, six bits a character, filled up with zeros
//! ```
//! The graphs are named `1`, `2`, … in the order of their lines.

use std::path::Path;

use super::graph_per_line::{GraphPerLine, LineError, LineParser};
use super::six_bits::{Bits, check_characters, node_count, refuse_weights};
use super::source::Bytes;
use super::{Format, InputError, Problem, ReadOptions};
use sgr_core::graph::{GraphBuilder, GraphRecord};

pub(super) fn open(
    path: &Path,
    bytes: Bytes,
    options: &ReadOptions,
) -> Result<impl Iterator<Item = Result<GraphRecord, InputError>> + Send + use<>, InputError> {
    refuse_weights(options, "graph6").map_err(|problem| InputError::file(path, problem))?;
    Ok(GraphPerLine::new(path, bytes, Graph6 { builder: GraphBuilder::new() }))
}

struct Graph6 {
    builder: GraphBuilder,
}

impl LineParser for Graph6 {
    fn parse(&mut self, line: &[u8], ordinal: u64) -> Result<GraphRecord, LineError> {
        let id = ordinal.to_string();
        match self.read(line).and_then(|()| Ok(self.builder.build()?)) {
            Ok((graph, dropped)) => Ok(GraphRecord { id, label: None, graph, dropped }),
            Err(problem) => Err(LineError { id, problem }),
        }
    }

    fn without_file_header<'a>(&self, line: &'a [u8]) -> Result<&'a [u8], Problem> {
        if line.starts_with(b">>sparse6<<") {
            return Err(Problem::other_format(line, "graph6", Format::Sparse6));
        }
        Ok(line.strip_prefix(b">>graph6<<").unwrap_or(line))
    }
}

impl Graph6 {
    fn read(&mut self, line: &[u8]) -> Result<(), Problem> {
        self.builder.clear();
        match line.first() {
            Some(b':') => return Err(Problem::other_format(line, "graph6; this line is sparse6", Format::Sparse6)),
            Some(b';') => return Err(Problem::unexpected(line, "graph6; this line is incremental sparse6")),
            // Forgetting directions would need another decoder, so the usual advice does not help here.
            Some(b'&') => {
                return Err(Problem::unexpected(
                    line,
                    "an undirected graph6 line; this is digraph6, so convert it first",
                ));
            }
            _ => check_characters(line)?,
        }
        let (nodes, triangle) = node_count(line)?;
        if nodes == 0 {
            return Err(Problem::EmptyGraph);
        }
        // Before anything is allocated; n < 2^36, so n(n − 1)/2 needs more than 64 bits.
        let pairs = u128::from(nodes) * u128::from(nodes - 1) / 2;
        let wanted = pairs.div_ceil(6);
        if triangle.len() as u128 != wanted {
            return Err(Problem::Unexpected {
                found: format!("{} characters after the number of nodes", triangle.len()),
                wanted: format!("{wanted} for {nodes} nodes"),
            });
        }
        self.builder.reserve_nodes(nodes as usize)?;
        self.add_triangle(triangle, nodes as u32)
    }

    fn add_triangle(&mut self, triangle: &[u8], nodes: u32) -> Result<(), Problem> {
        let mut bits = Bits::new(triangle);
        for v in 1..nodes {
            for u in 0..v {
                if bits.take(1) == Some(1) {
                    self.builder.add_edge(u, v, 0)?;
                }
            }
        }
        match bits.take(bits.left()) {
            None | Some(0) => Ok(()),
            Some(_) => Err(Problem::Unexpected {
                found: "ones among the bits after the last pair".into(),
                wanted: "zeros".into(),
            }),
        }
    }
}
