//! Inertia counts: exact numbers of eigenvalues below shifts, and the brackets that they give. Filled by
//! `refine_by_counts`, read by `estimate` and `sample_errors`.

use super::constraints::KnownMass;
use crate::spectrum::approximate::krylov::Extremes;
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

    /// The counts as fractions of the `interior` eigenvalues of the matrix, all but the `extremes`; without counts at a
    /// computed extreme eigenvalue, which may lie on either side.
    pub(super) fn known_masses(&self, extremes: &Extremes, interior: usize) -> Vec<KnownMass> {
        let mut least = 0;
        let known_mass = |&Count { shift, below, .. }: &Count| {
            // Rounding errors near a cluster can make a count too small by a few.
            least = below.saturating_sub(extremes.count_below(shift.position)?).clamp(least, interior.max(least));
            let mass = least as f64 / interior as f64;
            Some(KnownMass { position: shift.position, mass, is_anchor: shift.is_anchor })
        };
        self.0.iter().filter_map(known_mass).collect()
    }

    /// Whether the eigenvalue of this rank is one of the extremes, or known otherwise: a count found no other
    /// eigenvalue between it and its end of the spectrum. `size` is the number of rows of the matrix.
    pub(super) fn is_exact(&self, rank: usize, extremes: &Extremes, size: usize) -> bool {
        let next = self.0.partition_point(|count| count.rank() < rank);
        let extremes_below = |count: &Count| extremes.count_below(count.shift.position);
        let is_complete_below = |count: &Count| extremes_below(count) == Some(count.below);
        let is_complete_above =
            |count: &Count| extremes_below(count).is_some_and(|below| size - count.below == extremes.len() - below);
        self.0[next..].iter().any(is_complete_below) || self.0[..next].iter().any(is_complete_above)
    }

    /// Distance from `rank` to the nearest rank at which there is a count; `None` without counts.
    pub(super) fn distance(&self, rank: usize) -> Option<usize> {
        let distance = |count: &Count| rank.abs_diff(count.rank());
        let next = self.0.partition_point(|count| count.rank() < rank);
        self.0[next.saturating_sub(1)..].iter().take(2).map(distance).min()
    }

    /// The bracket that contains the eigenvalue of this rank: two neighbouring shifts. 0 and 2 bound the outermost ones.
    pub(super) fn bracket(&self, rank: usize) -> (f64, f64) {
        let next = self.0.partition_point(|count| count.rank() < rank);
        let shift = |at: Option<usize>, end| at.and_then(|at| self.0.get(at)).map_or(end, |count| count.shift.position);
        (shift(next.checked_sub(1), 0.0), shift(Some(next), 2.0))
    }

    /// The width of the bracket that contains the eigenvalue of this rank.
    pub(super) fn bracket_width(&self, rank: usize) -> f64 {
        let (from, to) = self.bracket(rank);
        to - from
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
        assert_eq!([3, 12].map(|rank| counts.bracket(rank)), [(0.0, 0.5); 2]);
        assert_eq!(counts.bracket(13), (0.5, 1.0));
        // No eigenvalue is left for a bracket between the two shifts: 28 + 3 eigenvalues are below 1.5.
        assert_eq!(counts.bracket(31), (1.0, 1.5));
        assert_eq!([32, 40].map(|rank| counts.bracket(rank)), [(1.5, 2.0); 2]);
        assert_eq!(counts.bracket_width(13), 0.5);
        assert_eq!(counts.distance(13), Some(1));
        assert_eq!(counts.distance(26), Some(4));
    }
}
