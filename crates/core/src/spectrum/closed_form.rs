//! Eigenvalues that need no iteration.
//!
//! Stars, complete and complete bipartite graphs need no formula of their own: twin reduction leaves a single node of
//! them. (Two nodes alone are always twins of each other.)

use std::f64::consts::PI;

/// Which formula fits a connected piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClosedForm {
    /// A single node, with or without a loop: 0.
    Single,
    /// An unweighted path.
    Path,
    /// An unweighted cycle.
    Cycle,
}

/// Appends the eigenvalues of an unweighted path of `nodes ≥ 2` nodes.
///
/// # Formula
/// ```text
/// λ_k = 1 − cos(π k / (n − 1)) = 2 sin²(π k / 2(n − 1))      k = 0..n−1
/// ```
/// Chung, "Spectral Graph Theory", example 1.4. The sine form keeps the digits of the small ones.
pub(super) fn path(nodes: usize, eigenvalues: &mut Vec<f64>) {
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
pub(super) fn cycle(nodes: usize, eigenvalues: &mut Vec<f64>) {
    let step = PI / nodes as f64;
    eigenvalues.extend((0..nodes).map(|k| 2.0 * (step * k.min(nodes - k) as f64).sin().powi(2)));
}
