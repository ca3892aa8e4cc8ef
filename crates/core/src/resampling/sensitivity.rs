//! How the samples of a resampled spectrum depend on its eigenvalues.
//!
//! For the methods that do not compute all eigenvalues: which eigenvalues they need, and with which accuracy.

use super::{KnotRule, SAMPLES};

/// Weights of the first eigenvalues in the sample at 0, which the first piece of the spline extrapolates by one knot
/// (literal rule); likewise of the last eigenvalues, from the last, in the sample at 1 (zero-based rule). These are the
/// weights of the not-a-knot spline through many knots; a test computes them again. Their absolute values add up to 20.9:
/// errors that alternate in sign grow that much.
const EXTRAPOLATION: [f64; EXTRAPOLATED_RANKS] = [4.2679, -7.1436, 5.9141, -2.5847, 0.6926, -0.1856, 0.0497, -0.0133];

/// Largest error of a cubic spline between its knots if the values at the knots have errors up to 1: (1 + 3√3)/4 = 1.55
/// far from both ends, rounded up.
const SPLINE_GROWTH: f64 = 1.6;

/// Number of eigenvalues that an extrapolated sample depends on: the weight of the eighth is 0.013, and each further
/// weight is about a quarter of the weight before.
pub(crate) const EXTRAPOLATED_RANKS: usize = 8;

/// Largest weights in a sample of the eigenvalues beyond its two neighbours, by distance. Each is about a quarter of the
/// one before; all further ones add up to 1e-4.
const FARTHER_WEIGHTS: [f64; 6] = [0.14, 0.04, 0.01, 0.003, 0.001, 0.0003];

/// Number of further eigenvalues on each side that a sample depends on. The influence of a knot falls by a factor of
/// about four from one knot to the next: all knots outside have weights that add up to less than 0.01.
pub(crate) const NEIGHBOR_RANKS: usize = 3;

/// The same next to the first and the last eigenvalue, where the spline has fewer knots to hold on to.
const FARTHER_WEIGHTS_AT_END: [f64; 6] = [0.44, 0.17, 0.05, 0.012, 0.004, 0.001];

/// [`SPLINE_GROWTH`] next to the first and the last eigenvalue: 1.972, rounded up.
const SPLINE_GROWTH_AT_END: f64 = 2.0;

/// Knots from the first or the last eigenvalue within which the end of the spline shows.
const END_RANKS: usize = 4;

/// The samples for which an error is stated: their number, and the rule for the knots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampleGrid {
    samples: usize,
    rule: KnotRule,
}

impl Default for SampleGrid {
    /// The paper's 256 samples with literal knots.
    fn default() -> Self {
        Self { samples: SAMPLES, rule: KnotRule::default() }
    }
}

/// First and last rank, counted from 1, of the eigenvalues that a sample depends on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SampleRanks {
    pub(crate) first: usize,
    pub(crate) last: usize,
}

impl SampleRanks {
    /// The ranks for a sample at `position`, which is measured in ranks, among `size` eigenvalues.
    pub(crate) fn at(position: f64, size: usize) -> Self {
        let rank = position as usize;
        if rank == 0 {
            return Self { first: 1, last: EXTRAPOLATED_RANKS.min(size) };
        }
        if is_extrapolated(position, size) {
            return Self { first: (size + 1).saturating_sub(EXTRAPOLATED_RANKS).max(1), last: size };
        }
        Self { first: rank.saturating_sub(NEIGHBOR_RANKS).max(1), last: (rank + 1 + NEIGHBOR_RANKS).min(size) }
    }
}

/// Largest ratio of the error of an extrapolated sample to the errors of the eigenvalues that it depends on.
pub(crate) fn extrapolation_growth() -> f64 {
    EXTRAPOLATION.iter().map(|weight| weight.abs()).sum()
}

/// Whether a sample at `position` is left or right of all `size` eigenvalues: the spline is extrapolated there.
pub(crate) fn is_extrapolated(position: f64, size: usize) -> bool {
    position < 1.0 || position > size as f64
}

