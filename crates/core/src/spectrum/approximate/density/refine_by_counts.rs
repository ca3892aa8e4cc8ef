//! InertiaCounts where the probes stay uncertain: whether, and where.

use super::estimate::{Estimate, range};
use super::inertia_counts::{CountBudget, Shift};
use super::sample_errors::{RESOLUTION_SHARE, SampleErrors, sample_errors};
use crate::progress::Progress;
use crate::resampling::sensitivity::{SampleRanks, error_growth};
use crate::spectrum::approximate::krylov::PROBES;

/// Probes before counts can take over: how eigenvalues lie between two counts is what these tell.
const FEWEST_COUNTED: usize = 4 * PROBES;

/// InertiaCounts that a sample takes about which the probes differ, and one that is hidden by too few steps.
const COUNTS_PER_SAMPLE: f64 = 1.3;
const COUNTS_PER_HIDDEN: f64 = 4.0;

/// How many times as many probes are thought of before counts.
const GROWTHS: [f64; 10] = [1.0, 1.25, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 16.0, 32.0];

/// Samples that the steps need not resolve where others can be counted, at most.
const MOST_UNRESOLVED: usize = 16;

/// Rounds of counts, and how many of them are guided by what the probes say.
const COUNT_ROUNDS: usize = 30;
const GUIDED_ROUNDS: usize = 3;

/// How near to one another counts are useful, as part of the error that is asked for.
const COUNT_SPACING: f64 = 0.25;

/// How much longer to go on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// How many times as many probes there will be.
    pub(super) growth: f64,
    /// Predicted for all that is still to be done.
    pub(super) seconds: f64,
}

/// The largest error but for those of samples that are left to counts.
pub(super) fn unresolved(estimate: &Estimate<'_>, errors: &[f64]) -> f64 {
    let spared = estimate.settings.counting.map_or(0, |counting| (counting.most as f64 / COUNTS_PER_HIDDEN) as usize);
    let mut errors = errors.to_vec();
    errors.sort_unstable_by(|a, b| b.total_cmp(a));
    errors[spared.min(MOST_UNRESOLVED).min(errors.len() - 1)]
}

/// The fastest way to the error that is asked for: more probes alone, or counts for the samples about which the probes
/// differ too much, after more probes or now. `None` if nothing leads there.
pub(super) fn cheapest(
    estimate: &Estimate<'_>,
    errors: &SampleErrors,
    excess: f64,
    most_growth: f64,
    block_seconds: f64,
) -> Option<Effort> {
    let blocks = (estimate.probe_count / PROBES) as f64;
    let probing = |growth: f64| Effort { growth, seconds: (growth - 1.0) * blocks * block_seconds };
    let alone = (excess * excess <= most_growth).then(|| probing((excess * excess).max(1.0)));
    let fewest_growth = FEWEST_COUNTED as f64 / estimate.probe_count as f64;
    let can_be_counted = move |growth: &f64| *growth >= fewest_growth && *growth <= most_growth.max(1.0);
    let with_counts = estimate.settings.counting.into_iter().flat_map(|counting| {
        GROWTHS.into_iter().filter(can_be_counted).filter_map(move |growth| {
            let counts = counts_wanted(estimate, errors, growth);
            let Effort { growth, seconds } = probing(growth);
            (counts <= counting.most as f64).then_some(Effort { growth, seconds: seconds + counts * counting.seconds })
        })
    });
    alone.into_iter().chain(with_counts).min_by(|a, b| a.seconds.total_cmp(&b.seconds))
}

/// About how many counts it would take after `growth` times as many probes.
fn counts_wanted(estimate: &Estimate<'_>, errors: &SampleErrors, growth: f64) -> f64 {
    let is_hidden = |error: &&f64| **error > RESOLUTION_SHARE * estimate.settings.max_error;
    let allowed = (1.0 - RESOLUTION_SHARE) * estimate.settings.max_error;
    let differ = errors.probes.iter().filter(|&&error| error > allowed * growth.sqrt()).count();
    COUNTS_PER_SAMPLE * differ as f64 + COUNTS_PER_HIDDEN * errors.hidden.iter().filter(is_hidden).count() as f64
}

/// InertiaCounts eigenvalues around the samples that are uncertain until none is, or the counts are used up. Not if that is sure
/// not to suffice and there is another way.
pub(super) fn count(estimate: &mut Estimate<'_>, counting: &CountBudget<'_>, progress: &dyn Progress) {
    let wanted = counts_wanted(estimate, &sample_errors(estimate), 1.0);
    if estimate.settings.fallback_seconds.is_some() && wanted > counting.most as f64 {
        return;
    }
    for round in 0..COUNT_ROUNDS {
        let errors = sample_errors(estimate);
        let mut shifts = shifts(estimate, &errors, round < GUIDED_ROUNDS);
        if round == 0 && !shifts.is_empty() {
            // Whether there is anything left beside the ends that were found.
            let (low, high) = range(estimate.ends);
            let aside = 2.0 * estimate.ends.residual;
            shifts.extend([low + aside, high - aside].map(|place| Shift { place, is_anchor: true }));
        }
        shifts.truncate(counting.most.saturating_sub(estimate.counts.len()));
        if shifts.is_empty() {
            break;
        }
        let done = estimate.counts.len() as f64;
        progress.report(done / (done + COUNTS_PER_SAMPLE * shifts.len() as f64));
        let places: Vec<f64> = shifts.iter().map(|shift| shift.place).collect();
        estimate.counts.add(&shifts, &(counting.count)(&places), estimate.settings.known);
    }
}

/// Where to count for the samples whose errors are too large: where they seem to be, or in the middle of where what they
/// depend on can be.
fn shifts(estimate: &Estimate<'_>, errors: &SampleErrors, is_guided: bool) -> Vec<Shift> {
    let spectrum = estimate.spectrum(&estimate.masses(&estimate.whole), 0.0);
    let spacing = COUNT_SPACING * estimate.settings.max_error;
    let mut shifts = Vec::new();
    for (sample, place) in estimate.settings.grid.positions(spectrum.len()).enumerate() {
        if errors.sum[sample] <= estimate.settings.max_error {
            continue;
        }
        let ranks = SampleRanks::at(place, spectrum.len());
        if is_guided {
            let rank = (place as usize).max(ranks.first);
            let (from, to) = estimate.counts.widest_bracket(SampleRanks { first: rank, last: rank });
            let margin = spacing.min(0.5 * (to - from));
            let place = spectrum[rank - 1].max(from + margin).min(to - margin);
            shifts.push(Shift { place, is_anchor: errors.hidden[sample] < errors.probes[sample] });
        } else {
            let allowed = (estimate.settings.max_error - estimate.ends.residual) / error_growth(ranks.first);
            let is_wide = |&(from, to): &(f64, f64)| to - from > allowed;
            let middle = |(from, to): (f64, f64)| Shift { place: 0.5 * (from + to), is_anchor: false };
            shifts.extend(estimate.counts.brackets(ranks).filter(is_wide).map(middle));
        }
    }
    let (low, high) = range(estimate.ends);
    shifts.retain(|shift| shift.place > low && shift.place < high);
    shifts.sort_unstable_by(|a, b| a.place.total_cmp(&b.place));
    shifts.dedup_by(|later, earlier| later.place - earlier.place < spacing);
    shifts
}
