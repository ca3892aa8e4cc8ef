//! The solver for one component, by predicted cost.

use super::costs;
use super::explanation::{ComponentMethod, ComponentPlan, Considered};
use super::thresholds::{AFFORDABLE_SECONDS, ELIMINATION_ROW, EXACT_NODES, SMALL_NODES};
use crate::spectrum::matrix::bandwidth_order::BandProfile;
use crate::spectrum::{Approach, Origin, SpectrumError, SpectrumSettings};

/// An exact solver of a connected component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Solver {
    /// Householder and QL on as many matrices at once as a register has lanes.
    Small,
    /// Householder tridiagonalisation of the dense matrix, then QL.
    Dense,
    /// Householder tridiagonalisation of the band that a bandwidth-reducing order leaves, then QL.
    Band,
    /// Counts and values of the characteristic polynomial, by sparse elimination at shifts: for graphs that are nearly trees.
    Elimination,
}

/// What the cost of a solver depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatrixShape {
    /// Nodes of the component.
    pub nodes: usize,
    /// Bandwidth; for a dense matrix any number.
    pub bandwidth: usize,
    /// Bandwidth of the full band that takes the same work; less than `bandwidth` where the band varies.
    pub mean_width: usize,
    /// Multiplications of one sparse elimination, if they are known.
    pub multiplications: Option<usize>,
}

/// Orders of the nodes of a component, which are found when they are asked for.
pub(crate) trait Orders {
    /// Gives the component a bandwidth-reducing order, and returns the profile of the band.
    fn profile(&mut self) -> BandProfile;

    /// Finds an order of elimination, and returns its multiplications if they are at most `limit`.
    fn multiplications(&mut self, limit: usize) -> Option<usize>;

    /// Edges of the component.
    fn edges(&self) -> usize;
}

impl Solver {
    /// All solvers.
    pub const ALL: [Self; 4] = [Self::Small, Self::Dense, Self::Band, Self::Elimination];

    /// A short lower-case name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Dense => "dense",
            Self::Band => "band",
            Self::Elimination => "elimination",
        }
    }

    /// Predicted seconds for a component.
    #[must_use]
    pub fn predicted_seconds(self, shape: MatrixShape) -> f64 {
        let MatrixShape { nodes, bandwidth, mean_width, multiplications } = shape;
        match self {
            Self::Small => costs::batched_seconds(nodes),
            Self::Dense => costs::tridiagonalization_seconds(nodes, nodes.saturating_sub(1)) + costs::ql_seconds(nodes),
            Self::Band if bandwidth <= 1 => costs::lone_ql_seconds(nodes),
            Self::Band => costs::tridiagonalization_seconds(nodes, mean_width) + costs::ql_seconds(nodes),
            Self::Elimination => {
                multiplications.map_or(f64::INFINITY, |count| costs::elimination_seconds(nodes, count))
            }
        }
    }

    /// Bytes of the matrix while it is solved.
    #[must_use]
    pub fn memory_bytes(self, shape: MatrixShape) -> u64 {
        let (n, b) = (shape.nodes as u64, shape.bandwidth as u64);
        let number = size_of::<f64>() as u64;
        // A column is padded to whole cache lines.
        let padding = 40;
        match self {
            // Its entries have 16-bit indices.
            Self::Small if shape.nodes > usize::from(u16::MAX) => u64::MAX,
            // A lower triangle in each lane of the widest register.
            Self::Small => n * (n + 1) / 2 * 8 * number,
            Self::Dense => n * (n + padding) * number,
            // The bulge that is chased along the band doubles it.
            Self::Band => n * (n.min(2 * b) + padding) * number,
            // Each entry of the factor takes part in a multiplication, and is there in each lane of two registers.
            Self::Elimination => shape.multiplications.map_or(u64::MAX, |count| (n + count as u64) * ELIMINATION_BYTES),
        }
    }
}

/// Bytes of an entry in the elimination, an upper bound.
const ELIMINATION_BYTES: u64 = 160;

/// The stage after the plan of a component.
pub(crate) enum Choice {
    /// Solve it exactly, now.
    Exact(Solver, ComponentPlan),
    /// Solve it together with the other large components. The plan is for an exact solution, if one is possible.
    Large(Option<(Solver, ComponentPlan)>),
}

