//! Nodes with the same neighbours, themselves included: cycles of dense graphs, class by class.

use pulp::{Arch, Simd, WithSimd};

use super::bit_rows::{common_bits, words};
use crate::graph::Graph;
use crate::numerics::equal_rows::{FirstNodes, NO_CLASS, is_first};
use crate::numerics::scramble;

/// The classes of nodes whose neighbours, each with itself, are the same: every class is a clique. Graphs that are made of
/// groups, such as the casts of films, have few classes.
///
/// The number of common neighbours of two nodes depends on their classes alone, so one comparison counts for all pairs of
/// members of two classes.
#[derive(Debug)]
pub(super) struct CliqueClasses {
    arch: Arch,
    /// The neighbours of each node and itself, a bit each.
    rows: Vec<u64>,
    signatures: Vec<u64>,
    firsts: FirstNodes,
    /// First member of the class of each node, or no class.
    leaders: Vec<u32>,
    classes: Vec<Class>,
    /// Class of each first member.
    numbers: Vec<u32>,
}

/// A class, and what is known of each of its members.
#[derive(Debug, Clone, Copy)]
struct Class {
    first: u32,
    members: u64,
    /// Twice the triangles at a member.
    corners: u64,
}

impl CliqueClasses {
    pub(super) fn new() -> Self {
        Self {
            arch: Arch::new(),
            rows: Vec::new(),
            signatures: Vec::new(),
            firsts: FirstNodes::default(),
            leaders: Vec::new(),
            classes: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// Whether it is worth looking for classes: the graph is dense, and its bits take no more memory than it does.
    pub(super) fn may_pay(graph: &Graph) -> bool {
        words(graph).saturating_mul(2 * graph.node_count()) <= graph.edge_count()
    }

    /// Finds the classes, and gives the steps that [`count`](Self::count) will take.
    ///
    /// # Complexity
    /// Expected O(m + n²/64) time, O(n²) bits.
    pub(super) fn find(&mut self, graph: &Graph) -> usize {
        let words = words(graph);
        self.sign(graph, words);
        let Self { rows, signatures, firsts, leaders, classes, numbers, .. } = self;
        let row = |node: u32| &rows[node as usize * words..][..words];
        leaders.clear();
        leaders.resize(graph.node_count(), NO_CLASS);
        firsts.join(0..graph.node_count() as u32, signatures, leaders, |one, other| row(one) == row(other));
        classes.clear();
        numbers.clear();
        for node in 0..graph.node_count() as u32 {
            if is_first(leaders, node) {
                numbers.push(classes.len() as u32);
                classes.push(Class { first: node, members: 1, corners: 0 });
            } else {
                let number = numbers[leaders[node as usize] as usize];
                numbers.push(number);
                classes[number as usize].members += 1;
            }
        }
        classes.len() * classes.len() / 2 * words
    }

    /// Writes the rows and a hash of each.
    fn sign(&mut self, graph: &Graph, words: usize) {
        self.rows.clear();
        self.rows.resize(graph.node_count() * words, 0);
        self.signatures.clear();
        for (node, row) in self.rows.chunks_exact_mut(words).enumerate() {
            row[node / 64] |= 1 << (node % 64);
            graph.neighbors(node as u32).iter().for_each(|&other| row[other as usize / 64] |= 1 << (other % 64));
            self.signatures.push(row.iter().fold(0, |hash, &word| scramble(hash ^ word)));
        }
    }

    /// Writes the number of triangles at each node of the graph whose classes were found, and gives the number of its squares.
    ///
    /// # Complexity
    /// O(n + c² n / 128) time for c classes.
    pub(super) fn count(&mut self, triangles: &mut [u64]) -> u64 {
        let words = self.rows.len() / triangles.len().max(1);
        let squares = self.arch.dispatch(Pairs { rows: &self.rows, words, classes: &mut self.classes });
        for (triangles, &number) in triangles.iter_mut().zip(&self.numbers) {
            // A triangle at a node has two edges there.
            *triangles = self.classes[number as usize].corners / 2;
        }
        squares
    }
}

/// All pairs of classes.
struct Pairs<'a> {
    rows: &'a [u64],
    words: usize,
    classes: &'a mut [Class],
}

impl WithSimd for Pairs<'_> {
    type Output = u64;

