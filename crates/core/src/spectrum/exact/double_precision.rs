//! All eigenvalues of large components, up to rounding.

use faer::Par;

use super::band::{self, BandMatrix, BandWorkspace};
use super::batched::{BatchedSolver, QueuedTridiagonals};
use crate::spectrum::plan::component::Solver;
use crate::spectrum::plan::explanation::ComponentMethod;
use crate::spectrum::plan::large::{Cost, LargeMethod, LargeProblem, LargeSolution, Request};
use crate::spectrum::reduction::components::make_one_zero;
use crate::spectrum::{Origin, SpectrumError, SpectrumSettings};

/// The solvers of single components, one large component after another.
pub(crate) struct DoublePrecision;

impl LargeMethod for DoublePrecision {
    fn origin(&self) -> Origin {
        Origin::Exact
    }

    /// The sum over the components, if every one of them can be solved exactly. Their memory was checked before.
    fn cost(&self, problem: &LargeProblem, _: &SpectrumSettings) -> Option<Cost> {
        let mut seconds = 0.0;
        for plan in &problem.exact {
            seconds += plan.as_ref()?.seconds()?;
        }
        Some(Cost { seconds, bytes: 0 })
    }

    fn solve(&self, problem: &LargeProblem, _: &Request<'_>) -> Result<LargeSolution, SpectrumError> {
        let par = parallelism();
        let (mut matrix, mut workspace) = (BandMatrix::default(), BandWorkspace::default());
        let (mut diagonal, mut off_diagonal) = (Vec::new(), Vec::new());
        let mut queued = QueuedTridiagonals::default();
        for (component, plan) in problem.matrix.components().zip(&problem.exact) {
            let plan = plan.as_ref().ok_or_else(|| problem.no_convergence())?;
            let bandwidth = match plan.method {
                ComponentMethod::Solver(Solver::Band) => plan.bandwidth,
                _ => None,
            };
            let (first, size) = (component.start, component.len());
            matrix.reset(size, bandwidth.unwrap_or(size - 1));
            for row in 0..size {
                matrix.set(row, row, problem.matrix.diagonal(first + row));
                for (column, value) in problem.matrix.rounded_entries(first + row) {
                    if column - first < row {
                        matrix.set(row, column - first, value);
                    }
                }
            }
            band::tridiagonalize(&mut matrix, &mut workspace, par, &mut diagonal, &mut off_diagonal);
            queued.push(0, &diagonal, &off_diagonal);
        }
        drop((matrix, workspace));
        let values = all_eigenvalues(&mut queued, problem.matrix.size())?;
        Ok(LargeSolution { values, error: 0.0, effort: Vec::new() })
    }
}

/// As many threads as the current rayon pool has.
pub(in crate::spectrum) fn parallelism() -> Par {
    let threads = rayon::current_num_threads();
    if threads > 1 { Par::rayon(threads) } else { Par::Seq }
}

/// The eigenvalues of connected components, given as tridiagonal matrices, ascending.
pub(super) fn all_eigenvalues(queued: &mut QueuedTridiagonals, size: usize) -> Result<Vec<f64>, SpectrumError> {
    let mut outcome = Ok(Vec::with_capacity(size));
    BatchedSolver::new().solve_tridiagonals(queued, |_, solved| match (solved, &mut outcome) {
        (Ok(values), Ok(all)) => {
            make_one_zero(values);
            all.extend(values.iter().map(|value| value.clamp(0.0, 2.0)));
        }
        (Err(error), _) => outcome = Err(error),
        (_, Err(_)) => {}
    });
    let mut all = outcome?;
    all.sort_unstable_by(f64::total_cmp);
    Ok(all)
}
