//! The method for the large components of a graph, by predicted cost; and the method that follows if it misses its error.

use super::explanation::{ComponentPlan, LargePlan};
use super::thresholds::{AFFORDABLE_SECONDS, DENSITY_ADVANTAGE, MOST_ORDERED_ENTRIES, SPARSE_ROW, patience_seconds};
use crate::progress::Progress;
use crate::spectrum::deadline::Deadline;
use crate::spectrum::matrix::elimination_order::EliminationOrder;
use crate::spectrum::matrix::graph_view::GraphView;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;
use crate::spectrum::{Approach, Origin, SpectrumError, SpectrumSettings};

/// A method that solves large components. To add one: a file that implements this, and a row in
/// [`METHODS`](crate::spectrum::methods::METHODS).
pub(crate) trait LargeMethod: Sync {
    /// Its place in the list of methods.
    fn origin(&self) -> Origin;

    /// Its predicted cost; `None` if it cannot solve the problem within the settings.
    fn cost(&self, problem: &LargeProblem, settings: &SpectrumSettings) -> Option<Cost>;

    /// Predicted seconds after which it ends with the error that it reached; `None` if it goes on until it is done.
    fn longest_seconds(&self, _problem: &LargeProblem, _settings: &SpectrumSettings) -> Option<f64> {
        None
    }

    /// The eigenvalues of the matrix. Runs on the threads of the current rayon pool.
    fn solve(&self, problem: &LargeProblem, request: &Request<'_>) -> Result<LargeSolution, SpectrumError>;
}

/// Predicted cost of a method.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cost {
    /// Seconds on one core.
    pub(crate) seconds: f64,
    /// Bytes, besides the matrix.
    pub(crate) bytes: u64,
}

/// The large components of a graph as one matrix.
#[derive(Debug)]
pub(crate) struct LargeProblem {
    pub(crate) matrix: SparseLaplacian,
    /// Plans for exact solutions, one for each component, where one is possible.
    pub(crate) exact: Vec<Option<ComponentPlan>>,
    /// An order of elimination with little fill, if the methods that are allowed may use one.
    pub(crate) order: Option<EliminationOrder>,
}

/// What a method is asked for.
pub(crate) struct Request<'a> {
    /// The other eigenvalues of the graph, ascending.
    pub(crate) known: &'a [f64],
    pub(crate) settings: &'a SpectrumSettings,
    /// The method ends with its best result at this moment, if it can.
    pub(crate) deadline: Deadline,
    /// Predicted seconds of the full solution that follows if the error is missed; `None` if none follows.
    pub(crate) fallback_seconds: Option<f64>,
    pub(crate) progress: &'a dyn Progress,
}

/// Numbers for the rows of the matrix.
#[derive(Debug)]
pub(crate) struct LargeSolution {
    /// Ascending, as many as the matrix has rows.
    pub(crate) values: Vec<f64>,
    pub(crate) error: f64,
    /// The work that was done, in the units of the method.
    pub(crate) effort: Vec<(&'static str, usize)>,
}

impl LargeProblem {
    /// Without components so far.
    pub(crate) fn new() -> Self {
        Self { matrix: SparseLaplacian::new(), exact: Vec::new(), order: None }
    }

    /// Adds a connected component, given by its nodes in their order.
    pub(crate) fn push(&mut self, view: GraphView<'_>, nodes: &[u32], positions: &[u32], exact: Option<ComponentPlan>) {
        self.matrix.push(view, nodes, positions);
        self.exact.push(exact);
    }

