//! What is too large to be solved whole: which method, at what cost, and the eigenvalues it finds.

use super::costs;
use super::density::{self, Counting, DensitySettings};
use super::ends_only::between_ends;
use super::krylov::{BlockProduct, Ends, EndsSettings};
use super::plan::LargePlan;
use super::remainder::Remainder;
use super::single;
use super::slicing::{EliminationOrder, Needs, Slicer};
use super::solver::SpectrumSettings;
use super::{Approach, Origin, SpectrumError};
use crate::progress::{Progress, Stretch};

/// An exact solution that is predicted to take no longer than this many seconds is always preferred.
pub(super) const AFFORDABLE_SECONDS: f64 = 2.0;

/// From this number of nodes on, no exact solver is even considered unless asked for.
pub(super) const EXACT_NODES: usize = 30_000;

/// Counts or an exact solution where a density missed its error: as long as they are predicted to take no longer than this.
const PATIENCE_SECONDS: f64 = 120.0;

/// Counts that are worth the while in support of a density.
const FEWEST_COUNTS: usize = 16;

/// Entries beside the diagonal up to which an elimination order is looked for; with many entries in each row, fill is sure
/// to be large, and the search itself takes long.
const MOST_ORDERED_ENTRIES: usize = 2_000_000;
/// Up to this many entries in a row that does not matter.
const SPARSE_ROW: usize = 4;

/// Residual of the ends where nothing but them is exact.
const ENDS_TOLERANCE: f64 = 1e-8;

/// Products of a block with the matrix after which the ends are what has converged by then.
const MOST_PRODUCTS: usize = 1000;

/// The large pieces of a graph with what is to be done about them.
#[derive(Debug)]
pub(super) struct LargePart {
    matrix: Remainder,
    order: Option<EliminationOrder>,
    pub(super) plan: LargePlan,
}

/// What was found.
#[derive(Debug)]
pub(super) struct LargeSolution {
    /// Ascending, as many as the matrix has rows.
    pub(super) eigenvalues: Vec<f64>,
    pub(super) origin: Origin,
    pub(super) error: f64,
}

/// Counts on as many threads as fit in memory side by side.
struct Counter {
    slicer: Slicer,
    threads: usize,
}

impl Counter {
    fn run<T: Send>(&self, work: impl FnOnce(&Slicer) -> T + Send) -> T {
        if self.threads < rayon::current_num_threads()
            && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()
        {
            return pool.install(|| work(&self.slicer));
        }
        work(&self.slicer)
    }
}

impl LargePart {
    /// Picks the method with the least predicted time among those that fit in memory, a density only if it is much faster;
    /// `exact_seconds` is what the exact solvers would take, if they can do it. The plan may be to solve exactly, which is
    /// not done here.
    pub(super) fn plan(
        matrix: Remainder,
        exact_seconds: Option<f64>,
        settings: &SpectrumSettings,
    ) -> Result<Self, SpectrumError> {
        let is_wanted = |origin| settings.approach.origin().is_none_or(|wanted| wanted == origin);
        let order = if is_wanted(Origin::Slicing) { find_order(&matrix, settings) } else { None };
        let mut considered: Vec<(Origin, f64, u64)> = Vec::new();
        if let Some(seconds) = exact_seconds.filter(|_| settings.approach == Approach::Auto) {
            considered.push((Origin::Exact, seconds, 0));
        }
        if let Some(order) = &order {
            considered.push((
                Origin::Slicing,
                costs::slicing_seconds(&matrix, order, settings),
                costs::slicing_bytes(order),
            ));
        }
        if is_wanted(Origin::Density) {
            considered.push((
                Origin::Density,
                costs::density_seconds(&matrix, settings),
                costs::density_bytes(&matrix, settings),
            ));
        }
        let is_exact_enough = settings.approach == Approach::Auto && single::error(matrix.size()) <= settings.max_error;
        if is_exact_enough || settings.approach == Approach::Single {
            considered.push((Origin::Single, costs::single_seconds(&matrix), costs::single_bytes(&matrix)));
        }
        if settings.approach == Approach::Ends {
            let bytes = Ends::memory_bytes(matrix.size(), costs::ends_count(&matrix, settings));
            considered.push((Origin::Ends, costs::ends_seconds(&matrix, settings), bytes));
        }
        let needed = considered.iter().map(|&(_, _, bytes)| bytes).min().unwrap_or(u64::MAX);
        considered.retain(|&(_, _, bytes)| bytes <= settings.memory_limit);
        considered.sort_by(|a, b| a.1.total_cmp(&b.1));
        // Counting knows its error beforehand, a density only hopes: it has to be much faster.
        if let Some(at) = considered.iter().position(|&(origin, ..)| origin != Origin::Density)
            && (considered[at].1 <= 2.0 * AFFORDABLE_SECONDS || considered[at].1 <= 3.0 * considered[0].1)
        {
            considered[..=at].rotate_right(1);
        }
        let Some(&(chosen, ..)) = considered.first() else {
            return Err(SpectrumError::TooLarge { nodes: matrix.size(), needed, limit: settings.memory_limit });
        };
        let plan = LargePlan {
            nodes: matrix.size(),
            edges: matrix.entry_count() / 2,
            pieces: matrix.pieces().len() - 1,
            chosen,
            considered: considered.into_iter().map(|(origin, seconds, _)| (origin, seconds)).collect(),
            effort: Vec::new(),
            spent_seconds: 0.0,
        };
        Ok(Self { matrix, order, plan })
    }

