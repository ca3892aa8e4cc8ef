//! Classes of nodes with the same features at every level.

use sgr_core::graph::Graph;
use sgr_core::numerics::equal_rows::{FirstNodes, NO_CLASS, is_first};
use sgr_core::numerics::scramble;

/// Nodes that no numbering tells apart.
///
/// Two nodes of one colour are twins if they have the same neighbours, each other left out. Exchanging them changes
/// nothing, so they have the same features at every level, and features and equations of a whole class can be written
/// once: the leaves of a hub, the members of a clique.
///
/// Adjacent and non-adjacent twins never share a class (the proof is in [`sgr_core::numerics::equal_rows`]).
#[derive(Debug)]
pub(super) struct TwinClasses {
    /// Class of each node; numbered by first members.
    pub(super) of_node: Vec<u32>,
    /// First member of each class.
    pub(super) leaders: Vec<u32>,
}

impl TwinClasses {
    /// # Complexity
    /// Expected O(m) time, O(n) space.
    pub(super) fn of(graph: &Graph, colors: &[u32]) -> Self {
        let mut leader_of = vec![NO_CLASS; graph.node_count()];
        let open: Vec<u64> = (0..).zip(colors).map(|(node, &color)| signature(graph, node, color)).collect();
        join(&open, &mut leader_of, |u, v| {
            colors[u as usize] == colors[v as usize] && graph.neighbors(u) == graph.neighbors(v)
        });
        let closed: Vec<u64> = (0..).zip(&open).map(|(node, open)| open.wrapping_add(scramble(node))).collect();
        join(&closed, &mut leader_of, |u, v| {
            colors[u as usize] == colors[v as usize] && same_but_for_each_other(graph, u, v)
        });
        Self::numbered(&leader_of)
    }

    fn numbered(leader_of: &[u32]) -> Self {
        let (mut of_node, mut leaders) = (Vec::with_capacity(leader_of.len()), Vec::new());
        for (node, &leader) in (0..).zip(leader_of) {
            let class = if is_first(leader_of, node) {
                leaders.push(node);
                leaders.len() as u32 - 1
            } else {
                of_node[leader as usize]
            };
            of_node.push(class);
        }
        Self { of_node, leaders }
    }
}

/// Joins twins among the nodes that are in no class yet.
fn join(signatures: &[u64], leaders: &mut [u32], are_twins: impl Fn(u32, u32) -> bool) {
    let nodes: Vec<u32> = (0..leaders.len() as u32).filter(|&node| leaders[node as usize] == NO_CLASS).collect();
    FirstNodes::default().join(nodes.into_iter(), signatures, leaders, are_twins);
}

fn signature(graph: &Graph, node: u32, color: u32) -> u64 {
    let start = scramble(u64::from(color) << 32);
    graph.neighbors(node).iter().fold(start, |sum, &neighbor| sum.wrapping_add(scramble(neighbor.into())))
}

fn same_but_for_each_other(graph: &Graph, u: u32, v: u32) -> bool {
    let without = |node: u32, other: u32| graph.neighbors(node).iter().filter(move |&&neighbor| neighbor != other);
    graph.neighbors(u).len() == graph.neighbors(v).len() && without(u, v).eq(without(v, u))
}
