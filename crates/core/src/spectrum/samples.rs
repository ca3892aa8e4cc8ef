//! What the samples of a resampled spectrum depend on.
//!
//! The samples sit at evenly spaced places of [0, 1] on a cubic spline through λ_k at k/n. Which is not this room's to
//! compute; but how exactly an eigenvalue must be known follows from it.

/// Number of samples that errors are stated for.
pub(super) const SAMPLES: usize = 256;

/// Weights of the first four eigenvalues in the sample at 0, where the first piece of the spline is continued to the left.
const EXTRAPOLATION: [f64; 4] = [4.0, -6.0, 4.0, -1.0];

/// A cubic spline through values that are off by δ is off by less than 1.6 δ between them.
const SPLINE_GROWTH: f64 = 1.6;

/// Ranks that the sample at 0 depends on.
const EXTRAPOLATED_RANKS: usize = 8;

/// Ranks to each side of a sample that it depends on: beyond, a spline forgets by a factor of 4 each.
pub(super) const RANKS_ASIDE: usize = 3;

/// Ranks that a sample depends on, from 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct SampleRanks {
    pub(super) first: usize,
    pub(super) last: usize,
}

impl SampleRanks {
    /// Of the sample that sits at a place in ranks.
    pub(super) fn at(place: f64, size: usize) -> Self {
        let rank = place as usize;
        if rank == 0 {
            return Self { first: 1, last: EXTRAPOLATED_RANKS.min(size) };
        }
        Self { first: rank.saturating_sub(RANKS_ASIDE).max(1), last: (rank + 1 + RANKS_ASIDE).min(size) }
    }
}

/// Where the samples sit among `size` eigenvalues, in ranks from 1 on; the first is at 0, left of all.
pub(super) fn places(size: usize) -> impl Iterator<Item = f64> {
    (0..SAMPLES).map(move |at| at as f64 / (SAMPLES - 1) as f64 * size as f64)
}

/// How many times as far as an eigenvalue of this rank a sample can be off because of it.
pub(super) fn growth(rank: usize) -> f64 {
    if rank <= EXTRAPOLATED_RANKS { EXTRAPOLATION.iter().map(|weight| weight.abs()).sum() } else { SPLINE_GROWTH }
}

/// Ranks from one sample halfway to the next.
pub(super) fn half_spacing(size: usize) -> usize {
    (size / (2 * (SAMPLES - 1))).max(1)
}

/// Differences between the samples of two ascending lists of eigenvalues of the same length, at most.
///
/// Between two eigenvalues the difference is that of straight lines.
pub(super) fn differences(left: &[f64], right: &[f64]) -> Vec<f64> {
    let size = left.len();
    let apart = |rank: usize| left[rank.clamp(1, size) - 1] - right[rank.clamp(1, size) - 1];
    // The four differences may have any sign: as if they had nothing to do with one another.
    let first = EXTRAPOLATION.iter().zip(1..).map(|(weight, rank)| (weight * apart(rank)).powi(2)).sum::<f64>().sqrt();
    let between = |place: f64| {
        let (rank, part) = (place as usize, place.fract());
        // A spline leans towards either neighbour: take the worse.
        apart(rank).abs().max(apart(rank + usize::from(part > 0.0)).abs())
    };
    std::iter::once(first).chain(places(size).skip(1).map(between)).collect()
}

/// Likewise, looking so many ranks to either side of each sample: two approximations that happen to cross at a sample are no
/// better there than beside it.
pub(super) fn differences_around(left: &[f64], right: &[f64], reach: impl Fn(usize) -> usize) -> Vec<f64> {
    let size = left.len();
    // The sample at 0 depends on the first few only.
    let mut differences = differences(left, right);
    for (place, difference) in places(size).zip(&mut differences).skip(1) {
        let rank = place as usize;
        let reach = reach(rank);
        let around = rank.saturating_sub(reach + 1)..(rank + reach).min(size);
        let apart = left[around.clone()].iter().zip(&right[around]).map(|(left, right)| (left - right).abs());
        *difference = apart.fold(*difference, f64::max);
    }
    differences
}