/// Chooses the solver of a component, of which an exact solution may take `remaining` seconds. Orders are found only where
/// they matter.
pub(crate) fn choose(
    nodes: usize,
    settings: &SpectrumSettings,
    remaining: f64,
    mut orders: impl Orders,
) -> Result<Choice, SpectrumError> {
    let may_be_large =
        settings.solver.is_none() && nodes > SMALL_NODES && settings.approach != Approach::Only(Origin::Exact);
    if may_be_large && (settings.approach != Approach::Auto || nodes > EXACT_NODES) {
        return Ok(Choice::Large(None));
    }
    let candidates: &[Solver] = match settings.solver.as_ref() {
        Some(solver) => std::slice::from_ref(solver),
        // The small solver is always the fastest where it applies, so no order is computed.
        None if nodes <= SMALL_NODES => &[Solver::Small],
        None => &[Solver::Dense, Solver::Band, Solver::Elimination],
    };
    let profile = candidates.contains(&Solver::Band).then(|| orders.profile());
    let [bandwidth, mean_width] =
        profile.map_or([nodes; 2], |profile| [profile.bandwidth, profile.effective_bandwidth()]);
    let mut shape = MatrixShape { nodes, bandwidth, mean_width, multiplications: None };
    if candidates.contains(&Solver::Elimination) {
        let longest = if may_be_large { AFFORDABLE_SECONDS.min(remaining) } else { f64::INFINITY };
        let limit = most_multiplications(shape, candidates, orders.edges(), settings.memory_limit, longest);
        shape.multiplications = if limit > 0 { orders.multiplications(limit) } else { None };
    }
    let cheapest = cheapest(shape, candidates, settings.memory_limit);
    let plan = |(solver, considered)| {
        let method = ComponentMethod::Solver(solver);
        (solver, ComponentPlan { nodes, method, bandwidth: profile.map(|profile| profile.bandwidth), considered })
    };
    if !may_be_large {
        let (solver, plan) = cheapest.map(plan)?;
        return match plan.seconds() {
            Some(predicted) if predicted > remaining => {
                Err(SpectrumError::TooSlow { predicted, limit: settings.limit_seconds() })
            }
            _ => Ok(Choice::Exact(solver, plan)),
        };
    }
    let affordable = AFFORDABLE_SECONDS.min(remaining);
    Ok(match cheapest.map(plan) {
        Ok((solver, plan)) if plan.seconds().is_some_and(|seconds| seconds <= affordable) => {
            Choice::Exact(solver, plan)
        }
        planned => Choice::Large(planned.ok()),
    })
}

/// Multiplications of one elimination up to which that solver fits in memory, is faster than the other candidates, and takes
/// at most `longest` seconds.
fn most_multiplications(
    shape: MatrixShape,
    candidates: &[Solver],
    edges: usize,
    memory_limit: u64,
    longest: f64,
) -> usize {
    let fitting = usize::try_from(memory_limit / ELIMINATION_BYTES).unwrap_or(usize::MAX).saturating_sub(shape.nodes);
    let others = candidates.iter().filter(|&&solver| solver != Solver::Elimination);
    match others.map(|solver| solver.predicted_seconds(shape)).reduce(f64::min) {
        None => fitting,
        Some(_) if 2 * edges > ELIMINATION_ROW * shape.nodes => 0,
        Some(seconds) => costs::affordable_multiplications(shape.nodes, seconds.min(longest)).min(fitting),
    }
}

/// The cheapest candidate that fits in memory, and all that fit, cheapest first.
fn cheapest(
    shape: MatrixShape,
    candidates: &[Solver],
    memory_limit: u64,
) -> Result<(Solver, Considered), SpectrumError> {
    let mut considered = Considered::default();
    let is_possible = |solver: &&Solver| **solver != Solver::Elimination || shape.multiplications.is_some();
    let fitting = candidates.iter().filter(is_possible).filter(|solver| solver.memory_bytes(shape) <= memory_limit);
    for (slot, &solver) in considered.iter_mut().zip(fitting) {
        *slot = Some((solver, solver.predicted_seconds(shape)));
    }
    let seconds = |slot: &Option<(Solver, f64)>| slot.map_or(f64::INFINITY, |(_, seconds)| seconds);
    considered.sort_by(|a, b| seconds(a).total_cmp(&seconds(b)));
    match considered[0] {
        Some((solver, _)) => Ok((solver, considered)),
        None => {
            let needed = candidates.iter().map(|solver| solver.memory_bytes(shape)).min();
            Err(SpectrumError::TooLarge { nodes: shape.nodes, needed: needed.unwrap_or(u64::MAX), limit: memory_limit })
        }
    }
}
