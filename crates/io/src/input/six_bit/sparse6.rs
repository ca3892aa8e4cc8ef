//! sparse6: one graph a line, for large sparse graphs; `geng -s`, SageMath and NetworkX write it.
//!
//! ```text
//! >>sparse6<<         optional, before the first graph
//! : N(n) R(x)         the number of nodes (see `six_bits`), then pairs b, x of one bit and k bits, where k bits are
//!                     just enough for n − 1
//! ```
//! Reading starts at node v = 0. For each pair: b = 1 moves v on by one; then x > v moves v to x, any other x is an
//! edge x–v. The bits left in the last character are ones. They could be read as a loop of the last node if n = 2^k
//! and v = n − 2, and there a zero comes before them, which makes them a move of v to n − 1. Read by the rule above,
//! both paddings move v to the end or beyond it, and give no edge.
//!
//! Loops and repeats can be written, and are dropped and counted. The graphs are named `1`, `2`, … in the order of
//! their lines. Incremental sparse6 (`;`) is refused.

use super::six_bits::{Bits, check_characters, node_count};
use super::{Dialect, Limits};
use crate::input::memory::MemoryLimit;
use crate::input::{Format, Problem};
use sgr_core::graph::GraphBuilder;

pub(in crate::input) const SPARSE6: Dialect =
    Dialect { name: "sparse6", header: b">>sparse6<<", other: (Format::Graph6, b">>graph6<<"), decode };

fn decode(line: &[u8], limits: Limits, builder: &mut GraphBuilder) -> Result<(), Problem> {
    let line = match line {
        [b':', rest @ ..] => rest,
        [b';', ..] => {
            return Err(Problem::unexpected(line, "a line that starts with ':'; incremental sparse6 is not read"));
        }
        [b'&', ..] => {
            return Err(Problem::unexpected(line, "an undirected sparse6 line; this is digraph6, so convert it first"));
        }
        _ => {
            return Err(Problem::other_format(line, "a line that starts with ':'", Format::Graph6));
        }
    };
    check_characters(line)?;
    let (nodes, pairs) = node_count(line)?;
    if nodes == 0 {
        return Err(Problem::EmptyGraph);
    }
    if nodes > limits.nodes {
        return Err(Problem::TooLarge { what: "nodes", declared: nodes, limit: limits.nodes });
    }
    builder.reserve_nodes(nodes as usize)?;
    limits.memory.check(builder.memory())?;
    add_edges(builder, Bits::new(pairs), nodes, limits.memory)
}

fn add_edges(builder: &mut GraphBuilder, mut bits: Bits<'_>, nodes: u64, memory: MemoryLimit) -> Result<(), Problem> {
    let width = (u64::BITS - (nodes - 1).leading_zeros()) as usize;
    let mut v = 0;
    loop {
        let left = bits.left();
        // The first of each pair may be there without the second: padding.
        let (Some(step), Some(x)) = (bits.take(1), bits.take(width)) else { return Ok(()) };
        v += step;
        if x >= nodes || v >= nodes {
            // Padding fills up one character. More than that after the last node would be edges that we lose.
            return if left < 6 { Ok(()) } else { Err(beyond_last_node(x.max(v), nodes, left)) };
        }
        if x > v {
            v = x;
        } else {
            // Both are below `nodes`, which the builder took, so they fit.
            builder.add_edge(x as u32, v as u32, 0)?;
            memory.check(builder.memory())?;
        }
    }
}

fn beyond_last_node(node: u64, nodes: u64, left: usize) -> Problem {
    Problem::Unexpected {
        found: format!("node {node} with {left} bits to come"),
        wanted: format!("one below {nodes}, or fewer than 6 bits of padding"),
    }
}
