use faer::Par;

use super::band::{self, BandMatrix, BandWorkspace};
use super::bandwidth_order::BandwidthOrder;
use super::closed_form::{self, ClosedForm};
use super::components::Components;
use super::lanes::{Entry, LaneSolver, PendingMatrices, PendingTridiagonals};
use super::large::{AFFORDABLE_SECONDS, EXACT_NODES};
use super::lumped::Rows;
use super::plan::{self, Method, PiecePlan, SMALL_LIMIT, Solver};
use super::solver::SpectrumSettings;
use super::{Approach, Spectrum, SpectrumError};
use crate::laplacian;

/// From this size on the work inside one matrix is split among threads.
const PARALLEL_SIZE: usize = 1024;

/// Everything that is needed once twins are gone; apart from the [`SpectrumSolver`](super::SpectrumSolver) because the rows
/// it works on are borrowed from there.
#[derive(Debug)]
pub(super) struct PieceSolver {
    pub(super) components: Components,
    order: BandwidthOrder,
    matrix: BandMatrix,
    reduction: BandWorkspace,
    diagonal: Vec<f64>,
    off_diagonal: Vec<f64>,
    matrices: PendingMatrices,
    tridiagonals: PendingTridiagonals,
    lanes: LaneSolver,
    /// Threads for the inside of one large graph.
    pool: Option<rayon::ThreadPool>,
}

/// What became of a connected piece.
pub(super) enum Taken {
    /// It is solved or queued.
    Piece(PiecePlan),
    /// It is large: to be solved exactly in so many seconds, if that is possible, or in another way.
    Large(Option<f64>),
}

impl PieceSolver {
    pub(super) fn new() -> Self {
        Self {
            components: Components::default(),
            order: BandwidthOrder::default(),
            matrix: BandMatrix::default(),
            reduction: BandWorkspace::default(),
            diagonal: Vec::new(),
            off_diagonal: Vec::new(),
            matrices: PendingMatrices::default(),
            tridiagonals: PendingTridiagonals::default(),
            lanes: LaneSolver::new(),
            pool: None,
        }
    }

    /// Forgets what was queued.
    pub(super) fn clear(&mut self) {
        self.matrices.clear();
        self.tridiagonals.clear();
    }

    /// Solves a connected piece by formula or queues it for a solver, unless it is large.
    pub(super) fn take(
        &mut self,
        owner: usize,
        rows: Rows<'_>,
        component: usize,
        settings: &SpectrumSettings,
        eigenvalues: &mut Vec<f64>,
    ) -> Result<Taken, SpectrumError> {
        let nodes = self.components.nodes(component).len();
        if let Some(form) = closed_form_of(rows, self.components.nodes(component), settings.reductions) {
            let method = Method::ClosedForm(apply(form, nodes, eigenvalues));
            let plan = PiecePlan { nodes, method, bandwidth: None, considered: Default::default() };
            return Ok(Taken::Piece(plan));
        }
        let is_free = settings.solver.is_none() && nodes > SMALL_LIMIT && settings.approach != Approach::Exact;
        if is_free && (settings.approach != Approach::Auto || nodes > EXACT_NODES) {
            return Ok(Taken::Large(None));
        }
        let small_only = [Solver::Small];
        let (candidates, bandwidth): (&[Solver], _) = match settings.solver.as_ref() {
            Some(Solver::Band) => (&[Solver::Band], Some(self.reorder(rows, component))),
            Some(solver) => (std::slice::from_ref(solver), None),
            // Nothing comes near the small solver where it applies, so the order is not even looked for.
            None if nodes <= SMALL_LIMIT => (&small_only, None),
            None => (&[Solver::Dense, Solver::Band], Some(self.reorder(rows, component))),
        };
        let choice = plan::choose(nodes, bandwidth.unwrap_or(nodes), candidates, settings.memory_limit);
        if is_free {
            let seconds = choice.as_ref().ok().and_then(|(_, considered)| considered[0]).map(|(_, seconds)| seconds);
            if seconds.is_none_or(|seconds| seconds > AFFORDABLE_SECONDS) {
                return Ok(Taken::Large(seconds));
            }
        }
        let (solver, considered) = choice?;
        match solver {
            Solver::Small => self.queue_small(owner, rows, component),
            Solver::Dense => self.queue_large(owner, rows, component, nodes - 1, settings),
            Solver::Band => self.queue_large(owner, rows, component, bandwidth.unwrap_or(nodes - 1), settings),
        }
        Ok(Taken::Piece(PiecePlan { nodes, method: Method::Solver(solver), bandwidth, considered }))
    }

