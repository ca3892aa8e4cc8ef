//! graph6: one graph a line, for small dense graphs; `geng` and NetworkX write it.
//!
//! ```text
//! >>graph6<<          optional, before the first graph
//! N(n) R(x)           the number of nodes (see `six_bits`), then the upper triangle of the adjacency matrix, column
//!                     by column: (0,1), (0,2), (1,2), (0,3), …, six bits a character, filled up with zeros
//! ```
//! The graphs are named `1`, `2`, … in the order of their lines.

use super::six_bits::{Bits, check_characters, node_count};
use super::{Dialect, Limits};
use crate::input::memory::MemoryLimit;
use crate::input::{Format, Problem};
use sgr_core::graph::GraphBuilder;

pub(in crate::input) const GRAPH6: Dialect =
    Dialect { name: "graph6", header: b">>graph6<<", other: (Format::Sparse6, b">>sparse6<<"), decode };

/// The length of a line is quadratic in its number of nodes, so a line cannot declare a number of nodes that it does not hold.
fn decode(line: &[u8], limits: Limits, builder: &mut GraphBuilder) -> Result<(), Problem> {
    match line.first() {
        Some(b':') => return Err(Problem::other_format(line, "graph6; this line is sparse6", Format::Sparse6)),
        Some(b';') => return Err(Problem::unexpected(line, "graph6; this line is incremental sparse6")),
        // Forgetting directions would need another decoder, so the usual advice does not help here.
        Some(b'&') => {
            return Err(Problem::unexpected(line, "an undirected graph6 line; this is digraph6, so convert it first"));
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
    builder.reserve_nodes(nodes as usize)?;
    add_triangle(builder, triangle, nodes as u32, limits.memory)
}

fn add_triangle(builder: &mut GraphBuilder, triangle: &[u8], nodes: u32, memory: MemoryLimit) -> Result<(), Problem> {
    let mut bits = Bits::new(triangle);
    for v in 1..nodes {
        memory.check(builder.memory())?;
        for u in 0..v {
            if bits.take(1) == Some(1) {
                builder.add_edge(u, v, 0)?;
            }
        }
    }
    match bits.take(bits.left()) {
        None | Some(0) => Ok(()),
        Some(_) => {
            Err(Problem::Unexpected { found: "ones among the bits after the last pair".into(), wanted: "zeros".into() })
        }
    }
}
