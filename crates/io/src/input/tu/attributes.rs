//! Attributes of the nodes of a TU collection.

use super::node_lines::NodeLines;
use super::nodes::NodeMap;
use super::parts::Parts;
use crate::input::{InputError, Keep, Problem};
use sgr_core::graph::{GraphBuilder, GraphError};

/// `NAME_node_attributes.txt`: one line a node, numbers with commas between them.
pub(super) struct NodeAttributes {
    lines: NodeLines,
    /// Numbers in a line: those of the first line that is right.
    width: Option<usize>,
    row: Vec<f64>,
}

/// The fault of one graph's attributes: it costs this graph alone.
pub(super) enum AttributeFault {
    /// A line that is no row of numbers.
    Text { problem: Problem, line: u64 },
    /// Numbers that the graph cannot have.
    Graph(GraphError),
}

impl NodeAttributes {
    /// The attributes, if they are to be kept and the collection has them.
    pub(super) fn open(parts: &Parts, nodes: &NodeMap, keep: Keep) -> Result<Option<Self>, InputError> {
        const PART: &str = "node_attributes";
        if keep == Keep::No {
            return Ok(None);
        }
        let lines = NodeLines::open(PART, parts, nodes)?;
        if lines.is_none() && keep == Keep::Required {
            let (missing, wanted) = (parts.name(PART), "it holds the attributes of the nodes".to_owned());
            return Err(InputError::file(&parts.path, Problem::NoAttributes { missing, wanted }));
        }
        Ok(lines.map(|lines| Self { lines, width: None, row: Vec::new() }))
    }

    /// The name of the file.
    pub(super) fn name(&self) -> &str {
        self.lines.name()
    }

    /// Bytes that gathered lines take.
    pub(super) fn memory(&self) -> u64 {
        self.lines.memory()
    }

    /// Gives `builder` the attributes of the next graph's nodes. All lines of the graph are read, and the first fault is kept.
    pub(super) fn give(
        &mut self,
        graph: usize,
        parts: &Parts,
        nodes: &NodeMap,
        builder: &mut GraphBuilder,
    ) -> Result<Option<AttributeFault>, InputError> {
        let Self { lines, width, row } = self;
        let (mut fault, mut node) = (None, 0u32);
        lines.of_graph(graph, parts, nodes, |number, line| {
            if fault.is_none() {
                fault = add_row(line, number, node, width, row, builder).err();
            }
            node += 1;
            parts.memory.check_now_and_then(number, || builder.memory())
        })?;
        Ok(fault)
    }
}

/// Adds the row of one node.
fn add_row(
    line: &[u8],
    number: u64,
    node: u32,
    width: &mut Option<usize>,
    row: &mut Vec<f64>,
    builder: &mut GraphBuilder,
) -> Result<(), AttributeFault> {
    let Some(()) = parse_row(line, row) else {
        let problem = Problem::unexpected(line, "numbers with commas between them, the attributes of a node");
        return Err(AttributeFault::Text { problem, line: number });
    };
    let wanted = width.unwrap_or(row.len());
    if row.len() != wanted {
        let found = row.len();
        return Err(AttributeFault::Graph(GraphError::AttributeWidth { node, found, wanted, position: number }));
    }
    builder.add_node_attributes(row, number).map_err(AttributeFault::Graph)?;
    *width = Some(wanted);
    Ok(())
}

/// The numbers of a line; `None` if one of its fields is no number.
fn parse_row(line: &[u8], row: &mut Vec<f64>) -> Option<()> {
    row.clear();
    for field in std::str::from_utf8(line).ok()?.split(',') {
        row.push(field.trim().parse().ok()?);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::parse_row;

    #[test]
    fn rows_are_numbers_between_commas_and_nothing_else() {
        let mut row = Vec::new();
        assert!(parse_row(b"1, -2.5,3e2 , 0", &mut row).is_some());
        assert_eq!(row, [1.0, -2.5, 300.0, 0.0]);
        for bad in ["", "1,,2", "1 2", "1,", "x", "1;2", "0x10"] {
            assert!(parse_row(bad.as_bytes(), &mut row).is_none(), "{bad}");
        }
    }
}
