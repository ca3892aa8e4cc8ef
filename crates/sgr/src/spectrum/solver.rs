use std::borrow::Borrow;
use std::sync::Arc;

use super::band::{self, BandMatrix, BandWorkspace};
use super::bandwidth_order::BandwidthOrder;
use super::closed_form::{self, ClosedForm};
use super::components::Components;
use super::idle_threads::IdleThreads;
use super::lanes::{Entry, LaneSolver, PendingMatrices, PendingTridiagonals};
use super::lumped::{Rows, fill_degrees};
use super::plan::{self, Explanation, Method, PiecePlan, SMALL_LIMIT, Solver};
use super::twin_reduction::{Atom, TwinReduction};
use super::{Origin, Spectrum, SpectrumError};
use crate::graph::Graph;
use crate::laplacian;
use faer::Par;

/// From this size on the work inside one matrix is split among threads.
const PARALLEL_SIZE: usize = 1024;

/// How spectra are computed.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SpectrumSettings {
    /// Most threads inside one graph, when it is large.
    pub threads: usize,
    /// If set, all but one of those are borrowed from here, as far as there are some.
    pub idle: Option<Arc<IdleThreads>>,
    /// Bytes that one matrix may take; a connected piece that needs more is refused before it is tried.
    pub memory_limit: u64,
    /// Take twins out and use formulas where there are some. Off only to test the solvers.
    pub reductions: bool,
    /// Use this solver for all pieces. Only to test the solvers.
    pub solver: Option<Solver>,
    /// Keep an [`Explanation`] for each graph.
    pub explain: bool,
}

impl Default for SpectrumSettings {
    fn default() -> Self {
        // 8 GB hold a dense matrix of 31,000 nodes, whose eigenvalues take about a quarter of an hour.
        Self { threads: 1, idle: None, memory_limit: 8_000_000_000, reductions: true, solver: None, explain: false }
    }
}

/// Computes spectra, many graphs at a time, in buffers that it keeps.
///
/// ```
/// use sgr::{graph::Graph, spectrum::{SpectrumSettings, SpectrumSolver}};
/// let graphs = [Graph::from_edges(2, &[(0, 1)]).unwrap(), Graph::from_edges(3, &[(0, 1), (1, 2), (0, 2)]).unwrap()];
/// let mut solver = SpectrumSolver::new(SpectrumSettings::default());
/// let mut spectra = Vec::new();
/// let failures = solver.solve(&graphs, &mut spectra);
/// assert!(failures.is_empty());
/// assert_eq!(spectra[0].eigenvalues(), &[0.0, 2.0]);
/// assert_eq!(spectra[1].eigenvalues(), &[0.0, 1.5, 1.5]);
/// ```
#[derive(Debug)]
pub struct SpectrumSolver {
    settings: SpectrumSettings,
    explanations: Vec<Explanation>,
    degrees: Vec<f64>,
    atoms: Vec<Atom>,
    twins: TwinReduction,
    pieces: PieceSolver,
}

/// Everything that is needed once twins are gone; apart from [`SpectrumSolver`] because the rows it works on are
/// borrowed from there.
#[derive(Debug)]
struct PieceSolver {
    components: Components,
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

impl SpectrumSolver {
    /// A solver with empty buffers.
    pub fn new(settings: SpectrumSettings) -> Self {
        Self {
            settings,
            explanations: Vec::new(),
            degrees: Vec::new(),
            atoms: Vec::new(),
            twins: TwinReduction::default(),
            pieces: PieceSolver {
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
            },
        }
    }

    /// Computes the spectra of `graphs` into `spectra`, whose memory is reused; gives the graphs that failed, by index,
    /// in ascending order. The spectrum of a graph that failed is empty.
    ///
    /// The result for a graph does not depend on the others: the same bytes alone and in any company.
    pub fn solve<G: Borrow<Graph>>(
        &mut self,
        graphs: &[G],
        spectra: &mut Vec<Spectrum>,
    ) -> Vec<(usize, SpectrumError)> {
        let mut failures = Vec::new();
        self.explanations.clear();
        self.pieces.matrices.clear();
        self.pieces.tridiagonals.clear();
        spectra.resize_with(graphs.len(), || Spectrum { eigenvalues: Vec::new(), origin: Origin::Exact });
        for (index, graph) in graphs.iter().enumerate() {
            let eigenvalues = &mut spectra[index].eigenvalues;
            eigenvalues.clear();
            if let Err(error) = self.reduce(index, graph.borrow(), eigenvalues) {
                failures.push((index, error));
            }
        }
        self.pieces.finish(spectra, &mut failures);
        for spectrum in spectra.iter_mut() {
            finish_spectrum(&mut spectrum.eigenvalues);
        }
        failures.sort_by_key(|failure| failure.0);
        failures.dedup_by_key(|failure| failure.0);
        for (index, _) in &failures {
            spectra[*index].eigenvalues.clear();
        }
        failures
    }

