//! What the samples of a resampled spectrum depend on.
//!
//! The samples sit at evenly spaced places of [0, 1] on a cubic spline through λ_k at k/n. Which is not this room's to
//! compute; but how exactly an eigenvalue must be known follows from it.

/// Number of samples that errors are stated for.
pub(super) const SAMPLES: usize = 256;

/// Weights of the first four eigenvalues in the sample at 0, where the first piece of the spline is continued to the left.
pub(super) const EXTRAPOLATION: [f64; 4] = [4.0, -6.0, 4.0, -1.0];

/// Where the samples sit among `size` eigenvalues, in ranks from 1 on; the first is at 0, left of all.
pub(super) fn places(size: usize) -> impl Iterator<Item = f64> {
    (0..SAMPLES).map(move |at| at as f64 / (SAMPLES - 1) as f64 * size as f64)
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

/// Likewise, looking halfway to the next samples on either side: two approximations that happen to cross at a sample are no
/// better there than beside it.
pub(super) fn differences_around(left: &[f64], right: &[f64]) -> Vec<f64> {
    let size = left.len();
    let spacing = (size / (2 * (SAMPLES - 1))).max(1);
    // The largest difference in each stretch of ranks, half as long as samples are apart; one ends near a sample, the next
    // begins there.
    let stretches: Vec<f64> = left
        .chunks(spacing)
        .zip(right.chunks(spacing))
        .map(|(left, right)| left.iter().zip(right).map(|(left, right)| (left - right).abs()).fold(0.0, f64::max))
        .collect();
    // The sample at 0 depends on the first few only.
    let mut differences = differences(left, right);
    for (place, difference) in places(size).zip(&mut differences).skip(1) {
        let stretch = place as usize / spacing;
        let beside = stretches[stretch.saturating_sub(1)..].iter().take(2);
        *difference = beside.fold(*difference, |largest, &other| largest.max(other));
    }
    differences
}
