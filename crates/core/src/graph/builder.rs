//! From edges to a [`Graph`]: the builder that all readers and callers use.

use super::attributes::check_count;
use super::error::MAX_NODES;
use super::{Attributes, Graph, GraphError, Label};

/// Nodes of graphs whose rows are masks of one machine word.
const MASK_NODES: usize = 64;

/// Counts of the input edges that did not become edges of the graph.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Edges from a node to itself.
    pub self_loops: u64,
    /// Edges given again in the same direction. `(u, v)` and `(v, u)` once each are one edge and no repeat.
    pub repeats: u64,
    /// Edges of weight zero.
    pub zero_weights: u64,
}

impl std::ops::AddAssign for Dropped {
    fn add_assign(&mut self, other: Self) {
        self.self_loops += other.self_loops;
        self.repeats += other.repeats;
        self.zero_weights += other.zero_weights;
    }
}

/// Collects edges and builds [`Graph`]s by the pinned rules, reusing its buffers from graph to graph.
///
/// - `(u, v)` and `(v, u)` are one edge, a repeat counts once; a repeat with another weight or label is an error
///   that names both positions;
/// - loops and zero weights are dropped and counted;
/// - negative, infinite or NaN weights are errors;
/// - nodes without edges stay.
///
/// ```
/// use sgr_core::graph::GraphBuilder;
/// let mut builder = GraphBuilder::new();
/// builder.reserve_nodes(3)?;
/// for (line, (u, v)) in [(0, 1), (1, 0), (1, 0), (2, 2)].into_iter().enumerate() {
///     builder.add_edge(u, v, line as u64)?;
/// }
/// let (graph, dropped) = builder.build()?;
/// assert_eq!((graph.node_count(), graph.edge_count()), (3, 1));
/// assert_eq!((dropped.repeats, dropped.self_loops), (1, 1));
/// # Ok::<(), sgr_core::graph::GraphError>(())
/// ```
#[derive(Debug, Default)]
pub struct GraphBuilder {
    nodes: usize,
    edges: Vec<[u32; 2]>,
    // Parallel to `edges` when in use, empty when not.
    weights: Vec<f64>,
    positions: Vec<u64>,
    edge_labels: Vec<Label>,
    node_labels: Vec<Label>,
    attributes: Attributes,
    dropped: Dropped,
    sorter: PairSorter,
}

impl GraphBuilder {
    /// A builder for a graph without nodes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes sure that nodes `0..nodes` exist.
    ///
    /// # Errors
    /// [`GraphError::TooManyNodes`] beyond 32-bit indices.
    pub fn reserve_nodes(&mut self, nodes: usize) -> Result<(), GraphError> {
        if nodes > MAX_NODES {
            return Err(GraphError::TooManyNodes { nodes });
        }
        self.nodes = self.nodes.max(nodes);
        Ok(())
    }

    /// Number of nodes so far.
    pub fn node_count(&self) -> usize {
        self.nodes
    }

    /// Bytes that the edges so far take, and that building their graph will take besides: for a caller that must stay within
    /// a limit. Lists are counted at twice their length, because they grow by doubling.
    pub fn memory(&self) -> u64 {
        // An edge: its ends, two indices of the sorter, the list of edges that stay, and its two entries of the graph.
        const EDGE: usize = 2 * 8 + 2 * 4 + 4 + 2 * 4;
        // A weight and its two entries; a position, which weights and labels need; likewise labels.
        const WEIGHT: usize = 2 * 8 + 2 * 8;
        const POSITION: usize = 2 * 8;
        const LABEL: usize = size_of::<Label>();
        // A node: starts of the sorter, row offsets, and the next free place of each row.
        const NODE: usize = 4 + 8 + 8;
        let edges = EDGE * self.edges.len() + WEIGHT * self.weights.len() + POSITION * self.positions.len();
        let labels = 4 * LABEL * self.edge_labels.len() + 2 * LABEL * self.node_labels.len();
        let attributes = 2 * 8 * self.attributes.values().len();
        (edges + labels + attributes + NODE * self.nodes) as u64
    }

    /// Adds an unweighted edge between existing nodes; `position` is where it came from, for error messages.
    ///
    /// # Errors
    /// [`GraphError::NodeOutOfRange`].
    #[inline]
    pub fn add_edge(&mut self, u: u32, v: u32, position: u64) -> Result<(), GraphError> {
        self.check_ends(u, v)?;
        if u == v {
            self.dropped.self_loops += 1;
            return Ok(());
        }
        self.edges.push([u, v]);
        // Plain edges cannot conflict: their positions are not worth the memory.
        if !self.edge_labels.is_empty() || !self.weights.is_empty() {
            self.positions.push(position);
        }
        Ok(())
    }

