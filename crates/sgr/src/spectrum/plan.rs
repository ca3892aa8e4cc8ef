//! Which solver takes a piece, and what will it cost?
//!
//! The costs are measured seconds on one core of a 2.8 GHz Ice Lake server (`cargo bench -p sgr --bench solver_costs`
//! prints them for any machine). Only their ratios decide, and those travel well between machines.

use super::SpectrumError;

/// A way to the eigenvalues of a connected piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Solver {
    /// Householder and QL on as many matrices at once as a register has lanes.
    Small,
    /// Dense tridiagonalisation, then QL.
    Dense,
    /// Reduction of the band that a bandwidth-reducing order leaves, then QL.
    Band,
}

impl Solver {
    /// All solvers.
    pub const ALL: [Self; 3] = [Self::Small, Self::Dense, Self::Band];

    /// A short lower-case name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Dense => "dense",
            Self::Band => "band",
        }
    }

    /// Predicted seconds for a piece of `nodes` nodes and the given bandwidth.
    pub fn predicted_seconds(self, nodes: usize, bandwidth: usize) -> f64 {
        let (n, b) = (nodes as f64, bandwidth as f64);
        match self {
            Self::Small => 6.5e-11 * n.powi(3) + 3.5e-9 * n.powi(2) + 2e-8 * n,
            Self::Dense => 1.0e-10 * n.powi(3) + 5e-9 * n.powi(2) + 1e-7 * n,
            Self::Band => 5e-10 * n.powi(2) * b + 1.5e-8 * n.powi(2) + 1e-7 * n,
        }
    }

    /// Bytes of the matrix while it is solved.
    pub fn memory_bytes(self, nodes: usize, bandwidth: usize) -> u64 {
        let (n, b) = (nodes as u64, bandwidth as u64);
        let number = size_of::<f64>() as u64;
        match self {
            Self::Small => n * (n + 1) / 2 * 16 * number,
            Self::Dense => n * n * number,
            // The bulge that is chased along the band doubles it.
            Self::Band => n * (2 * b + 16) * number,
        }
    }
}

/// Largest piece for the small solver: beyond, a register's worth of matrices outgrows the second-level cache.
pub(super) const SMALL_LIMIT: usize = 160;

/// How one connected piece of a graph is solved.
#[derive(Debug, Clone, PartialEq)]
pub struct PiecePlan {
    /// Nodes of the piece, twins counted once.
    pub nodes: usize,
    /// What was picked.
    pub method: Method,
    /// Bandwidth after reordering, where that was looked at.
    pub bandwidth: Option<usize>,
    /// Predicted seconds of each solver that was considered, the picked one first.
    pub considered: Vec<(Solver, f64)>,
}

/// What a piece was given to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// A formula, by the name of the graph it is for.
    ClosedForm(&'static str),
    /// An iterative solver.
    Solver(Solver),
}

/// What was done for one graph.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Explanation {
    /// Connected components.
    pub components: usize,
    /// Nodes that twin reduction took out, each with an exactly known eigenvalue.
    pub twins: usize,
    /// The connected pieces that were left.
    pub pieces: Vec<PiecePlan>,
}

/// The solver with the least predicted time among those that fit in memory; with it all that were considered.
pub(super) fn choose(
    nodes: usize,
    bandwidth: usize,
    candidates: &[Solver],
    memory_limit: u64,
) -> Result<Vec<(Solver, f64)>, SpectrumError> {
    let fits = |solver: &&Solver| solver.memory_bytes(nodes, bandwidth) <= memory_limit;
    let mut considered: Vec<(Solver, f64)> =
        candidates.iter().filter(fits).map(|&solver| (solver, solver.predicted_seconds(nodes, bandwidth))).collect();
    considered.sort_by(|a, b| a.1.total_cmp(&b.1));
    if considered.is_empty() {
        let needed = candidates.iter().map(|solver| solver.memory_bytes(nodes, bandwidth)).min().unwrap_or(u64::MAX);
        return Err(SpectrumError::TooLarge { nodes, needed, limit: memory_limit });
    }
    Ok(considered)
}
