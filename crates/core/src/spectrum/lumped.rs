use crate::graph::Graph;

/// Rows of a weighted graph with loops: the original graph, or what twin reduction left of it.
///
/// Its normalized Laplacian has entries `δ_uv − a_uv / √(d_u d_v)`, where `a` are the weights, loops on the diagonal,
/// and `d` the degrees. `a_uv / d_u` is the probability that a random walk steps from `u` to `v`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rows<'a> {
    offsets: &'a [usize],
    columns: &'a [u32],
    /// `None`: every weight is 1.
    weights: Option<&'a [f64]>,
    /// Empty: no loops.
    loops: &'a [f64],
    degrees: &'a [f64],
}

impl<'a> Rows<'a> {
    /// The rows of a graph as it was read; `degrees` from [`fill_degrees`].
    pub(super) fn of_graph(graph: &'a Graph, degrees: &'a [f64]) -> Self {
        Self { offsets: graph.offsets(), columns: graph.columns(), weights: graph.all_weights(), loops: &[], degrees }
    }

    pub(super) fn node_count(&self) -> usize {
        self.degrees.len()
    }

    pub(super) fn columns(&self, node: u32) -> &'a [u32] {
        &self.columns[self.range(node)]
    }

    pub(super) fn degree(&self, node: u32) -> f64 {
        self.degrees[node as usize]
    }

    pub(super) fn loop_weight(&self, node: u32) -> f64 {
        self.loops.get(node as usize).copied().unwrap_or(0.0)
    }

    /// Whether every weight is 1 and there are no loops.
    pub(super) fn is_plain(&self) -> bool {
        self.weights.is_none()
    }

    /// Neighbours of `node` with the weights of the edges, ascending by neighbour.
    pub(super) fn entries(&self, node: u32) -> impl Iterator<Item = (u32, f64)> + Clone + use<'a> {
        let range = self.range(node);
        let weights = self.weights.map(|weights| &weights[range.clone()]);
        let columns = &self.columns[range];
        columns.iter().enumerate().map(move |(at, &column)| (column, weights.map_or(1.0, |weights| weights[at])))
    }

    /// Diagonal entry of the Laplacian.
    pub(super) fn diagonal(&self, node: u32) -> f64 {
        1.0 - self.loop_weight(node) / self.degree(node)
    }

    fn range(&self, node: u32) -> std::ops::Range<usize> {
        self.offsets[node as usize]..self.offsets[node as usize + 1]
    }
}

/// Weighted degrees of all nodes of a graph.
pub(super) fn fill_degrees(graph: &Graph, degrees: &mut Vec<f64>) {
    degrees.clear();
    degrees.extend((0..graph.node_count() as u32).map(|node| graph.weighted_degree(node)));
}

/// A weighted graph with loops that owns its rows; a node stands for a class of twins.
#[derive(Debug, Default)]
pub(super) struct LumpedGraph {
    offsets: Vec<usize>,
    columns: Vec<u32>,
    weights: Vec<f64>,
    loops: Vec<f64>,
    degrees: Vec<f64>,
}

impl LumpedGraph {
    pub(super) fn rows(&self) -> Rows<'_> {
        Rows {
            offsets: &self.offsets,
            columns: &self.columns,
            weights: Some(&self.weights),
            loops: &self.loops,
            degrees: &self.degrees,
        }
    }

    pub(super) fn clear(&mut self) {
        self.offsets.clear();
        self.offsets.push(0);
        self.columns.clear();
        self.weights.clear();
        self.loops.clear();
        self.degrees.clear();
    }

    /// Appends an entry to the row under construction.
    pub(super) fn push_entry(&mut self, column: u32, weight: f64) {
        self.columns.push(column);
        self.weights.push(weight);
    }

    /// Ends the row under construction.
    pub(super) fn end_row(&mut self, loop_weight: f64, degree: f64) {
        self.offsets.push(self.columns.len());
        self.loops.push(loop_weight);
        self.degrees.push(degree);
    }
}
