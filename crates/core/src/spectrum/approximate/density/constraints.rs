//! The cumulative distribution from the probes where inertia counts give its exact values at some positions. `estimate`
//! uses it instead of `distribution` as soon as there are counts.

use std::ops::Range;

use super::control_variates::{ControlVariates, Regression, RegressionSums};
use super::cumulative::{CumulativeDistribution, FractionBelow};
use super::distribution::AxisGrid;
use super::moments::{MOMENTS, Moments};
use super::quadrature::Quadrature;

/// A position with an exact value of the cumulative distribution, from an inertia count.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownMass {
    pub(super) position: f64,
    /// Fraction of the eigenvalues between the extremes that lie below `position`.
    pub(super) mass: f64,
    /// Whether to use the probes' error at this position as a control variate for its neighbours. Not where too few
    /// Lanczos steps were taken: the error there is bias, not noise.
    pub(super) is_anchor: bool,
}

/// The anchors left and right of all positions.
const NOTHING: KnownMass = KnownMass { position: f64::NEG_INFINITY, mass: 0.0, is_anchor: true };
const EVERYTHING: KnownMass = KnownMass { position: f64::INFINITY, mass: 1.0, is_anchor: true };

/// Number of control variates between two anchors: the exact moments and the known mass at either anchor.
const VARIATES: usize = MOMENTS + 2;

/// Mean mass below which the probes do not see an interval at all. The weights of a quadrature are exact to about
/// 1e-12, and one eigenvalue of a million has a mass of 1e-6. A larger value would discard thin intervals that the
/// probes do see; a smaller one would treat rounding errors as their shape.
const UNSEEN: f64 = 1e-9;

/// The interval between two neighbouring anchors, with the control variates that hold inside it.
#[derive(Debug)]
struct AnchorInterval {
    before: KnownMass,
    after: KnownMass,
    /// Indices of the positions in the interval; the position of `after` is the last one.
    range: Range<usize>,
    /// Deviations of the probes in the moments and at both anchors.
    variates: ControlVariates<VARIATES>,
    /// Sum over the probes of their mass in the interval.
    probe_mass: f64,
}

/// The cumulative distribution of `interior` eigenvalues at the positions of the grid and of the known masses.
///
/// The mass that the probes give below a position is corrected by their deviations at the anchors on both sides. So the
/// standard error falls with the square root of the mass between the position and the nearest anchor. Known masses that
/// are not anchors only bound the distribution around them.
///
/// `known` ascends, in position and in mass.
pub(super) fn constrained_distribution(
    grid: AxisGrid,
    known: &[KnownMass],
    moments: Moments,
    probes: &[Quadrature],
    interior: usize,
) -> CumulativeDistribution {
    let mut positions: Vec<f64> = grid.positions().chain(known.iter().map(|known| known.position)).collect();
    positions.sort_by(f64::total_cmp);
    let mut intervals = anchor_intervals(&positions, known);
    let mut sums = vec![RegressionSums::new(); positions.len()];
    let mut masses = vec![0.0; positions.len()];
    for probe in probes {
        probe.for_each_mass_below(positions.iter().copied(), |at, mass| masses[at] = mass);
        add_probe(&masses, &moments.deviations(probe), &mut intervals, &mut sums);
    }
    let fractions = fractions_below(&positions, known, &intervals, &sums, probes.len());
    let mut cumulative = CumulativeDistribution { positions, fractions };
    cumulative.mark_gaps(|at| sums[at].total(), probes.len() as f64 / interior as f64, grid.gap_margin(interior));
    cumulative
}

/// The intervals between neighbouring anchors, ascending, without any probe.
fn anchor_intervals(positions: &[f64], known: &[KnownMass]) -> Vec<AnchorInterval> {
    let anchors = || known.iter().copied().filter(|known| known.is_anchor);
    let mut start = 0;
    std::iter::once(NOTHING)
        .chain(anchors())
        .zip(anchors().chain([EVERYTHING]))
        .map(|(before, after)| {
            // Up to the anchor itself: no position of an interval is to the right of its second anchor.
            let end = positions.partition_point(|&position| position <= after.position);
            let range = start..end;
            start = end;
            AnchorInterval { before, after, range, variates: ControlVariates::new(), probe_mass: 0.0 }
        })
        .collect()
}

/// Adds a probe with these masses below the positions and these deviations in the moments.
fn add_probe(
    masses: &[f64],
    moment_deviations: &[f64; MOMENTS],
    intervals: &mut [AnchorInterval],
    sums: &mut [RegressionSums<VARIATES>],
) {
    let mut deviations = [0.0; VARIATES];
    deviations[..MOMENTS].copy_from_slice(moment_deviations);
    let mut mass_before = 0.0;
    for interval in intervals {
        let AnchorInterval { before, after, range, .. } = interval;
        let mass_after = if range.end < masses.len() { masses[range.end - 1] } else { 1.0 };
        deviations[MOMENTS..].copy_from_slice(&[mass_before - before.mass, mass_after - after.mass]);
        let pairs = sums[range.clone()].iter_mut().zip(&masses[range.clone()]);
        pairs.for_each(|(sums, &mass)| sums.add(mass, &deviations));
        interval.variates.add(&deviations);
        interval.probe_mass += mass_after - mass_before;
        mass_before = mass_after;
    }
}

