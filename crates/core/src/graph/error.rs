//! Errors of building a [`Graph`](super::Graph) and of using an empty one, for callers of the builder.

use std::fmt;

use super::Label;
use crate::text::shown;

/// Largest number of nodes: 32-bit indices with one value to spare.
pub(super) const MAX_NODES: usize = u32::MAX as usize;

/// Why edges could not become a [`Graph`](super::Graph). A position is the number that the caller gave with an edge:
/// the line of a file, the index of an array. [`describe`](Self::describe) lets the caller say which.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum GraphError {
    /// An edge names a node that does not exist.
    NodeOutOfRange {
        /// The node as given.
        node: u32,
        /// Number of nodes of the graph.
        nodes: usize,
    },
    /// More nodes than 32-bit indices can name.
    TooManyNodes {
        /// The number of nodes asked for.
        nodes: usize,
    },
    /// More edges, repeats included, than 32-bit indices can name.
    TooManyEdges {
        /// The number of edges given.
        edges: usize,
    },
    /// A weight that is negative or not finite.
    InvalidWeight {
        /// The weight as given.
        weight: f64,
        /// Where it was given.
        position: u64,
    },
    /// The weights add up to more than a number can hold.
    WeightsTooLarge {
        /// The largest of them.
        largest: f64,
        /// Where it was given.
        position: u64,
    },
    /// One edge given twice with different weights.
    ConflictingWeights {
        /// One end.
        u: u32,
        /// The other end.
        v: u32,
        /// The weight that came first.
        first_weight: f64,
        /// Where it came.
        first_position: u64,
        /// The weight that differs.
        second_weight: f64,
        /// Where that came.
        second_position: u64,
    },
    /// One edge given twice with different labels.
    ConflictingLabels {
        /// One end.
        u: u32,
        /// The other end.
        v: u32,
        /// The label that came first.
        first_label: Label,
        /// Where it came.
        first_position: u64,
        /// The label that differs.
        second_label: Label,
        /// Where that came.
        second_position: u64,
    },
    /// An attribute that is not finite.
    InvalidAttribute {
        /// The node.
        node: u32,
        /// Which of its attributes, from 0.
        column: usize,
        /// The number as given.
        value: f64,
        /// Where it was given.
        position: u64,
    },
    /// Nodes of one graph with different numbers of attributes, or none at all.
    AttributeWidth {
        /// The node.
        node: u32,
        /// How many attributes it has.
        found: usize,
        /// How many the first node has.
        wanted: usize,
        /// Where they were given.
        position: u64,
    },
    /// Weighted or labelled edges mixed with plain ones, or not as many node labels or rows of attributes as nodes.
    CountMismatch {
        /// The things counted, in the plural.
        what: &'static str,
        /// How many there were.
        found: usize,
        /// How many there should have been.
        wanted: usize,
    },
}

impl GraphError {
    /// The error as a sentence, with nodes and positions as the caller spells them: `node` gives `"alice"` for a number,
    /// `position` gives `on line 7`.
    pub fn describe(&self, node: &dyn Fn(u32) -> String, position: &dyn Fn(u64) -> String) -> String {
        match self {
            Self::NodeOutOfRange { node: found, nodes } => format!("found node {found}, wanted one below {nodes}"),
            Self::TooManyNodes { nodes } => format!("found {nodes} nodes, wanted at most {MAX_NODES}"),
            Self::TooManyEdges { edges } => format!("found {edges} edges in one graph, wanted at most {}", u32::MAX),
            Self::InvalidWeight { weight, .. } => {
                format!("found weight {weight}, wanted a finite number that is not negative")
            }
            Self::WeightsTooLarge { largest, .. } => {
                format!("the weights of the edges add up to infinity, the largest is {largest:e}; wanted a finite sum")
            }
            Self::ConflictingWeights { u, v, first_weight, first_position, second_weight, second_position } => {
                let (first, second) = (position(*first_position), position(*second_position));
                let (u, v) = (node(*u), node(*v));
                format!(
                    "edge {u}–{v} has weight {first_weight} {first} and {second_weight} {second}, wanted one weight"
                )
            }
            Self::ConflictingLabels { u, v, first_label, first_position, second_label, second_position } => {
                let (first, second) = (position(*first_position), position(*second_position));
                let (u, v) = (node(*u), node(*v));
                let (one, other) = (shown(first_label), shown(second_label));
                format!("edge {u}–{v} has label \"{one}\" {first} and \"{other}\" {second}, wanted one label")
            }
            Self::InvalidAttribute { node: found, column, value, .. } => {
                let (node, number) = (node(*found), column + 1);
                format!("node {node} has {value} as its attribute {number}, wanted a finite number")
            }
            Self::AttributeWidth { node: found_at, found, wanted, .. } => {
                format!("node {} has {found} attributes, wanted {wanted}", node(*found_at))
            }
            Self::CountMismatch { what, found, wanted } => format!("found {found} {what}, wanted {wanted}"),
        }
    }

    /// The position the error is about, where it is about one.
    pub fn position(&self) -> Option<u64> {
        match self {
            Self::InvalidWeight { position, .. }
            | Self::WeightsTooLarge { position, .. }
            | Self::InvalidAttribute { position, .. }
            | Self::AttributeWidth { position, .. } => Some(*position),
            Self::ConflictingWeights { second_position, .. } | Self::ConflictingLabels { second_position, .. } => {
                Some(*second_position)
            }
            Self::NodeOutOfRange { .. }
            | Self::TooManyNodes { .. }
            | Self::TooManyEdges { .. }
            | Self::CountMismatch { .. } => None,
        }
    }
}

impl fmt::Display for GraphError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.describe(&|node| node.to_string(), &|position| format!("at {position}")))
    }
}

impl std::error::Error for GraphError {}

/// A graph without nodes, where a method needs one node at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the graph has no nodes, so no spectrum")]
pub struct EmptyGraph;
