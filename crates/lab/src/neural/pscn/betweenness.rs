//! Betweenness of nodes.

use sgr_core::graph::Graph;

/// Values closer than this, relative to the larger, are equal. Two sums of the same numbers in another order differ by
/// some 10⁻¹³ at most in graphs of thousands of nodes; betweennesses that differ do so by fractions of path counts.
const EQUAL: f64 = 1e-9;

/// Betweenness by Brandes' algorithm; keeps its buffers.
///
/// # Formula
/// ```text
/// B(v) = Σ_{s ≠ v ≠ t} σ_st(v) / σ_st        σ_st: shortest paths from s to t, σ_st(v): those through v
/// ```
/// Freeman 1977; computed as Brandes 2001, "A Faster Algorithm for Betweenness Centrality". Edges have length 1; every
/// pair counts twice, once from each end.
///
/// # Complexity
/// O(n m) time, O(n) space.
///
/// # Edge cases
/// Path counts are f64: beyond 2⁵³ they are rounded.
#[derive(Debug, Default)]
pub(super) struct Betweenness {
    /// Hops from the source; `u32::MAX` for nodes not reached.
    distances: Vec<u32>,
    path_counts: Vec<f64>,
    dependencies: Vec<f64>,
    /// Nodes in the order of their distance.
    reached: Vec<u32>,
    sums: Vec<f64>,
}

impl Betweenness {
    /// The betweenness of each node.
    pub(super) fn of(&mut self, graph: &Graph) -> &[f64] {
        let nodes = graph.node_count();
        self.sums.clear();
        self.sums.resize(nodes, 0.0);
        for source in 0..nodes as u32 {
            self.search(graph, source);
            self.accumulate(graph, source);
        }
        &self.sums
    }

    /// Breadth-first search that counts shortest paths.
    fn search(&mut self, graph: &Graph, source: u32) {
        let Self { distances, path_counts, reached, .. } = self;
        distances.clear();
        distances.resize(graph.node_count(), u32::MAX);
        path_counts.clear();
        path_counts.resize(graph.node_count(), 0.0);
        reached.clear();
        reached.push(source);
        distances[source as usize] = 0;
        path_counts[source as usize] = 1.0;
        let mut next = 0;
        while let Some(&node) = reached.get(next) {
            next += 1;
            let (distance, paths) = (distances[node as usize] + 1, path_counts[node as usize]);
            for &other in graph.neighbors(node) {
                if distances[other as usize] == u32::MAX {
                    distances[other as usize] = distance;
                    reached.push(other);
                }
                if distances[other as usize] == distance {
                    path_counts[other as usize] += paths;
                }
            }
        }
    }

    /// Adds the dependency of the source on each node, from the farthest node back.
    fn accumulate(&mut self, graph: &Graph, source: u32) {
        let Self { distances, path_counts, dependencies, reached, sums } = self;
        dependencies.clear();
        dependencies.resize(graph.node_count(), 0.0);
        for &node in reached.iter().rev().filter(|&&node| node != source) {
            let at = node as usize;
            let share = (1.0 + dependencies[at]) / path_counts[at];
            sums[at] += dependencies[at];
            for &other in graph.neighbors(node) {
                if distances[other as usize] + 1 == distances[at] {
                    dependencies[other as usize] += path_counts[other as usize] * share;
                }
            }
        }
    }
}

/// The rank of each value in descending order, the same for equal values.
pub(super) fn descending_ranks(values: &[f64]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    let mut ranks = vec![0; values.len()];
    for pair in order.windows(2) {
        let (larger, smaller) = (values[pair[0]], values[pair[1]]);
        ranks[pair[1]] = ranks[pair[0]] + u32::from(larger - smaller > EQUAL * larger);
    }
    ranks
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn betweenness(nodes: usize, edges: &[(u32, u32)]) -> Vec<f64> {
        Betweenness::default().of(&Graph::from_edges(nodes, edges).unwrap()).to_vec()
    }

    #[test]
    fn values_by_hand() {
        // Path of four: an inner node lies between 2 pairs. Star: the centre between all 3. An isolated node.
        assert_eq!(betweenness(4, &[(0, 1), (1, 2), (2, 3)]), [0.0, 4.0, 4.0, 0.0]);
        assert_eq!(betweenness(5, &[(0, 1), (0, 2), (0, 3)]), [6.0, 0.0, 0.0, 0.0, 0.0]);
        // Cycle of four: each node has half of the paths of one pair.
        assert_eq!(betweenness(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]), [1.0; 4]);
    }

    /// All shortest paths, enumerated one by one.
    #[test]
    fn agrees_with_enumeration_of_paths() {
        let edges = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (4, 5), (5, 6), (6, 4), (1, 2), (6, 7), (7, 0), (8, 9)];
        let graph = Graph::from_edges(10, &edges).unwrap();
        let mut exact = [0.0; 10];
        for source in 0..10u32 {
            let mut paths = vec![vec![source]];
            let mut met = [false; 10];
            met[source as usize] = true;
            while !paths.is_empty() {
                let longer: Vec<Vec<u32>> = paths
                    .iter()
                    .flat_map(|path| {
                        graph.neighbors(path[path.len() - 1]).iter().map(move |&end| [&path[..], &[end]].concat())
                    })
                    .filter(|path| !met[path[path.len() - 1] as usize])
                    .collect();
                for path in &longer {
                    let end = path[path.len() - 1];
                    let count = longer.iter().filter(|other| other[other.len() - 1] == end).count();
                    path[1..path.len() - 1].iter().for_each(|&node| exact[node as usize] += 1.0 / count as f64);
                }
                longer.iter().for_each(|path| met[path[path.len() - 1] as usize] = true);
                paths = longer;
            }
        }
        for (found, exact) in Betweenness::default().of(&graph).iter().zip(&exact) {
            assert!((found - exact).abs() < 1e-12, "{found} {exact}");
        }
    }

    #[test]
    fn ranks_descend_and_rounding_does_not_part_equals() {
        assert_eq!(descending_ranks(&[0.0, 3.0, 1.0, 3.0 + 1e-12, 0.0]), [2, 0, 1, 0, 2]);
        assert_eq!(descending_ranks(&[]), [0; 0]);
    }
}
