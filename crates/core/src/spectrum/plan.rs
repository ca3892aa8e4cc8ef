//! Which solver takes a piece, and what will it cost?
//!
//! The costs are fits to seconds on one core of a 2.8 GHz Ice Lake server; `cargo bench -p sgr-graphs --features lab --bench solver_costs` sets
//! measured seconds beside them on any machine. Only their ratios decide.

use super::{Origin, SpectrumError, band};

/// A way to the eigenvalues of a connected piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Solver {
    /// Householder and QL on as many matrices at once as a register has lanes.
    Small,
    /// Householder tridiagonalisation of the dense matrix, then QL.
    Dense,
    /// Householder tridiagonalisation of the band that a bandwidth-reducing order leaves, then QL.
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
        let n = nodes as f64;
        match self {
            Self::Small => 5.5e-11 * n.powi(3) + 2.4e-9 * n.powi(2) + 1.5e-7 * n,
            Self::Dense => reduction_seconds(nodes, nodes.saturating_sub(1)) + ql_seconds(n),
            Self::Band => reduction_seconds(nodes, bandwidth) + ql_seconds(n),
        }
    }

    /// Bytes of the matrix while it is solved.
    pub fn memory_bytes(self, nodes: usize, bandwidth: usize) -> u64 {
        let (n, b) = (nodes as u64, bandwidth as u64);
        let number = size_of::<f64>() as u64;
        // Padding of a column to whole cache lines.
        let padding = 40;
        match self {
            // Its entries have 16-bit indices.
            Self::Small if nodes > usize::from(u16::MAX) => u64::MAX,
            // A lower triangle in each lane of the widest register.
            Self::Small => n * (n + 1) / 2 * 8 * number,
            Self::Dense => n * (n + padding) * number,
            // The bulge that is chased along the band doubles it.
            Self::Band => n * (n.min(2 * b) + padding) * number,
        }
    }
}

/// Seconds to bring a band matrix to tridiagonal form, by chasing alone or in two stages.
fn reduction_seconds(nodes: usize, bandwidth: usize) -> f64 {
    let (n, b) = (nodes as f64, bandwidth.max(1) as f64);
    let flops = 6.0 * n * n * b - 8.0 * n * b * b + 10.0 / 3.0 * b.powi(3);
    match (band::is_direct(nodes, bandwidth), bandwidth + 1 < nodes) {
        (true, _) => 4.89e-11 * flops + 2.55e-9 * n * n + 1.08e-7 * n * n / b,
        (false, true) => 4.4e-11 * flops + 1.05e-8 * n * n,
        (false, false) => 3.07e-11 * n.powi(3) + 2.23e-8 * n * n,
    }
}

/// Seconds of the QL iteration for a matrix that shares its register with others of like size.
fn ql_seconds(n: f64) -> f64 {
    2e-9 * n * n
}

/// Largest piece for the small solver: beyond, a register's worth of matrices outgrows the second-level cache,
/// and the band of an ordinary sparse graph is cheaper.
pub(super) const SMALL_LIMIT: usize = 192;

/// How one connected piece of a graph is solved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PiecePlan {
    /// Nodes of the piece, twins counted once.
    pub nodes: usize,
    /// What was picked.
    pub method: Method,
    /// Bandwidth after reordering, where that was looked at.
    pub bandwidth: Option<usize>,
    pub(super) considered: Considered,
}

impl PiecePlan {
    /// Solvers that were considered with their predicted seconds, the picked one first.
    pub fn considered(&self) -> impl Iterator<Item = (Solver, f64)> + '_ {
        self.considered.iter().flatten().copied()
    }
}

/// Solvers with their predicted seconds, cheapest first. In place: plans are made for every small graph.
pub(super) type Considered = [Option<(Solver, f64)>; Solver::ALL.len()];

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
    /// Those that were too large to be solved whole, together.
    pub large: Option<LargePlan>,
}

/// How the large pieces of a graph are solved.
#[derive(Debug, Clone, PartialEq)]
pub struct LargePlan {
    /// Nodes of all large pieces, twins counted once.
    pub nodes: usize,
    /// Edges of those.
    pub edges: usize,
    /// Number of pieces.
    pub pieces: usize,
    /// What was picked.
    pub chosen: Origin,
    /// What was considered with its predicted seconds, the fastest first.
    pub considered: Vec<(Origin, f64)>,
    /// What it took, in the method's own units.
    pub effort: Vec<(&'static str, usize)>,
    /// Seconds that it took.
    pub spent_seconds: f64,
}

/// The candidates that fit in memory with their predicted times, cheapest first. There is at least one.
pub(super) fn choose(
    nodes: usize,
    bandwidth: usize,
    candidates: &[Solver],
    memory_limit: u64,
) -> Result<(Solver, Considered), SpectrumError> {
    let mut considered = Considered::default();
    let fitting = candidates.iter().filter(|solver| solver.memory_bytes(nodes, bandwidth) <= memory_limit);
    for (slot, &solver) in considered.iter_mut().zip(fitting) {
        *slot = Some((solver, solver.predicted_seconds(nodes, bandwidth)));
    }
    let seconds = |slot: &Option<(Solver, f64)>| slot.map_or(f64::INFINITY, |(_, seconds)| seconds);
    considered.sort_by(|a, b| seconds(a).total_cmp(&seconds(b)));
    match considered[0] {
        Some((solver, _)) => Ok((solver, considered)),
        None => {
            let needed = candidates.iter().map(|solver| solver.memory_bytes(nodes, bandwidth)).min();
            Err(SpectrumError::TooLarge { nodes, needed: needed.unwrap_or(u64::MAX), limit: memory_limit })
        }
    }
}
