//! Exact samples by counting: how many eigenvalues lie below a shift, for as many shifts as the samples need.
//!
//! The number of eigenvalues of L below s is the number of negative pivots when L − sI is eliminated
//! ([`InertiaCounter`]). Brackets between two shifts are cut until every eigenvalue is known to within what its use
//! asks for; brackets without eigenvalues are left alone. What was found holds for every eigenvalue, whatever the
//! spectrum looks like, as far as the elimination is exact: see [`panel`].

mod accuracy_targets;
mod assembly_tree;
mod elimination_tree;
mod inertia;
mod method;
mod panel;
#[cfg(test)]
mod tests;
mod wide;

pub(crate) use accuracy_targets::AccuracyTargets;
pub(crate) use method::{Counter, Slicing};

use std::sync::{Mutex, MutexGuard, PoisonError};

use assembly_tree::AssemblyTree;
use elimination_tree::EliminationTree;
use inertia::InertiaCounter;
use rayon::prelude::*;

use crate::progress::Progress;
use crate::spectrum::matrix::elimination_order::EliminationOrder;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Shifts of the first round.
const FIRST_ROUND: usize = 64;

/// Shifts of a round, at least: a few registers of them, for as many threads.
const SHIFTS_AT_ONCE: usize = 16;

/// Rounds, each of which at least halves the brackets: from 2 to below any number that makes sense.
const MOST_ROUNDS: usize = 60;

/// A sparse matrix made ready to count its eigenvalues below shifts.
#[derive(Debug)]
pub(crate) struct Slicer {
    tree: AssemblyTree,
    size: usize,
    /// Eigenvalues that are 0: one for each connected piece.
    zeros: usize,
    /// What threads count with, to be used again.
    idle: Mutex<Vec<InertiaCounter>>,
}

/// Eigenvalues found by counting.
#[derive(Debug)]
pub(crate) struct Sliced {
    /// Ascending, as many as the matrix has rows.
    pub(crate) eigenvalues: Vec<f64>,
    /// Most that a sample can be off.
    pub(crate) error: f64,
    /// Shifts that were counted.
    pub(crate) shifts: usize,
}

/// A shift with the number of eigenvalues below it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Counted {
    shift: f64,
    below: usize,
}

impl Slicer {
    /// # Complexity
    /// O(fill) time.
    pub(crate) fn new(matrix: &SparseLaplacian, order: &EliminationOrder) -> Self {
        let tree = AssemblyTree::new(matrix, &EliminationTree::new(matrix, &order.order));
        Self { tree, size: matrix.size(), zeros: matrix.component_count(), idle: Mutex::default() }
    }

    /// Bytes that a thread needs.
    pub(crate) fn memory_bytes(&self) -> u64 {
        InertiaCounter::memory_bytes(&self.tree)
    }

    /// Cuts brackets until `needs` are met. On the threads of the current rayon pool.
    pub(crate) fn solve(&self, needs: &AccuracyTargets<'_>, progress: &dyn Progress) -> Sliced {
        // Not at fractions of small numbers, where eigenvalues sit on top of one another.
        let golden = (3.0 - 5f64.sqrt()) / 2.0;
        let mut shifts: Vec<f64> = (0..FIRST_ROUND).map(|at| 2.0 * (at as f64 + golden) / FIRST_ROUND as f64).collect();
        let mut counted = vec![Counted { shift: 0.0, below: self.zeros }, Counted { shift: 2.0, below: self.size }];
        let mut done = 0;
        for _ in 0..MOST_ROUNDS {
            let left: f64 = counted.windows(2).map(|pair| needs.shifts_left(pair[0], pair[1])).sum();
            self.count(&shifts, &mut counted, &|counted_now| {
                progress.report((done + counted_now) as f64 / (done as f64 + left.max(counted_now as f64)));
            });
            done += shifts.len();
            shifts.clear();
            let wide: Vec<_> = counted.windows(2).filter(|pair| needs.is_too_wide(pair[0], pair[1])).collect();
            if wide.is_empty() {
                break;
            }
            // Few brackets are cut into more parts, because a round takes as long with many shifts as with one.
            let parts = (SHIFTS_AT_ONCE / wide.len()).max(1) + 1;
            for pair in wide {
                let step = (pair[1].shift - pair[0].shift) / parts as f64;
                shifts.extend((1..parts).map(|part| pair[0].shift + part as f64 * step));
            }
        }
        self.finish(&counted, needs, done)
    }

    /// Number of eigenvalues below each shift. On the threads of the current rayon pool.
    pub(crate) fn count_below(&self, shifts: &[f64]) -> Vec<usize> {
        self.counts(shifts, &|_| ())
    }

    /// Adds the counts at new shifts to those that there are, in order.
    fn count(&self, shifts: &[f64], counted: &mut Vec<Counted>, report: &(impl Fn(usize) + Sync)) {
        let counts = self.counts(shifts, report);
        counted.extend(shifts.iter().zip(counts).map(|(&shift, below)| Counted { shift, below }));
        counted.sort_unstable_by(|a, b| a.shift.total_cmp(&b.shift));
        // Rounding next to a cluster can make a count too large by a few: no count may be above the next.
        let mut most = self.size;
        for point in counted.iter_mut().rev() {
            most = most.min(point.below);
            point.below = most.max(self.zeros);
        }
    }

    fn counts(&self, shifts: &[f64], report: &(impl Fn(usize) + Sync)) -> Vec<usize> {
        let (width, threads) = (InertiaCounter::width(), rayon::current_num_threads());
        // As many groups as threads, or twice as many, and so on, all of about the same size.
        let rounds = shifts.len().div_ceil(width * threads).max(1);
        let group = shifts.len().div_ceil(rounds * threads).max(1);
        let done = std::sync::atomic::AtomicUsize::new(0);
        let groups: Vec<Vec<usize>> = shifts
            .par_chunks(group)
            .map(|shifts| {
                let mut counter = self.idle().pop().unwrap_or_else(InertiaCounter::new);
                let counts = counter.count(&self.tree, shifts);
                self.idle().push(counter);
                report(done.fetch_add(shifts.len(), std::sync::atomic::Ordering::Relaxed) + shifts.len());
                counts[..shifts.len()].to_vec()
            })
            .collect();
        groups.into_iter().flatten().collect()
    }

    fn idle(&self) -> MutexGuard<'_, Vec<InertiaCounter>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The eigenvalues of a bracket are put evenly into it.
    fn finish(&self, counted: &[Counted], needs: &AccuracyTargets<'_>, shifts: usize) -> Sliced {
        let mut eigenvalues = vec![0.0; self.zeros];
        eigenvalues.reserve(self.size - self.zeros);
        let mut error = 0f64;
        for (from, to) in counted.windows(2).map(|pair| (pair[0], pair[1])) {
            let step = (to.shift - from.shift) / (to.below - from.below) as f64;
            eigenvalues.extend((from.below..to.below).map(|at| from.shift + ((at - from.below) as f64 + 0.5) * step));
            error = error.max(needs.error_of(from, to));
        }
        Sliced { eigenvalues, error, shifts }
    }
}
