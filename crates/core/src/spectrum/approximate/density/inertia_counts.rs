//! Inertia counts: exact numbers of eigenvalues below shifts, and the brackets that they give. Filled by
//! `refine_by_counts`, read by `estimate` and `sample_errors`.

use super::constraints::KnownMass;
use crate::resampling::sensitivity::SampleRanks;
use crate::spectrum::approximate::slicing::make_monotone;

/// A function that counts eigenvalues of the matrix, and how often it may be called.
#[derive(Clone, Copy)]
pub(crate) struct CountBudget<'a> {
    /// Number of eigenvalues of the matrix below each shift.
    pub(crate) count: &'a dyn Fn(&[f64]) -> Vec<usize>,
    /// Predicted seconds of one count.
    pub(crate) seconds: f64,
    /// Largest number of counts.
    pub(crate) most: usize,
}

/// All inertia counts so far, by ascending shift.
#[derive(Debug, Default)]
pub(super) struct InertiaCounts(Vec<Count>);

/// A shift below which to count.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shift {
    pub(super) position: f64,
    /// See [`KnownMass::is_anchor`].
    pub(super) is_anchor: bool,
}

#[derive(Debug, Clone, Copy)]
struct Count {
    shift: Shift,
    /// Number of eigenvalues of the matrix below the shift.
    below: usize,
    /// Number of eigenvalues below the shift that the graph has besides those of the matrix.
    known_below: usize,
}

impl Count {
    /// Number of eigenvalues of the graph below the shift.
    fn rank(&self) -> usize {
        self.below + self.known_below
    }
}

impl InertiaCounts {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds counts of the matrix; `known` are the other eigenvalues of the graph, ascending.
    pub(super) fn add(&mut self, shifts: &[Shift], below: &[usize], known: &[f64]) {
        self.0.extend(shifts.iter().zip(below).map(|(&shift, &below)| Count {
            shift,
            below,
            known_below: known.partition_point(|&value| value < shift.position),
        }));
        self.0.sort_unstable_by(|a, b| a.shift.position.total_cmp(&b.shift.position));
        make_monotone(self.0.iter_mut().map(|count| &mut count.below));
    }

    /// The counts as fractions of the `interior` eigenvalues of the matrix that follow the `low` lowest ones.
    pub(super) fn known_masses(&self, low: usize, interior: usize) -> Vec<KnownMass> {
        let mass = |below: usize| below.saturating_sub(low).min(interior) as f64 / interior as f64;
        let known_mass = |&Count { shift, below, .. }: &Count| KnownMass {
            position: shift.position,
            mass: mass(below),
            is_anchor: shift.is_anchor,
        };
        self.0.iter().map(known_mass).collect()
    }

    /// Distance from `rank` to the nearest rank at which there is a count; `None` without counts.
    pub(super) fn distance(&self, rank: usize) -> Option<usize> {
        let distance = |count: &Count| rank.abs_diff(count.rank());
        let next = self.0.partition_point(|count| count.rank() < rank);
        self.0[next.saturating_sub(1)..].iter().take(2).map(distance).min()
    }

    /// The brackets that contain the eigenvalues of these ranks: pairs of neighbouring shifts, ascending. 0 and 2 bound
    /// the outermost ones.
    pub(super) fn brackets(&self, ranks: SampleRanks) -> impl Iterator<Item = (f64, f64)> {
        let from = self.0.partition_point(|count| count.rank() < ranks.first);
        let to = self.0.partition_point(|count| count.rank() < ranks.last);
        let shift = |at: Option<usize>, end| at.and_then(|at| self.0.get(at)).map_or(end, |count| count.shift.position);
        (from..=to).map(move |at| (shift(at.checked_sub(1), 0.0), shift(Some(at), 2.0)))
    }

    /// The widest bracket that contains an eigenvalue of these ranks.
    pub(super) fn widest_bracket(&self, ranks: SampleRanks) -> (f64, f64) {
        let wider = |a: (f64, f64), b: (f64, f64)| if b.1 - b.0 > a.1 - a.0 { b } else { a };
        self.brackets(ranks).fold((0.0, 0.0), wider)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_contain_the_ranks_of_all_eigenvalues() {
        let mut counts = InertiaCounts::default();
        let shift = |position| Shift { position, is_anchor: true };
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
        let masses: Vec<f64> = counts.known_masses(8, 40).iter().map(|known| known.mass).collect();
        assert_eq!(masses, [0.05, 0.5, 0.5]);
    }
}