    /// Finds the eigenvalues; `known` are the other eigenvalues of the graph, ascending. On the threads of the current
    /// rayon pool.
    pub(super) fn solve(
        &mut self,
        known: &[f64],
        settings: &SpectrumSettings,
        progress: &dyn Progress,
    ) -> Result<LargeSolution, SpectrumError> {
        match self.plan.chosen {
            Origin::Slicing => self.slice(known, settings, progress),
            Origin::Ends => self.ends_only(settings, progress),
            Origin::Single => self.single(progress),
            _ => {
                let density = self.density(known, settings, progress)?;
                let is_missed = density.error > settings.max_error;
                if is_missed && self.after_all().is_some_and(|(origin, _)| origin == Origin::Single) {
                    self.plan.chosen = Origin::Single;
                    return self.single(progress);
                }
                Ok(density)
            }
        }
    }

    fn single(&self, progress: &dyn Progress) -> Result<LargeSolution, SpectrumError> {
        let eigenvalues = single::eigenvalues(&self.matrix, progress)?;
        Ok(LargeSolution { eigenvalues, origin: Origin::Single, error: single::error(self.matrix.size()) })
    }

    fn slice(
        &mut self,
        known: &[f64],
        settings: &SpectrumSettings,
        progress: &dyn Progress,
    ) -> Result<LargeSolution, SpectrumError> {
        let Some(counter) = self.counter(settings)? else { return Err(self.no_convergence()) };
        let needs = Needs::new(self.matrix.size() + known.len(), settings.max_error, known);
        let sliced = counter.run(|slicer| slicer.solve(&needs, progress));
        self.plan.effort.push(("shifts", sliced.shifts));
        Ok(LargeSolution { eigenvalues: sliced.eigenvalues, origin: Origin::Slicing, error: sliced.error })
    }

    /// What counts eigenvalues, if there is an elimination order.
    fn counter(&self, settings: &SpectrumSettings) -> Result<Option<Counter>, SpectrumError> {
        let Some(order) = &self.order else { return Ok(None) };
        let slicer = Slicer::new(&self.matrix, order);
        let (bytes, limit) = (slicer.memory_bytes(), settings.memory_limit);
        if bytes > limit {
            return Err(SpectrumError::TooLarge { nodes: self.matrix.size(), needed: bytes, limit });
        }
        let threads = rayon::current_num_threads().min((limit / bytes.max(1)) as usize);
        Ok(Some(Counter { slicer, threads }))
    }

    /// Piece by piece: eigenvalues that several pieces share are then not manifold.
    fn ends_only(
        &mut self,
        settings: &SpectrumSettings,
        progress: &dyn Progress,
    ) -> Result<LargeSolution, SpectrumError> {
        let pieces = self.matrix.pieces().len() - 1;
        let (mut eigenvalues, mut error) = (Vec::with_capacity(self.matrix.size()), 0f64);
        let (mut low, mut high, mut products) = (0, 0, 0);
        for at in 0..pieces {
            let piece = self.matrix.piece(at);
            let ends_settings = EndsSettings {
                count: costs::ends_count(&piece, settings),
                tolerance: ENDS_TOLERANCE,
                most_products: MOST_PRODUCTS,
                verify: true,
                seed: settings.seed,
            };
            let share = |at: usize| at as f64 / pieces as f64;
            let stretch = Stretch { whole: progress, from: share(at), to: share(at + 1) };
            let mut product = BlockProduct::new(&piece);
            let ends = Ends::find(&mut product, ends_settings, &stretch).ok_or_else(|| self.no_convergence())?;
            let (values, piece_error) = between_ends(&ends, piece.size());
            eigenvalues.extend(values);
            error = error.max(piece_error);
            (low, high, products) = (low + ends.low.len(), high + ends.high.len(), products + ends.products);
        }
        eigenvalues.sort_unstable_by(f64::total_cmp);
        self.plan.effort.extend([("low", low), ("high", high), ("products", products)]);
        Ok(LargeSolution { eigenvalues, origin: Origin::Ends, error })
    }

