//! Spectrum slicing: eigenvalues within guaranteed brackets, by counting the eigenvalues below shifts.
//!
//! The number of eigenvalues of L below s equals the number of negative pivots in the elimination of L − sI
//! ([`InertiaCounter`]). A bracket between two shifts is divided until it is as narrow as the accuracy target of its
//! eigenvalues ([`AccuracyTargets`]); a bracket without eigenvalues is not divided. The brackets hold for any spectrum,
//! up to the rounding errors of the elimination: see [`panel`].

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
pub(crate) use method::{Counter, Slicing, counting_seconds};

use std::sync::{Mutex, MutexGuard, PoisonError};

use assembly_tree::AssemblyTree;
use elimination_tree::EliminationTree;
use faer::Par;
use inertia::{InertiaCounter, InertiaLanes};
use rayon::prelude::*;

use crate::progress::Progress;
use crate::spectrum::deadline::Deadline;
use crate::spectrum::exact::double_precision::parallelism;
use crate::spectrum::matrix::elimination_order::EliminationOrder;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Shifts of the first round: eight registers of AVX-512, so that up to eight threads have full registers; brackets of
/// 1/32.
const FIRST_ROUND: usize = 64;

/// Smallest number of shifts of a later round: two registers of AVX-512 or four of AVX2, because a round with a partly
/// filled register takes as long as one with a full register.
const SHIFTS_AT_ONCE: usize = 16;

/// Largest number of rounds. Each round at least halves the wide brackets: 60 rounds reduce a bracket of width 2 to
/// 2e-18, below the rounding error of the shifts.
const MAX_ROUNDS: usize = 60;

/// A sparse matrix with its symbolic elimination, prepared for counting eigenvalues below shifts.
#[derive(Debug)]
pub(crate) struct Slicer {
    tree: AssemblyTree,
    size: usize,
    lanes: InertiaLanes,
    /// Whether the threads share one elimination after another instead of each having its own.
    is_shared: bool,
    /// Multiplicity of the eigenvalue 0: one for each connected component.
    zeros: usize,
    /// Counters that no thread is using; their buffers are reused.
    idle: Mutex<Vec<InertiaCounter>>,
}

/// Eigenvalues found by counting.
#[derive(Debug)]
pub(crate) struct Sliced {
    /// Ascending, as many as the matrix has rows.
    pub(crate) eigenvalues: Vec<f64>,
    /// Largest possible error of a sample.
    pub(crate) error: f64,
    /// Number of shifts.
    pub(crate) shifts: usize,
}

/// A shift and the number of eigenvalues below it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct CountedShift {
    shift: f64,
    below: usize,
}

impl Slicer {
    /// Prepares a matrix for an elimination order.
    ///
    /// # Complexity
    /// O(fill) time.
    pub(crate) fn new(matrix: &SparseLaplacian, order: &EliminationOrder) -> Self {
        let tree = AssemblyTree::new(matrix, &EliminationTree::new(matrix, &order.order));
        let (size, zeros) = (matrix.size(), matrix.component_count());
        Self { tree, size, lanes: InertiaLanes::All, is_shared: false, zeros, idle: Mutex::default() }
    }

    /// As many shifts at a time as the memory allows, at least one.
    pub(crate) fn within(mut self, most_bytes: u64) -> Self {
        self.lanes = InertiaLanes::fitting(&self.tree, most_bytes).unwrap_or(InertiaLanes::One);
        self
    }

    /// One elimination at a time, whose wide fronts the threads share: where there is memory for one only.
    pub(crate) fn shared(mut self) -> Self {
        self.is_shared = true;
        self
    }

    /// Bytes of the buffers of one thread.
    pub(crate) fn memory_bytes(&self) -> u64 {
        self.lanes.memory_bytes(&self.tree)
    }

