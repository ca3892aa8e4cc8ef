//! What is a graph here?
//!
//! A [`Graph`] is undirected and simple: compressed rows with 32-bit neighbours, weights only if present,
//! labels and attributes only if asked for. [`GraphBuilder`] turns edges as they are found in the world (loops, repeats,
//! both directions, zero weights) into one, and says what it dropped. A [`GraphRecord`] is a graph with its
//! name and class; a [`GraphCollection`] is a list of those in memory. [`are_isomorphic`] and [`IsomorphismGroups`] find
//! graphs that differ in the numbering of their nodes only.
//!
//! This room never opens a file.

mod attributes;
mod bit_rows;
mod builder;
mod clique_classes;
mod collection;
mod degree_order;
mod error;
mod isomorphism;
#[cfg(feature = "petgraph")]
mod petgraph;
mod rows;
mod small_cycles;

pub use attributes::Attributes;
pub use builder::{Dropped, GraphBuilder};
#[doc(hidden)]
pub use collection::digest;
pub use collection::{GraphCollection, GraphRecord};

#[doc(hidden)]
pub use degree_order::DegreeOrder;
pub use error::{EmptyGraph, GraphError};
pub use isomorphism::{Isomorphism, IsomorphismGroups, are_isomorphic, copy_digest, refinement_digest};
#[doc(hidden)]
pub use small_cycles::SmallCycles;

use std::sync::Arc;

/// A node or edge label as it stood in the file. Labels are shared: equal labels of one file are one allocation.
pub type Label = Arc<str>;

/// An undirected simple graph in compressed rows.
///
/// # Invariants
/// - `offsets` has one entry more than there are nodes, starts at 0 and never decreases;
/// - each row is strictly ascending, holds no loop, and `v` in row `u` means `u` in row `v`;
/// - weights, if present, are finite and positive, parallel to the neighbours, and equal in both directions.
///
/// ```
/// use sgr_core::graph::Graph;
/// let triangle_and_a_loner = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 0)]).unwrap();
/// assert_eq!(triangle_and_a_loner.edge_count(), 3);
/// assert_eq!(triangle_and_a_loner.neighbors(1), &[0, 2]);
/// assert_eq!(triangle_and_a_loner.isolated_count(), 1);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    offsets: Vec<usize>,
    neighbors: Vec<u32>,
    weights: Option<Vec<f64>>,
    node_labels: Option<Vec<Label>>,
    edge_labels: Option<Vec<Label>>,
    attributes: Option<Attributes>,
}

impl Graph {
    /// A graph of `nodes` nodes with the given unweighted edges, by the rules of [`GraphBuilder`].
    ///
    /// # Errors
    /// [`GraphError::NodeOutOfRange`] if an edge names a node that is not below `nodes`.
    pub fn from_edges(nodes: usize, edges: &[(u32, u32)]) -> Result<Self, GraphError> {
        let mut builder = GraphBuilder::new();
        builder.reserve_nodes(nodes)?;
        for (position, &(u, v)) in edges.iter().enumerate() {
            builder.add_edge(u, v, position as u64)?;
        }
        builder.build().map(|(graph, _)| graph)
    }

    /// A graph of `nodes` nodes with the given weighted edges, by the rules of [`GraphBuilder`].
    ///
    /// # Errors
    /// As for [`from_edges`](Self::from_edges); also [`GraphError::InvalidWeight`] and
    /// [`GraphError::ConflictingWeights`].
    pub fn from_weighted_edges(nodes: usize, edges: &[(u32, u32, f64)]) -> Result<Self, GraphError> {
        let mut builder = GraphBuilder::new();
        builder.reserve_nodes(nodes)?;
        for (position, &(u, v, weight)) in edges.iter().enumerate() {
            builder.add_weighted_edge(u, v, weight, position as u64)?;
        }
        builder.build().map(|(graph, _)| graph)
    }