    /// Chooses the method with the least predicted time among those that fit in memory; a density only if it is much faster
    /// than the others, which know their error beforehand.
    pub(crate) fn plan(
        &mut self,
        methods: &[&dyn LargeMethod],
        settings: &SpectrumSettings,
    ) -> Result<LargePlan, SpectrumError> {
        if settings.approach.allows(Origin::Slicing) || settings.approach.allows(Origin::Density) {
            self.order = self.find_order(settings);
        }
        let allowed = methods.iter().filter(|method| settings.approach.allows(method.origin()));
        let mut considered: Vec<(Origin, Cost)> =
            allowed.filter_map(|method| Some((method.origin(), method.cost(self, settings)?))).collect();
        let needed = considered.iter().map(|(_, cost)| cost.bytes).min().unwrap_or(u64::MAX);
        considered.retain(|(_, cost)| cost.bytes <= settings.memory_limit);
        let limit = settings.limit_seconds();
        let fastest = considered.iter().map(|(_, cost)| cost.seconds).fold(f64::INFINITY, f64::min);
        // A full solution cannot end early. By itself it is chosen only within the patience for one graph.
        let patience = patience_seconds(self.matrix.entry_count() / 2, settings);
        let can_end = considered.iter().any(|(origin, _)| !origin.is_complete());
        let limit_of_full = if settings.approach == Approach::Auto && can_end { limit.min(patience) } else { limit };
        considered.retain(|(origin, cost)| !origin.is_complete() || cost.seconds <= limit_of_full);
        if considered.is_empty() && fastest > limit && fastest.is_finite() {
            return Err(SpectrumError::TooSlow { predicted: fastest, limit });
        }
        considered.sort_by(|(_, a), (_, b)| a.seconds.total_cmp(&b.seconds));
        prefer_guaranteed(&mut considered);
        let Some(&(chosen, _)) = considered.first() else {
            return Err(SpectrumError::TooLarge { nodes: self.matrix.size(), needed, limit: settings.memory_limit });
        };
        if !considered.iter().any(|(origin, _)| origin.is_complete()) {
            let method = methods.iter().find(|method| method.origin() == chosen);
            let longest = method.and_then(|method| method.longest_seconds(self, settings)).unwrap_or(0.0);
            considered[0].1.seconds = between(considered[0].1.seconds, longest);
        }
        Ok(LargePlan {
            nodes: self.matrix.size(),
            edges: self.matrix.entry_count() / 2,
            components: self.matrix.component_count(),
            chosen,
            considered: considered.into_iter().map(|(origin, cost)| (origin, cost.seconds)).collect(),
            effort: Vec::new(),
            spent_seconds: 0.0,
        })
    }

    /// An elimination order, unless it is certain to be of no use.
    fn find_order(&self, settings: &SpectrumSettings) -> Option<EliminationOrder> {
        let entries = self.matrix.entry_count();
        let is_promising = entries <= MOST_ORDERED_ENTRIES || entries <= SPARSE_ROW * self.matrix.size();
        if settings.approach != Approach::Only(Origin::Slicing) && !is_promising {
            return None;
        }
        EliminationOrder::find(&self.matrix)
    }

    /// The error of a method that did not converge.
    pub(crate) fn no_convergence(&self) -> SpectrumError {
        SpectrumError::NoConvergence { size: self.matrix.size() }
    }
}

/// The seconds to predict for work that takes some time or a longer one, which only the work will show: their geometric mean is
/// wrong by the same factor either way, the smallest one that can be promised.
fn between(seconds: f64, longest: f64) -> f64 {
    (seconds * longest.max(seconds)).sqrt()
}

/// Moves the fastest method with a guaranteed error before faster densities, unless it takes much longer.
fn prefer_guaranteed(considered: &mut [(Origin, Cost)]) {
    let is_guaranteed = |&(origin, _): &(Origin, Cost)| origin != Origin::Density;
    if let Some(at) = considered.iter().position(is_guaranteed) {
        let (seconds, fastest) = (considered[at].1.seconds, considered[0].1.seconds);
        if seconds <= 2.0 * AFFORDABLE_SECONDS || seconds <= DENSITY_ADVANTAGE * fastest {
            considered[..=at].rotate_right(1);
        }
    }
}

impl LargePlan {
    /// The full solution that follows if a density misses its error, with its predicted seconds.
    pub(crate) fn full_solve_fallback(&self) -> Option<(Origin, f64)> {
        if self.chosen != Origin::Density {
            return None;
        }
        self.considered.iter().find(|(origin, _)| origin.is_complete()).copied()
    }

