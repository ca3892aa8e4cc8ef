//! The edges of a row, from the columns as they lie in memory.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use sgr_core::graph::{GraphBuilder, GraphError};

use super::layout::EdgeLayout;
use super::lists::Lists;
use super::numbers::{Whole, null_in, with_whole};
use crate::input::Problem;

/// The columns of the edges of a batch.
#[derive(Debug)]
pub(super) enum EdgeColumns {
    /// A list of two lists.
    Index(Lists, Lists),
    /// A list of lists of two.
    Pairs(Lists, Lists),
    /// A list of structures: its two ends.
    Structures(Lists, [ArrayRef; 2]),
    /// Two lists.
    Ends(Lists, Lists),
}

/// The edges of a row: positions of their ends among all values of the columns.
pub(super) struct RowEdges<'a> {
    pub(super) first: Ends<'a>,
    pub(super) second: Ends<'a>,
    pub(super) count: usize,
    /// Where the structures of the edges lie, for their other fields.
    pub(super) structures: Range<usize>,
}

/// One end of each edge: every `step`-th value from `start` on.
pub(super) struct Ends<'a> {
    values: &'a ArrayRef,
    start: usize,
    step: usize,
}

impl EdgeColumns {
    /// `None` for text.
    pub(super) fn of(layout: EdgeLayout, batch: &RecordBatch) -> Option<Self> {
        let nested = |column: usize| {
            let outer = Lists::of(batch.column(column))?;
            let inner = Lists::of(outer.values())?;
            Some((outer, inner))
        };
        match layout {
            EdgeLayout::Index(column) => nested(column).map(|(outer, inner)| Self::Index(outer, inner)),
            EdgeLayout::Pairs(column) => nested(column).map(|(outer, inner)| Self::Pairs(outer, inner)),
            EdgeLayout::Structures { column, ends } => {
                let lists = Lists::of(batch.column(column))?;
                let fields = lists.values().as_struct_opt()?;
                let ends = ends.map(|at| fields.column(at).clone());
                Some(Self::Structures(lists, ends))
            }
            EdgeLayout::Ends(sources, targets) => {
                Some(Self::Ends(Lists::of(batch.column(sources))?, Lists::of(batch.column(targets))?))
            }
            EdgeLayout::Graph6(_) | EdgeLayout::Smiles(_) => None,
        }
    }

    /// The edges of a row; `name` is the column's, `second_name` that of the second ends.
    pub(super) fn row(&self, row: usize, name: &str, second_name: &str) -> Result<RowEdges<'_>, Problem> {
        let contiguous = |values, range: &Range<usize>| Ends { values, start: range.start, step: 1 };
        let edges = match self {
            Self::Index(outer, inner) => {
                const WANTED: &str = "two lists of node numbers";
                let range = outer.range(row).ok_or_else(|| Problem::null(name, WANTED))?;
                if range.len() != 2 {
                    return Err(Problem::value(name, format!("{} lists", range.len()), WANTED));
                }
                let of = |at| inner.range(at).ok_or_else(|| Problem::null(name, WANTED));
                let (first, second) = (of(range.start)?, of(range.start + 1)?);
                same_length(name, name, &first, &second)?;
                RowEdges {
                    first: contiguous(inner.values(), &first),
                    second: contiguous(inner.values(), &second),
                    count: first.len(),
                    structures: 0..0,
                }
            }
            Self::Pairs(outer, inner) => {
                const WANTED: &str = "pairs of node numbers";
                let range = outer.range(row).ok_or_else(|| Problem::null(name, WANTED))?;
                let mut start = None;
                for at in range.clone() {
                    let pair = inner.range(at).ok_or_else(|| Problem::null(name, WANTED))?;
                    if pair.len() != 2 {
                        let found = format!("a list of {} at edge {}", pair.len(), at - range.start);
                        return Err(Problem::value(name, found, WANTED));
                    }
                    start.get_or_insert(pair.start);
                }
                let start = start.unwrap_or(0);
                let ends = |start| Ends { values: inner.values(), start, step: 2 };
                RowEdges { first: ends(start), second: ends(start + 1), count: range.len(), structures: 0..0 }
            }
            Self::Structures(lists, [first, second]) => {
                let range = lists.range(row).ok_or_else(|| Problem::null(name, "a list of edges"))?;
                if let Some(at) = null_in(lists.values(), range.clone()) {
                    let found = format!("null at edge {}", at - range.start);
                    return Err(Problem::value(name, found, "an edge"));
                }
                let (first, second) = (contiguous(first, &range), contiguous(second, &range));
                RowEdges { first, second, count: range.len(), structures: range }
            }
            Self::Ends(sources, targets) => {
                const WANTED: &str = "a list of node numbers";
                let first = sources.range(row).ok_or_else(|| Problem::null(name, WANTED))?;
                let second = targets.range(row).ok_or_else(|| Problem::null(second_name, WANTED))?;
                same_length(name, second_name, &first, &second)?;
                RowEdges {
                    first: contiguous(sources.values(), &first),
                    second: contiguous(targets.values(), &second),
                    count: first.len(),
                    structures: 0..0,
                }
            }
        };
        edges.first.refuse_nulls(edges.count, name)?;
        edges.second.refuse_nulls(edges.count, second_name)?;
        Ok(edges)
    }
}

