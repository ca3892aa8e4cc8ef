//! A graph with one node for all that have the same neighbours.

use faer::{ColMut, ColRef};

use super::super::twins::Twins;
use sgr_core::graph::Graph;

/// The quotient of an adjacency matrix by nodes with the same neighbours and weights.
///
/// # Formula
/// ```text
/// B_ij = a_ij √(c_i c_j)        c: sizes of the classes
/// ```
/// If B y = λ y then A x = λ x for x(v) = y(class of v) / √c, and the other eigenvectors of A, differences of nodes of one
/// class, belong to 0. So B has the nonzero eigenvalues of A, with the same multiplicities. In threads of discussions, two
/// thirds of the nodes disappear.
pub(super) struct Quotient {
    /// The class of each node, numbered by first members.
    pub(super) class_of_node: Vec<u32>,
    /// Nodes in each class.
    pub(super) sizes: Vec<u32>,
    /// The largest weighted degree of the graph: no eigenvalue has a larger magnitude.
    pub(super) largest_degree: f64,
    offsets: Vec<usize>,
    entries: Vec<(u32, f64)>,
}

impl Quotient {
    /// # Complexity
    /// O(m + n log n) time, O(m + n) space.
    pub(super) fn of(graph: &Graph) -> Self {
        let Twins { class_of_node, firsts, sizes } = Twins::non_adjacent(graph);
        let nodes = 0..graph.node_count() as u32;
        let largest_degree = nodes.map(|node| graph.weighted_degree(node)).fold(0.0, f64::max);
        let mut quotient = Self { class_of_node, sizes, largest_degree, offsets: vec![0], entries: vec![] };
        firsts.iter().for_each(|&node| quotient.push_row(graph, node, &firsts));
        quotient
    }

    fn push_row(&mut self, graph: &Graph, node: u32, firsts: &[u32]) {
        let class = |node: u32| self.class_of_node[node as usize];
        let size = |class: u32| f64::from(self.sizes[class as usize]);
        for (at, &other) in graph.neighbors(node).iter().enumerate() {
            // All members of a class are neighbours of the node, or none.
            if firsts[class(other) as usize] == other {
                let weight = graph.weights(node).map_or(1.0, |weights| weights[at]);
                let value = weight * (size(class(node)) * size(class(other))).sqrt();
                self.entries.push((class(other), value));
            }
        }
        self.offsets.push(self.entries.len());
    }

    /// product = B vector.
    pub(super) fn multiply(&self, vector: ColRef<'_, f64>, product: ColMut<'_, f64>) {
        for (row, product) in product.iter_mut().enumerate() {
            let entries = &self.entries[self.offsets[row]..self.offsets[row + 1]];
            *product = entries.iter().map(|&(column, value)| value * vector[column as usize]).sum();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_two_classes() {
        let star = Graph::from_edges(5, &[(1, 0), (1, 2), (1, 3), (1, 4)]).unwrap_or_else(|_| unreachable!());
        let quotient = Quotient::of(&star);
        assert_eq!((quotient.class_of_node, quotient.sizes), (vec![0, 1, 0, 0, 0], vec![4, 1]));
        assert_eq!((quotient.entries, quotient.largest_degree), (vec![(1, 2.0), (0, 2.0)], 4.0));
    }
}