    /// Adds a weighted edge between existing nodes; weight zero means no edge.
    ///
    /// # Errors
    /// [`GraphError::NodeOutOfRange`], [`GraphError::InvalidWeight`].
    pub fn add_weighted_edge(&mut self, u: u32, v: u32, weight: f64, position: u64) -> Result<(), GraphError> {
        self.check_ends(u, v)?;
        if !weight.is_finite() || weight < 0.0 {
            return Err(GraphError::InvalidWeight { weight, position });
        }
        if u == v {
            self.dropped.self_loops += 1;
        } else {
            // A zero is kept until all edges are known: a zero and another weight for the same edge are a conflict.
            self.edges.push([u, v]);
            self.weights.push(weight);
            self.positions.push(position);
        }
        Ok(())
    }

    /// Counts an edge of weight zero that was given where weights are not used otherwise.
    pub fn drop_zero_weight(&mut self) {
        self.dropped.zero_weights += 1;
    }

    /// Adds an edge that carries a label and perhaps a weight.
    ///
    /// # Errors
    /// As for [`add_weighted_edge`](Self::add_weighted_edge).
    pub fn add_labelled_edge(
        &mut self,
        u: u32,
        v: u32,
        label: Label,
        weight: Option<f64>,
        position: u64,
    ) -> Result<(), GraphError> {
        let before = self.edges.len();
        match weight {
            Some(weight) => self.add_weighted_edge(u, v, weight, position)?,
            None => self.add_edge(u, v, position)?,
        }
        if self.edges.len() > before {
            self.edge_labels.push(label);
            self.positions.resize(self.edges.len(), position);
        }
        Ok(())
    }

    /// Gives the next node its label. Either no node is labelled or every one is.
    pub fn add_node_label(&mut self, label: Label) {
        self.node_labels.push(label);
    }

    /// Gives the next node its attributes; `position` is where they came from, for error messages. Either no node has
    /// attributes or every one has, and all have as many.
    ///
    /// # Errors
    /// As for [`Attributes::push`].
    pub fn add_node_attributes(&mut self, row: &[f64], position: u64) -> Result<(), GraphError> {
        self.attributes.push(row, position)
    }

    /// Builds the graph and leaves the builder empty for the next one, buffers kept.
    ///
    /// # Errors
    /// [`GraphError::ConflictingWeights`], [`GraphError::ConflictingLabels`], [`GraphError::CountMismatch`],
    /// [`GraphError::TooManyEdges`], [`GraphError::WeightsTooLarge`].
    /// The builder is empty afterwards all the same.
    ///
    /// # Complexity
    /// O(nodes + edges) time and space.
    pub fn build(&mut self) -> Result<(Graph, Dropped), GraphError> {
        let result = self.build_graph();
        self.clear();
        result
    }

    /// Forgets all nodes and edges, keeps the buffers.
    pub fn clear(&mut self) {
        self.nodes = 0;
        self.edges.clear();
        self.weights.clear();
        self.positions.clear();
        self.edge_labels.clear();
        self.node_labels.clear();
        self.attributes = Attributes::new();
        self.dropped = Dropped::default();
    }

    fn build_graph(&mut self) -> Result<(Graph, Dropped), GraphError> {
        self.check_counts()?;
        // A few bytes may declare millions of nodes: tables by node, besides the offsets, are for graphs that have edges too.
        let has_few_edges = self.edges.len() < self.nodes / 8;
        let is_plain = self.weights.is_empty() && self.edge_labels.is_empty();
        if is_plain && self.nodes <= MASK_NODES {
            let (offsets, neighbors, repeats) = self.rows_by_masks();
            let dropped = Dropped { repeats: self.dropped.repeats + repeats, ..self.dropped };
            return Ok((self.finish(offsets, neighbors, None, None), dropped));
        }
        if is_plain && !has_few_edges {
            let by_row = |&[u, v]: &[u32; 2]| (u, v);
            let by_column = |&[u, v]: &[u32; 2]| (v, u);
            if let Some((offsets, neighbors)) = self.ready_made_rows(by_row).or_else(|| self.ready_made_rows(by_column))
            {
                return Ok((self.finish(offsets, neighbors, None, None), self.dropped));
            }
        }
        self.sorter.sort(self.nodes, &self.edges);
        let mut dropped = self.dropped;
        let kept = self.one_per_pair(&mut dropped)?;
        if has_few_edges {
            self.sorter.starts = Vec::new();
        }

        // Counts stand two places behind their row, so that after the sums each row's own place says where its next entry
        // goes, and after the entries where it ends: no second table.
        let mut offsets = vec![0usize; self.nodes + 2];
        for &at in &kept {
            let [u, v] = self.edges[at as usize];
            offsets[u as usize + 2] += 1;
            offsets[v as usize + 2] += 1;
        }
        for node in 0..self.nodes {
            offsets[node + 2] += offsets[node + 1];
        }
        let entries = offsets[self.nodes + 1];
        let mut neighbors = vec![0u32; entries];
        // A graph whose edges all had weight zero has no weights, as one without edges.
        let mut weights = (!self.weights.is_empty() && entries > 0).then(|| vec![0.0; entries]);
        let mut edge_labels = self.edge_labels.first().map(|label| vec![label.clone(); entries]);
        // Pairs arrive ascending by (smaller, larger) end: row r first receives its smaller neighbours, as the larger
        // end, then its larger ones. So each row comes out ascending without another sort.
        for &at in &kept {
            let at = at as usize;
            let [u, v] = self.edges[at];
            for (from, to) in [(u, v), (v, u)] {
                let slot = offsets[from as usize + 1];
                offsets[from as usize + 1] += 1;
                neighbors[slot] = to;
                if let Some(weights) = &mut weights {
                    weights[slot] = self.weights[at];
                }
                if let Some(labels) = &mut edge_labels {
                    labels[slot] = self.edge_labels[at].clone();
                }
            }
        }
        offsets.pop();
        let graph = self.finish(offsets, neighbors, weights, edge_labels);
        // Every edge twice: the sum of the degrees.
        let total: f64 = graph.all_weights().unwrap_or_default().iter().sum();
        if total.is_finite() { Ok((graph, dropped)) } else { Err(self.weights_too_large(&kept)) }
    }

