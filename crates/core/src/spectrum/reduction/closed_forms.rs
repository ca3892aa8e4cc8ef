//! Eigenvalues of components that need no iteration.
//!
//! Stars, complete and complete bipartite graphs need no formula of their own: twin reduction reduces them to a single
//! node. (The two nodes of a component of two nodes are always twins.)

use std::f64::consts::PI;

use crate::spectrum::matrix::graph_view::GraphView;

/// The formula for a connected component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClosedForm {
    /// One node, with or without a loop: 0.
    IsolatedNode,
    /// An unweighted path.
    Path,
    /// An unweighted cycle.
    Cycle,
}

impl ClosedForm {
    /// The formula for a component, if there is one. A single node always has one: its degree may be zero, and then the
    /// Laplacian has no row to solve.
    pub(crate) fn of(view: GraphView<'_>, nodes: &[u32], reductions: bool) -> Option<Self> {
        match nodes.len() {
            1 => return Some(Self::IsolatedNode),
            _ if !reductions => return None,
            _ => {}
        }
        let is_plain = |&node: &u32| {
            let columns = view.columns(node).len();
            columns <= 2 && view.degree(node) == columns as f64 && view.entries(node).all(|(_, weight)| weight == 1.0)
        };
        if !nodes.iter().all(is_plain) {
            return None;
        }
        let has_end = nodes.iter().any(|&node| view.columns(node).len() == 1);
        Some(if has_end { Self::Path } else { Self::Cycle })
    }

    /// The name of the family of graphs.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::IsolatedNode => "single node",
            Self::Path => "path",
            Self::Cycle => "cycle",
        }
    }

    /// Appends the eigenvalues of a component of `nodes` nodes.
    pub(crate) fn append(self, nodes: usize, eigenvalues: &mut Vec<f64>) {
        match self {
            Self::IsolatedNode => eigenvalues.push(0.0),
            Self::Path => path(nodes, eigenvalues),
            Self::Cycle => cycle(nodes, eigenvalues),
        }
    }
}

/// Appends the eigenvalues of an unweighted path of `nodes ≥ 2` nodes.
///
/// # Formula
/// ```text
/// λ_k = 1 − cos(π k / (n − 1)) = 2 sin²(π k / 2(n − 1))      k = 0..n−1
/// ```
/// Chung, "Spectral Graph Theory", example 1.4. The sine form keeps the digits of the small eigenvalues.
fn path(nodes: usize, eigenvalues: &mut Vec<f64>) {
    let step = PI / (2.0 * (nodes - 1) as f64);
    eigenvalues.extend((0..nodes).map(|k| 2.0 * (step * k as f64).sin().powi(2)));
}

/// Appends the eigenvalues of an unweighted cycle of `nodes ≥ 3` nodes.
///
/// # Formula
/// ```text
/// λ_k = 1 − cos(2π k / n) = 2 sin²(π k / n)      k = 0..n−1
/// ```
/// Chung, "Spectral Graph Theory", example 1.5. Computed for k ≤ n/2 and mirrored, so that pairs are equal.
fn cycle(nodes: usize, eigenvalues: &mut Vec<f64>) {
    let step = PI / nodes as f64;
    eigenvalues.extend((0..nodes).map(|k| 2.0 * (step * k.min(nodes - k) as f64).sin().powi(2)));
}
