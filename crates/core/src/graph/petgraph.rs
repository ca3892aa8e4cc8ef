//! Graphs from petgraph's types, for Rust programs that have theirs there.
//!
//! Any petgraph type with nodes, edges and an edge type is taken by reference: `Graph`, `StableGraph`, `GraphMap`, … The
//! nodes are numbered from 0 in petgraph's order; gaps that removed nodes left in a `StableGraph` are closed.

use petgraph::Undirected;
use petgraph::visit::{EdgeRef, GraphProp, IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable};

use super::{Graph, GraphBuilder, GraphError};

impl Graph {
    /// The structure of an undirected petgraph graph, by the rules of [`GraphBuilder`]: loops are dropped, parallel edges
    /// count once.
    ///
    /// A directed graph does not compile here: [`from_directed_petgraph`](Self::from_directed_petgraph) takes it and says
    /// what becomes of the directions.
    ///
    /// # Errors
    /// [`GraphError::TooManyNodes`] and [`GraphError::TooManyEdges`].
    ///
    /// ```
    /// use petgraph::graph::UnGraph;
    /// use sgr_core::graph::Graph;
    /// let triangle = UnGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 0)]);
    /// let graph = Graph::from_petgraph(&triangle)?;
    /// assert_eq!((graph.node_count(), graph.edge_count()), (3, 3));
    /// # Ok::<(), sgr_core::graph::GraphError>(())
    /// ```
    /// ```compile_fail
    /// use petgraph::graph::DiGraph;
    /// use sgr_core::graph::Graph;
    /// let arrow = DiGraph::<(), ()>::from_edges([(0, 1)]);
    /// let refused = Graph::from_petgraph(&arrow);
    /// ```
    pub fn from_petgraph<G>(graph: G) -> Result<Self, GraphError>
    where
        G: IntoNodeIdentifiers + IntoEdgeReferences + NodeIndexable + GraphProp<EdgeType = Undirected>,
    {
        convert(graph, |_| None)
    }

    /// An undirected petgraph graph with the weights that `weight` gives its edges.
    ///
    /// # Errors
    /// As for [`from_petgraph`](Self::from_petgraph); also [`GraphError::InvalidWeight`], and
    /// [`GraphError::ConflictingWeights`] for parallel edges of different weights. Positions count petgraph's edges from 0.
    ///
    /// ```
    /// use petgraph::graphmap::UnGraphMap;
    /// use sgr_core::graph::Graph;
    /// let roads = UnGraphMap::<&str, f64>::from_edges([("Ulm", "Augsburg", 80.0), ("Augsburg", "Munich", 66.0)]);
    /// let graph = Graph::from_weighted_petgraph(&roads, |kilometres| 1.0 / kilometres)?;
    /// assert_eq!(graph.weights(0), Some(&[1.0 / 80.0][..]));
    /// # Ok::<(), sgr_core::graph::GraphError>(())
    /// ```
    pub fn from_weighted_petgraph<G>(graph: G, weight: impl Fn(&G::EdgeWeight) -> f64) -> Result<Self, GraphError>
    where
        G: IntoNodeIdentifiers + IntoEdgeReferences + NodeIndexable + GraphProp<EdgeType = Undirected>,
    {
        convert(graph, |edge| Some(weight(edge)))
    }

    /// The structure of a petgraph graph with its directions dropped: an edge either way joins two nodes.
    ///
    /// # Errors
    /// As for [`from_petgraph`](Self::from_petgraph).
    ///
    /// ```
    /// use petgraph::graph::DiGraph;
    /// use sgr_core::graph::Graph;
    /// let both_ways = DiGraph::<(), ()>::from_edges([(0, 1), (1, 0), (1, 2)]);
    /// assert_eq!(Graph::from_directed_petgraph(&both_ways)?.edge_count(), 2);
    /// # Ok::<(), sgr_core::graph::GraphError>(())
    /// ```
    pub fn from_directed_petgraph<G>(graph: G) -> Result<Self, GraphError>
    where
        G: IntoNodeIdentifiers + IntoEdgeReferences + NodeIndexable,
    {
        convert(graph, |_| None)
    }
}

/// Adds the edges, with weights if there are any, to nodes numbered in petgraph's order.
///
/// # Complexity
/// O(b + m log m) time for m edges and indices below b, O(b + m) space.
fn convert<G>(graph: G, weight: impl Fn(&G::EdgeWeight) -> Option<f64>) -> Result<Graph, GraphError>
where
    G: IntoNodeIdentifiers + IntoEdgeReferences + NodeIndexable,
{
    let mut numbers = vec![0u32; graph.node_bound()];
    let mut nodes = 0usize;
    for node in graph.node_identifiers() {
        // Wraps only past the largest number of nodes, which the builder refuses below.
        numbers[graph.to_index(node)] = nodes as u32;
        nodes += 1;
    }
    let mut builder = GraphBuilder::new();
    builder.reserve_nodes(nodes)?;
    for (position, edge) in (0..).zip(graph.edge_references()) {
        let [u, v] = [edge.source(), edge.target()].map(|node| numbers[graph.to_index(node)]);
        match weight(edge.weight()) {
            Some(weight) => builder.add_weighted_edge(u, v, weight, position)?,
            None => builder.add_edge(u, v, position)?,
        }
    }
    builder.build().map(|(graph, _)| graph)
}
