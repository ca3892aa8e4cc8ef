//! The exact solver of components: queues them, and solves all queued matrices together.

use faer::Par;

use super::band::{self, BandMatrix, BandWorkspace};
use super::batched::{BatchedSolver, Entry, QueuedMatrices, QueuedTridiagonals};
use super::elimination::EliminationSolver;
use crate::laplacian;
use crate::spectrum::matrix::fill_pattern::FillPattern;
use crate::spectrum::matrix::graph_view::GraphView;
use crate::spectrum::plan::component::Solver;
use crate::spectrum::plan::thresholds::SMALL_NODES;
use crate::spectrum::reduction::components::make_one_zero;
use crate::spectrum::{SpectrumError, SpectrumSettings};

/// Matrices with at least this many rows are split among threads: below, the threads wait for each other longer than they
/// work.
const PARALLEL_ROWS: usize = 1024;

/// A connected component of a graph in some order of its nodes.
#[derive(Clone, Copy)]
pub(crate) struct Component<'a> {
    pub(crate) view: GraphView<'a>,
    /// Its nodes, in order.
    pub(crate) nodes: &'a [u32],
    /// Position of each node of the graph among the nodes of its component.
    pub(crate) positions: &'a [u32],
    /// Its order of elimination, if that was computed.
    pub(crate) pattern: &'a FillPattern,
}

/// Solves components exactly, in buffers that it keeps.
#[derive(Debug)]
pub(crate) struct ExactSolver {
    matrix: BandMatrix,
    reduction: BandWorkspace,
    diagonal: Vec<f64>,
    off_diagonal: Vec<f64>,
    matrices: QueuedMatrices,
    tridiagonals: QueuedTridiagonals,
    batched: BatchedSolver,
    elimination: EliminationSolver,
    /// Eigenvalues of components that were solved at once.
    solved: Vec<f64>,
    /// Owner of each of these components, and the end of its eigenvalues.
    solved_ends: Vec<(usize, usize)>,
    /// Threads for the inside of one matrix.
    pool: Option<rayon::ThreadPool>,
}

impl ExactSolver {
    pub(crate) fn new() -> Self {
        Self {
            matrix: BandMatrix::default(),
            reduction: BandWorkspace::default(),
            diagonal: Vec::new(),
            off_diagonal: Vec::new(),
            matrices: QueuedMatrices::default(),
            tridiagonals: QueuedTridiagonals::default(),
            batched: BatchedSolver::new(),
            elimination: EliminationSolver::new(),
            solved: Vec::new(),
            solved_ends: Vec::new(),
            pool: None,
        }
    }

    /// Empties the queues.
    pub(crate) fn clear(&mut self) {
        self.matrices.clear();
        self.tridiagonals.clear();
        self.solved.clear();
        self.solved_ends.clear();
    }

    /// Queues a component of graph number `owner` for a solver.
    pub(crate) fn enqueue(
        &mut self,
        owner: usize,
        component: Component<'_>,
        solver: Solver,
        bandwidth: Option<usize>,
        settings: &SpectrumSettings,
    ) {
        let widest = component.nodes.len() - 1;
        match solver {
            Solver::Small => self.enqueue_small(owner, component),
            Solver::Dense => self.enqueue_band(owner, component, widest, settings),
            Solver::Band => self.enqueue_band(owner, component, bandwidth.unwrap_or(widest), settings),
            Solver::Elimination => self.solve_by_elimination(owner, component, bandwidth.unwrap_or(widest), settings),
        }
    }

    /// Solves a component at once. If its eigenvalues do not converge, queues it for another solver.
    fn solve_by_elimination(
        &mut self,
        owner: usize,
        component: Component<'_>,
        bandwidth: usize,
        settings: &SpectrumSettings,
    ) {
        match self.elimination.solve(component, component.pattern) {
            Some(eigenvalues) => {
                make_one_zero(eigenvalues);
                self.solved.extend_from_slice(eigenvalues);
                self.solved_ends.push((owner, self.solved.len()));
            }
            None if component.nodes.len() <= SMALL_NODES => self.enqueue_small(owner, component),
            None => self.enqueue_band(owner, component, bandwidth, settings),
        }
    }

    fn enqueue_small(&mut self, owner: usize, component: Component<'_>) {
        self.matrices.push(owner, component.nodes.len(), |entries| {
            component.for_lower_triangle(|row, column, value| {
                entries.push(Entry { row: row as u16, column: column as u16, value });
            });
        });
    }

    /// Reduces a component to tridiagonal form as a matrix of the given bandwidth, and queues that.
    fn enqueue_band(&mut self, owner: usize, component: Component<'_>, bandwidth: usize, settings: &SpectrumSettings) {
        let size = component.nodes.len();
        self.matrix.reset(size, bandwidth);
        component.for_lower_triangle(|row, column, value| self.matrix.set(row, column, value));
        let helpers = if size >= PARALLEL_ROWS { settings.threads.saturating_sub(1) } else { 0 };
        let loan = settings.idle.as_ref().map(|idle| idle.lend(helpers));
        let helpers = loan.as_ref().map_or(helpers, |loan| loan.count());
        let par = if helpers > 0 { Par::rayon(1 + helpers) } else { Par::Seq };
        let Self { matrix, reduction, diagonal, off_diagonal, pool, .. } = self;
        let mut reduce = || band::tridiagonalize(matrix, reduction, par, diagonal, off_diagonal);
        match pool_of(pool, par, settings.threads) {
            Some(pool) => pool.install(reduce),
            None => reduce(),
        }
        self.tridiagonals.push(owner, &self.diagonal, &self.off_diagonal);
    }

    /// Solves everything that was queued and hands the eigenvalues to their owners.
    pub(crate) fn finish(&mut self, mut deliver: impl FnMut(usize, Result<&[f64], SpectrumError>)) {
        let mut start = 0;
        for &(owner, end) in &self.solved_ends {
            deliver(owner, Ok(&self.solved[start..end]));
            start = end;
        }
        let mut deliver = |owner: usize, outcome: Result<&mut [f64], SpectrumError>| match outcome {
            Ok(values) => {
                make_one_zero(values);
                deliver(owner, Ok(values));
            }
            Err(error) => deliver(owner, Err(error)),
        };
        self.batched.solve_matrices(&mut self.matrices, &mut deliver);
        self.batched.solve_tridiagonals(&mut self.tridiagonals, &mut deliver);
    }
}

impl Component<'_> {
    /// Calls `take` with row, column and value of each entry of the lower triangle of the Laplacian, row by row, the diagonal
    /// entry first.
    fn for_lower_triangle(self, mut take: impl FnMut(usize, usize, f64)) {
        let Self { view, nodes, positions, .. } = self;
        for (row, &node) in nodes.iter().enumerate() {
            let degree = view.degree(node);
            take(row, row, view.diagonal(node));
            for (other, weight) in view.entries(node) {
                let column = positions[other as usize] as usize;
                if column < row {
                    take(row, column, laplacian::entry(weight, degree, view.degree(other)));
                }
            }
        }
    }
}

/// The pool for parallel work, made when it is first needed. If the system gives no threads, one thread does the work.
fn pool_of(pool: &mut Option<rayon::ThreadPool>, par: Par, threads: usize) -> Option<&rayon::ThreadPool> {
    if par == Par::Seq {
        return None;
    }
    if pool.is_none() {
        *pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
    }
    pool.as_ref()
}