/// The eigenvalues that a sample at `position` depends on, by rank, with the weight of each; the spline begins at the rank
/// `first`.
fn ranks_and_weights(position: f64, first: usize, size: usize) -> impl Iterator<Item = (usize, f64)> {
    let rank = position as usize;
    let next = rank + usize::from(position.fract() > 0.0);
    let is_extrapolated = is_extrapolated(position, size);
    let from_its_end = move |at| if position < 1.0 { at } else { size + 1 - at };
    let extrapolated =
        EXTRAPOLATION.iter().take(size).zip(1..).map(move |(weight, at)| (from_its_end(at), weight.abs()));
    let near = [(rank, 1.0), (next, 1.0)].into_iter().take(1 + next - rank);
    let weights = if is_at_end(position, first, size) { FARTHER_WEIGHTS_AT_END } else { FARTHER_WEIGHTS };
    let farther =
        (1..).zip(weights).flat_map(move |(far, weight)| [(rank.wrapping_sub(far), weight), (next + far, weight)]);
    let interpolated = near.chain(farther).filter(move |(rank, _)| (first..=size).contains(rank));
    extrapolated.filter(move |_| is_extrapolated).chain(interpolated.filter(move |_| !is_extrapolated))
}

/// Whether an end of the spline, which begins at the rank `first`, shows in a sample.
fn is_at_end(position: f64, first: usize, size: usize) -> bool {
    position < (first + END_RANKS) as f64 || position + END_RANKS as f64 > size as f64
}

/// The error of the sample at `position`: that of its nearest eigenvalues times `growth`, and the excess of more distant
/// ones.
fn error_at(position: f64, first: usize, size: usize, error: &impl Fn(usize) -> f64, growth: f64) -> f64 {
    let ranks_and_weights = || ranks_and_weights(position, first, size);
    if is_extrapolated(position, size) {
        return ranks_and_weights().map(|(rank, weight)| weight * error(rank)).sum();
    }
    let nearest = ranks_and_weights().filter(|(_, weight)| *weight == 1.0);
    let near = nearest.map(|(rank, _)| error(rank)).fold(0.0, f64::max);
    let farther = ranks_and_weights().filter(|(_, weight)| *weight < 1.0);
    growth * near + farther.map(|(rank, weight)| weight * (error(rank) - near).max(0.0)).sum::<f64>()
}

impl SampleGrid {
    /// `samples` samples with knots by `rule`.
    ///
    /// # Panics
    /// If `samples` is below 2: the samples include 0 and 1.
    #[must_use]
    pub fn new(samples: usize, rule: KnotRule) -> Self {
        assert!(samples >= 2, "found {samples} samples, wanted at least 2");
        Self { samples, rule }
    }

    /// Number of samples.
    pub(crate) fn len(self) -> usize {
        self.samples
    }

    /// Positions of the samples among `size` eigenvalues, measured in ranks from 1. A position below 1 is left of all
    /// eigenvalues, one above `size` is right of them.
    pub(crate) fn positions(self, size: usize) -> impl Iterator<Item = f64> {
        let last = (self.samples - 1) as f64;
        (0..self.samples).map(move |at| match self.rule {
            KnotRule::Literal => at as f64 / last * size as f64,
            KnotRule::Stretched => 1.0 + at as f64 / last * (size - 1) as f64,
            KnotRule::ZeroBased => 1.0 + at as f64 / last * size as f64,
            KnotRule::Nontrivial => {
                let first = self.rule.first_rank(size);
                first as f64 + at as f64 / last * (size - first) as f64
            }
        })
    }

    /// Largest ratio of the error of a sample to the error of the eigenvalue of this rank, among `size`.
    pub(crate) fn error_growth(self, rank: usize, size: usize) -> f64 {
        let is_above = self.rule == KnotRule::ZeroBased && rank + EXTRAPOLATED_RANKS > size;
        if rank <= EXTRAPOLATED_RANKS || is_above { extrapolation_growth() } else { SPLINE_GROWTH }
    }