    /// Gives a component a bandwidth-reducing order; the bandwidth comes back.
    fn reorder(&mut self, rows: Rows<'_>, component: usize) -> usize {
        let bandwidth = self.order.find(rows, self.components.nodes(component), self.components.positions());
        self.components.reorder(component, self.order.order());
        bandwidth
    }

    fn queue_small(&mut self, owner: usize, rows: Rows<'_>, component: usize) {
        let nodes = self.components.nodes(component);
        let entries = lower_triangle(rows, nodes, self.components.positions());
        self.matrices.push(
            owner,
            nodes.len(),
            entries.map(|(row, column, value)| Entry { row: row as u16, column: column as u16, value }),
        );
    }

    /// Brings a piece to tridiagonal form as a matrix of the given bandwidth and queues that.
    fn queue_large(
        &mut self,
        owner: usize,
        rows: Rows<'_>,
        component: usize,
        bandwidth: usize,
        settings: &SpectrumSettings,
    ) {
        let nodes = self.components.nodes(component);
        self.matrix.reset(nodes.len(), bandwidth);
        for (row, column, value) in lower_triangle(rows, nodes, self.components.positions()) {
            self.matrix.set(row, column, value);
        }
        let helpers = if nodes.len() >= PARALLEL_SIZE { settings.threads.saturating_sub(1) } else { 0 };
        let lent = settings.idle.as_ref().map(|idle| idle.lend(helpers));
        let helpers = lent.as_ref().map_or(helpers, |lent| lent.count());
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
    pub(super) fn finish(&mut self, spectra: &mut [Spectrum], failures: &mut Vec<(usize, SpectrumError)>) {
        let mut deliver = |owner: usize, outcome: Result<&mut [f64], SpectrumError>| match outcome {
            Ok(values) => {
                // A connected piece has the eigenvalue 0 exactly once: what the solver found there is rounding.
                values[0] = 0.0;
                spectra[owner].eigenvalues.extend_from_slice(values);
            }
            Err(error) => failures.push((owner, error)),
        };
        self.lanes.solve_matrices(&mut self.matrices, &mut deliver);
        self.lanes.solve_tridiagonals(&mut self.tridiagonals, &mut deliver);
    }
}

/// The pool for parallel work, made when it is first needed. If the system gives no threads, the work is done by one.
fn pool_of(pool: &mut Option<rayon::ThreadPool>, par: Par, threads: usize) -> Option<&rayon::ThreadPool> {
    if par == Par::Seq {
        return None;
    }
    if pool.is_none() {
        *pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
    }
    pool.as_ref()
}

/// Entries `(row, column, value)` of the lower triangle of the Laplacian of a piece, diagonal included.
fn lower_triangle<'a>(
    rows: Rows<'a>,
    nodes: &'a [u32],
    positions: &'a [u32],
) -> impl Iterator<Item = (usize, usize, f64)> + 'a {
    nodes.iter().enumerate().flat_map(move |(row, &node)| {
        let degree = rows.degree(node);
        let beside = rows.entries(node).filter_map(move |(other, weight)| {
            let column = positions[other as usize] as usize;
            (column < row).then(|| (row, column, laplacian::entry(weight, degree, rows.degree(other))))
        });
        std::iter::once((row, row, rows.diagonal(node))).chain(beside)
    })
}

/// The formula that fits a connected piece, if one does. A single node always has one: its degree may be zero, and
/// then it has no Laplacian row to solve.
fn closed_form_of(rows: Rows<'_>, nodes: &[u32], reductions: bool) -> Option<ClosedForm> {
    match nodes.len() {
        1 => return Some(ClosedForm::Single),
        _ if !reductions => return None,
        _ => {}
    }
    let is_plain = |&node: &u32| {
        let columns = rows.columns(node).len();
        columns <= 2 && rows.degree(node) == columns as f64 && rows.entries(node).all(|(_, weight)| weight == 1.0)
    };
    if !nodes.iter().all(is_plain) {
        return None;
    }
    let has_end = nodes.iter().any(|&node| rows.columns(node).len() == 1);
    Some(if has_end { ClosedForm::Path } else { ClosedForm::Cycle })
}

/// Appends the eigenvalues by formula; gives its name.
fn apply(form: ClosedForm, nodes: usize, eigenvalues: &mut Vec<f64>) -> &'static str {
    match form {
        ClosedForm::Single => {
            eigenvalues.push(0.0);
            "single node"
        }
        ClosedForm::Path => {
            closed_form::path(nodes, eigenvalues);
            "path"
        }
        ClosedForm::Cycle => {
            closed_form::cycle(nodes, eigenvalues);
            "cycle"
        }
    }
}
