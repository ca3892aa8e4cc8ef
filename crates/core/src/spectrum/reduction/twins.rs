//! Twins out, exactly: nodes that a random walk cannot tell apart contribute known eigenvalues.
//!
//! Two nodes `u`, `v` are twins if the walk leaves both for every third node `k` with the same probability:
//! `P_uk = P_vk` for all `k ∉ {u, v}`, where `P_uk = a_uk / d_u`. Then `√d_v e_u − √d_u e_v` is an eigenvector of
//! `D^(−1/2) A D^(−1/2)` for `μ = P_uu − P_vu`, and a class of `c` twins contributes the Laplacian eigenvalue
//! `1 − P_uu + P_vu` exactly `c − 1` times:
//!
//! - not adjacent, no loops (false twins, e.g. the leaves of a star): 1;
//! - adjacent, unweighted, degree d (true twins, e.g. members of a clique): 1 + 1/d.
//!
//! What remains is the graph of the classes with summed weights, degrees and loops, whose Laplacian has the other
//! eigenvalues. It can have twins again (the classes of a complete multipartite graph), so the step is repeated until
//! nothing changes. The relation is an equivalence, and adjacent and non-adjacent twins never share a class (the proof is
//! in `numerics::equal_rows`).

use crate::numerics::equal_rows::{FirstNodes, NO_CLASS, is_first};
use crate::numerics::scramble;
use crate::spectrum::matrix::graph_view::GraphView;
use crate::spectrum::matrix::quotient_graph::QuotientGraph;
use crate::spectrum::reduction::components::SMALLEST_NONZERO;

/// The smallest positive number, 2^−1074.
const SMALLEST_WEIGHT: f64 = f64::from_bits(1);

/// An eigenvalue with its multiplicity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Atom {
    pub(crate) eigenvalue: f64,
    pub(crate) multiplicity: usize,
}

/// Buffers of the reduction, kept from graph to graph.
#[derive(Debug, Default)]
pub(crate) struct TwinReduction {
    /// A fixed pseudo-random number per node.
    keys: Vec<u64>,
    /// Additive hash of each row: equal for rows that are equal.
    signatures: Vec<u64>,
    /// Additive hash of the neighbours of each node and the node itself: equal for true twins.
    closed: Vec<u64>,
    firsts: FirstNodes,
    /// Nodes that are in no class yet.
    candidates: Vec<u32>,
    /// First member of the class of each node.
    leaders: Vec<u32>,
    classes: Vec<u32>,
    class_degrees: Vec<f64>,
    /// Number of members of each class.
    class_sizes: Vec<u32>,
    /// Sum of the weights between the first member of each class and the others.
    inside: Vec<f64>,
    /// Sums of a row over the classes, zero between rows.
    sums: Vec<f64>,
    front: QuotientGraph,
    back: QuotientGraph,
}

impl TwinReduction {
    /// Merges twins until there are none. Adds what they contribute to `atoms` and gives the rest.
    ///
    /// # Complexity
    /// Expected O(m) time for each pass; a pass that changes anything shrinks the graph. One or two passes are the rule.
    pub(crate) fn reduce<'a>(&'a mut self, rows: GraphView<'a>, atoms: &mut Vec<Atom>) -> GraphView<'a> {
        if !self.pass(rows, atoms) {
            return rows;
        }
        let mut changed = true;
        while changed {
            std::mem::swap(&mut self.front, &mut self.back);
            let front = std::mem::take(&mut self.front);
            changed = self.pass(GraphView::of_quotient(&front), atoms);
            self.front = front;
        }
        GraphView::of_quotient(&self.front)
    }

    /// One pass: finds the classes and, if there are fewer than nodes, writes the graph of the classes to `back`.
    fn pass(&mut self, rows: GraphView<'_>, atoms: &mut Vec<Atom>) -> bool {
        self.sign(rows);
        self.leaders.clear();
        self.leaders.resize(rows.node_count(), NO_CLASS);
        let merged = self.find_false_twins(rows) + self.find_true_twins(rows);
        if merged == 0 {
            return false;
        }
        self.number_classes(rows, atoms);
        if rows.is_plain() {
            self.lump_plain(rows)
        } else {
            self.lump(rows)
        }
        true
    }