    /// The eigenvalues that a sample at `position` depends on, by rank, with the weight of each.
    pub(crate) fn ranks_and_weights(self, position: f64, size: usize) -> impl Iterator<Item = (usize, f64)> {
        ranks_and_weights(position, self.rule.first_rank(size), size)
    }

    /// Number of ranks from one sample halfway to the next.
    pub(crate) fn half_spacing(self, size: usize) -> usize {
        (size / (2 * (self.samples - 1))).max(1)
    }

    /// Largest errors of the samples if the eigenvalue of each rank may have the error `error(rank)`.
    ///
    /// Neighbouring eigenvalues are assumed to have errors of the same sign, as they have where a distribution is
    /// displaced: the error of the spline is then that of the nearest eigenvalues, and more distant ones matter only where
    /// their errors are larger. An extrapolated sample adds all errors up.
    pub(crate) fn errors_of_samples(self, size: usize, error: impl Fn(usize) -> f64) -> Vec<f64> {
        let first = self.rule.first_rank(size);
        self.positions(size).map(|position| error_at(position, first, size, &error, 1.0)).collect()
    }

    /// Bounds of the errors of the samples if `bound(rank)` bounds the error of each eigenvalue, whatever its sign.
    pub(crate) fn bounds_of_samples(self, size: usize, bound: impl Fn(usize) -> f64) -> Vec<f64> {
        let first = self.rule.first_rank(size);
        let growth = |position| if is_at_end(position, first, size) { SPLINE_GROWTH_AT_END } else { SPLINE_GROWTH };
        self.positions(size).map(|position| error_at(position, first, size, &bound, growth(position))).collect()
    }

    /// Largest differences between the samples of two ascending lists of eigenvalues of equal length.
    pub(crate) fn differences(self, left: &[f64], right: &[f64]) -> Vec<f64> {
        let size = left.len();
        let difference = |rank: usize| left[rank.clamp(1, size) - 1] - right[rank.clamp(1, size) - 1];
        let extrapolated = |rank_of: &dyn Fn(usize) -> usize| {
            let terms = EXTRAPOLATION.iter().zip(1..).map(|(weight, at)| weight * difference(rank_of(at)));
            terms.sum::<f64>().abs()
        };
        let below = extrapolated(&|at| at);
        let above = extrapolated(&|at| (size + 1).saturating_sub(at));
        let of_sample = |position: f64| {
            if is_extrapolated(position, size) {
                return if position < 1.0 { below } else { above };
            }
            // A spline may follow either of the two neighbours: take the larger difference.
            let (rank, part) = (position as usize, position.fract());
            difference(rank).abs().max(difference(rank + usize::from(part > 0.0)).abs())
        };
        self.positions(size).map(of_sample).collect()
    }