    /// Divides brackets until all `targets` are met or the time is over, on the threads of the current rayon pool.
    pub(crate) fn solve(&self, targets: &AccuracyTargets<'_>, deadline: Deadline, progress: &dyn Progress) -> Sliced {
        // The golden ratio avoids simple fractions, which are multiple eigenvalues of many graphs.
        let golden = (3.0 - 5f64.sqrt()) / 2.0;
        let mut shifts: Vec<f64> = (0..FIRST_ROUND).map(|at| 2.0 * (at as f64 + golden) / FIRST_ROUND as f64).collect();
        let mut counted =
            vec![CountedShift { shift: 0.0, below: self.zeros }, CountedShift { shift: 2.0, below: self.size }];
        let mut done = 0;
        for _ in 0..MAX_ROUNDS {
            let left: f64 = counted.windows(2).map(|pair| targets.shifts_left(pair[0], pair[1])).sum();
            self.count(&shifts, &mut counted, &|counted_now| {
                progress.report((done + counted_now) as f64 / (done as f64 + left.max(counted_now as f64)));
            });
            done += shifts.len();
            shifts.clear();
            let wide: Vec<_> = counted.windows(2).filter(|pair| targets.is_too_wide(pair[0], pair[1])).collect();
            if wide.is_empty() || deadline.is_past() {
                break;
            }
            // A few brackets are divided into more parts: a round of 16 shifts takes hardly longer than a round of one.
            let parts = (SHIFTS_AT_ONCE / wide.len()).max(1) + 1;
            for pair in wide {
                let step = (pair[1].shift - pair[0].shift) / parts as f64;
                shifts.extend((1..parts).map(|part| pair[0].shift + part as f64 * step));
            }
        }
        self.finish(&counted, targets, done)
    }

    /// Number of eigenvalues below each shift, on the threads of the current rayon pool.
    pub(crate) fn count_below(&self, shifts: &[f64]) -> Vec<usize> {
        self.counts(shifts, &|_| ())
    }

    /// Counts at new shifts and inserts the results into `counted`, which is ascending by shift.
    fn count(&self, shifts: &[f64], counted: &mut Vec<CountedShift>, report: &(impl Fn(usize) + Sync)) {
        let counts = self.counts(shifts, report);
        counted.extend(shifts.iter().zip(counts).map(|(&shift, below)| CountedShift { shift, below }));
        counted.sort_unstable_by(|a, b| a.shift.total_cmp(&b.shift));
        make_monotone(counted.iter_mut().map(|point| &mut point.below));
        counted.iter_mut().for_each(|point| point.below = point.below.max(self.zeros));
    }

    /// Number of eigenvalues below each shift; reports the number of shifts done.
    fn counts(&self, shifts: &[f64], report: &(impl Fn(usize) + Sync)) -> Vec<usize> {
        let (width, threads) = (self.lanes.width(), rayon::current_num_threads());
        if self.is_shared {
            let mut counter = self.idle().pop().unwrap_or_else(|| InertiaCounter::new(self.lanes));
            let mut done = 0;
            let count = |shifts: &[f64]| {
                done += shifts.len();
                let counts = counter.count(&self.tree, shifts, parallelism());
                report(done);
                counts.into_iter().take(shifts.len())
            };
            let counts = shifts.chunks(width).flat_map(count).collect();
            self.idle().push(counter);
            return counts;
        }
        // The number of groups is a multiple of the number of threads; all groups have about the same size.
        let rounds = shifts.len().div_ceil(width * threads).max(1);
        let group = shifts.len().div_ceil(rounds * threads).max(1);
        let done = std::sync::atomic::AtomicUsize::new(0);
        let groups: Vec<Vec<usize>> = shifts
            .par_chunks(group)
            .map(|shifts| {
                let mut counter = self.idle().pop().unwrap_or_else(|| InertiaCounter::new(self.lanes));
                let counts = counter.count(&self.tree, shifts, Par::Seq);
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

    /// Spreads the eigenvalues of each bracket evenly over it.
    fn finish(&self, counted: &[CountedShift], targets: &AccuracyTargets<'_>, shifts: usize) -> Sliced {
        let mut eigenvalues = vec![0.0; self.zeros];
        eigenvalues.reserve(self.size - self.zeros);
        let mut error = 0f64;
        for (from, to) in counted.windows(2).map(|pair| (pair[0], pair[1])) {
            let step = (to.shift - from.shift) / (to.below - from.below) as f64;
            eigenvalues.extend((from.below..to.below).map(|at| from.shift + ((at - from.below) as f64 + 0.5) * step));
            error = error.max(targets.error_of(from, to));
        }
        Sliced { eigenvalues, error, shifts }
    }
}

/// Lowers counts, given by ascending shift, so that none is above the next: rounding errors near a cluster of
/// eigenvalues can make a count too large by a few.
pub(crate) fn make_monotone<'a>(counts: impl DoubleEndedIterator<Item = &'a mut usize>) {
    let mut next = usize::MAX;
    for count in counts.rev() {
        next = next.min(*count);
        *count = next;
    }
}
