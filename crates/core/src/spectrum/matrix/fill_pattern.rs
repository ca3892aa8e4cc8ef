//! An order of elimination with little fill, and the entries that it leaves, for components that are nearly trees.

use std::collections::VecDeque;

use crate::spectrum::matrix::graph_view::GraphView;

/// The pattern of the triangular factor of a connected component, in an order of minimum degree.
///
/// [`MinimumDegree`](crate::numerics::MinimumDegree) is for large matrices; this one takes little more time than reading the
/// edges of a graph that is nearly a tree, and has the fill at hand.
#[derive(Debug, Default)]
pub(crate) struct FillPattern {
    order: Vec<u32>,
    /// Start of each column in `rows`, in the order of elimination, and the end of the last.
    starts: Vec<usize>,
    rows: Vec<u32>,
    multiplications: usize,
    neighbors: Vec<Vec<u32>>,
    /// Number of neighbours that are not eliminated; [`ELIMINATED`] for an eliminated node.
    degrees: Vec<u32>,
    /// Marks of [`join`](Self::join); in the end, the column of each node.
    seen: Vec<u32>,
    /// Nodes by degree, first in first out: neighbouring columns then seldom wait for each other's division. A node whose
    /// degree has changed is also in the list of its new degree.
    by_degree: Vec<VecDeque<u32>>,
}

/// Degree of an eliminated node.
const ELIMINATED: u32 = u32::MAX;

impl FillPattern {
    /// Eliminates the nodes of a connected component, by position in `nodes`, those with the fewest neighbours first.
    /// Returns the number of multiplications of one numerical elimination, or `None` as soon as it exceeds `limit`.
    ///
    /// Rose 1972, "A Graph-Theoretic Study of the Numerical Solution of Sparse Positive Definite Systems of Linear
    /// Equations".
    ///
    /// # Complexity
    /// O(m + `limit`) time and space for m edges.
    pub(crate) fn find(
        &mut self,
        rows: GraphView<'_>,
        nodes: &[u32],
        positions: &[u32],
        limit: usize,
    ) -> Option<usize> {
        self.load(rows, nodes, positions);
        let mut degree = 0;
        while self.order.len() < nodes.len() {
            let Some(node) = self.by_degree.get_mut(degree)?.pop_front() else {
                degree += 1;
                continue;
            };
            if self.degrees[node as usize] != degree as u32 {
                continue;
            }
            // The last nodes may be a clique. Whether it is within the limit is known before any fill.
            let is_clique = degree + 1 == nodes.len() - self.order.len();
            let columns = if is_clique { 1..=degree } else { degree..=degree };
            if self.multiplications + columns.map(column_multiplications).sum::<usize>() > limit {
                return None;
            }
            if is_clique {
                self.eliminate_clique(node);
                break;
            }
            self.eliminate(node);
            degree = degree.saturating_sub(1);
        }
        self.number_rows();
        Some(self.multiplications)
    }

    /// Position of the node of each column, in the order of elimination.
    pub(crate) fn order(&self) -> &[u32] {
        &self.order
    }

    /// The column of each node, by position.
    pub(crate) fn columns(&self) -> &[u32] {
        &self.seen
    }

    /// The later columns that the elimination of a column touches, ascending.
    pub(crate) fn touched(&self, column: usize) -> &[u32] {
        &self.rows[self.starts[column]..self.starts[column + 1]]
    }

    fn load(&mut self, rows: GraphView<'_>, nodes: &[u32], positions: &[u32]) {
        let size = nodes.len();
        self.order.clear();
        self.rows.clear();
        self.starts.clear();
        self.starts.push(0);
        self.multiplications = 0;
        self.seen.clear();
        self.seen.resize(size, u32::MAX);
        self.degrees.clear();
        self.by_degree.iter_mut().for_each(VecDeque::clear);
        if self.by_degree.len() < size {
            self.by_degree.resize_with(size, VecDeque::new);
        }
        if self.neighbors.len() < size {
            self.neighbors.resize_with(size, Vec::new);
        }
        for (at, &node) in nodes.iter().enumerate() {
            let neighbors = &mut self.neighbors[at];
            neighbors.clear();
            neighbors.extend(rows.columns(node).iter().map(|&other| positions[other as usize]));
            self.degrees.push(neighbors.len() as u32);
            self.by_degree[neighbors.len()].push_back(at as u32);
        }
    }

    /// Eliminates a node: its neighbours become a clique.
    fn eliminate(&mut self, node: u32) {
        let start = self.rows.len();
        let Self { degrees, neighbors, rows, .. } = self;
        rows.extend(neighbors[node as usize].iter().filter(|&&other| degrees[other as usize] != ELIMINATED));
        let touched = self.end_column(node, start);
        for at in start..self.rows.len() {
            let row = self.rows[at];
            if touched > 1 {
                self.join(row, start);
            }
            self.degrees[row as usize] -= 1;
            self.by_degree[self.degrees[row as usize] as usize].push_back(row);
        }
    }

