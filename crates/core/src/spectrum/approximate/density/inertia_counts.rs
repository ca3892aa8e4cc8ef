use super::constraints::KnownMass;
use crate::resampling::sensitivity::SampleRanks;
use crate::spectrum::approximate::slicing::make_monotone;

/// InertiaCounts eigenvalues of the matrix below shifts.
#[derive(Clone, Copy)]
pub(crate) struct CountBudget<'a> {
    pub(crate) count: &'a dyn Fn(&[f64]) -> Vec<usize>,
    /// Predicted seconds of one count.
    pub(crate) seconds: f64,
    /// InertiaCounts that can be waited for.
    pub(crate) most: usize,
}

/// What was counted, by ascending shift.
#[derive(Debug, Default)]
pub(super) struct InertiaCounts(Vec<Count>);

/// Where to count.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shift {
    pub(super) place: f64,
    /// See [`KnownMass`].
    pub(super) is_anchor: bool,
}

#[derive(Debug, Clone, Copy)]
struct Count {
    shift: Shift,
    /// Eigenvalues of the matrix below it.
    below: usize,
    /// Eigenvalues of the graph beside those of the matrix.
    known_below: usize,
}

impl InertiaCounts {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds counts of a matrix; `known` are the other eigenvalues of the graph, ascending.
    pub(super) fn add(&mut self, shifts: &[Shift], below: &[usize], known: &[f64]) {
        self.0.extend(shifts.iter().zip(below).map(|(&shift, &below)| Count {
            shift,
            below,
            known_below: known.partition_point(|&value| value < shift.place),
        }));
        self.0.sort_unstable_by(|a, b| a.shift.place.total_cmp(&b.shift.place));
        make_monotone(self.0.iter_mut().map(|count| &mut count.below));
    }

    /// The counts as masses of the `middle` eigenvalues of the matrix that come after the `low` lowest.
    pub(super) fn pins(&self, low: usize, middle: usize) -> Vec<KnownMass> {
        let mass = |below: usize| below.saturating_sub(low).min(middle) as f64 / middle as f64;
        let pin = |&Count { shift, below, .. }: &Count| KnownMass {
            place: shift.place,
            mass: mass(below),
            is_anchor: shift.is_anchor,
        };
        self.0.iter().map(pin).collect()
    }

    /// How far from a rank the nearest is that a count stands for.
    pub(super) fn distance(&self, rank: usize) -> Option<usize> {
        let distance = |count: &Count| rank.abs_diff(count.below + count.known_below);
        let next = self.0.partition_point(|count| count.below + count.known_below < rank);
        self.0[next.saturating_sub(1)..].iter().take(2).map(distance).min()
    }

    /// Between which neighbouring shifts there are eigenvalues of these ranks.
    pub(super) fn brackets(&self, ranks: SampleRanks) -> impl Iterator<Item = (f64, f64)> {
        let below = |count: &Count| count.below + count.known_below;
        let from = self.0.partition_point(|count| below(count) < ranks.first);
        let to = self.0.partition_point(|count| below(count) < ranks.last);
        let shift = |at: Option<usize>, end| at.and_then(|at| self.0.get(at)).map_or(end, |count| count.shift.place);
        (from..=to).map(move |at| (shift(at.checked_sub(1), 0.0), shift(Some(at), 2.0)))
    }

    /// The widest of those.
    pub(super) fn widest_bracket(&self, ranks: SampleRanks) -> (f64, f64) {
        let wider = |a: (f64, f64), b: (f64, f64)| if b.1 - b.0 > a.1 - a.0 { b } else { a };
        self.brackets(ranks).fold((0.0, 0.0), wider)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_hold_the_ranks_of_all_eigenvalues() {
        let mut counts = InertiaCounts::default();
        let shift = |place| Shift { place, is_anchor: true };
        // Two more eigenvalues are known below 0.5, and one count is too large by two.
        counts.add(&[shift(1.0), shift(0.5)], &[30, 10], &[0.1, 0.2, 1.2]);
        counts.add(&[shift(1.5)], &[28], &[0.1, 0.2, 1.2]);
        let brackets = |first, last| counts.brackets(SampleRanks { first, last }).collect::<Vec<_>>();
        assert_eq!(brackets(3, 12), [(0.0, 0.5)]);
        assert_eq!(brackets(12, 13), [(0.0, 0.5), (0.5, 1.0)]);
        assert_eq!(brackets(31, 31), [(1.0, 1.5)], "28 + 3 eigenvalues below 1.5");
        assert_eq!(brackets(32, 40), [(1.5, 2.0)]);
        assert_eq!(counts.distance(13), Some(1));
        assert_eq!(counts.distance(26), Some(4));
        let masses: Vec<f64> = counts.pins(8, 40).iter().map(|pin| pin.mass).collect();
        assert_eq!(masses, [0.05, 0.5, 0.5]);
    }
}