    /// [`differences`](Self::differences) over all eigenvalues within `reach(rank)` ranks of each sample: where two
    /// approximations cross, their difference at the crossing underestimates the error.
    pub(crate) fn differences_around(self, left: &[f64], right: &[f64], reach: impl Fn(usize) -> usize) -> Vec<f64> {
        let size = left.len();
        let mut differences = self.differences(left, right);
        for (position, difference) in self.positions(size).zip(&mut differences) {
            // An extrapolated sample depends on the first or last few eigenvalues only.
            if is_extrapolated(position, size) {
                continue;
            }
            let rank = position as usize;
            let reach = reach(rank).max(NEIGHBOR_RANKS);
            let around = rank.saturating_sub(reach + 1)..(rank + reach).min(size);
            let pairs = left[around.clone()].iter().zip(&right[around]);
            *difference = pairs.map(|(left, right)| (left - right).abs()).fold(*difference, f64::max);
        }
        differences
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::resampling::Resampler;

    fn samples(eigenvalues: &[f64], rule: KnotRule) -> Vec<f64> {
        Resampler::new(SAMPLES, rule).resample(eigenvalues).samples().to_vec()
    }

    #[test]
    fn the_weights_of_extrapolated_samples_are_those_of_the_spline() {
        for (at, weight) in EXTRAPOLATION.iter().enumerate() {
            let mut one = vec![0.0; 100];
            one[at] = 1.0;
            let first = samples(&one, KnotRule::Literal)[0];
            assert!((first - weight).abs() < 1e-4, "rank {}: {first}", at + 1);
            one.reverse();
            let last = samples(&one, KnotRule::ZeroBased)[SAMPLES - 1];
            assert!((last - weight).abs() < 1e-4, "rank {}: {last}", 100 - at);
        }
        let alternating: Vec<f64> = (0..100).map(|at| if at % 2 == 0 { 1.0 } else { -1.0 }).collect();
        let first = samples(&alternating, KnotRule::Literal)[0];
        assert!((first - extrapolation_growth()).abs() < 0.01, "{first}");
    }

    /// An eigenvalue that a sample depends on by more than the weights that are left out is among its ranks.
    #[test]
    fn samples_depend_on_their_ranks_only() {
        let size = 300;
        for rule in KnotRule::ALL {
            let positions: Vec<f64> = SampleGrid::new(SAMPLES, rule).positions(size).collect();
            for rank in (1..=10).chain([150]).chain(290..=300) {
                let mut one = vec![0.0; size];
                one[rank - 1] = 1.0;
                for (at, weight) in samples(&one, rule).into_iter().enumerate() {
                    let SampleRanks { first, last } = SampleRanks::at(positions[at], size);
                    // 0.012 next to an end, at a distance of four knots.
                    assert!(
                        weight.abs() < 0.02 || (first..=last).contains(&rank),
                        "{rule}, {rank}, sample {at}: {weight}"
                    );
                }
            }
        }
    }

    #[test]
    fn errors_of_eigenvalues_grow_where_a_rule_extrapolates() {
        for rule in KnotRule::ALL {
            let grid = SampleGrid::new(SAMPLES, rule);
            let (middle, last) = (grid.error_growth(150, 300), grid.error_growth(300, 300));
            assert_eq!(middle, SPLINE_GROWTH);
            assert_eq!(last > 20.0, rule == KnotRule::ZeroBased, "{rule}: {last}");
        }
        assert!(SampleGrid::default().error_growth(1, 300) > 20.0);
    }

    /// Errors within their bounds, of random or of alternating sign, with some bounds a hundred times as large as others.
    #[test]
    fn samples_move_no_farther_than_their_bounds() {
        let mut random = ChaCha8Rng::seed_from_u64(4);
        for round in 0..400 {
            let rule = KnotRule::ALL[round / 2 % KnotRule::ALL.len()];
            let size = random.random_range(300..900);
            let bounds: Vec<f64> = (0..size).map(|_| if random.random_bool(0.05) { 1.0 } else { 0.01 }).collect();
            let sign = |at: usize, is_up: bool| {
                let is_up = if round % 2 == 0 { is_up } else { at.is_multiple_of(2) };
                if is_up { 1.0 } else { -1.0 }
            };
            let errors: Vec<f64> =
                bounds.iter().enumerate().map(|(at, bound)| bound * sign(at, random.random_bool(0.5))).collect();
            let found = samples(&errors, rule);
            let grid = SampleGrid::new(SAMPLES, rule);
            let allowed = grid.bounds_of_samples(size, |rank| bounds[rank - 1]);
            let positions = grid.positions(size);
            for (at, ((found, allowed), position)) in found.iter().zip(&allowed).zip(positions).enumerate() {
                // The weights of all eigenvalues that are left out; their errors are at most 1.
                let left_out = if is_extrapolated(position, size) { 0.005 } else { 2e-4 };
                assert!(
                    found.abs() <= allowed + left_out,
                    "{rule}, round {round}, {size} values, sample {at}: {found} > {allowed}"
                );
            }
        }
    }
}
