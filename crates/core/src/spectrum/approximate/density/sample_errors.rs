//! The stated error of each sample: noise between probes, bias of the Lanczos steps and of clusters, and the bounds
//! from inertia counts. Read by `estimate` and `refine_by_counts` to decide how to go on, and stated with the result.

use super::cumulative::CumulativeDistribution;
use super::estimate::{Estimate, interior_range};
use crate::resampling::sensitivity::{NEIGHBOR_RANKS, SampleRanks, error_growth};

/// Fraction of the error that bias may take; noise gets the rest. A larger fraction needs more probes, by the inverse
/// square of the rest; a smaller one needs more Lanczos steps and more counts. No measurement of the value is
/// on record.
pub(super) const RESOLUTION_SHARE: f64 = 0.6;

/// Standard errors in the stated error: the largest of 256 correlated errors stays below that in far more than 19 of 20
/// cases. A smaller number understates errors; a larger one takes more probes, by its square.
const DEVIATIONS: f64 = 3.0;

/// Growth of [`DEVIATIONS`] for few probes, divided by the degrees of freedom. Student's t with 7 degrees of freedom
/// (one block, eight exact moments) has a quantile of 4.5 in place of 3, and this gives 4.7.
const SMALL_SAMPLE_GROWTH: f64 = 4.0;

/// Worst case: eigenvalues are independent, so the rank of one deviates by about √(number in the interval). This factor
/// is two standard deviations; a smaller one understates the error next to a count, a larger one takes more counts.
const SCATTER: f64 = 2.0;

/// Estimated errors of the samples.
pub(super) struct SampleErrors {
    /// From the differences between probes; falls with their number.
    pub(super) noise: Vec<f64>,
    /// From too few Lanczos steps, from unknown shapes of clusters, and from the scatter of eigenvalues next to a
    /// count. More probes do not reduce it.
    pub(super) bias: Vec<f64>,
    /// The sum, or the bound from the counts where that is smaller; with the residual of the extreme eigenvalues.
    pub(super) total: Vec<f64>,
}

/// Estimates the error of each sample.
pub(super) fn sample_errors(estimate: &Estimate<'_>) -> SampleErrors {
    let distribution = estimate.distribution();
    let spectrum = estimate.spectrum(&distribution, 0.0);
    let noise = noise(estimate, &distribution, &spectrum);
    let bias = bias(estimate, &spectrum);
    let grid = estimate.settings().grid;
    let bounds = grid.positions(spectrum.len()).map(|position| {
        let ranks = SampleRanks::at(position, spectrum.len());
        let (from, to) = estimate.counts().widest_bracket(ranks);
        error_growth(ranks.first) * (to - from)
    });
    let estimated = noise.iter().zip(&bias).map(|(noise, bias)| noise + bias);
    let residual = estimate.extremes().residual;
    let total = estimated.zip(bounds).map(|(estimated, bound)| estimated.min(bound) + residual).collect();
    SampleErrors { noise, bias, total }
}

/// How far the samples move if the distribution moves up or down by [`DEVIATIONS`] standard errors.
fn noise(estimate: &Estimate<'_>, distribution: &CumulativeDistribution, spectrum: &[f64]) -> Vec<f64> {
    let deviations = DEVIATIONS * (1.0 + SMALL_SAMPLE_GROWTH / estimate.degrees_of_freedom() as f64);
    let moved =
        |deviations| estimate.settings().grid.differences(spectrum, &estimate.spectrum(distribution, deviations));
    moved(deviations).into_iter().zip(moved(-deviations)).map(|(above, below)| above.max(below)).collect()
}

/// The larger effect of half of the Lanczos steps and of merged clusters, plus the scatter of eigenvalues next to a
/// count.
fn bias(estimate: &Estimate<'_>, spectrum: &[f64]) -> Vec<f64> {
    let grid = estimate.settings().grid;
    // Where a count gives the rank, only the eigenvalues between the count and the sample matter.
    let half_spacing = grid.half_spacing(spectrum.len());
    let reach = |rank| {
        let from_count = estimate.counts().distance(rank).map(|distance| distance + NEIGHBOR_RANKS);
        from_count.unwrap_or(half_spacing).min(half_spacing)
    };
    let differences =
        |other: &CumulativeDistribution| grid.differences_around(spectrum, &estimate.spectrum(other, 0.0), reach);
    let of_steps = differences(&estimate.distribution_of_half_steps());
    let of_clusters = differences(&estimate.distribution_of_merged_clusters());
    let ranks = grid.positions(spectrum.len()).map(|position| position as usize);
    ranks
        .zip(of_steps.into_iter().zip(of_clusters))
        .map(|(rank, (steps, clusters))| clusters.max(steps) + scatter(estimate, spectrum, rank))
        .collect()
}

/// Deviation of the eigenvalue of this rank from a smooth distribution, if that eigenvalue is an estimate and a count
/// is less than half a sample away; else 0.
fn scatter(estimate: &Estimate<'_>, spectrum: &[f64], rank: usize) -> f64 {
    let (low, high) = interior_range(estimate.extremes());
    let half_spacing = estimate.settings().grid.half_spacing(spectrum.len());
    match estimate.counts().distance(rank) {
        Some(distance)
            if distance < half_spacing && rank > 0 && spectrum[rank - 1] > low && spectrum[rank - 1] < high =>
        {
            let aside = distance + NEIGHBOR_RANKS;
            let (first, last) = (rank.saturating_sub(aside).max(1), (rank + aside).min(spectrum.len()));
            let spacing = (spectrum[last - 1].min(high) - spectrum[first - 1].max(low)) / (last - first) as f64;
            SCATTER * (distance as f64 + 1.0).sqrt() * spacing
        }
        _ => 0.0,
    }
}
