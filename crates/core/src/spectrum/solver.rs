//! The solver: reduce, plan, solve. No stage calls an earlier one.

use std::borrow::Borrow;
use std::time::Instant;

use super::exact::component::ExactSolver;
use super::methods::METHODS;
use super::plan::explanation::{Explanation, LargePlan};
use super::plan::large::{LargeProblem, LargeSolution};
use super::planner::Planner;
use super::solution::Solution;
use super::{Spectrum, SpectrumError, SpectrumSettings};
use crate::graph::Graph;

/// Computes spectra, many graphs at a time, in buffers that it keeps.
///
/// ```
/// use sgr_core::{graph::Graph, spectrum::{SpectrumSettings, SpectrumSolver}};
/// let graphs = [Graph::from_edges(2, &[(0, 1)])?, Graph::from_edges(3, &[(0, 1), (1, 2), (0, 2)])?];
/// let mut spectra = Vec::new();
/// SpectrumSolver::new(SpectrumSettings::new()).solve(&graphs, &mut spectra);
/// let eigenvalues: Vec<_> = spectra.iter().flatten().map(|spectrum| spectrum.eigenvalues().unwrap_or_default()).collect();
/// assert_eq!(eigenvalues, [&[0.0, 2.0][..], &[0.0, 1.5, 1.5]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SpectrumSolver {
    settings: SpectrumSettings,
    explanations: Vec<Explanation>,
    planner: Planner,
    exact: ExactSolver,
    solutions: Vec<Result<Solution, SpectrumError>>,
    /// The large components of graphs, to be solved when all other eigenvalues of their graphs are known.
    large: Vec<(usize, LargeProblem, LargePlan)>,
}

impl SpectrumSolver {
    /// A solver with empty buffers.
    #[must_use]
    pub fn new(settings: SpectrumSettings) -> Self {
        Self {
            planner: Planner::new(settings.clone()),
            settings,
            explanations: Vec::new(),
            exact: ExactSolver::new(),
            solutions: Vec::new(),
            large: Vec::new(),
        }
    }

    /// Replaces the content of `spectra`, whose memory is reused, by the spectra of `graphs`, in order.
    ///
    /// The result for a graph does not depend on the other graphs: the same bytes alone and in any company.
    pub fn solve<G: Borrow<Graph>>(&mut self, graphs: &[G], spectra: &mut Vec<Result<Spectrum, SpectrumError>>) {
        self.explanations.clear();
        self.exact.clear();
        self.large.clear();
        self.solutions.clear();
        let mut buffers = spectra.drain(..).map(|old| old.map(Spectrum::into_values).unwrap_or_default());
        for (index, graph) in graphs.iter().enumerate() {
            let mut solution = Solution::new(buffers.next().unwrap_or_default());
            let planned = self.reduce_and_plan(index, graph.borrow(), &mut solution.values);
            self.solutions.push(planned.map(|()| solution));
        }
        drop(buffers);
        self.solve_components();
        self.solve_large();
        let grid = self.settings.grid;
        spectra.extend(self.solutions.drain(..).map(|solution| Ok(solution?.into_spectrum(grid))));
    }

    /// The decisions for each graph of the last call, if [`SpectrumSettings::explain`] is set.
    #[must_use]
    pub fn explanations(&self) -> &[Explanation] {
        &self.explanations
    }

    /// Stages 1 and 2 for one graph: appends the eigenvalues that are known by formula, and queues the components.
    fn reduce_and_plan(
        &mut self,
        index: usize,
        graph: &Graph,
        eigenvalues: &mut Vec<f64>,
    ) -> Result<(), SpectrumError> {
        let Self { settings, planner, exact, .. } = self;
        let mut explanation = settings.explain.then(Explanation::default);
        let planned = planner.plan(graph, eigenvalues, explanation.as_mut(), |component, solver, plan| {
            exact.enqueue(index, component, solver, plan.bandwidth, settings);
        });
        self.explanations.extend(explanation);
        let large = planned?.map(|(problem, plan)| (index, problem, plan));
        self.large.extend(large);
        Ok(())
    }

    /// Stage 3 for the components that were queued one by one.
    fn solve_components(&mut self) {
        let Self { exact, solutions, .. } = self;
        exact.finish(|owner, outcome| match (outcome, &mut solutions[owner]) {
            (Ok(values), Ok(solution)) => solution.values.extend_from_slice(values),
            (Err(error), solution) => *solution = Err(error),
            (Ok(_), Err(_)) => {}
        });
        for solution in solutions.iter_mut().flatten() {
            sort_into_range(&mut solution.values);
        }
    }

    /// Stage 3 for the large components of each graph.
    fn solve_large(&mut self) {
        for (index, problem, mut plan) in std::mem::take(&mut self.large) {
            let Ok(solution) = &mut self.solutions[index] else { continue };
            let start = Instant::now();
            match on_threads(&self.settings, || plan.solve(&problem, &METHODS, &solution.values, &self.settings)) {
                Ok(LargeSolution { values, error, .. }) => {
                    solution.values.extend(values);
                    sort_into_range(&mut solution.values);
                    (solution.origin, solution.error) = (plan.chosen, error);
                }
                Err(error) => self.solutions[index] = Err(error),
            }
            plan.spent_seconds = start.elapsed().as_secs_f64();
            if let Some(explanation) = self.explanations.get_mut(index) {
                explanation.large = Some(plan);
            }
        }
    }
}

/// Runs `work` on the threads that one graph may use.
fn on_threads<T: Send>(settings: &SpectrumSettings, work: impl FnOnce() -> T + Send) -> T {
    let helpers = settings.threads.saturating_sub(1);
    let loan = settings.idle.as_ref().map(|idle| idle.lend(helpers));
    let helpers = loan.as_ref().map_or(helpers, |loan| loan.count());
    match rayon::ThreadPoolBuilder::new().num_threads(1 + helpers).build() {
        Ok(pool) => pool.install(work),
        // If the system gives no threads, the current one does the work.
        Err(_) => work(),
    }
}

/// Sorts eigenvalues, and moves those that rounding put outside of [0, 2] to its ends.
fn sort_into_range(eigenvalues: &mut [f64]) {
    for value in eigenvalues.iter_mut() {
        *value = value.clamp(0.0, 2.0);
    }
    eigenvalues.sort_unstable_by(f64::total_cmp);
}
