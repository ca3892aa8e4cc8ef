//! Stages 1 and 2 for one graph: reduce it, and plan each component.

use super::exact::component::Component;
use super::matrix::bandwidth_order::{BandProfile, BandwidthOrder};
use super::matrix::fill_pattern::FillPattern;
use super::matrix::graph_view::{GraphView, fill_degrees};
use super::methods::METHODS;
use super::plan::component::{self, Choice, Orders, Solver};
use super::plan::explanation::{ComponentMethod, ComponentPlan, Explanation, LargePlan};
use super::plan::large::LargeProblem;
use super::reduction::closed_forms::ClosedForm;
use super::reduction::components::Components;
use super::reduction::twins::{Atom, TwinReduction};
use super::{SpectrumError, SpectrumSettings};
use crate::graph::Graph;

/// Reduces and plans graph after graph, in buffers that it keeps.
///
/// ```
/// use sgr_core::{graph::Graph, spectrum::{Planner, SpectrumSettings}};
/// let (path, ladder) = (Graph::from_edges(3, &[(0, 1), (1, 2)])?, Graph::from_edges(6, &[(0, 1), (2, 3), (4, 5), (0, 2), (2, 4), (1, 3), (3, 5)])?);
/// let mut planner = Planner::new(SpectrumSettings::new());
/// // A formula gives the spectrum of the path.
/// assert_eq!(planner.predicted_seconds(&path)?, 0.0);
/// assert!(planner.predicted_seconds(&ladder)? > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Planner {
    settings: SpectrumSettings,
    degrees: Vec<f64>,
    atoms: Vec<Atom>,
    twins: TwinReduction,
    components: Components,
    order: BandwidthOrder,
    pattern: FillPattern,
}

impl Planner {
    /// A planner with empty buffers.
    #[must_use]
    pub fn new(settings: SpectrumSettings) -> Self {
        Self {
            settings,
            degrees: Vec::new(),
            atoms: Vec::new(),
            twins: TwinReduction::default(),
            components: Components::default(),
            order: BandwidthOrder::default(),
            pattern: FillPattern::default(),
        }
    }

    /// Predicted seconds that the solvers of a graph take on one core: the sum over its plans. Nothing is solved.
    ///
    /// A density that may be followed by a full solution counts as the geometric mean of its own time and the time of both.
    ///
    /// # Errors
    /// A graph that would have no spectrum: without nodes, too large, or too slow.
    pub fn predicted_seconds(&mut self, graph: &Graph) -> Result<f64, SpectrumError> {
        let mut seconds = 0.0;
        let mut unused = Vec::new();
        let large = self.plan(graph, &mut unused, None, |_, _, plan| seconds += plan.seconds().unwrap_or(0.0))?;
        Ok(seconds + large.map_or(0.0, |(_, plan)| plan.expected_seconds()))
    }