    fn sign(&mut self, rows: GraphView<'_>) {
        while self.keys.len() < rows.node_count() {
            self.keys.push(scramble(self.keys.len() as u64));
        }
        let keys = &self.keys[..rows.node_count()];
        self.signatures.clear();
        self.closed.clear();
        for (node, &key) in (0..).zip(keys) {
            let columns = rows.columns(node);
            let neighbors = columns.iter().fold(0u64, |sum, &column| sum.wrapping_add(keys[column as usize]));
            self.closed.push(neighbors.wrapping_add(key));
            // Without weights the neighbours tell the probabilities.
            self.signatures.push(if rows.is_plain() { neighbors } else { weighted_signature(rows, node, keys) });
        }
    }

    /// Classes of nodes with the same row. Gives the number of nodes that joined one.
    fn find_false_twins(&mut self, rows: GraphView<'_>) -> usize {
        let candidates = (0..rows.node_count() as u32).filter(|&node| !rows.columns(node).is_empty());
        // The signature is a hash: only equal rows make twins.
        self.firsts.join(candidates, &self.signatures, &mut self.leaders, |u, v| same_outside(rows, u, v))
    }

    /// Classes of adjacent nodes with the same row but for each other, among the nodes that are in no class yet.
    fn find_true_twins(&mut self, rows: GraphView<'_>) -> usize {
        let Self { leaders, candidates, closed, firsts, .. } = self;
        candidates.clear();
        candidates.extend((0..).zip(leaders.iter()).filter(|(_, leader)| **leader == NO_CLASS).map(|(node, _)| node));
        // Equal sums are of equal sets, each of which contains both nodes: the nodes are adjacent.
        firsts.join(candidates.iter().copied(), closed, leaders, |u, v| same_outside(rows, u, v))
    }

    /// Numbers the classes in the order of their first members, and records what the twins contribute.
    fn number_classes(&mut self, rows: GraphView<'_>, atoms: &mut Vec<Atom>) {
        let Self { closed, leaders, classes, class_degrees, class_sizes, inside, .. } = self;
        classes.clear();
        class_degrees.clear();
        class_sizes.clear();
        inside.clear();
        for node in 0..rows.node_count() as u32 {
            if is_first(leaders, node) {
                classes.push(class_degrees.len() as u32);
                class_degrees.push(rows.degree(node));
                class_sizes.push(1);
                inside.push(0.0);
                continue;
            }
            let leader = leaders[node as usize];
            let class = classes[leader as usize];
            classes.push(class);
            class_degrees[class as usize] += rows.degree(node);
            class_sizes[class as usize] += 1;
            let is_adjacent = closed[node as usize] == closed[leader as usize];
            let between = match is_adjacent {
                true if rows.is_plain() => 1.0,
                true => rows.weight_between(node, leader),
                false => 0.0,
            };
            inside[class as usize] += between;
            let eigenvalue = 1.0 - rows.loop_weight(leader) / rows.degree(leader) + between / rows.degree(node);
            let eigenvalue = eigenvalue.max(SMALLEST_NONZERO);
            match atoms.last_mut() {
                Some(last) if last.eigenvalue == eigenvalue => last.multiplicity += 1,
                _ => atoms.push(Atom { eigenvalue, multiplicity: 1 }),
            }
        }
    }

    /// Writes the graph of the classes of a graph without weights to `back`. A node has all members of another class as
    /// neighbours, or none, so the weight between two classes is the product of their sizes: exact in integers.
    fn lump_plain(&mut self, rows: GraphView<'_>) {
        let Self { leaders, classes, class_degrees, class_sizes, inside, back, .. } = self;
        back.clear();
        for node in (0..rows.node_count() as u32).filter(|&node| is_first(leaders, node)) {
            let class = classes[node as usize] as usize;
            let size = f64::from(class_sizes[class]);
            for &column in rows.columns(node).iter().filter(|&&column| is_first(leaders, column)) {
                let other = classes[column as usize];
                back.push_entry(other, size * f64::from(class_sizes[other as usize]));
            }
            back.end_row(size * inside[class], class_degrees[class]);
        }
    }