    /// Predicted seconds on one core. A density that is followed by a full solution if it misses its error takes its own time or
    /// that of both; which of the two shows only when it is done.
    pub(crate) fn expected_seconds(&self) -> f64 {
        let chosen = self.considered.first().map_or(0.0, |&(_, seconds)| seconds);
        let fallback = self.full_solve_fallback().map_or(0.0, |(_, seconds)| seconds);
        between(chosen, chosen + fallback)
    }

    /// Solves the problem by the chosen method, and by the fallback if that misses its error.
    pub(crate) fn solve(
        &mut self,
        problem: &LargeProblem,
        methods: &[&dyn LargeMethod],
        known: &[f64],
        settings: &SpectrumSettings,
    ) -> Result<LargeSolution, SpectrumError> {
        let deadline = Deadline::after(settings.time_limit);
        let fallback = self.full_solve_fallback();
        let progress = settings.progress.get();
        let fallback_seconds = fallback.map(|(_, seconds)| seconds);
        let request = Request { known, settings, deadline, fallback_seconds, progress };
        let run = |plan: &mut Self| {
            let method = methods.iter().find(|method| method.origin() == plan.chosen);
            let solution = method.ok_or_else(|| problem.no_convergence())?.solve(problem, &request)?;
            plan.effort.extend_from_slice(&solution.effort);
            Ok(solution)
        };
        let solution = run(self)?;
        match fallback {
            Some((origin, seconds))
                if solution.error > settings.max_error && seconds <= deadline.remaining_seconds() =>
            {
                self.chosen = origin;
                run(self)
            }
            _ => Ok(solution),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::spectrum::methods::METHODS;
    use crate::spectrum::testing::matrix_and_eigenvalues;

    #[test]
    fn expected_seconds_lie_between_a_density_that_suffices_and_one_that_misses_its_error() {
        let expected = |chosen, full: f64| {
            let (effort, spent_seconds) = (Vec::new(), 0.0);
            let considered = vec![(chosen, 4.0), (Origin::Single, full)];
            LargePlan { nodes: 9, edges: 9, components: 1, chosen, considered, effort, spent_seconds }
                .expected_seconds()
        };
        // 4 or 4 + 12 seconds: a factor of 2 off, whichever it is.
        assert_eq!(expected(Origin::Density, 12.0), 8.0);
        assert_eq!(expected(Origin::Slicing, 12.0), 4.0, "a guaranteed error");
    }

    /// A density misses an error that it cannot reach; the fallback depends on the other methods and their costs.
    #[test]
    fn a_full_solution_follows_a_density_that_missed_its_error() {
        let edges: Vec<(u32, u32)> = (1..400).flat_map(|v| [(v / 2, v), (v * v % 97 % v, v)]).collect();
        let graph = Graph::from_edges(400, &edges).expect("edges within the nodes");
        let settings = SpectrumSettings { max_error: 5e-5, ends: 20, ..SpectrumSettings::default() };
        for (follows, origin) in [(true, Origin::Single), (false, Origin::Density)] {
            let (matrix, eigenvalues) = matrix_and_eigenvalues(&graph);
            let mut plan = LargePlan {
                nodes: matrix.size(),
                edges: matrix.entry_count() / 2,
                components: 1,
                chosen: Origin::Density,
                considered: [(Origin::Density, 0.1), (Origin::Single, 1.0)][..1 + usize::from(follows)].to_vec(),
                effort: Vec::new(),
                spent_seconds: 0.0,
            };
            let problem = LargeProblem { matrix, exact: vec![None], order: None };
            let solution = plan.solve(&problem, &METHODS, &[], &settings).expect("finite numbers");
            assert!(plan.effort.iter().any(|(unit, _)| *unit == "probes"), "{plan:?}");
            assert_eq!(plan.chosen, origin);
            assert_eq!(solution.error <= settings.max_error, origin == Origin::Single, "states {:e}", solution.error);
            let errors = solution.values.iter().zip(&eigenvalues).map(|(found, value)| (found - value).abs());
            assert!(errors.fold(0.0, f64::max) <= solution.error);
        }
    }
}
