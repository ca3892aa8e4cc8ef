//! Trees that hang on the core of a graph.

use sgr_core::graph::Graph;

/// A connected component: a core, and trees that hang on it.
///
/// The core is what remains after taking away nodes with a single neighbour again and again; of a tree, one node. Most nodes
/// of a discussion on Reddit hang.
#[derive(Debug)]
pub(super) struct Piece {
    /// The nodes of the core, and then those of the trees, each after its parent.
    pub(super) nodes: Vec<u32>,
    /// How many of them are the core.
    pub(super) core: usize,
    /// For each node after the core, where its parent is among `nodes`, and the weight of the edge to it.
    pub(super) links: Vec<Link>,
}

/// The edge from a node of a tree towards the core.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    /// Position of the parent.
    pub(super) parent: usize,
    /// Weight of the edge.
    pub(super) weight: f64,
}

/// A node outside the cores, the neighbour it hangs on, and the weight of the edge between them.
struct Hanging {
    node: u32,
    parent: u32,
    weight: f64,
}

/// Instead of a position: a node of a core that was not reached yet, or one that hangs.
const UNSEEN: usize = usize::MAX;
const HANGING: usize = usize::MAX - 1;

/// The connected components of a graph, and the position of each node in its own. The core of each starts with a node of
/// the most neighbours; nodes on the same parent follow each other.
///
/// # Complexity
/// O(n log n + m) time, O(n) space.
pub(super) fn pieces(graph: &Graph) -> (Vec<Piece>, Vec<usize>) {
    let mut hanging = hanging_nodes(graph);
    hanging.sort_unstable_by_key(|node| (node.parent, node.node));
    let mut positions = vec![UNSEEN; graph.node_count()];
    for node in &hanging {
        positions[node.node as usize] = HANGING;
    }
    let mut pieces = Vec::new();
    for root in 0..graph.node_count() as u32 {
        if positions[root as usize] == UNSEEN {
            let nodes = connected_core(graph, root, &mut positions);
            let mut piece = Piece { core: nodes.len(), nodes, links: Vec::new() };
            hang_trees(&mut piece, &hanging, &mut positions);
            pieces.push(piece);
        }
    }
    (pieces, positions)
}

/// Appends the trees to a piece that has its core, parents first.
fn hang_trees(piece: &mut Piece, hanging: &[Hanging], positions: &mut [usize]) {
    let mut parent = 0;
    while let Some(&node) = piece.nodes.get(parent) {
        let first = hanging.partition_point(|other| other.parent < node);
        for child in hanging[first..].iter().take_while(|other| other.parent == node) {
            positions[child.node as usize] = piece.nodes.len();
            piece.nodes.push(child.node);
            piece.links.push(Link { parent, weight: child.weight });
        }
        parent += 1;
    }
}

/// All nodes outside the cores.
fn hanging_nodes(graph: &Graph) -> Vec<Hanging> {
    let mut left: Vec<usize> = graph.offsets().windows(2).map(|row| row[1] - row[0]).collect();
    let mut leaves: Vec<u32> = (0..left.len() as u32).filter(|&node| left[node as usize] == 1).collect();
    let mut hanging = Vec::new();
    while let Some(leaf) = leaves.pop() {
        // The last node of a tree was a leaf once, but has lost its neighbour: it stays, as the core.
        if left[leaf as usize] != 1 {
            continue;
        }
        let still_there = |&(_, &neighbor): &(usize, &u32)| left[neighbor as usize] > 0;
        let Some((at, &parent)) = graph.neighbors(leaf).iter().enumerate().find(still_there) else { continue };
        hanging.push(Hanging { parent, node: leaf, weight: graph.weights(leaf).map_or(1.0, |weights| weights[at]) });
        left[leaf as usize] = 0;
        left[parent as usize] -= 1;
        if left[parent as usize] == 1 {
            leaves.push(parent);
        }
    }
    hanging
}

/// The nodes of the core that `root` belongs to, the one with the most neighbours first.
fn connected_core(graph: &Graph, root: u32, positions: &mut [usize]) -> Vec<u32> {
    let mut core = vec![root];
    positions[root as usize] = 0;
    let mut next = 0;
    while let Some(&node) = core.get(next) {
        next += 1;
        for &neighbor in graph.neighbors(node) {
            if positions[neighbor as usize] == UNSEEN {
                positions[neighbor as usize] = core.len();
                core.push(neighbor);
            }
        }
    }
    let greatest = (0..core.len()).max_by_key(|&at| graph.neighbors(core[at]).len()).unwrap_or(0);
    core.swap(0, greatest);
    positions[core[0] as usize] = 0;
    positions[core[greatest] as usize] = greatest;
    core
}