    fn density(
        &mut self,
        known: &[f64],
        settings: &SpectrumSettings,
        progress: &dyn Progress,
    ) -> Result<LargeSolution, SpectrumError> {
        let ends_settings = EndsSettings {
            count: costs::supporting_ends(&self.matrix, settings),
            tolerance: settings.max_error / 20.0,
            most_products: costs::supporting_products(&self.matrix),
            verify: false,
            seed: settings.seed,
        };
        let mut product = BlockProduct::new(&self.matrix);
        let first = Stretch { whole: progress, from: 0.0, to: 0.3 };
        let ends = Ends::find(&mut product, ends_settings, &first).ok_or_else(|| self.no_convergence())?;
        drop(product);
        let counter = self.counter(settings).ok().flatten();
        let count = |shifts: &[f64]| {
            counter.as_ref().map_or_else(Vec::new, |counter| counter.run(|slicer| slicer.count_below(shifts)))
        };
        let counting = counter.as_ref().and(self.order.as_ref()).map(|order| {
            let seconds = costs::shift_seconds(&self.matrix, order);
            let patience = self.after_all().map_or(PATIENCE_SECONDS, |(_, seconds)| seconds);
            Counting { count: &count, seconds, most: (patience / seconds) as usize }
        });
        let density_settings = DensitySettings {
            max_error: settings.max_error,
            seed: settings.seed,
            known,
            counting: counting.filter(|counting| counting.most >= FEWEST_COUNTS),
            budget: self.after_all().map(|(_, seconds)| seconds),
            most_visits: costs::moment_visits(&self.matrix, settings),
            kept_bytes: costs::kept_bytes(settings),
        };
        let second = Stretch { whole: progress, from: 0.3, to: 1.0 };
        let density = density::estimate(&self.matrix, &ends, &density_settings, &second);
        self.plan.effort.extend([("low", ends.low.len()), ("high", ends.high.len())]);
        self.plan.effort.extend([("probes", density.probes), ("steps", density.steps)]);
        if density.shifts > 0 {
            self.plan.effort.push(("shifts", density.shifts));
        }
        let error = density.error();
        Ok(LargeSolution { eigenvalues: density.eigenvalues, origin: Origin::Density, error })
    }

    /// The solution of the whole that can be waited for where a density misses its error, and its seconds.
    pub(super) fn after_all(&self) -> Option<(Origin, f64)> {
        let is_whole = |(origin, _): &&(Origin, f64)| matches!(origin, Origin::Exact | Origin::Single);
        let &(origin, seconds) = self.plan.considered.iter().find(is_whole)?;
        (seconds <= PATIENCE_SECONDS).then_some((origin, seconds))
    }

    fn no_convergence(&self) -> SpectrumError {
        SpectrumError::NoConvergence { size: self.matrix.size() }
    }
}

/// An elimination order, unless it is sure to be of no use.
fn find_order(matrix: &Remainder, settings: &SpectrumSettings) -> Option<EliminationOrder> {
    let is_promising =
        matrix.entry_count() <= MOST_ORDERED_ENTRIES || matrix.entry_count() <= SPARSE_ROW * matrix.size();
    if settings.approach == Approach::Auto && !is_promising {
        return None;
    }
    EliminationOrder::find(matrix)
}

#[cfg(test)]
mod tests {
    use super::super::testing::matrix_and_eigenvalues;
    use super::*;
    use crate::graph::Graph;

    /// A density misses what it never could reach; then it matters what else was considered, and at what cost.
    #[test]
    fn what_a_density_misses_is_solved_after_all() {
        let edges: Vec<(u32, u32)> = (1..400).flat_map(|v| [(v / 2, v), (v * v % 97 % v, v)]).collect();
        let graph = Graph::from_edges(400, &edges).expect("edges within the nodes");
        let settings = SpectrumSettings { max_error: 5e-5, ends: 20, ..SpectrumSettings::default() };
        for (seconds, origin) in [(1.0, Origin::Single), (2.0 * PATIENCE_SECONDS, Origin::Density)] {
            let (matrix, eigenvalues) = matrix_and_eigenvalues(&graph);
            let plan = LargePlan {
                nodes: matrix.size(),
                edges: matrix.entry_count() / 2,
                pieces: 1,
                chosen: Origin::Density,
                considered: vec![(Origin::Density, 0.1), (Origin::Single, seconds)],
                effort: Vec::new(),
                spent_seconds: 0.0,
            };
            let mut part = LargePart { matrix, order: None, plan };
            let solution = part.solve(&[], &settings, &()).expect("finite numbers");
            assert!(part.plan.effort.iter().any(|(what, _)| *what == "probes"), "{:?}", part.plan);
            assert_eq!((solution.origin, part.plan.chosen), (origin, origin));
            assert_eq!(solution.error <= settings.max_error, origin == Origin::Single, "states {:e}", solution.error);
            let off = solution.eigenvalues.iter().zip(&eigenvalues).map(|(found, value)| (found - value).abs());
            assert!(off.fold(0.0, f64::max) <= solution.error);
        }
    }
}
