//! Slicing as a method for large components, and counts of eigenvalues for the density.

use super::{AccuracyTargets, Slicer};
use crate::spectrum::deadline::Deadline;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;
use crate::spectrum::plan::costs;
use crate::spectrum::plan::large::{Cost, LargeMethod, LargeProblem, LargeSolution, Request};
use crate::spectrum::{Origin, SpectrumError, SpectrumSettings};

/// Bytes of the buffers of one thread up to which counts take as many shifts at a time as a register has lanes, for a graph of
/// up to [`USUAL_SIZE`]: two threads and the graph then stay below 1 GB. Graphs with larger buffers have wide fronts, in
/// which one shift at a time takes no longer.
const USUAL_BYTES: f64 = 3e8;

/// Nodes and edges up to which [`USUAL_BYTES`] is the same. Beyond, it grows with them: large sparse graphs have large buffers
/// without wide fronts.
const USUAL_SIZE: f64 = 1e6;

/// Predicted counts to find every eigenvalue within 1e-3, as measured on road networks and trees.
const COARSE_COUNTS: f64 = 2500.0;

/// Predicted seconds of the counts between two looks at the clock, where there is a time limit: it is exceeded by so much at most.
const SECONDS_AT_ONCE: f64 = 0.5;

/// Bisection by counts of eigenvalues below shifts until every sample has the required accuracy.
pub(crate) struct Slicing;

impl LargeMethod for Slicing {
    fn origin(&self) -> Origin {
        Origin::Slicing
    }

    fn cost(&self, problem: &LargeProblem, settings: &SpectrumSettings) -> Option<Cost> {
        let order = problem.order.as_ref()?;
        let seconds = counting_seconds(problem, settings)?;
        // The stack never needs more memory than the triangular factor: 8 bytes for each of eight shifts.
        Some(Cost { seconds, bytes: (order.fill * 64.0) as u64 })
    }

    fn solve(&self, problem: &LargeProblem, request: &Request<'_>) -> Result<LargeSolution, SpectrumError> {
        let Request { known, settings, deadline, progress, .. } = *request;
        let counter = Counter::new(problem, settings)?.ok_or_else(|| problem.no_convergence())?;
        let size = problem.matrix.size() + known.len();
        let targets = AccuracyTargets::new(size, settings.max_error, settings.grid, known);
        let sliced = counter.run(|slicer| slicer.solve(&targets, deadline, progress));
        let effort = vec![("shifts", sliced.shifts)];
        Ok(LargeSolution { values: sliced.eigenvalues, error: sliced.error, effort })
    }
}

/// Predicted seconds to find all samples by counts; `None` without an elimination order.
pub(crate) fn counting_seconds(problem: &LargeProblem, settings: &SpectrumSettings) -> Option<f64> {
    // Each halving of the error takes one more count for each sample.
    let halvings = (1e-3 / settings.max_error).log2().max(0.0);
    let shifts = COARSE_COUNTS + settings.grid.len() as f64 * halvings;
    Some(shifts * costs::shift_seconds(&problem.matrix, problem.order.as_ref()?))
}

/// Bytes of the buffers of one thread up to which counts take all lanes.
fn usual_bytes(matrix: &SparseLaplacian) -> u64 {
    let size = (matrix.size() + matrix.entry_count() / 2) as f64;
    (USUAL_BYTES * (size / USUAL_SIZE).max(1.0)) as u64
}

/// Counts eigenvalues on as many threads as the memory limit allows.
pub(crate) struct Counter {
    slicer: Slicer,
    /// Threads that count at the same time; one, if all threads share each count.
    threads: usize,
}

impl Counter {
    /// A counter for the matrix of a problem, if there is an elimination order.
    pub(crate) fn new(problem: &LargeProblem, settings: &SpectrumSettings) -> Result<Option<Self>, SpectrumError> {
        let Some(order) = &problem.order else { return Ok(None) };
        let limit = settings.memory_limit;
        // Half of the limit, so that two threads count.
        let slicer = Slicer::new(&problem.matrix, order).within(usual_bytes(&problem.matrix).min(limit / 2));
        let bytes = slicer.memory_bytes();
        if bytes > limit {
            return Err(SpectrumError::TooLarge { nodes: problem.matrix.size(), needed: bytes, limit });
        }
        let most = limit.min(2 * usual_bytes(&problem.matrix));
        let threads = rayon::current_num_threads().min((most / bytes.max(1)) as usize).max(1);
        let slicer = if threads == 1 { slicer.shared() } else { slicer };
        Ok(Some(Self { slicer, threads }))
    }

    /// Number of eigenvalues below each shift.
    pub(crate) fn count_below(&self, shifts: &[f64]) -> Vec<usize> {
        self.run(|slicer| slicer.count_below(shifts))
    }

    /// Number of eigenvalues below each of the first shifts: all of them, unless the time is over before. `seconds` is the
    /// predicted time of one count.
    pub(crate) fn count_until(&self, shifts: &[f64], seconds: f64, deadline: Deadline) -> Vec<usize> {
        if deadline.remaining_seconds() == f64::INFINITY {
            return self.count_below(shifts);
        }
        let at_once = ((SECONDS_AT_ONCE / seconds) as usize).max(self.threads);
        let in_time = shifts.chunks(at_once).take_while(|_| !deadline.is_past());
        in_time.flat_map(|shifts| self.count_below(shifts)).collect()
    }

    /// Calls `work` on a pool of `threads` threads.
    fn run<T: Send>(&self, work: impl FnOnce(&Slicer) -> T + Send) -> T {
        if (2..rayon::current_num_threads()).contains(&self.threads)
            && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()
        {
            return pool.install(|| work(&self.slicer));
        }
        work(&self.slicer)
    }
}
