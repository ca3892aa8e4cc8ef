//! A view of a weighted graph with loops, for all stages.

use super::quotient_graph::QuotientGraph;
use crate::graph::Graph;

/// The rows of a weighted graph with loops: the original graph, or its quotient by twins.
///
/// Its normalized Laplacian has entries `δ_uv − a_uv / √(d_u d_v)`, where `a` are the weights, loops on the diagonal,
/// and `d` the degrees. `a_uv / d_u` is the probability that a random walk steps from `u` to `v`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GraphView<'a> {
    offsets: &'a [usize],
    columns: &'a [u32],
    /// `None`: every weight is 1.
    weights: Option<&'a [f64]>,
    /// Empty: no loops.
    loops: &'a [f64],
    degrees: &'a [f64],
}

impl<'a> GraphView<'a> {
    /// The rows of a graph as it was read; `degrees` from [`fill_degrees`].
    pub(crate) fn of_graph(graph: &'a Graph, degrees: &'a [f64]) -> Self {
        Self { offsets: graph.offsets(), columns: graph.columns(), weights: graph.all_weights(), loops: &[], degrees }
    }

    /// The rows of a quotient graph.
    pub(crate) fn of_quotient(quotient: &'a QuotientGraph) -> Self {
        let QuotientGraph { offsets, columns, weights, loops, degrees } = quotient;
        Self { offsets, columns, weights: Some(weights), loops, degrees }
    }

    /// Number of nodes.
    pub(crate) fn node_count(&self) -> usize {
        self.degrees.len()
    }

    /// Neighbours of `node`, ascending.
    pub(crate) fn columns(&self, node: u32) -> &'a [u32] {
        &self.columns[self.range(node)]
    }

    /// Weighted degree of `node`, its loop included.
    pub(crate) fn degree(&self, node: u32) -> f64 {
        self.degrees[node as usize]
    }

    /// Weight of the loop at `node`.
    pub(crate) fn loop_weight(&self, node: u32) -> f64 {
        self.loops.get(node as usize).copied().unwrap_or(0.0)
    }

    /// Whether every weight is 1 and there are no loops.
    pub(crate) fn is_plain(&self) -> bool {
        self.weights.is_none()
    }

    /// Neighbours of `node` with the weights of the edges, ascending by neighbour.
    pub(crate) fn entries(&self, node: u32) -> impl Iterator<Item = (u32, f64)> + Clone + use<'a> {
        let range = self.range(node);
        let weights = self.weights.map(|weights| &weights[range.clone()]);
        let columns = &self.columns[range];
        columns.iter().enumerate().map(move |(at, &column)| (column, weights.map_or(1.0, |weights| weights[at])))
    }

    /// Weight of the edge between two nodes; 0 without one.
    pub(crate) fn weight_between(&self, node: u32, other: u32) -> f64 {
        let range = self.range(node);
        let weight = |at: usize| self.weights.map_or(1.0, |weights| weights[range.start + at]);
        self.columns[range.clone()].binary_search(&other).map_or(0.0, weight)
    }

    /// Diagonal entry of the Laplacian.
    pub(crate) fn diagonal(&self, node: u32) -> f64 {
        1.0 - self.loop_weight(node) / self.degree(node)
    }

    fn range(&self, node: u32) -> std::ops::Range<usize> {
        self.offsets[node as usize]..self.offsets[node as usize + 1]
    }
}

/// Weighted degrees of all nodes of a graph.
pub(crate) fn fill_degrees(graph: &Graph, degrees: &mut Vec<f64>) {
    degrees.clear();
    degrees.extend((0..graph.node_count() as u32).map(|node| graph.weighted_degree(node)));
}
