use super::cumulative::Masses;
use super::estimate::{Estimate, range};
use crate::resampling::sensitivity::{NEIGHBOR_RANKS, SampleRanks, error_growth};

/// Part of the error that may come from too few steps; the rest is left to the probes.
pub(super) const RESOLUTION_SHARE: f64 = 0.6;

/// Standard errors in the stated error: the largest of 256 errors that hang together stays below that in far more than
/// 19 of 20 cases.
const DEVIATIONS: f64 = 3.0;

/// Eigenvalues lie as if thrown at random, at worst: so many times the square root of their number is how far one is from its
/// place among them.
const SCATTER: f64 = 2.0;

/// What the samples of an estimate can be off.
pub(super) struct SampleErrors {
    /// Because the probes differ.
    pub(super) probes: Vec<f64>,
    /// What half of the steps would miss, or what the steps do not tell about clusters.
    pub(super) hidden: Vec<f64>,
    /// In all, if counts do not say that it is less.
    pub(super) sum: Vec<f64>,
}

/// What each sample can be off.
pub(super) fn sample_errors(estimate: &Estimate<'_>) -> SampleErrors {
    let [whole, half, gathered] =
        [&estimate.whole, &estimate.half, &estimate.gathered].map(|seen| estimate.masses(seen));
    let mean = estimate.spectrum(&whole, 0.0);
    // Few probes tell little about their own spread, the less the more is explained.
    let free = estimate.probe_count - 1 - estimate.moments.known();
    let deviations = DEVIATIONS * (1.0 + 4.0 / free as f64);
    let moved = |deviations| estimate.settings.grid.differences(&mean, &estimate.spectrum(&whole, deviations));
    let probes: Vec<f64> =
        moved(deviations).into_iter().zip(moved(-deviations)).map(|(above, below)| above.max(below)).collect();
    // Where the rank is known, it matters only how eigenvalues lie between there and the sample.
    let half_spacing = estimate.settings.grid.half_spacing(mean.len());
    let reach = |rank| {
        let from_count = estimate.counts.distance(rank).map(|distance| distance + NEIGHBOR_RANKS);
        from_count.unwrap_or(half_spacing).min(half_spacing)
    };
    let from = |other: &Masses| estimate.settings.grid.differences_around(&mean, &estimate.spectrum(other, 0.0), reach);
    // And there the next eigenvalues are not where a smooth distribution has them, if they are not known.
    let (low, high) = range(estimate.ends);
    let scatter = |rank: usize| match estimate.counts.distance(rank) {
        Some(distance) if distance < half_spacing && rank > 0 && mean[rank - 1] > low && mean[rank - 1] < high => {
            let aside = distance + NEIGHBOR_RANKS;
            let (first, last) = (rank.saturating_sub(aside).max(1), (rank + aside).min(mean.len()));
            let spacing = (mean[last - 1].min(high) - mean[first - 1].max(low)) / (last - first) as f64;
            SCATTER * (distance as f64 + 1.0).sqrt() * spacing
        }
        _ => 0.0,
    };
    let ranks = estimate.settings.grid.positions(mean.len()).map(|place| place as usize);
    let hidden: Vec<f64> = ranks
        .zip(from(&half).into_iter().zip(from(&gathered)))
        .map(|(rank, (steps, clusters))| clusters.max(steps) + scatter(rank))
        .collect();
    let counted = estimate.settings.grid.positions(mean.len()).map(|place| {
        let ranks = SampleRanks::at(place, mean.len());
        let (from, to) = estimate.counts.widest_bracket(ranks);
        error_growth(ranks.first) * (to - from)
    });
    let estimated = probes.iter().zip(&hidden).map(|(probes, hidden)| probes + hidden);
    let sum = estimated.zip(counted).map(|(estimated, counted)| estimated.min(counted) + estimate.ends.residual);
    SampleErrors { sum: sum.collect(), probes, hidden }
}
