//! The stated error of each sample: noise between probes, bias of the Lanczos steps and of clusters, and the bounds
//! from inertia counts. Read by `estimate` and `refine_by_counts` to decide how to go on, and stated with the result.

use super::confidence::simultaneous_deviations;
use super::cumulative::{CumulativeDistribution, Displacement};
use super::estimate::{Estimate, interior_range};
use crate::resampling::sensitivity::{NEIGHBOR_RANKS, extrapolation_growth, is_extrapolated};

/// Fraction of the error that bias may take; noise gets the rest. A larger fraction needs more probes, by the inverse
/// square of the rest; a smaller one needs more Lanczos steps and more counts. No measurement of the value is
/// on record.
pub(super) const RESOLUTION_SHARE: f64 = 0.6;

/// The remaining bias as a multiple of the difference that the second half of the Lanczos steps made. A spectrum that is
/// rough on all scales needs 1 on average: each doubling of the steps reveals as much as all later ones together. Twice
/// that covers the largest of 256 samples (`cargo bench --bench error_survey`: circulant graphs need 1.7).
const REMAINING_BIAS: f64 = 2.0;

/// Worst case: eigenvalues are independent, so the rank of one deviates by about √(number in the interval). This factor
/// is two standard deviations; a smaller one understates the error next to a count, a larger one takes more counts.
const SCATTER: f64 = 2.0;

/// Estimated errors of the samples.
pub(super) struct SampleErrors {
    /// From the differences between probes; falls with their number.
    pub(super) noise: Vec<f64>,
    /// From too few Lanczos steps, from unknown shapes of clusters, from the scatter of eigenvalues, and from the grid
    /// of positions. More probes do not reduce it.
    pub(super) bias: Vec<f64>,
    /// The sum, or the bound from the counts where that is smaller; with the residuals of the extreme eigenvalues.
    pub(super) total: Vec<f64>,
    /// The eigenvalues of the graph if the distribution is displaced to either side of its band.
    pub(super) sides: [Vec<f64>; 2],
}

/// Estimates the error of each sample.
pub(super) fn sample_errors(estimate: &Estimate<'_>) -> SampleErrors {
    let distribution = estimate.distribution();
    let spectrum = estimate.spectrum(&distribution, Displacement::NONE);
    let grid = estimate.settings().grid;
    let deviations = simultaneous_deviations(grid.len(), estimate.degrees_of_freedom());
    let sides = |ranks| {
        let by = Displacement { deviations, ranks };
        [by, by.opposite()].map(|by| estimate.spectrum(&distribution, by))
    };
    let noise = band_width(estimate, &spectrum, &sides(0.0));
    let sides = sides(estimate.unresolved_ranks());
    let noise_and_ranks = band_width(estimate, &spectrum, &sides);
    let mut bias = bias(estimate, &spectrum);
    for (bias, (noise, both)) in bias.iter_mut().zip(noise.iter().zip(noise_and_ranks)) {
        *bias += (both - noise).max(0.0) + estimate.cell();
    }
    let bounds = grid.bounds_of_samples(spectrum.len(), |rank| estimate.bracket_width(rank));
    let estimated = noise.iter().zip(&bias).map(|(noise, bias)| noise + bias);
    let extremes = estimate.extremes();
    let residuals = grid.positions(spectrum.len()).map(|position| match is_extrapolated(position, spectrum.len()) {
        true if position < 1.0 => extrapolation_growth() * extremes.lowest_residual,
        true => extrapolation_growth() * extremes.residual,
        false => extremes.residual,
    });
    let total = estimated.zip(bounds).zip(residuals);
    let total = total.map(|((estimated, bound), residual)| estimated.min(bound) + residual).collect();
    SampleErrors { noise, bias, total, sides }
}

/// How far the samples can move between the spectrum and either side of its band.
fn band_width(estimate: &Estimate<'_>, spectrum: &[f64], sides: &[Vec<f64>; 2]) -> Vec<f64> {
    let error = |rank: usize| sides.iter().map(|side| (side[rank - 1] - spectrum[rank - 1]).abs()).fold(0.0, f64::max);
    estimate.settings().grid.errors_of_samples(spectrum.len(), error)
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
    let differences = |other: &CumulativeDistribution| {
        grid.differences_around(spectrum, &estimate.spectrum(other, Displacement::NONE), reach)
    };
    let of_steps = differences(&estimate.distribution_of_half_steps());
    let of_clusters = differences(&estimate.distribution_of_merged_clusters());
    let ranks = grid.positions(spectrum.len()).map(|position| (position as usize).min(spectrum.len()));
    ranks
        .zip(of_steps.into_iter().zip(of_clusters))
        .map(|(rank, (steps, clusters))| clusters.max(REMAINING_BIAS * steps) + scatter(estimate, spectrum, rank))
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
