use crate::graph::Graph;

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

/// No piece, or no position in one.
const NONE: usize = usize::MAX;

/// The connected components of a graph, and the position of each node in its own. The core of each starts with a node of
/// the most neighbours.
///
/// # Complexity
/// O(n + m) time and space.
pub(super) fn pieces(graph: &Graph) -> (Vec<Piece>, Vec<usize>) {
    let hanging = hanging_from_the_leaves(graph);
    let mut piece_of = vec![NONE; graph.node_count()];
    for &(node, ..) in &hanging {
        // Any number but NONE: the search below stays in the cores.
        piece_of[node as usize] = 0;
    }
    let mut positions = vec![NONE; graph.node_count()];
    let mut pieces = Vec::new();
    for root in 0..graph.node_count() as u32 {
        if piece_of[root as usize] == NONE {
            let core = connected_core(graph, root, pieces.len(), &mut piece_of);
            core.iter().enumerate().for_each(|(position, &node)| positions[node as usize] = position);
            pieces.push(Piece { core: core.len(), nodes: core, links: Vec::new() });
        }
    }
    for &(node, parent, weight) in hanging.iter().rev() {
        let piece = piece_of[parent as usize];
        piece_of[node as usize] = piece;
        let Piece { nodes, links, .. } = &mut pieces[piece];
        positions[node as usize] = nodes.len();
        nodes.push(node);
        links.push(Link { parent: positions[parent as usize], weight });
    }
    (pieces, positions)
}

/// Nodes with a single neighbour left, in the order they are taken away; each with that neighbour and the edge's weight.
fn hanging_from_the_leaves(graph: &Graph) -> Vec<(u32, u32, f64)> {
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
        hanging.push((leaf, parent, graph.weights(leaf).map_or(1.0, |weights| weights[at])));
        left[leaf as usize] = 0;
        left[parent as usize] -= 1;
        if left[parent as usize] == 1 {
            leaves.push(parent);
        }
    }
    hanging
}

/// The nodes reached from `root` through nodes of no piece yet, the one with the most neighbours first.
fn connected_core(graph: &Graph, root: u32, piece: usize, piece_of: &mut [usize]) -> Vec<u32> {
    let mut core = vec![root];
    piece_of[root as usize] = piece;
    let mut next = 0;
    while let Some(&node) = core.get(next) {
        next += 1;
        for &neighbor in graph.neighbors(node) {
            if piece_of[neighbor as usize] == NONE {
                piece_of[neighbor as usize] = piece;
                core.push(neighbor);
            }
        }
    }
    let greatest = (0..core.len()).max_by_key(|&at| graph.neighbors(core[at]).len()).unwrap_or(0);
    core.swap(0, greatest);
    core
}
