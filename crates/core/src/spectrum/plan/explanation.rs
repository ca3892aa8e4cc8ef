//! What the solver did for a graph, and why: for users.

use super::component::Solver;
use crate::spectrum::Origin;

/// The decisions for one graph.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// Connected components.
    pub components: usize,
    /// Nodes that twin reduction removed, each with an exactly known eigenvalue.
    pub twins: usize,
    /// The components that were solved one by one.
    pub plans: Vec<ComponentPlan>,
    /// The large components, which were solved together.
    pub large: Option<LargePlan>,
}

/// How one connected component of a graph is solved.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ComponentPlan {
    /// Nodes of the component, twins counted once.
    pub nodes: usize,
    /// The chosen method.
    pub method: ComponentMethod,
    /// Bandwidth after reordering, if the order was computed.
    pub bandwidth: Option<usize>,
    pub(crate) considered: Considered,
}

impl ComponentPlan {
    /// Solvers that were considered with their predicted seconds, the chosen one first.
    pub fn considered(&self) -> impl Iterator<Item = (Solver, f64)> + '_ {
        self.considered.iter().flatten().copied()
    }

    /// Predicted seconds of the chosen solver.
    pub(crate) fn seconds(&self) -> Option<f64> {
        self.considered[0].map(|(_, seconds)| seconds)
    }
}

/// Solvers with their predicted seconds, cheapest first. An array: plans are made for every small graph.
pub(crate) type Considered = [Option<(Solver, f64)>; Solver::ALL.len()];

/// The method for a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ComponentMethod {
    /// A formula, by the name of the graph it is for.
    ClosedForm(&'static str),
    /// An iterative solver.
    Solver(Solver),
}

/// How the large components of a graph are solved.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LargePlan {
    /// Nodes of all large components, twins counted once.
    pub nodes: usize,
    /// Edges of all large components.
    pub edges: usize,
    /// Number of large components.
    pub components: usize,
    /// The chosen method.
    pub chosen: Origin,
    /// The methods that were considered with their predicted seconds, the preferred one first.
    pub considered: Vec<(Origin, f64)>,
    /// The work that was done, in the units of the method.
    pub effort: Vec<(&'static str, usize)>,
    /// Seconds that it took.
    pub spent_seconds: f64,
}
