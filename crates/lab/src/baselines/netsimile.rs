//! NetSimile.

use super::{BaselineError, GraphFeatures};
use sgr_core::graph::Graph;
use sgr_core::graph::SmallCycles;

const FEATURES: [&str; 7] = [
    "degree",
    "clustering",
    "neighbor_degree",
    "neighbor_clustering",
    "ego_edges",
    "ego_leaving_edges",
    "ego_neighbors",
];

const AGGREGATES: [&str; 5] = ["median", "mean", "deviation", "skewness", "kurtosis"];

/// NetSimile: how seven numbers of a node are spread over the nodes of a graph.
///
/// # Formula
/// ```text
/// d_u                                   degree
/// c_u = t_u / (d_u (d_u − 1)/2)         clustering: triangles at u among pairs of neighbours
/// mean of d_v over neighbours v of u
/// mean of c_v over neighbours v of u
/// e_u = d_u + t_u                       edges inside the ego net: u, its neighbours and all edges among them
/// Σ_v d_v − 2 e_u                       edges that leave the ego net, v over its nodes
/// nodes outside the ego net with a neighbour in it
/// ```
/// and of each its median, mean, standard deviation σ, skewness m₃/σ³ and kurtosis m₄/σ⁴ − 3, where m_i are central
/// moments divided by n: the defaults of SciPy and NumPy. Berlingerio, Koutra, Eliassi-Rad & Faloutsos 2013, "Network
/// Similarity via Multiple Social Theories". Weights of edges are not looked at.
///
/// # Edge cases
/// A node with fewer than two neighbours has clustering 0, one without neighbours means of 0. A number that is the same at
/// all nodes has skewness and kurtosis 0 (SciPy: NaN). The graph without nodes is all zeros.
///
/// # Complexity
/// O(n log n + Σ_u d_u²) time, where a graph with a node next to all others takes O(n log n + n²); O(n + m) space. The
/// vector is the same to the byte however the nodes are numbered.
///
/// ```
/// use sgr_lab::baselines::{GraphFeatures, NetSimile};
/// let triangle = sgr_core::graph::Graph::from_edges(3, &[(0, 1), (1, 2), (2, 0)])?;
/// let mut row = Vec::new();
/// NetSimile.append(&triangle, &mut row)?;
/// assert_eq!(NetSimile.columns()[1], "degree_mean");
/// assert_eq!((row.len(), row[1]), (35, 2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NetSimile;

impl GraphFeatures for NetSimile {
    fn columns(&self) -> Vec<String> {
        let names = |feature| AGGREGATES.map(|aggregate| format!("{feature}_{aggregate}"));
        FEATURES.into_iter().flat_map(names).collect()
    }

    fn append(&self, graph: &Graph, row: &mut Vec<f32>) -> Result<(), BaselineError> {
        for mut values in node_features(graph) {
            values.sort_unstable_by(f64::total_cmp);
            row.extend(aggregates(&values).map(|value| value as f32));
        }
        Ok(())
    }
}

/// The seven numbers of each node, in the order of [`FEATURES`].
fn node_features(graph: &Graph) -> [Vec<f64>; 7] {
    let nodes = || 0..graph.node_count() as u32;
    let degree = |node: u32| graph.neighbors(node).len() as u64;
    let mut cycles = SmallCycles::new();
    let triangles = cycles.triangles(graph);
    let clustering = clustering(graph, triangles);
    let around: Vec<u64> = nodes().map(|node| graph.neighbors(node).iter().map(|&other| degree(other)).sum()).collect();
    let inside = |node: u32| degree(node) + triangles[node as usize];
    let leaving = |node: u32| degree(node) + around[node as usize] - 2 * inside(node);
    let neighbor_clustering = mean_over_neighbors(graph, &clustering);
    [
        nodes().map(|node| degree(node) as f64).collect(),
        clustering,
        nodes().map(|node| around[node as usize] as f64 / degree(node).max(1) as f64).collect(),
        neighbor_clustering,
        nodes().map(|node| inside(node) as f64).collect(),
        nodes().map(|node| leaving(node) as f64).collect(),
        ego_neighbors(graph),
    ]
}

/// The share of the pairs of neighbours of each node that are joined; 0 for nodes with fewer than two neighbours.
pub(super) fn clustering(graph: &Graph, triangles: &[u64]) -> Vec<f64> {
    let pairs = |node: u32| {
        let degree = graph.neighbors(node).len() as u64;
        degree * degree.saturating_sub(1) / 2
    };
    (0..).zip(triangles).map(|(node, &triangles)| triangles as f64 / pairs(node).max(1) as f64).collect()
}

/// The mean of a number over the neighbours of each node; 0 for nodes without neighbours.
///
/// Nodes hand their number out in ascending order, so the rounding of a sum does not depend on their numbering.
pub(super) fn mean_over_neighbors(graph: &Graph, values: &[f64]) -> Vec<f64> {
    let mut ascending: Vec<u32> = (0..values.len() as u32).collect();
    ascending.sort_unstable_by(|&a, &b| values[a as usize].total_cmp(&values[b as usize]));
    let mut means = vec![0.0; values.len()];
    for node in ascending {
        for &neighbor in graph.neighbors(node) {
            means[neighbor as usize] += values[node as usize];
        }
    }
    for (node, mean) in (0..).zip(&mut means) {
        *mean /= graph.neighbors(node).len().max(1) as f64;
    }
    means
}

/// How many nodes outside the ego net of each node have a neighbour in it.
fn ego_neighbors(graph: &Graph) -> Vec<f64> {
    let degree = |node: u32| graph.neighbors(node).len();
    // The last ego net that reached each node.
    let mut reached_by = vec![u32::MAX; graph.node_count()];
    let mut count = |node: u32| {
        let members = graph.neighbors(node);
        let mut reached = 0;
        // The greatest neighbour first: in the ego networks of films and papers it reaches all, and the rest is skipped.
        let greatest = members.iter().copied().max_by_key(|&member| degree(member));
        for member in greatest.into_iter().chain(members.iter().copied()) {
            if reached == graph.node_count() {
                break;
            }
            for &other in graph.neighbors(member) {
                reached += usize::from(std::mem::replace(&mut reached_by[other as usize], node) != node);
            }
        }
        // Neighbours of members are the node itself and members (unless a member has no neighbour but the node), too.
        let inside = std::iter::once(node).chain(members.iter().copied());
        let counted_inside = inside.filter(|&member| reached_by[member as usize] == node).count();
        (reached - counted_inside) as f64
    };
    (0..graph.node_count() as u32).map(&mut count).collect()
}

/// Below this share of the largest value, a spread is rounding: 1 + 1 + 1 thirds are not always 1.
const ROUNDING: f64 = 1e-12;

/// The five [`AGGREGATES`] of an ascending list.
pub(super) fn aggregates(ascending: &[f64]) -> [f64; 5] {
    let (Some(&first), Some(&last)) = (ascending.first(), ascending.last()) else { return [0.0; 5] };
    let count = ascending.len();
    let median = (ascending[(count - 1) / 2] + ascending[count / 2]) / 2.0;
    if last - first <= ROUNDING * last {
        return [median, median, 0.0, 0.0, 0.0];
    }
    let mean = ascending.iter().sum::<f64>() / count as f64;
    let moment = |power: i32| ascending.iter().map(|value| (value - mean).powi(power)).sum::<f64>() / count as f64;
    let variance = moment(2);
    [median, mean, variance.sqrt(), moment(3) / variance.powf(1.5), moment(4) / (variance * variance) - 3.0]
}