    /// The squares: pairs of common neighbours over pairs of nodes, each square from both its diagonals.
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> u64 {
        let Self { rows, words, classes } = self;
        let row_of = |class: &Class| &rows[class.first as usize * words..][..words];
        let mut twice = 0;
        for at in 0..classes.len() {
            let (before, after) = classes.split_at_mut(at);
            let class = &mut after[0];
            let row = row_of(class);
            if class.members > 1 {
                // All but the two themselves.
                let common = common_bits(row, row) - 2;
                class.corners += (class.members - 1) * common;
                twice += class.members * (class.members - 1) / 2 * pairs(common);
            }
            for other in before {
                let are_neighbors = row[other.first as usize / 64] >> (other.first % 64) & 1;
                // Neighbours are in the rows of each other.
                let common = common_bits(row, row_of(other)) - 2 * are_neighbors;
                twice += class.members * other.members * pairs(common);
                class.corners += are_neighbors * other.members * common;
                other.corners += are_neighbors * class.members * common;
            }
        }
        twice / 2
    }
}

#[inline(always)]
fn pairs(count: u64) -> u64 {
    count * count.saturating_sub(1) / 2
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::CliqueClasses;
    use crate::graph::{Graph, SmallCycles};
    use crate::numerics::scramble;

    /// Groups of nodes that know each other, nodes that know some groups, and some edges between any two nodes.
    fn grouped(nodes: u32, groups: u32, extra: u32, seed: u64) -> Graph {
        let random = |at: u32| scramble(seed ^ u64::from(at) << 20) as u32;
        let group = |node: u32| random(node) % groups;
        let pairs = (0..nodes).flat_map(|u| (0..u).map(move |v| (u, v)));
        let within = pairs.filter(|&(u, v)| group(u) == group(v) || (group(u) == 0 && group(v) % 2 == 1));
        let between = (0..extra).map(|at| (random(nodes + 2 * at) % nodes, random(nodes + 2 * at + 1) % nodes));
        Graph::from_edges(nodes as usize, &within.chain(between).collect::<Vec<_>>()).unwrap()
    }

    /// Triangles at each node and squares, by looking at all pairs of nodes.
    fn by_brute_force(graph: &Graph) -> (Vec<u64>, u64) {
        let nodes = graph.node_count() as u32;
        let common = |u, v| graph.neighbors(u).iter().filter(|at| graph.neighbors(v).contains(at)).count() as u64;
        let at = |u: u32| graph.neighbors(u).iter().map(|&v| common(u, v)).sum::<u64>() / 2;
        let pairs = (0..nodes).flat_map(|u| (0..u).map(move |v| (u, v)));
        let twice: u64 = pairs.map(|(u, v)| common(u, v) * common(u, v).saturating_sub(1) / 2).sum();
        ((0..nodes).map(at).collect(), twice / 2)
    }

    #[test]
    fn classes_count_what_pairs_of_nodes_count() {
        let (mut classes, mut cycles) = (CliqueClasses::new(), SmallCycles::new());
        let mut by_classes = 0;
        for (at, nodes) in [1, 2, 3, 20, 63, 64, 65, 130, 200].into_iter().enumerate() {
            for groups in [1, 2, 5, nodes] {
                for extra in [0, 3, nodes] {
                    let graph = grouped(nodes, groups, extra, at as u64);
                    let expected = by_brute_force(&graph);
                    let mut triangles = vec![0; nodes as usize];
                    classes.find(&graph);
                    let squares = classes.count(&mut triangles);
                    assert_eq!((triangles, squares), expected, "{nodes} nodes in {groups} groups, {extra} more edges");
                    let (triangles, squares) = cycles.triangles_and_squares(&graph);
                    assert_eq!((triangles, squares), (expected.0.as_slice(), expected.1));
                    by_classes += usize::from(CliqueClasses::may_pay(&graph));
                }
            }
        }
        assert!(by_classes > 20, "too few of the graphs are dense: {by_classes}");
    }
}