    /// Number of nodes, isolated ones included.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Number of undirected edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.neighbors.len() / 2
    }

    /// Whether the edges carry weights.
    #[must_use]
    pub fn is_weighted(&self) -> bool {
        self.weights.is_some()
    }

    /// The neighbours of `node`, ascending.
    ///
    /// # Panics
    /// If `node` is not below [`node_count`](Self::node_count).
    #[must_use]
    pub fn neighbors(&self, node: u32) -> &[u32] {
        &self.neighbors[self.row(node)]
    }

    /// The weights of the edges of `node`, parallel to [`neighbors`](Self::neighbors); `None` when unweighted.
    ///
    /// # Panics
    /// If `node` is not below [`node_count`](Self::node_count).
    #[must_use]
    pub fn weights(&self, node: u32) -> Option<&[f64]> {
        self.weights.as_ref().map(|weights| &weights[self.row(node)])
    }

    /// Sum of the weights of the edges of `node`; their number when unweighted.
    #[must_use]
    pub fn weighted_degree(&self, node: u32) -> f64 {
        match self.weights(node) {
            Some(weights) => weights.iter().sum(),
            None => self.row(node).len() as f64,
        }
    }

    /// Number of nodes without an edge.
    #[must_use]
    pub fn isolated_count(&self) -> usize {
        self.offsets.windows(2).filter(|row| row[0] == row[1]).count()
    }

    /// Each undirected edge once as `(u, v, weight)` with `u < v`, ascending; weight 1 when unweighted.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
        (0..self.node_count() as u32).flat_map(move |u| {
            self.row(u).filter_map(move |at| {
                let v = self.neighbors[at];
                (u < v).then(|| (u, v, self.weights.as_ref().map_or(1.0, |weights| weights[at])))
            })
        })
    }

    /// One label per node, if they were read.
    #[must_use]
    pub fn node_labels(&self) -> Option<&[Label]> {
        self.node_labels.as_deref()
    }

    /// The labels of the edges of `node`, parallel to [`neighbors`](Self::neighbors), if they were read.
    ///
    /// # Panics
    /// If `node` is not below [`node_count`](Self::node_count).
    #[must_use]
    pub fn edge_labels(&self, node: u32) -> Option<&[Label]> {
        self.edge_labels.as_ref().map(|labels| &labels[self.row(node)])
    }

    /// All rows' edge labels one after another, if they were read.
    #[must_use]
    pub fn all_edge_labels(&self) -> Option<&[Label]> {
        self.edge_labels.as_deref()
    }

    /// The label of each undirected edge, in the order of [`edges`](Self::edges); nothing if they were not read.
    pub fn labels_of_edges(&self) -> impl Iterator<Item = &str> + '_ {
        let labels = self.edge_labels.as_deref().unwrap_or_default();
        let rows = (0..self.node_count() as u32).flat_map(|u| self.row(u).map(move |at| (u, at)));
        let of_edge = move |(u, at): (u32, usize)| labels.get(at).filter(|_| u < self.neighbors[at]);
        rows.filter_map(of_edge).map(|label| &**label)
    }

    /// The attributes of the nodes, if they were read.
    #[must_use]
    pub fn attributes(&self) -> Option<&Attributes> {
        self.attributes.as_ref()
    }

    /// Start of each row and, last, the number of entries: the compressed-row offsets.
    #[must_use]
    pub fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// All rows' neighbours one after another.
    #[must_use]
    pub fn columns(&self) -> &[u32] {
        &self.neighbors
    }

    /// All rows' weights one after another; `None` when unweighted.
    #[must_use]
    pub fn all_weights(&self) -> Option<&[f64]> {
        self.weights.as_deref()
    }

    /// Bytes that the graph takes in memory. The texts of labels are shared and not counted.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let labels = [&self.node_labels, &self.edge_labels].into_iter().flatten().map(Vec::len).sum::<usize>();
        let weights = self.weights.as_ref().map_or(0, Vec::len);
        let numbers = weights + self.attributes.as_ref().map_or(0, |attributes| attributes.values().len());
        (8 * self.offsets.len() + 4 * self.neighbors.len() + 8 * numbers + size_of::<Label>() * labels) as u64
    }

    fn row(&self, node: u32) -> std::ops::Range<usize> {
        self.offsets[node as usize]..self.offsets[node as usize + 1]
    }
}
