//! Counts of induced subgraphs from counts of subgraphs.

use super::four_cliques::FourCliques;
use sgr_core::graph::Graph;
use sgr_core::graph::SmallCycles;

/// Number of graphs on four nodes, up to numbering.
pub(super) const KINDS: usize = 11;

/// Where the six connected ones begin.
pub(super) const CONNECTED: usize = 5;

/// How often kind `row` lies within kind `column` on the same four nodes. Kinds as at
/// [`graphlet_counts`](super::graphlet_counts).
const WITHIN: [[i128; KINDS]; KINDS] = [
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [0, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6],
    [0, 0, 1, 0, 0, 0, 1, 1, 2, 2, 3],
    [0, 0, 0, 1, 3, 3, 2, 5, 4, 8, 12],
    [0, 0, 0, 0, 1, 0, 0, 1, 0, 2, 4],
    [0, 0, 0, 0, 0, 1, 0, 1, 0, 2, 4],
    [0, 0, 0, 0, 0, 0, 1, 2, 4, 6, 12],
    [0, 0, 0, 0, 0, 0, 0, 1, 0, 4, 12],
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 3],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 6],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
];

/// Counts induced subgraphs on four nodes; buffers kept from graph to graph.
#[derive(Debug)]
pub(super) struct InducedCounts {
    cycles: SmallCycles,
    cliques: FourCliques,
}

impl InducedCounts {
    pub(super) fn new() -> Self {
        Self { cycles: SmallCycles::new(), cliques: FourCliques::new() }
    }

    /// How many sets of four nodes are of each kind.
    ///
    /// Subgraphs, induced or not, have formulas; what lies within larger kinds is then taken off, from the largest down.
    pub(super) fn count(&mut self, graph: &Graph) -> [u128; KINDS] {
        let mut counts = self.subgraphs(graph);
        for kind in (0..KINDS).rev() {
            counts[kind] -= (kind + 1..KINDS).map(|larger| WITHIN[kind][larger] * counts[larger]).sum::<i128>();
        }
        counts.map(i128::unsigned_abs)
    }

    /// How often each kind lies in the graph, as some edges on four nodes. In i128, which even the sets of four of 2³²
    /// nodes do not overflow.
    fn subgraphs(&mut self, graph: &Graph) -> [i128; KINDS] {
        let (nodes, edges) = (graph.node_count() as i128, graph.edge_count() as i128);
        let degree = |node: u32| graph.neighbors(node).len() as i128;
        let (mut wedges, mut stars) = (0, 0);
        for degree in (0..graph.node_count() as u32).map(degree) {
            wedges += choose_two(degree);
            stars += choose_two(degree) * (degree - 2) / 3;
        }
        let (mut triangles, mut paths, mut paws, mut diamonds) = (0, 0, 0, 0);
        self.cycles.common_neighbors(graph, |u, v, common| {
            let common = i128::from(common);
            triangles += common;
            paths += (degree(u) - 1) * (degree(v) - 1);
            paws += common * (degree(u) + degree(v) - 4);
            diamonds += choose_two(common);
        });
        triangles /= 3; // One for each edge.
        paws /= 2; // One for each edge at the node that has the tail.
        paths -= 3 * triangles; // Ends that are the same node.
        let squares = i128::from(self.cycles.squares(graph));
        let cliques = i128::from(self.cliques.count(graph));
        [
            choose_two(nodes) * choose_two(nodes - 2) / 6,
            edges * choose_two(nodes - 2),
            choose_two(edges) - wedges,
            wedges * (nodes - 3),
            triangles * (nodes - 3),
            stars,
            paths,
            paws,
            squares,
            diamonds,
            cliques,
        ]
    }
}

fn choose_two(n: i128) -> i128 {
    n * (n - 1) / 2
}