    /// What was done for each graph of the last call, if [`SpectrumSettings::explain`] is set.
    pub fn explanations(&self) -> &[Explanation] {
        &self.explanations
    }

    /// Takes out of one graph what is known exactly, and queues the rest.
    fn reduce(&mut self, index: usize, graph: &Graph, eigenvalues: &mut Vec<f64>) -> Result<(), SpectrumError> {
        let mut explanation = self.settings.explain.then(Explanation::default);
        let outcome = self.reduce_explained(index, graph, eigenvalues, explanation.as_mut());
        self.explanations.extend(explanation);
        outcome
    }

    fn reduce_explained(
        &mut self,
        index: usize,
        graph: &Graph,
        eigenvalues: &mut Vec<f64>,
        mut explanation: Option<&mut Explanation>,
    ) -> Result<(), SpectrumError> {
        if graph.node_count() == 0 {
            return Err(SpectrumError::EmptyGraph);
        }
        fill_degrees(graph, &mut self.degrees);
        let mut rows = Rows::of_graph(graph, &self.degrees);
        self.atoms.clear();
        if self.settings.reductions {
            rows = self.twins.reduce(rows, &mut self.atoms);
        }
        for atom in &self.atoms {
            eigenvalues.extend(std::iter::repeat_n(atom.eigenvalue, atom.multiplicity));
        }
        self.pieces.components.find(rows);
        if let Some(explanation) = &mut explanation {
            explanation.components = self.pieces.components.count();
            explanation.twins = graph.node_count() - rows.node_count();
        }
        for component in 0..self.pieces.components.count() {
            let plan = self.pieces.take(index, rows, component, &self.settings, eigenvalues)?;
            if let Some(explanation) = &mut explanation {
                explanation.pieces.push(plan);
            }
        }
        Ok(())
    }
}

impl PieceSolver {
    /// Solves a connected piece by formula or queues it for a solver.
    fn take(
        &mut self,
        owner: usize,
        rows: Rows<'_>,
        component: usize,
        settings: &SpectrumSettings,
        eigenvalues: &mut Vec<f64>,
    ) -> Result<PiecePlan, SpectrumError> {
        let nodes = self.components.nodes(component).len();
        if let Some(form) = closed_form_of(rows, self.components.nodes(component), settings.reductions) {
            let method = Method::ClosedForm(apply(form, nodes, eigenvalues));
            return Ok(PiecePlan { nodes, method, bandwidth: None, considered: Default::default() });
        }
        let small_only = [Solver::Small];
        let (candidates, bandwidth): (&[Solver], _) = match settings.solver.as_ref() {
            Some(Solver::Band) => (&[Solver::Band], Some(self.reorder(rows, component))),
            Some(solver) => (std::slice::from_ref(solver), None),
            // Nothing comes near the small solver where it applies, so the order is not even looked for.
            None if nodes <= SMALL_LIMIT => (&small_only, None),
            None => (&[Solver::Dense, Solver::Band], Some(self.reorder(rows, component))),
        };
        let (solver, considered) = plan::choose(nodes, bandwidth.unwrap_or(nodes), candidates, settings.memory_limit)?;
        match solver {
            Solver::Small => self.queue_small(owner, rows, component),
            Solver::Dense => self.queue_large(owner, rows, component, nodes - 1, settings),
            Solver::Band => self.queue_large(owner, rows, component, bandwidth.unwrap_or(nodes - 1), settings),
        }
        Ok(PiecePlan { nodes, method: Method::Solver(solver), bandwidth, considered })
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
    fn finish(&mut self, spectra: &mut [Spectrum], failures: &mut Vec<(usize, SpectrumError)>) {
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

/// Sorts the eigenvalues of a graph and puts those that rounding moved out of [0, 2] back to its ends.
fn finish_spectrum(eigenvalues: &mut [f64]) {
    for value in eigenvalues.iter_mut() {
        *value = value.clamp(0.0, 2.0);
    }
    eigenvalues.sort_unstable_by(f64::total_cmp);
}
