//! The search for an isomorphism.

use super::super::{Attributes, Graph};
use super::pair::Pair;

/// Entries of rows that a search may look at before it ends undecided: about a second. No pair of the nine collections of
/// the paper needs a thousandth of it.
const BUDGET: u64 = 1 << 28;

/// Whether two graphs are the same but for the numbering of their nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Isomorphism {
    /// A map of the nodes was found, and checked.
    Yes,
    /// No map exists.
    No,
    /// The search came to its limit of work: the graphs are hard to tell apart.
    Undecided,
}

/// A choice of the search: a node of the first graph, and the nodes of the second that it may be mapped to.
struct Choice {
    node: u32,
    images: Vec<u32>,
    mark: usize,
}

/// Decides whether two graphs are isomorphic, with all that they carry.
///
/// Colour refinement of both graphs at once; where cells remain whose nodes are told apart, a node of the smallest is
/// mapped to each node of the same cell of the other graph in turn: McKay 1981, "Practical Graph Isomorphism", for two
/// graphs instead of a canonical form.
///
/// ```
/// use sgr_core::graph::{Graph, Isomorphism, are_isomorphic};
/// let path = Graph::from_edges(3, &[(0, 1), (1, 2)])?;
/// let same = Graph::from_edges(3, &[(1, 0), (0, 2)])?;
/// assert_eq!(are_isomorphic(&path, &same), Isomorphism::Yes);
/// # Ok::<(), sgr_core::graph::GraphError>(())
/// ```
///
/// # Complexity
/// O((n + m) log n) time where refinement decides or no choice fails, as for forests; exponential for some families of regular graphs, hence
/// the limit of work. O(n + m) space, and O(n²) for the open choices at worst.
#[must_use]
pub fn are_isomorphic(one: &Graph, other: &Graph) -> Isomorphism {
    if one == other {
        return Isomorphism::Yes;
    }
    let carries = |graph: &Graph| {
        let width = graph.attributes().map(Attributes::width);
        (graph.node_labels().is_some(), graph.all_edge_labels().is_some(), width)
    };
    if one.edge_count() != other.edge_count() || carries(one) != carries(other) {
        return Isomorphism::No;
    }
    Pair::new([one, other]).map_or(Isomorphism::No, |pair| search(pair, BUDGET))
}

/// Depth first; a stack instead of recursion, since a graph can need as many choices as it has nodes.
pub(super) fn search(mut pair: Pair<'_>, budget: u64) -> Isomorphism {
    let mut choices: Vec<Choice> = Vec::new();
    let mut is_open = pair.refine();
    loop {
        if is_open {
            match pair.target() {
                None if pair.is_isomorphism() => return Isomorphism::Yes,
                None => {}
                Some(cell) => {
                    let (node, images) = (pair.nodes(0, cell)[0], pair.nodes(1, cell).to_vec());
                    choices.push(Choice { node, images, mark: pair.mark() });
                }
            }
        }
        let Some(choice) = choices.last_mut() else { return Isomorphism::No };
        pair.undo(choice.mark);
        let Some(image) = choice.images.pop() else {
            choices.pop();
            is_open = false;
            continue;
        };
        if pair.visited > budget {
            return Isomorphism::Undecided;
        }
        pair.map([choice.node, image]);
        is_open = pair.refine();
    }
}

/// Whether a map of nodes keeps edges, weights, labels and attributes.
pub(super) fn is_isomorphism(graphs: [&Graph; 2], image: &[u32]) -> bool {
    (0..image.len() as u32).all(|node| has_same_content(graphs, node, image[node as usize]))
        && (0..image.len() as u32).all(|node| has_same_row(graphs, node, image))
}

fn has_same_content([one, other]: [&Graph; 2], node: u32, image: u32) -> bool {
    let labels = |graph: &Graph, node: u32| graph.node_labels().map(|labels| labels[node as usize].clone());
    let bits = |graph: &Graph, node: u32| -> Vec<u64> {
        let numbers = graph.attributes().map_or(&[][..], |attributes| attributes.row(node));
        numbers.iter().map(|number| number.to_bits()).collect()
    };
    labels(one, node) == labels(other, image) && bits(one, node) == bits(other, image)
}

/// Whether the edges of a node are those of its image, with their weights and labels.
fn has_same_row([one, other]: [&Graph; 2], node: u32, image: &[u32]) -> bool {
    let target = image[node as usize];
    let neighbors = one.neighbors(node);
    if neighbors.len() != other.neighbors(target).len() {
        return false;
    }
    let weight = |graph: &Graph, node: u32, at: usize| graph.weights(node).map_or(1.0, |weights| weights[at]);
    let label = |graph: &Graph, node: u32, at: usize| graph.edge_labels(node).map(|labels| labels[at].clone());
    neighbors.iter().enumerate().all(|(at, &neighbor)| {
        other.neighbors(target).binary_search(&image[neighbor as usize]).is_ok_and(|there| {
            weight(one, node, at) == weight(other, target, there) && label(one, node, at) == label(other, target, there)
        })
    })
}
