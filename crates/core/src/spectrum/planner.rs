//! Stages 1 and 2 for one graph: reduce it, and plan each component.

use super::exact::component::Component;
use super::matrix::bandwidth_order::BandwidthOrder;
use super::matrix::graph_view::{GraphView, fill_degrees};
use super::methods::METHODS;
use super::plan::component::{self, Choice, Solver};
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
        }
    }

    /// Predicted seconds that the solvers of a graph take on one core: the sum over its plans. Nothing is solved.
    ///
    /// The methods for large graphs may take longer: a density that misses its error is followed by a full solution.
    ///
    /// # Errors
    /// A graph that would have no spectrum: without nodes, too large, or too slow.
    pub fn predicted_seconds(&mut self, graph: &Graph) -> Result<f64, SpectrumError> {
        let mut seconds = 0.0;
        let mut unused = Vec::new();
        let large = self.plan(graph, &mut unused, None, |_, _, plan| seconds += plan.seconds().unwrap_or(0.0))?;
        let large = large.and_then(|(_, plan)| plan.considered.first().map(|&(_, seconds)| seconds));
        Ok(seconds + large.unwrap_or(0.0))
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
        let Self { settings, components, order, .. } = self;
        fill_degrees(graph, &mut self.degrees);
        let mut view = GraphView::of_graph(graph, &self.degrees);
        self.atoms.clear();
        if settings.reductions {
            view = self.twins.reduce(view, &mut self.atoms);
        }
        for atom in &self.atoms {
            eigenvalues.extend(std::iter::repeat_n(atom.eigenvalue, atom.multiplicity));
        }
        components.find(view);
        let mut explain = |plan: ComponentPlan| {
            if let Some(explanation) = &mut explanation {
                explanation.plans.push(plan);
            }
        };
        let mut problem: Option<LargeProblem> = None;
        let mut remaining = settings.limit_seconds();
        for number in 0..components.count() {
            let nodes = components.nodes(number).len();
            if let Some(form) = ClosedForm::of(view, components.nodes(number), settings.reductions) {
                form.append(nodes, eigenvalues);
                let method = ComponentMethod::ClosedForm(form.name());
                explain(ComponentPlan { nodes, method, bandwidth: None, considered: Default::default() });
                continue;
            }
            let choice = component::choose(nodes, settings, remaining, || reorder(order, components, view, number))?;
            let (nodes, positions) = (components.nodes(number), components.positions());
            match choice {
                Choice::Exact(solver, plan) => {
                    let component = Component { view, nodes, positions };
                    remaining -= plan.seconds().unwrap_or(0.0);
                    exact(component, solver, &plan);
                    explain(plan);
                }
                Choice::Large(plan) => {
                    let problem = problem.get_or_insert_with(LargeProblem::new);
                    problem.push(view, nodes, positions, plan.map(|(_, plan)| plan));
                }
            }
        }
        if let Some(explanation) = &mut explanation {
            explanation.components = components.count();
            explanation.twins = graph.node_count() - view.node_count();
        }
        let Some(mut problem) = problem else { return Ok(None) };
        let plan = problem.plan(&METHODS, settings)?;
        if let Some(explanation) = explanation {
            explanation.large = Some(plan.clone());
        }
        Ok(Some((problem, plan)))
    }
}

/// Gives a component a bandwidth-reducing order, and returns the bandwidth.
fn reorder(order: &mut BandwidthOrder, components: &mut Components, view: GraphView<'_>, number: usize) -> usize {
    let bandwidth = order.find(view, components.nodes(number), components.positions());
    components.reorder(number, order.order());
    bandwidth
}
