//! Required accuracy of each eigenvalue, for slicing: which brackets have to be divided further.

use super::CountedShift;
use crate::resampling::SampleGrid;
use crate::resampling::sensitivity::SampleRanks;

/// Largest error of any eigenvalue, also between the samples: the heat and wave traces sum over all eigenvalues.
const TRACE_ERROR: f64 = 1e-3;

/// Largest relative error of small eigenvalues: the heat trace evaluates e^(−tλ) at times up to t = 100.
const TRACE_RELATIVE_ERROR: f64 = 0.05;

/// Below this eigenvalue the relative error no longer matters: t λ is at most 1 at the largest time, t = 100.
const NEARLY_ZERO: f64 = 0.01;

/// Required accuracy of each eigenvalue.
#[derive(Debug)]
pub(crate) struct AccuracyTargets<'a> {
    /// Eigenvalues of the graph that other stages have found, ascending.
    known: &'a [f64],
    /// Ranks that samples depend on, from 1, as ascending ranges `first..=last`.
    ranks: Vec<(usize, usize)>,
    /// Number of eigenvalues of the graph.
    size: usize,
    grid: SampleGrid,
    max_error: f64,
}

impl<'a> AccuracyTargets<'a> {
    /// Targets for samples with errors of at most `max_error`, of a spectrum of `size` eigenvalues.
    pub(crate) fn new(size: usize, max_error: f64, grid: SampleGrid, known: &'a [f64]) -> Self {
        let mut ranks: Vec<(usize, usize)> = Vec::new();
        for position in grid.positions(size) {
            let SampleRanks { first, last } = SampleRanks::at(position, size);
            match ranks.last_mut() {
                Some(range) if first <= range.1 + 1 => range.1 = range.1.max(last),
                _ => ranks.push((first, last)),
            }
        }
        Self { known, ranks, size, grid, max_error }
    }

    /// Whether a bracket contains eigenvalues and is wider than their target.
    pub(super) fn is_too_wide(&self, from: CountedShift, to: CountedShift) -> bool {
        to.below > from.below && to.shift - from.shift > self.tolerance_in(from, to)
    }

    /// Whether a bracket contains an eigenvalue that a sample depends on.
    fn holds_a_sample(&self, from: CountedShift, to: CountedShift) -> bool {
        let (first, last) = self.ranks_in(from, to);
        let range = self.ranks.partition_point(|range| range.1 < first);
        to.below > from.below && self.ranks.get(range).is_some_and(|range| range.0 <= last)
    }

    /// Largest error of a sample that a bracket causes.
    pub(super) fn error_of(&self, from: CountedShift, to: CountedShift) -> f64 {
        if self.holds_a_sample(from, to) { (to.shift - from.shift) * self.growth_in(from, to) } else { 0.0 }
    }

    /// Estimated number of shifts that a bracket still takes, for the progress report.
    pub(super) fn shifts_left(&self, from: CountedShift, to: CountedShift) -> f64 {
        if !self.is_too_wide(from, to) {
            return 0.0;
        }
        let parts = (to.shift - from.shift) / self.tolerance_in(from, to);
        // A single eigenvalue takes one shift for each halving of its bracket.
        parts.min((to.below - from.below) as f64 * parts.log2())
    }

    /// Target width of a bracket.
    fn tolerance_in(&self, from: CountedShift, to: CountedShift) -> f64 {
        let for_traces = TRACE_ERROR.min(TRACE_RELATIVE_ERROR * to.shift.max(NEARLY_ZERO));
        if !self.holds_a_sample(from, to) {
            return for_traces;
        }
        for_traces.min(self.max_error / self.growth_in(from, to))
    }

    /// Largest ratio of the error of a sample to the error of the eigenvalues in a bracket.
    fn growth_in(&self, from: CountedShift, to: CountedShift) -> f64 {
        let (first, last) = self.ranks_in(from, to);
        let growth = |rank| self.grid.error_growth(rank, self.size);
        growth(first).max(growth(last))
    }

    /// First and last rank, in the spectrum of the graph, of the eigenvalues in a bracket.
    fn ranks_in(&self, from: CountedShift, to: CountedShift) -> (usize, usize) {
        let known_below = |shift: f64| self.known.partition_point(|&value| value < shift);
        (from.below + known_below(from.shift) + 1, to.below + known_below(to.shift))
    }
}