    fn weights_too_large(&self, kept: &[u32]) -> GraphError {
        let weight = |at: &&u32| self.weights[**at as usize];
        let at = kept.iter().max_by(|a, b| weight(a).total_cmp(&weight(b))).map_or(0, |&at| at as usize);
        GraphError::WeightsTooLarge { largest: self.weights[at], position: self.positions[at] }
    }

    fn finish(
        &mut self,
        offsets: Vec<usize>,
        neighbors: Vec<u32>,
        weights: Option<Vec<f64>>,
        edge_labels: Option<Vec<Label>>,
    ) -> Graph {
        let node_labels = (!self.node_labels.is_empty()).then(|| std::mem::take(&mut self.node_labels));
        let attributes = (!self.attributes.is_empty()).then(|| std::mem::take(&mut self.attributes));
        Graph { offsets, neighbors, weights, node_labels, edge_labels, attributes }
    }

    /// The rows of at most [`MASK_NODES`] nodes, a bit for each neighbour, and the number of repeats. Most graphs of large
    /// collections are that small, and bits need no sorting.
    fn rows_by_masks(&self) -> (Vec<usize>, Vec<u32>, u64) {
        let mut given = [0u64; MASK_NODES];
        let mut repeats = 0;
        for &[u, v] in &self.edges {
            let row = &mut given[u as usize];
            repeats += *row >> v & 1;
            *row |= 1 << v;
        }
        let mut both = given;
        for &[u, v] in &self.edges {
            both[v as usize] |= 1 << u;
        }
        let rows = &both[..self.nodes];
        let mut offsets = Vec::with_capacity(self.nodes + 1);
        let entries = rows.iter().map(|row| row.count_ones() as usize).sum();
        let mut neighbors = Vec::with_capacity(entries);
        offsets.push(0);
        for &row in rows {
            let mut left = row;
            while left != 0 {
                neighbors.push(left.trailing_zeros());
                left &= left - 1;
            }
            offsets.push(neighbors.len());
        }
        (offsets, neighbors, repeats)
    }

    /// The rows as they were given, if they were: every edge in both directions, once each, ascending by `key`, which is
    /// (row, column). Most TU collections are, and then nothing needs sorting.
    fn ready_made_rows(&mut self, key: impl Fn(&[u32; 2]) -> (u32, u32)) -> Option<(Vec<usize>, Vec<u32>)> {
        if !self.edges.is_sorted_by(|a, b| key(a) < key(b)) {
            return None;
        }
        let mut offsets = vec![0usize; self.nodes + 1];
        for edge in &self.edges {
            offsets[key(edge).0 as usize + 1] += 1;
        }
        for node in 0..self.nodes {
            offsets[node + 1] += offsets[node];
        }
        let neighbors: Vec<u32> = self.edges.iter().map(|edge| key(edge).1).collect();
        // Rows come in ascending order, so each row is met by its neighbours in the order it lists them.
        let met = &mut self.sorter.starts;
        met.clear();
        met.resize(self.nodes, 0);
        for edge in &self.edges {
            let (row, column) = key(edge);
            let column = column as usize;
            let at = offsets[column] + met[column] as usize;
            if at >= offsets[column + 1] || neighbors[at] != row {
                return None;
            }
            met[column] += 1;
        }
        Some((offsets, neighbors))
    }