/// The corrected fraction below each position, bounded by the known masses on both sides.
fn fractions_below(
    positions: &[f64],
    known: &[KnownMass],
    intervals: &[AnchorInterval],
    sums: &[RegressionSums<VARIATES>],
    probe_count: usize,
) -> Vec<FractionBelow> {
    let mut next = 0;
    let mut fractions = Vec::with_capacity(positions.len());
    for interval in intervals {
        let regression = interval.variates.regression();
        for (&position, sums) in positions[interval.range.clone()].iter().zip(&sums[interval.range.clone()]) {
            next += known[next..].iter().take_while(|known| known.position < position).count();
            let most = known.get(next).map_or(1.0, |known| known.mass);
            if known.get(next).is_some_and(|known| known.position == position) {
                fractions.push(FractionBelow { mean: most, error: 0.0, least: most, most, is_gap: false });
                continue;
            }
            let least = next.checked_sub(1).map_or(0.0, |at| known[at].mass);
            let (mean, error) = interval.mass_below(&regression, sums, probe_count);
            fractions.push(FractionBelow { mean, error, least, most, is_gap: false });
        }
    }
    fractions
}

impl AnchorInterval {
    /// The mass below a position in the interval, and its standard error.
    fn mass_below(
        &self,
        regression: &Regression<VARIATES>,
        sums: &RegressionSums<VARIATES>,
        probe_count: usize,
    ) -> (f64, f64) {
        let (least, most) = (self.before.mass, self.after.mass);
        if self.probe_mass <= UNSEEN * probe_count as f64 {
            // The probes see nothing here, so the eigenvalues of the interval can be anywhere in it.
            return (0.5 * (least + most), 0.5 * (most - least));
        }
        regression.mean(sums)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::spectrum::approximate::density::cumulative::Displacement;

    /// Quadratures of the uniform distribution over [0, 1] with random errors in their weights.
    fn probes(count: usize) -> Vec<Quadrature> {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let probe = |_| {
            let mut weights: Vec<f64> = (0..100).map(|_| random.random_range(0.0..0.02)).collect();
            let sum: f64 = weights.iter().sum();
            weights.iter_mut().for_each(|weight| *weight /= sum);
            Quadrature {
                nodes: (0..100).map(|at| (at as f64 + 0.5) / 100.0).collect(),
                weights,
                residuals: vec![1.0; 100],
                step: None,
            }
        };
        (0..count).map(probe).collect()
    }

    fn below(distribution: &CumulativeDistribution, position: f64) -> FractionBelow {
        distribution.fractions[distribution.positions.partition_point(|&at| at < position)]
    }

    #[test]
    fn anchors_are_exact_and_reduce_errors_between_them() {
        let (probes, moments, grid) = (probes(64), Moments::of_uniform_distribution(2), AxisGrid::for_error(1e-2));
        let free = constrained_distribution(grid, &[], moments, &probes, 1000);
        let anchors = [0.3, 0.4, 0.5].map(|position| KnownMass { position, mass: position, is_anchor: true });
        let constrained = constrained_distribution(grid, &anchors, moments, &probes, 1000);
        for anchor in anchors {
            let FractionBelow { mean, error, .. } = below(&constrained, anchor.position);
            assert!(mean == anchor.mass && error == 0.0, "{mean} ± {error} at {}", anchor.position);
        }
        for position in [0.32, 0.35, 0.45] {
            let (before, after) = (below(&free, position), below(&constrained, position));
            assert!(after.error < 0.75 * before.error, "{position}: {} after {}", after.error, before.error);
            assert!((after.mean - position).abs() < 4.0 * after.error, "{position}: {} ± {}", after.mean, after.error);
        }
    }

    #[test]
    fn a_known_mass_that_is_no_anchor_only_bounds() {
        let (probes, moments, grid) = (probes(64), Moments::of_uniform_distribution(2), AxisGrid::for_error(1e-2));
        let free = constrained_distribution(grid, &[], moments, &probes, 1000);
        // A step that the probes did not resolve: a fraction of 0.45 is below 0.4.
        let known = KnownMass { position: 0.4, mass: 0.45, is_anchor: false };
        let constrained = constrained_distribution(grid, &[known], moments, &probes, 1000);
        for position in [0.2, 0.6] {
            assert_eq!(below(&constrained, position).mean, below(&free, position).mean);
        }
        let mut eigenvalues = Vec::new();
        constrained.quantiles(1000, Displacement::NONE, &mut eigenvalues);
        assert_eq!(eigenvalues.partition_point(|&value| value < 0.4), 450);
        assert!(eigenvalues.is_sorted());
    }
}