fn same_length(name: &str, second_name: &str, first: &Range<usize>, second: &Range<usize>) -> Result<(), Problem> {
    if first.len() == second.len() {
        return Ok(());
    }
    let wanted = match name == second_name {
        true => "as many, one for each first end".to_owned(),
        false => format!("{}, as in column \"{}\"", first.len(), sgr_core::text::shown(name)),
    };
    let found = match name == second_name {
        true => format!("lists of {} and {} node numbers", first.len(), second.len()),
        false => format!("{} node numbers", second.len()),
    };
    Err(Problem::value(second_name, found, wanted))
}

impl Ends<'_> {
    fn refuse_nulls(&self, count: usize, name: &str) -> Result<(), Problem> {
        if self.values.null_count() == 0 {
            return Ok(());
        }
        match (0..count).find(|edge| self.values.is_null(self.start + edge * self.step)) {
            None => Ok(()),
            Some(edge) => Err(Problem::value(name, format!("null at edge {edge}"), "a node number")),
        }
    }

    /// The node at this end of an edge.
    fn node(&self, edge: usize) -> Result<u32, String> {
        let at = self.start + edge * self.step;
        with_whole!(self.values, values => node_of(values[at]))
    }
}

fn node_of<T: Whole>(number: T) -> Result<u32, String> {
    number.try_into().map_err(|_| number.to_string())
}

impl RowEdges<'_> {
    /// The number of nodes that the ends of the edges need.
    pub(super) fn least_nodes(&self, name: &str) -> Result<u64, Problem> {
        let mut least = 0;
        self.each(name, |_, u, v| {
            least = least.max(u64::from(u.max(v)) + 1);
            Ok(())
        })?;
        Ok(least)
    }

    /// Adds the edges to a builder that has the nodes.
    pub(super) fn add(&self, name: &str, builder: &mut GraphBuilder) -> Result<(), Problem> {
        self.each(name, |edge, u, v| {
            builder.add_edge(u, v, edge as u64).map_err(|error| out_of_range(name, edge, error))
        })
    }

    /// Calls a function with the number and the ends of each edge.
    pub(super) fn each(
        &self,
        name: &str,
        mut visit: impl FnMut(usize, u32, u32) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let Self { first, second, count, .. } = self;
        let refused = |edge: usize, found: String| {
            Problem::value(name, format!("node {found} at edge {edge}"), format!("a number from 0 to {}", u32::MAX - 1))
        };
        if first.values.data_type() != second.values.data_type() {
            return (0..*count).try_for_each(|edge| {
                let (u, v) = (first.node(edge), second.node(edge));
                visit(edge, u.map_err(|found| refused(edge, found))?, v.map_err(|found| refused(edge, found))?)
            });
        }
        with_whole!(first.values, second.values, (sources, targets) => {
            for edge in 0..*count {
                let u = node_of(sources[first.start + edge * first.step]);
                let v = node_of(targets[second.start + edge * second.step]);
                visit(edge, u.map_err(|found| refused(edge, found))?, v.map_err(|found| refused(edge, found))?)?;
            }
            Ok(())
        })
    }
}

/// The error of an edge, with the edge.
pub(super) fn out_of_range(name: &str, edge: usize, error: GraphError) -> Problem {
    match error {
        GraphError::NodeOutOfRange { node, nodes } => {
            let wanted = match nodes {
                0 => "none, because the graph has 0 nodes".to_owned(),
                _ => format!("a number from 0 to {}", nodes - 1),
            };
            Problem::value(name, format!("node {node} at edge {edge}"), wanted)
        }
        other => Problem::graph(other, &|node| node.to_string(), "at edge"),
    }
}