    /// Of each group of equal pairs the first edge given, by its index, after checking that the group agrees.
    fn one_per_pair(&self, dropped: &mut Dropped) -> Result<Vec<u32>, GraphError> {
        let mut kept: Vec<u32> = Vec::with_capacity(self.edges.len().div_ceil(2));
        let mut last = None;
        let mut seen = [false; 2];
        for &at in &self.sorter.order {
            let [u, v] = self.edges[at as usize];
            let pair = (u.min(v), u.max(v));
            let direction = usize::from(u > v);
            let is_zero = self.weights.get(at as usize).is_some_and(|&weight| weight == 0.0);
            if last != Some(pair) {
                last = Some(pair);
                seen = [false; 2];
                kept.push(at);
            } else if let Some(&first) = kept.last() {
                self.check_agreement(first as usize, at as usize)?;
            }
            if is_zero {
                dropped.zero_weights += 1;
            } else {
                dropped.repeats += u64::from(seen[direction]);
                seen[direction] = true;
            }
        }
        if !self.weights.is_empty() {
            kept.retain(|&at| self.weights[at as usize] != 0.0);
        }
        Ok(kept)
    }

    fn check_agreement(&self, first: usize, second: usize) -> Result<(), GraphError> {
        let [u, v] = self.edges[first];
        if !self.weights.is_empty() && self.weights[first] != self.weights[second] {
            return Err(GraphError::ConflictingWeights {
                u,
                v,
                first_weight: self.weights[first],
                first_position: self.positions[first],
                second_weight: self.weights[second],
                second_position: self.positions[second],
            });
        }
        if !self.edge_labels.is_empty() && self.edge_labels[first] != self.edge_labels[second] {
            return Err(GraphError::ConflictingLabels {
                u,
                v,
                first_label: self.edge_labels[first].clone(),
                first_position: self.positions[first],
                second_label: self.edge_labels[second].clone(),
                second_position: self.positions[second],
            });
        }
        Ok(())
    }

    #[inline]
    fn check_ends(&self, u: u32, v: u32) -> Result<(), GraphError> {
        let node = u.max(v);
        if (node as usize) < self.nodes { Ok(()) } else { Err(GraphError::NodeOutOfRange { node, nodes: self.nodes }) }
    }

    fn check_counts(&self) -> Result<(), GraphError> {
        if self.edges.len() > u32::MAX as usize {
            return Err(GraphError::TooManyEdges { edges: self.edges.len() });
        }
        let counts = [
            ("edge weights", self.weights.len(), self.edges.len()),
            ("edge labels", self.edge_labels.len(), self.edges.len()),
            ("node labels", self.node_labels.len(), self.nodes),
            ("rows of attributes", self.attributes.len(), self.nodes),
        ];
        let mut given = counts.into_iter().filter(|&(_, found, _)| found != 0);
        given.try_for_each(|(what, found, wanted)| check_count(what, found, wanted))
    }
}

/// Sorts node pairs by (smaller end, larger end), stably, with two counting passes.
#[derive(Debug, Default)]
struct PairSorter {
    /// Indices of the pairs in sorted order.
    order: Vec<u32>,
    by_larger: Vec<u32>,
    starts: Vec<u32>,
}

impl PairSorter {
    fn sort(&mut self, nodes: usize, pairs: &[[u32; 2]]) {
        self.order.clear();
        self.by_larger.clear();
        self.order.resize(pairs.len(), 0);
        self.by_larger.resize(pairs.len(), 0);
        let all = 0..pairs.len() as u32;
        counting_pass(&mut self.starts, nodes, all, &mut self.by_larger, |at| {
            let [u, v] = pairs[at as usize];
            u.max(v)
        });
        let by_larger = self.by_larger.iter().copied();
        counting_pass(&mut self.starts, nodes, by_larger, &mut self.order, |at| {
            let [u, v] = pairs[at as usize];
            u.min(v)
        });
    }
}

/// One stable counting pass: writes `items` to `target` ordered by `key`, which is below `keys`.
fn counting_pass(
    starts: &mut Vec<u32>,
    keys: usize,
    items: impl Iterator<Item = u32> + Clone,
    target: &mut [u32],
    key: impl Fn(u32) -> u32,
) {
    starts.clear();
    starts.resize(keys + 1, 0);
    for item in items.clone() {
        starts[key(item) as usize + 1] += 1;
    }
    for at in 0..keys {
        starts[at + 1] += starts[at];
    }
    for item in items {
        let start = &mut starts[key(item) as usize];
        target[*start as usize] = item;
        *start += 1;
    }
}
