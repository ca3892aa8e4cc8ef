//! The solver for one component, by predicted cost.

use super::costs;
use super::explanation::{ComponentMethod, ComponentPlan, Considered};
use super::thresholds::{AFFORDABLE_SECONDS, EXACT_NODES, SMALL_NODES};
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
}

impl Solver {
    /// All solvers.
    pub const ALL: [Self; 3] = [Self::Small, Self::Dense, Self::Band];

    /// A short lower-case name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Dense => "dense",
            Self::Band => "band",
        }
    }

    /// Predicted seconds for a component of `nodes` nodes and the given bandwidth, or mean width if that varies.
    #[must_use]
    pub fn predicted_seconds(self, nodes: usize, bandwidth: usize) -> f64 {
        match self {
            Self::Small => costs::batched_seconds(nodes),
            Self::Dense => costs::tridiagonalization_seconds(nodes, nodes.saturating_sub(1)) + costs::ql_seconds(nodes),
            Self::Band if bandwidth <= 1 => costs::lone_ql_seconds(nodes),
            Self::Band => costs::tridiagonalization_seconds(nodes, bandwidth) + costs::ql_seconds(nodes),
        }
    }

    /// Bytes of the matrix while it is solved.
    #[must_use]
    pub fn memory_bytes(self, nodes: usize, bandwidth: usize) -> u64 {
        let (n, b) = (nodes as u64, bandwidth as u64);
        let number = size_of::<f64>() as u64;
        // A column is padded to whole cache lines.
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

/// The stage after the plan of a component.
pub(crate) enum Choice {
    /// Solve it exactly, now.
    Exact(Solver, ComponentPlan),
    /// Solve it together with the other large components. The plan is for an exact solution, if one is possible.
    Large(Option<(Solver, ComponentPlan)>),
}

/// Chooses the solver of a component, of which an exact solution may take `remaining` seconds. `reorder` gives the component a
/// bandwidth-reducing order and returns its profile; it is called only where the bandwidth matters.
pub(crate) fn choose(
    nodes: usize,
    settings: &SpectrumSettings,
    remaining: f64,
    reorder: impl FnOnce() -> BandProfile,
) -> Result<Choice, SpectrumError> {
    let may_be_large =
        settings.solver.is_none() && nodes > SMALL_NODES && settings.approach != Approach::Only(Origin::Exact);
    if may_be_large && (settings.approach != Approach::Auto || nodes > EXACT_NODES) {
        return Ok(Choice::Large(None));
    }
    let (candidates, profile): (&[Solver], _) = match settings.solver.as_ref() {
        Some(Solver::Band) => (&[Solver::Band], Some(reorder())),
        Some(solver) => (std::slice::from_ref(solver), None),
        // The small solver is always the fastest where it applies, so the order is not computed.
        None if nodes <= SMALL_NODES => (&[Solver::Small], None),
        None => (&[Solver::Dense, Solver::Band], Some(reorder())),
    };
    let unknown = BandProfile { bandwidth: nodes, mean_width: nodes as f64 };
    let cheapest = cheapest(nodes, profile.unwrap_or(unknown), candidates, settings.memory_limit);
    let bandwidth = profile.map(|profile| profile.bandwidth);
    let plan = |(solver, considered)| {
        let method = ComponentMethod::Solver(solver);
        (solver, ComponentPlan { nodes, method, bandwidth, considered })
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

/// The cheapest candidate that fits in memory, and all that fit, cheapest first.
fn cheapest(
    nodes: usize,
    profile: BandProfile,
    candidates: &[Solver],
    memory_limit: u64,
) -> Result<(Solver, Considered), SpectrumError> {
    let mut considered = Considered::default();
    let fitting = candidates.iter().filter(|solver| solver.memory_bytes(nodes, profile.bandwidth) <= memory_limit);
    for (slot, &solver) in considered.iter_mut().zip(fitting) {
        *slot = Some((solver, solver.predicted_seconds(nodes, profile.effective_bandwidth())));
    }
    let seconds = |slot: &Option<(Solver, f64)>| slot.map_or(f64::INFINITY, |(_, seconds)| seconds);
    considered.sort_by(|a, b| seconds(a).total_cmp(&seconds(b)));
    match considered[0] {
        Some((solver, _)) => Ok((solver, considered)),
        None => {
            let needed = candidates.iter().map(|solver| solver.memory_bytes(nodes, profile.bandwidth)).min();
            Err(SpectrumError::TooLarge { nodes, needed: needed.unwrap_or(u64::MAX), limit: memory_limit })
        }
    }
}