    /// Appends the eigenvalues that are known by formula, hands each component with an exact solver to `exact`, and returns
    /// the other components with their plan.
    pub(super) fn plan(
        &mut self,
        graph: &Graph,
        eigenvalues: &mut Vec<f64>,
        mut explanation: Option<&mut Explanation>,
        mut exact: impl FnMut(Component<'_>, Solver, &ComponentPlan),
    ) -> Result<Option<(LargeProblem, LargePlan)>, SpectrumError> {
        if graph.node_count() == 0 {
            return Err(SpectrumError::EmptyGraph);
        }
        let mut reduced = self.reduce(graph, eigenvalues);
        for number in 0..reduced.components.count() {
            let plan = match reduced.solve_by_formula(number, eigenvalues) {
                Some(plan) => Some(plan),
                None => reduced.plan_component(number, &mut exact)?,
            };
            if let Some(explanation) = &mut explanation {
                explanation.plans.extend(plan);
            }
        }
        if let Some(explanation) = &mut explanation {
            explanation.components = reduced.components.count();
            explanation.twins = graph.node_count() - reduced.view.node_count();
        }
        let Some(mut problem) = reduced.large else { return Ok(None) };
        let plan = problem.plan(&METHODS, &self.settings)?;
        if let Some(explanation) = explanation {
            explanation.large = Some(plan.clone());
        }
        Ok(Some((problem, plan)))
    }

    /// Takes the twins off a graph, appends their eigenvalues, and finds the components of the quotient.
    fn reduce<'a>(&'a mut self, graph: &'a Graph, eigenvalues: &mut Vec<f64>) -> ReducedGraph<'a> {
        let Self { settings, degrees, atoms, twins, components, order, pattern } = self;
        fill_degrees(graph, degrees);
        let mut view = GraphView::of_graph(graph, degrees);
        atoms.clear();
        if settings.reductions {
            view = twins.reduce(view, atoms);
        }
        for atom in atoms {
            eigenvalues.extend(std::iter::repeat_n(atom.eigenvalue, atom.multiplicity));
        }
        components.find(view);
        ReducedGraph { view, settings, components, order, pattern, remaining: settings.limit_seconds(), large: None }
    }
}

/// A graph without twins, and the plans for its components so far.
struct ReducedGraph<'a> {
    view: GraphView<'a>,
    settings: &'a SpectrumSettings,
    components: &'a mut Components,
    order: &'a mut BandwidthOrder,
    pattern: &'a mut FillPattern,
    /// Seconds of the time limit that the exact solvers leave.
    remaining: f64,
    large: Option<LargeProblem>,
}

impl ReducedGraph<'_> {
    /// Appends the eigenvalues of a component, if there is a formula for them.
    fn solve_by_formula(&self, number: usize, eigenvalues: &mut Vec<f64>) -> Option<ComponentPlan> {
        let members = self.components.nodes(number);
        let form = ClosedForm::of(self.view, members, self.settings.reductions)?;
        let nodes = members.len();
        form.append(nodes, eigenvalues);
        let method = ComponentMethod::ClosedForm(form.name());
        Some(ComponentPlan { nodes, method, bandwidth: None, considered: Default::default() })
    }

    /// Hands a component to `exact` and returns its plan, or adds the component to the large ones.
    fn plan_component(
        &mut self,
        number: usize,
        exact: &mut impl FnMut(Component<'_>, Solver, &ComponentPlan),
    ) -> Result<Option<ComponentPlan>, SpectrumError> {
        let Self { view, settings, components, order, pattern, remaining, large } = self;
        let (view, nodes) = (*view, components.nodes(number).len());
        let orders = ComponentOrders { view, number, components, order, pattern };
        let choice = component::choose(nodes, settings, *remaining, orders)?;
        let (nodes, positions) = (components.nodes(number), components.positions());
        match choice {
            Choice::Exact(solver, plan) => {
                *remaining -= plan.seconds().unwrap_or(0.0);
                exact(Component { view, nodes, positions, pattern }, solver, &plan);
                Ok(Some(plan))
            }
            Choice::Large(plan) => {
                let problem = large.get_or_insert_with(LargeProblem::new);
                problem.push(view, nodes, positions, plan.map(|(_, plan)| plan));
                Ok(None)
            }
        }
    }
}

/// The orders of one component.
struct ComponentOrders<'a> {
    view: GraphView<'a>,
    number: usize,
    components: &'a mut Components,
    order: &'a mut BandwidthOrder,
    pattern: &'a mut FillPattern,
}

impl Orders for ComponentOrders<'_> {
    fn profile(&mut self) -> BandProfile {
        let Self { view, number, components, order, .. } = self;
        let profile = order.find(*view, components.nodes(*number), components.positions());
        components.reorder(*number, order.order());
        profile
    }

    fn multiplications(&mut self, limit: usize) -> Option<usize> {
        let Self { view, number, components, pattern, .. } = self;
        pattern.find(*view, components.nodes(*number), components.positions(), limit)
    }

    fn edges(&self) -> usize {
        self.components.nodes(self.number).iter().map(|&node| self.view.columns(node).len()).sum::<usize>() / 2
    }
}
