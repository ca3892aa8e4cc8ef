//! The graph of the classes of twins, in the order of elimination.

mod class_rows;
mod fill_pattern;
mod twin_classes;

use self::class_rows::ClassRows;
use self::fill_pattern::FillPattern;
use self::twin_classes::TwinClasses;
use sgr_core::graph::Graph;
use sgr_core::numerics::MinimumDegree;

/// The graph of the classes of twins, numbered in the order in which they are eliminated.
///
/// Features of twins are equal, so the solution X of `(L + ηI) X = U` is too, and the equations of a class can be added
/// up to one. With m_i members in class i, each joined to all members of a neighbouring class:
/// ```text
/// (η m_i + Σ_j m_i m_j) x_i − Σ_j m_i m_j x_j = m_i u_i        j: the neighbouring classes
/// ```
/// a Laplacian with edge weights `m_i m_j` (edges inside a class cancel), and `UᵀX = Σ_i m_i u_i x_iᵀ`.
#[derive(Debug)]
pub(super) struct ReducedGraph {
    /// Class of each node of the original graph.
    of_node: Vec<u32>,
    /// A member of each class.
    members: Vec<u32>,
    /// m: members of each class.
    sizes: Vec<f64>,
    /// Whether a class has several members that are not joined.
    apart: Vec<bool>,
    rows: ClassRows,
    pattern: FillPattern,
}

impl ReducedGraph {
    pub(super) fn of(graph: &Graph, colors: &[u32]) -> Self {
        let classes = TwinClasses::of(graph, colors);
        let rows = ClassRows::of(graph, &classes);
        let order = elimination_order(&rows);
        let mut places = vec![0u32; order.len()];
        order.iter().zip(0..).for_each(|(&class, place)| places[class as usize] = place);
        let rows = rows.renumbered(&order, &places);
        let of_node: Vec<u32> = classes.of_node.iter().map(|&class| places[class as usize]).collect();
        let members: Vec<u32> = order.iter().map(|&class| classes.leaders[class as usize]).collect();
        let mut sizes = vec![0.0; order.len()];
        of_node.iter().for_each(|&class| sizes[class as usize] += 1.0);
        let is_twin = |u: u32, v: u32| of_node[u as usize] == of_node[v as usize];
        let has_adjacent_twin = |member: u32| graph.neighbors(member).iter().any(|&other| is_twin(member, other));
        let apart =
            members.iter().zip(&sizes).map(|(&member, &size)| size > 1.0 && !has_adjacent_twin(member)).collect();
        let pattern = FillPattern::of(&rows);
        Self { of_node, members, sizes, apart, rows, pattern }
    }

    /// Number of classes.
    pub(super) fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Number of nodes of the original graph.
    pub(super) fn node_count(&self) -> usize {
        self.of_node.len()
    }

    /// Class of a node of the original graph.
    pub(super) fn class(&self, node: usize) -> u32 {
        self.of_node[node]
    }

    /// A member of each class.
    pub(super) fn members(&self) -> &[u32] {
        &self.members
    }

    /// m: members of a class.
    pub(super) fn size(&self, class: u32) -> f64 {
        self.sizes[class as usize]
    }

    /// Whether the neighbourhood of a member leaves out its twins: those that are not joined are two steps away, or out of
    /// reach if they have no neighbour.
    pub(super) fn is_alone(&self, class: u32, radius: usize) -> bool {
        self.apart[class as usize] && (radius == 1 || self.rows.neighbors(class).is_empty())
    }

    /// Which classes are joined.
    pub(super) fn rows(&self) -> &ClassRows {
        &self.rows
    }

    /// The fill of an elimination of the whole graph.
    pub(super) fn pattern(&self) -> &FillPattern {
        &self.pattern
    }
}

/// An order of elimination with little fill.
///
/// Any order is correct: the natural one, which only fills in more, stands in where the entries are too many to number or
/// there is no memory for a better one.
fn elimination_order(rows: &ClassRows) -> Vec<u32> {
    let offsets: Result<Vec<u32>, _> = rows.offsets().iter().map(|&at| u32::try_from(at)).collect();
    let found = offsets.ok().and_then(|offsets| MinimumDegree::of_pattern(&offsets, rows.columns()));
    found.map_or_else(|| (0..rows.len() as u32).collect(), |found| found.order)
}