    /// Makes the rows from `start` on neighbours of one of them.
    fn join(&mut self, row: u32, start: usize) {
        let Self { rows, neighbors, degrees, seen, .. } = self;
        let own = &mut neighbors[row as usize];
        own.retain(|&other| degrees[other as usize] != ELIMINATED);
        for &other in own.iter() {
            seen[other as usize] = row;
        }
        seen[row as usize] = row;
        let before = own.len();
        own.extend(rows[start..].iter().filter(|&&other| seen[other as usize] != row));
        degrees[row as usize] += (own.len() - before) as u32;
        for &other in own.iter() {
            seen[other as usize] = u32::MAX;
        }
        seen[row as usize] = u32::MAX;
    }

    /// Eliminates all nodes that are left, which are neighbours of each other: `first` and its neighbours.
    fn eliminate_clique(&mut self, first: u32) {
        let mut left: Vec<u32> = vec![first];
        let Self { degrees, neighbors, .. } = self;
        left.extend(neighbors[first as usize].iter().filter(|&&other| degrees[other as usize] != ELIMINATED));
        for at in 0..left.len() {
            let start = self.rows.len();
            self.rows.extend_from_slice(&left[at + 1..]);
            self.end_column(left[at], start);
        }
    }

    /// Replaces the nodes in each column by their columns.
    fn number_rows(&mut self) {
        for (column, &node) in (0..).zip(&self.order) {
            self.seen[node as usize] = column;
        }
        self.rows.iter_mut().for_each(|row| *row = self.seen[*row as usize]);
        for range in self.starts.windows(2) {
            self.rows[range[0]..range[1]].sort_unstable();
        }
    }

    /// Ends the column of a node, whose rows begin at `start`. Returns the number of rows.
    fn end_column(&mut self, node: u32, start: usize) -> usize {
        let touched = self.rows.len() - start;
        self.order.push(node);
        self.starts.push(self.rows.len());
        self.degrees[node as usize] = ELIMINATED;
        self.multiplications += column_multiplications(touched);
        touched
    }
}

/// Multiplications of the elimination of a column with this number of entries below the pivot.
fn column_multiplications(entries: usize) -> usize {
    entries * (entries + 3) / 2
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{FillPattern, GraphView};
    use crate::graph::Graph;
    use crate::spectrum::matrix::graph_view::fill_degrees;

    fn pattern_of(nodes: u32, edges: &[(u32, u32)], limit: usize) -> (FillPattern, Option<usize>) {
        let graph = Graph::from_edges(nodes as usize, edges).unwrap();
        let (mut degrees, mut pattern) = (Vec::new(), FillPattern::default());
        fill_degrees(&graph, &mut degrees);
        let nodes: Vec<u32> = (0..nodes).collect();
        let found = pattern.find(GraphView::of_graph(&graph, &degrees), &nodes, &nodes, limit);
        (pattern, found)
    }

    #[test]
    fn a_tree_has_one_entry_in_every_column_but_the_last() {
        let (pattern, multiplications) = pattern_of(7, &[(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (5, 6)], 100);
        assert_eq!(multiplications, Some(12));
        let entries: Vec<usize> = (0..7).map(|column| pattern.touched(column).len()).collect();
        assert_eq!(entries, [1, 1, 1, 1, 1, 1, 0]);
    }

    /// The definition, node by node: the later columns that a path of earlier nodes leads to.
    #[test]
    fn columns_are_those_of_the_definition() {
        let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5), (1, 4), (2, 6), (6, 7), (5, 7), (7, 8), (3, 8)];
        let (pattern, _) = pattern_of(9, &edges, usize::MAX);
        let columns = pattern.columns();
        for column in 0..9u32 {
            let mut reached = vec![column];
            let mut later = Vec::new();
            let mut next = 0;
            while let Some(&at) = reached.get(next) {
                next += 1;
                for &(from, to) in &edges {
                    let (from, to) = (columns[from as usize], columns[to as usize]);
                    let other = if from == at {
                        to
                    } else if to == at {
                        from
                    } else {
                        continue;
                    };
                    if other > column && !later.contains(&other) {
                        later.push(other);
                    } else if other < column && !reached.contains(&other) {
                        reached.push(other);
                    }
                }
            }
            later.sort_unstable();
            assert_eq!(pattern.touched(column as usize), later, "column {column}");
        }
    }

    #[test]
    fn the_search_ends_at_the_limit() {
        let complete: Vec<(u32, u32)> = (0..8).flat_map(|u| (0..u).map(move |v| (v, u))).collect();
        let (_, multiplications) = pattern_of(8, &complete, usize::MAX);
        let count = multiplications.unwrap();
        assert_eq!(pattern_of(8, &complete, count).1, Some(count));
        assert_eq!(pattern_of(8, &complete, count - 1).1, None);
    }
}
