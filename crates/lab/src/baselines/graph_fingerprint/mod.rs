//! The graph fingerprint: counts of a graph and aggregates of six numbers of its nodes.

mod eigenvector_centrality;
mod page_rank;

use super::netsimile::{aggregates, clustering, mean_over_neighbors};
use super::{BaselineError, GraphFeatures};
use eigenvector_centrality::eigenvector_centrality;
use page_rank::page_rank;
use sgr_core::graph::{Graph, SmallCycles};

const FEATURES: [&str; 6] =
    ["degree", "clustering", "neighbor_degree", "neighbor_clustering", "page_rank", "eigenvector_centrality"];

const AGGREGATES: [&str; 8] = ["median", "mean", "deviation", "skewness", "kurtosis", "variance", "maximum", "minimum"];

const COUNTS: [&str; 6] = ["edges", "nodes", "maximum_degree", "global_clustering", "components", "triangles"];

/// Bonner's graph fingerprint: how six numbers of a node are spread over the nodes of a graph, and six counts of the graph.
///
/// # Formula
/// Of each node
/// ```text
/// d_u                              degree
/// c_u = t_u / (d_u (d_u − 1)/2)    clustering: triangles at u among pairs of neighbours
/// mean of d_v over neighbours      nodes two steps away
/// mean of c_v over neighbours
/// p = 0.15/n + 0.85 Σ p_v/d_v      PageRank, v over neighbours
/// A x = ρ x, |x| = 1, x ≥ 0        eigenvector centrality
/// ```
/// and of each its median, mean, standard deviation σ, skewness m₃/σ³, kurtosis m₄/σ⁴ − 3 (central moments divided by n),
/// variance (divided by n − 1), maximum and minimum. Of the graph: edges, nodes, maximum degree, global clustering
/// 3 T / Σ d_u (d_u − 1)/2, components and triangles T.
///
/// Bonner, Brennan, Theodoropoulos, Kureshi & McGough 2016, "Efficient Comparison of Massive Graphs Through the Use of
/// 'Graph Fingerprints'". The paper names features of nodes and of the whole graph; the list of both and of the aggregates
/// is that of the authors' published program, in its order, with the features of nodes first. Its damping of 0.85 is the
/// default of graph-tool, which it uses. The paper compares fingerprints by the Canberra distance; here they are a vector.
/// Weights of edges are not looked at.
///
/// # Edge cases
/// Numbers are 0 where NetSimile's are: clustering of nodes with fewer than two neighbours, means over no neighbours, skewness and
/// kurtosis of a number that is the same at all nodes. The PageRank of a node without neighbours goes to all nodes alike. If
/// several components have the largest eigenvalue, the centrality is the part of (1, …, 1) in its eigenspace; without edges
/// it is the same for all nodes. The graph without nodes is all zeros.
///
/// # Accuracy
/// PageRank is good to 10⁻¹⁰ in sum. The centrality ends at a residual of 10⁻⁸ ρ, or after 2000 products with A.
///
/// # Complexity
/// O(n log n + m · arboricity) time, and some hundred products with A; O(n + m) space.
///
/// ```
/// use sgr_lab::baselines::{GraphFeatures, GraphFingerprint};
/// let triangle = sgr_core::graph::Graph::from_edges(3, &[(0, 1), (1, 2), (2, 0)])?;
/// let mut row = Vec::new();
/// GraphFingerprint.append(&triangle, &mut row)?;
/// assert_eq!((row.len(), GraphFingerprint.columns()[1].as_str(), row[1]), (54, "degree_mean", 2.0));
/// // Edges, nodes, maximum degree, global clustering, components, triangles.
/// assert_eq!(row[48..], [3.0, 3.0, 2.0, 1.0, 1.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GraphFingerprint;

impl GraphFeatures for GraphFingerprint {
    fn columns(&self) -> Vec<String> {
        let names = |feature| AGGREGATES.map(|aggregate| format!("{feature}_{aggregate}"));
        FEATURES.into_iter().flat_map(names).chain(COUNTS.map(str::to_owned)).collect()
    }

    fn append(&self, graph: &Graph, row: &mut Vec<f32>) -> Result<(), BaselineError> {
        let mut cycles = SmallCycles::new();
        let triangles = cycles.triangles(graph);
        let features = node_features(graph, triangles)?;
        for mut values in features {
            values.sort_unstable_by(f64::total_cmp);
            row.extend(eight_aggregates(&values).map(|value| value as f32));
        }
        row.extend(counts(graph, triangles).map(|value| value as f32));
        Ok(())
    }
}

/// The six numbers of each node, in the order of [`FEATURES`].
fn node_features(graph: &Graph, triangles: &[u64]) -> Result<[Vec<f64>; 6], BaselineError> {
    let degrees: Vec<f64> = (0..graph.node_count() as u32).map(|node| graph.neighbors(node).len() as f64).collect();
    let clustering = clustering(graph, triangles);
    let neighbor_degrees = mean_over_neighbors(graph, &degrees);
    let neighbor_clustering = mean_over_neighbors(graph, &clustering);
    let ranks = page_rank(graph);
    let centralities = eigenvector_centrality(graph)?;
    Ok([degrees, clustering, neighbor_degrees, neighbor_clustering, ranks, centralities])
}

/// The eight [`AGGREGATES`] of an ascending list.
fn eight_aggregates(ascending: &[f64]) -> [f64; 8] {
    let [median, mean, deviation, skewness, kurtosis] = aggregates(ascending);
    let count = ascending.len() as f64;
    let variance = if count > 1.0 { deviation * deviation * count / (count - 1.0) } else { 0.0 };
    let [maximum, minimum] = [ascending.last(), ascending.first()].map(|value| value.copied().unwrap_or(0.0));
    [median, mean, deviation, skewness, kurtosis, variance, maximum, minimum]
}

/// The six [`COUNTS`].
fn counts(graph: &Graph, triangles: &[u64]) -> [f64; 6] {
    let nodes = 0..graph.node_count() as u32;
    let degree = |node: u32| graph.neighbors(node).len() as u64;
    let pairs: u64 = nodes.clone().map(|node| degree(node) * degree(node).saturating_sub(1) / 2).sum();
    // Each triangle was counted at its three nodes.
    let corners: u64 = triangles.iter().sum();
    let largest = nodes.map(degree).max().unwrap_or(0);
    let global_clustering = corners as f64 / pairs.max(1) as f64;
    [
        graph.edge_count() as f64,
        graph.node_count() as f64,
        largest as f64,
        global_clustering,
        component_count(graph) as f64,
        corners as f64 / 3.0,
    ]
}

fn component_count(graph: &Graph) -> usize {
    let mut is_reached = vec![false; graph.node_count()];
    let (mut count, mut open) = (0, Vec::new());
    for start in 0..graph.node_count() as u32 {
        if std::mem::replace(&mut is_reached[start as usize], true) {
            continue;
        }
        count += 1;
        open.push(start);
        while let Some(node) = open.pop() {
            for &other in graph.neighbors(node) {
                if !std::mem::replace(&mut is_reached[other as usize], true) {
                    open.push(other);
                }
            }
        }
    }
    count
}
