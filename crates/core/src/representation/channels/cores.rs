//! The channel `cores`.

use super::quantiles::{append_quantiles, quantile_names};
use super::{Channel, CycleCounts, SolvedGraph};
use crate::graph::Graph;

/// Quantiles of the channel. Part of the format of model files: a change makes all models useless.
const QUANTILES: usize = 8;

/// How the core numbers are distributed.
///
/// # Formula
/// ```text
/// 8 quantiles of ln(1 + core),  fractions of nodes with core ≥ 2, core ≥ 3
/// ```
/// core of a node = largest k such that it is in a subgraph where every degree is at least k.
///
/// # Complexity
/// O(n log n + m) time, O(n) space.
#[derive(Debug, Default)]
pub(super) struct CoresChannel {
    peeling: Peeling,
}

impl Channel for CoresChannel {
    fn columns(&self) -> Vec<String> {
        let fractions = ["2", "3"].map(|core| format!("cores_fraction_{core}_or_more"));
        quantile_names("cores", QUANTILES).chain(fractions).collect()
    }

    fn append(&mut self, solved: SolvedGraph<'_>, _: CycleCounts<'_>, row: &mut Vec<f32>) {
        let cores = self.peeling.core_numbers(solved.graph);
        cores.sort_unstable();
        append_quantiles(cores, QUANTILES, |core| (core as f64).ln_1p(), row);
        let at_least = |least| cores.len() - cores.partition_point(|&core| core < least);
        row.extend([2, 3].map(|least| (at_least(least) as f64 / cores.len() as f64) as f32));
    }
}

/// Takes off node after node, always one with the fewest neighbours left.
///
/// Batagelj & Zaversnik 2003, "An O(m) Algorithm for Cores Decomposition of Networks": `cores` = deg, `starts` = bin,
/// `nodes` = vert, `places` = pos.
#[derive(Debug, Default)]
struct Peeling {
    /// Neighbours left of each node; its core number once it was taken off.
    cores: Vec<usize>,
    /// Nodes, ascending by neighbours left.
    nodes: Vec<u32>,
    /// Where each node stands in `nodes`.
    places: Vec<usize>,
    /// Where the nodes with each number of neighbours left start in `nodes`.
    starts: Vec<usize>,
}

impl Peeling {
    /// Core number of each node.
    ///
    /// # Complexity
    /// O(n + m) time, O(n) space.
    fn core_numbers(&mut self, graph: &Graph) -> &mut [usize] {
        self.sort_by_degree(graph);
        let Self { cores, nodes, places, starts } = self;
        for at in 0..nodes.len() {
            let node = nodes[at];
            let core = cores[node as usize];
            // No other node has fewer neighbours left, and none can have more: the rest is a clique, or has this core number
            // from its neighbours before.
            if core + 1 >= nodes.len() - at {
                break;
            }
            for &neighbor in graph.neighbors(node) {
                let left = cores[neighbor as usize];
                if left <= core {
                    continue;
                }
                // The neighbour changes places with the first of its kind, and the border moves past it.
                let (from, to) = (places[neighbor as usize], starts[left]);
                let first = nodes[to];
                nodes.swap(from, to);
                (places[neighbor as usize], places[first as usize]) = (to, from);
                starts[left] += 1;
                cores[neighbor as usize] -= 1;
            }
        }
        cores
    }

    /// Counting sort.
    fn sort_by_degree(&mut self, graph: &Graph) {
        let Self { cores, nodes, places, starts } = self;
        cores.clear();
        cores.extend(graph.offsets().windows(2).map(|row| row[1] - row[0]));
        let largest = cores.iter().max().map_or(0, |&degree| degree);
        starts.clear();
        starts.resize(largest + 2, 0);
        cores.iter().for_each(|&degree| starts[degree + 1] += 1);
        (0..=largest).for_each(|degree| starts[degree + 1] += starts[degree]);
        nodes.clear();
        nodes.resize(cores.len(), 0);
        places.clear();
        for (node, &degree) in cores.iter().enumerate() {
            nodes[starts[degree]] = node as u32;
            places.push(starts[degree]);
            starts[degree] += 1;
        }
        // Each start has moved to the next one.
        starts.rotate_right(1);
        starts[0] = 0;
    }
}
