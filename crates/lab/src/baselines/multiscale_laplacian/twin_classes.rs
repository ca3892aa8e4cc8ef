use sgr_core::graph::Graph;

/// A node that is in no class yet.
const NONE: u32 = u32::MAX;

/// Nodes that no numbering tells apart.
///
/// Two nodes of one colour are twins if they have the same neighbours, each other left out. Exchanging them changes
/// nothing, so they have the same features at every level, and features and equations of a whole class can be written
/// once: the leaves of a hub, the members of a clique.
///
/// Adjacent and non-adjacent twins never share a class: if `u`, `v` are adjacent twins and `v`, `w` are not adjacent ones,
/// then `u` is a neighbour of `v`, so of `w`; hence `w` is a neighbour of `u`, so of `v`: a contradiction.
#[derive(Debug)]
pub(super) struct TwinClasses {
    /// Class of each node; numbered by first members.
    pub(super) of_node: Vec<u32>,
    /// First member of each class.
    pub(super) leaders: Vec<u32>,
}

impl TwinClasses {
    /// # Complexity
    /// O(m + n log n) time, O(n) space.
    pub(super) fn of(graph: &Graph, colors: &[u32]) -> Self {
        let mut leader_of = vec![NONE; graph.node_count()];
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
            let class = if leader == NONE || leader == node {
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

/// Joins nodes that are twins, among those with equal signatures that are in no class yet.
fn join(signatures: &[u64], leader_of: &mut [u32], are_twins: impl Fn(u32, u32) -> bool) {
    let mut nodes: Vec<u32> = (0..leader_of.len() as u32).filter(|&node| leader_of[node as usize] == NONE).collect();
    nodes.sort_unstable_by_key(|&node| (signatures[node as usize], node));
    for group in nodes.chunk_by(|&u, &v| signatures[u as usize] == signatures[v as usize]) {
        let leader = group[0];
        // A signature is a hash: those that are no twins of the first stay alone, which costs time but no correctness.
        for &node in group[1..].iter().filter(|&&node| are_twins(leader, node)) {
            leader_of[leader as usize] = leader;
            leader_of[node as usize] = leader;
        }
    }
}

fn signature(graph: &Graph, node: u32, color: u32) -> u64 {
    let start = scramble(u64::from(color) << 32);
    graph.neighbors(node).iter().fold(start, |sum, &neighbor| sum.wrapping_add(scramble(neighbor.into())))
}

fn same_but_for_each_other(graph: &Graph, u: u32, v: u32) -> bool {
    let without = |node: u32, other: u32| graph.neighbors(node).iter().filter(move |&&neighbor| neighbor != other);
    graph.neighbors(u).len() == graph.neighbors(v).len() && without(u, v).eq(without(v, u))
}

/// Steele, Lea and Flood's SplitMix64 finaliser: spreads the bits of small integers.
pub(super) fn scramble(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
