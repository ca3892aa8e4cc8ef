use super::Counted;
use crate::resampling::SampleGrid;
use crate::resampling::sensitivity::{SampleRanks, error_growth};

/// Every eigenvalue is wanted at least to within this, for the heat and wave traces.
const COARSE: f64 = 1e-3;

/// And small ones to within this part of themselves, because e^(−tλ) is looked at up to t = 100,
const RELATIVE: f64 = 0.05;
/// where eigenvalues below this are all alike.
const NEARLY_ZERO: f64 = 0.01;

/// Which eigenvalues are needed, and how exactly.
#[derive(Debug)]
pub(crate) struct AccuracyTargets<'a> {
    /// Eigenvalues of the graph that are known already, ascending.
    known: &'a [f64],
    /// Ranks that samples depend on, from 1, as ascending ranges `first..=last`.
    ranks: Vec<(usize, usize)>,
    max_error: f64,
}

impl<'a> AccuracyTargets<'a> {
    /// What the samples of a spectrum of `size` eigenvalues need, to be off by at most `max_error`.
    pub(crate) fn new(size: usize, max_error: f64, grid: SampleGrid, known: &'a [f64]) -> Self {
        let mut ranks: Vec<(usize, usize)> = Vec::new();
        for place in grid.positions(size) {
            let SampleRanks { first, last } = SampleRanks::at(place, size);
            match ranks.last_mut() {
                Some(range) if first <= range.1 + 1 => range.1 = range.1.max(last),
                _ => ranks.push((first, last)),
            }
        }
        Self { known, ranks, max_error }
    }

    /// Whether a bracket has eigenvalues that must be known more exactly.
    pub(super) fn is_too_wide(&self, from: Counted, to: Counted) -> bool {
        to.below > from.below && to.shift - from.shift > self.tolerance_in(from, to)
    }

    /// Whether a bracket holds an eigenvalue that a sample depends on.
    fn holds_a_sample(&self, from: Counted, to: Counted) -> bool {
        let (first, last) = self.ranks_in(from, to);
        let range = self.ranks.partition_point(|range| range.1 < first);
        to.below > from.below && self.ranks.get(range).is_some_and(|range| range.0 <= last)
    }

    /// How far off a sample can be because of a bracket.
    pub(super) fn error_of(&self, from: Counted, to: Counted) -> f64 {
        if self.holds_a_sample(from, to) { (to.shift - from.shift) * self.growth_in(from, to) } else { 0.0 }
    }

    /// About how many shifts a bracket will still take.
    pub(super) fn shifts_left(&self, from: Counted, to: Counted) -> f64 {
        if !self.is_too_wide(from, to) {
            return 0.0;
        }
        let pieces = (to.shift - from.shift) / self.tolerance_in(from, to);
        // A lone eigenvalue takes one shift for each halving.
        pieces.min((to.below - from.below) as f64 * pieces.log2())
    }

    fn tolerance_in(&self, from: Counted, to: Counted) -> f64 {
        let for_others = COARSE.min(RELATIVE * to.shift.max(NEARLY_ZERO));
        if !self.holds_a_sample(from, to) {
            return for_others;
        }
        for_others.min(self.max_error / self.growth_in(from, to))
    }

    /// How much larger the error of a sample can be than that of the eigenvalues in a bracket.
    fn growth_in(&self, from: Counted, to: Counted) -> f64 {
        error_growth(self.ranks_in(from, to).0)
    }

    /// First and last rank in the whole spectrum that a bracket can hold.
    fn ranks_in(&self, from: Counted, to: Counted) -> (usize, usize) {
        let known_below = |shift: f64| self.known.partition_point(|&value| value < shift);
        (from.below + known_below(from.shift) + 1, to.below + known_below(to.shift))
    }
}