    /// Writes the graph of the classes to `back`: weights between classes are sums over their members.
    ///
    /// The members of a class have proportional rows, so the leader's row times (degree of the class / degree of the
    /// leader) is the sum.
    fn lump(&mut self, rows: GraphView<'_>) {
        self.back.clear();
        self.sums.clear();
        self.sums.resize(self.class_degrees.len(), 0.0);
        for node in 0..rows.node_count() as u32 {
            if !is_first(&self.leaders, node) {
                continue;
            }
            let class = self.classes[node as usize];
            let degree = self.class_degrees[class as usize];
            let leader_degree = rows.degree(node);
            // Multiplied first: a ratio such as 5/3 would round where the product does not. Unless weights are so extreme
            // that the product leaves the range of numbers.
            let scaled = |sum: f64| match sum * degree {
                _ if sum == 0.0 || degree == leader_degree => sum,
                product if product.is_normal() => product / leader_degree,
                // The probability of a step, at most 1: the ratio of the degrees could overflow. An edge stays one: a
                // weight of zero would disconnect the graph.
                _ => (sum / leader_degree * degree).max(SMALLEST_WEIGHT),
            };
            for (column, weight) in rows.entries(node) {
                self.sums[self.classes[column as usize] as usize] += weight;
            }
            self.sums[class as usize] = 0.0;
            let inside = self.inside[class as usize];
            // A row that meets a class meets its first member first, and classes are numbered by first members: so the
            // new row comes out ascending. Later members find the sum already taken.
            for (column, _) in rows.entries(node) {
                let other = self.classes[column as usize];
                let sum = std::mem::take(&mut self.sums[other as usize]);
                if sum != 0.0 {
                    self.back.push_entry(other, scaled(sum));
                }
            }
            self.back.end_row(scaled(inside + rows.loop_weight(node)), degree);
        }
    }
}

/// Additive hash of the probabilities of a row.
fn weighted_signature(rows: GraphView<'_>, node: u32, keys: &[u64]) -> u64 {
    let degree = rows.degree(node);
    rows.entries(node)
        .fold(0u64, |sum, (column, weight)| sum.wrapping_add(keys[column as usize].wrapping_mul(code(weight / degree))))
}

/// Whether the walk leaves `u` and `v` for every third node with the same probabilities.
fn same_outside(rows: GraphView<'_>, u: u32, v: u32) -> bool {
    if rows.columns(u).len() != rows.columns(v).len() {
        return false;
    }
    if rows.is_plain() {
        return same_columns_outside(rows.columns(u), rows.columns(v), u, v);
    }
    let probabilities = |node: u32, other: u32| {
        let degree = rows.degree(node);
        rows.entries(node)
            .filter(move |&(column, _)| column != other)
            .map(move |(column, weight)| (column, weight / degree))
    };
    probabilities(u, v).eq(probabilities(v, u))
}

/// Whether two rows of the same length, of `u` and of `v`, have the same columns besides `u` and `v`.
fn same_columns_outside(of_u: &[u32], of_v: &[u32], u: u32, v: u32) -> bool {
    match (of_u.binary_search(&v), of_v.binary_search(&u)) {
        (Err(_), Err(_)) => of_u == of_v,
        (Ok(one), Ok(other)) => {
            // Between the two places the columns are shifted by one.
            let (first, last) = (one.min(other), one.max(other));
            let (shifted_u, shifted_v) = match one < other {
                true => (&of_u[first + 1..=last], &of_v[first..last]),
                false => (&of_u[first..last], &of_v[first + 1..=last]),
            };
            of_u[..first] == of_v[..first] && shifted_u == shifted_v && of_u[last + 1..] == of_v[last + 1..]
        }
        _ => false,
    }
}

/// An odd number for a probability, so that multiplying by it loses nothing.
fn code(probability: f64) -> u64 {
    scramble(probability.to_bits()) | 1
}

#[cfg(test)]
mod tests {
    use super::same_columns_outside;

    #[test]
    fn columns_are_compared_without_the_two_nodes() {
        // Not adjacent; adjacent with the other node before, among and behind the common neighbours.
        assert!(same_columns_outside(&[2, 5], &[2, 5], 3, 4));
        assert!(!same_columns_outside(&[2, 5], &[2, 6], 3, 4));
        for (u, v) in [(1, 2), (1, 9), (4, 5), (4, 9), (8, 9)] {
            let common = [0, 3, 6, 7];
            let row = |other: u32| {
                let mut row: Vec<u32> = common.iter().copied().chain([other]).collect();
                row.sort_unstable();
                row
            };
            assert!(same_columns_outside(&row(v), &row(u), u, v), "{u}, {v}");
            assert!(same_columns_outside(&row(u), &row(v), v, u), "{v}, {u}");
            for place in (0..5).filter(|&place| row(v)[place] != v) {
                let mut other = row(v);
                other[place] += 100;
                other.sort_unstable();
                assert!(!same_columns_outside(&other, &row(u), u, v), "{other:?}, {u}, {v}");
            }
        }
        // An edge that only one row has.
        assert!(!same_columns_outside(&[1, 2], &[0, 2], 0, 3));
    }
}
