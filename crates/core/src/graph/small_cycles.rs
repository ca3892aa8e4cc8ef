//! Counts of triangles and squares.

use super::bit_rows::BitRows;
use super::clique_classes::CliqueClasses;
use super::degree_order::DegreeOrder;
use crate::graph::Graph;

/// Counts triangles and squares; buffers kept from graph to graph.
///
/// Three ways to the same integers: along edges in the order of degrees, or, in dense graphs, by common bits of rows, of
/// nodes or of classes of nodes with the same neighbours. Each graph takes the way with fewer steps.
///
/// Chiba & Nishizeki 1985, "Arboricity and Subgraph Listing Algorithms": Σ over edges of the smaller degree of the two
/// ends is at most 2 · arboricity · m, and the arboricity at most √m. A star takes m steps.
#[derive(Debug)]
pub struct SmallCycles {
    order: DegreeOrder,
    bits: BitRows,
    classes: CliqueClasses,
    /// For each rank or node, zero between two uses: whether it is a neighbour, or ways to reach it.
    marks: Vec<u32>,
    triangles: Vec<u64>,
}

impl Default for SmallCycles {
    fn default() -> Self {
        Self::new()
    }
}

impl SmallCycles {
    /// With empty buffers.
    #[must_use]
    pub fn new() -> Self {
        let (order, bits, classes) = (DegreeOrder::default(), BitRows::new(), CliqueClasses::new());
        Self { order, bits, classes, marks: vec![], triangles: vec![] }
    }

    /// Number of triangles at each node, and number of [`squares`](Self::squares): for less than both of them alone.
    ///
    /// # Complexity
    /// O(m · arboricity) time; O(n + m) space.
    pub fn triangles_and_squares(&mut self, graph: &Graph) -> (&[u64], u64) {
        let is_by_classes = CliqueClasses::may_pay(graph) && {
            let steps = self.classes.find(graph);
            // An edge takes a step at least.
            steps <= graph.edge_count() || steps <= steps_along_edges(graph)
        };
        if is_by_classes {
            self.triangles.clear();
            self.triangles.resize(graph.node_count(), 0);
            let squares = self.classes.count(&mut self.triangles);
            return (&self.triangles, squares);
        }
        let squares = self.squares(graph);
        (self.triangles(graph), squares)
    }

    /// Number of triangles at each node.
    ///
    /// # Complexity
    /// O(m · arboricity) time; O(n + m) space.
    pub fn triangles(&mut self, graph: &Graph) -> &[u64] {
        self.triangles.clear();
        self.triangles.resize(graph.node_count(), 0);
        if BitRows::pays(graph, graph.edge_count(), || steps_along_edges(graph)) {
            let triangles = &mut self.triangles;
            self.bits.common_neighbors(graph, |node, other, common| {
                triangles[node as usize] += common;
                triangles[other as usize] += common;
            });
            // A triangle at a node has two edges there.
            triangles.iter_mut().for_each(|twice| *twice /= 2);
        } else {
            self.triangles_along_edges(graph);
        }
        &self.triangles
    }

    /// Calls `visit` with the ends of each edge and the number of their common neighbours: the triangles over that edge.
    ///
    /// # Complexity
    /// O(m · arboricity) time; O(n + m) space.
    pub fn common_neighbors(&mut self, graph: &Graph, visit: impl FnMut(u32, u32, u64)) {
        if BitRows::pays(graph, graph.edge_count(), || steps_along_edges(graph)) {
            self.bits.common_neighbors(graph, visit);
        } else {
            self.common_neighbors_along_edges(graph, visit);
        }
    }

    /// Number of cycles of four nodes, with chords or without. Each belongs to two pairs of opposite edges, and two edges
    /// are opposite in at most two: there are at most m²/2, which a u64 holds for as many edges as a graph may have.
    ///
    /// # Complexity
    /// O(m · arboricity) time; O(n + m) space.
    pub fn squares(&mut self, graph: &Graph) -> u64 {
        let pairs = graph.node_count() * graph.node_count().saturating_sub(1) / 2;
        if BitRows::pays(graph, pairs, || steps_along_edges(graph)) {
            self.bits.squares(graph)
        } else {
            self.squares_along_edges(graph)
        }
    }

    /// Each triangle from its highest node, by two lower neighbours that are neighbours.
    fn triangles_along_edges(&mut self, graph: &Graph) {
        let Self { order, marks, triangles, .. } = self;
        order.arrange(graph);
        marks.resize(marks.len().max(graph.node_count()), 0);
        let node = |rank: u32| order.nodes()[rank as usize] as usize;
        for top in 0..graph.node_count() as u32 {
            order.below(top, top).for_each(|lower| marks[lower as usize] = 1);
            for middle in order.below(top, top) {
                for bottom in order.below(middle, middle) {
                    if marks[bottom as usize] != 0 {
                        triangles[node(top)] += 1;
                        triangles[node(middle)] += 1;
                        triangles[node(bottom)] += 1;
                    }
                }
            }
            order.below(top, top).for_each(|lower| marks[lower as usize] = 0);
        }
    }

    /// From the end with more neighbours, which are marked, over those of the other end.
    fn common_neighbors_along_edges(&mut self, graph: &Graph, mut visit: impl FnMut(u32, u32, u64)) {
        let marks = &mut self.marks;
        marks.resize(marks.len().max(graph.node_count()), 0);
        let rank = |node: u32| (graph.neighbors(node).len(), node);
        for node in 0..graph.node_count() as u32 {
            let neighbors = graph.neighbors(node);
            neighbors.iter().for_each(|&neighbor| marks[neighbor as usize] = 1);
            for &other in neighbors.iter().filter(|&&other| rank(other) < rank(node)) {
                let common: u32 = graph.neighbors(other).iter().map(|&third| marks[third as usize]).sum();
                visit(node, other, u64::from(common));
            }
            neighbors.iter().for_each(|&neighbor| marks[neighbor as usize] = 0);
        }
    }

    /// Each square from its highest node: two ways over lower neighbours to the node opposite.
    fn squares_along_edges(&mut self, graph: &Graph) -> u64 {
        let Self { order, marks, .. } = self;
        order.arrange(graph);
        marks.resize(marks.len().max(graph.node_count()), 0);
        let mut squares = 0;
        for top in 0..graph.node_count() as u32 {
            for middle in order.below(top, top) {
                for opposite in order.below(middle, top) {
                    let ways = &mut marks[opposite as usize];
                    squares += u64::from(*ways);
                    *ways += 1;
                }
            }
            for middle in order.below(top, top) {
                order.below(middle, top).for_each(|opposite| marks[opposite as usize] = 0);
            }
        }
        squares
    }
}

/// Σ over edges of the smaller degree of the two ends: what either count takes at most.
fn steps_along_edges(graph: &Graph) -> usize {
    let degree = |node: u32| graph.neighbors(node).len();
    let smaller = |node: u32| graph.neighbors(node).iter().map(move |&other| degree(node).min(degree(other)));
    (0..graph.node_count() as u32).flat_map(smaller).sum::<usize>() / 2
}
