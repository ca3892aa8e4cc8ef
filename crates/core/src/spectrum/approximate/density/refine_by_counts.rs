//! Refines an estimate by inertia counts around the samples that the probes leave uncertain: decides whether counting
//! is cheaper than more probes, and where to count. `estimate` asks for the decision, `density::estimate` starts the
//! counting.

use super::cumulative::Displacement;
use super::estimate::{Estimate, interior_range};
use super::inertia_counts::{CountBudget, Shift};
use super::sample_errors::{RESOLUTION_SHARE, SampleErrors, sample_errors};
use crate::progress::Progress;
use crate::resampling::sensitivity::is_extrapolated;
use crate::spectrum::approximate::krylov::PROBES;

/// Fewest probes before counting. Between two counts the probes give the shape of the distribution, and ten control
/// variates (eight moments, two anchors) need several times as many probes. Fewer probes give shapes with large errors
/// and so more counts; more probes delay counts that are cheaper.
const FEWEST_COUNTED: usize = 4 * PROBES;

/// Predicted number of counts for a sample with too much noise, and for one with too much bias: averages, not bounds. A
/// noisy sample should take one guided count, a biased one also some bisections; no measurement of the two values is on
/// record. Larger values choose more probes or the fallback where counts would do; smaller ones start counts that
/// exceed their budget.
const COUNTS_PER_NOISY_SAMPLE: f64 = 1.3;
const COUNTS_PER_BIASED_SAMPLE: f64 = 4.0;

/// The numbers of probes to compare before counting, as multiples of the present number. The predicted time varies
/// slowly between neighbouring multiples; 32 times as many probes reduce the noise to about a sixth.
const GROWTHS: [f64; 10] = [1.0, 1.25, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 16.0, 32.0];

/// At most this many samples may be left unresolved by the probes and settled by counting: a sixteenth of the paper's
/// 256, without a measurement on record. A larger number stops the Lanczos steps too early and then counts where more
/// steps are cheaper; a smaller one doubles the steps because of a few steps of the spectrum that counts settle at
/// once.
const MOST_UNRESOLVED: usize = 16;

/// Limit of the rounds of counts. A bisection of [0, 2] in 27 rounds reaches 1.5e-8, far below a useful error,
/// so the budget or the error ends the loop first.
const COUNT_ROUNDS: usize = 30;

/// The first rounds count at the estimated positions of the samples, the later ones bisect brackets. Where the probes
/// are wrong, guided counts may approach a sample by only one spacing per round, so more rounds waste counts there;
/// fewer rounds bisect where the probes would have given the position. No measurement of the value is on record.
const GUIDED_ROUNDS: usize = 3;

/// Smallest distance between counts as a fraction of the error. Two counts that are closer give no more than one; a
/// distance near the error itself would leave no room for the other parts of the error.
const COUNT_SPACING: f64 = 0.25;

/// Widest brackets of the eigenvalues next to a sample and of more distant ones, as fractions of the error, the latter
/// divided by the weight of the eigenvalue. With them the bound of a sample is 1.6 · 0.35 + 12 · 0.035 of the error.
const NEAR_SHARE: f64 = 0.35;
const FARTHER_SHARE: f64 = 0.035;

/// The same for the sample at 0, whose weights add up to 20.9.
const EXTRAPOLATED_SHARE: f64 = 0.04;

/// The remaining work of a strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// Final number of probes as a multiple of the present number.
    pub(super) growth: f64,
    /// Predicted seconds of all remaining work.
    pub(super) seconds: f64,
}

/// The largest bias of a sample, except for the few samples with the largest bias that counts can settle.
pub(super) fn unresolved_error(estimate: &Estimate<'_>, bias: &[f64]) -> f64 {
    let counting = estimate.settings().counting;
    let spared = counting.map_or(0, |counting| (counting.most as f64 / COUNTS_PER_BIASED_SAMPLE) as usize);
    let mut errors = bias.to_vec();
    errors.sort_unstable_by(|a, b| b.total_cmp(a));
    errors[spared.min(MOST_UNRESOLVED).min(errors.len() - 1)]
}

/// The fastest strategy that reaches the error: more probes alone, or counts for the uncertain samples, after more
/// probes or now. `None` if no strategy reaches it.
pub(super) fn cheapest_effort(
    estimate: &Estimate<'_>,
    errors: &SampleErrors,
    excess: f64,
    most_growth: f64,
    block_seconds: f64,
) -> Option<Effort> {
    let blocks = (estimate.probe_count() / PROBES) as f64;
    let probing = |growth: f64| Effort { growth, seconds: (growth - 1.0) * blocks * block_seconds };
    let alone = (excess * excess <= most_growth).then(|| probing((excess * excess).max(1.0)));
    let fewest_growth = FEWEST_COUNTED as f64 / estimate.probe_count() as f64;
    let can_be_counted = move |growth: &f64| *growth >= fewest_growth && *growth <= most_growth.max(1.0);
    let with_counts = estimate.settings().counting.into_iter().flat_map(|counting| {
        GROWTHS.into_iter().filter(can_be_counted).filter_map(move |growth| {
            let counts = predicted_counts(estimate, errors, growth);
            let Effort { growth, seconds } = probing(growth);
            (counts <= counting.most as f64).then_some(Effort { growth, seconds: seconds + counts * counting.seconds })
        })
    });
    alone.into_iter().chain(with_counts).min_by(|a, b| a.seconds.total_cmp(&b.seconds))
}

/// Predicted number of counts after `growth` times as many probes.
fn predicted_counts(estimate: &Estimate<'_>, errors: &SampleErrors, growth: f64) -> f64 {
    let max_error = estimate.settings().max_error;
    let allowed = (1.0 - RESOLUTION_SHARE) * max_error;
    let noisy = errors.noise.iter().filter(|&&error| error > allowed * growth.sqrt()).count();
    let biased = errors.bias.iter().filter(|&&error| error > RESOLUTION_SHARE * max_error).count();
    COUNTS_PER_NOISY_SAMPLE * noisy as f64 + COUNTS_PER_BIASED_SAMPLE * biased as f64
}

/// Counts eigenvalues around the uncertain samples until none is left or the budget is used up. Counts nothing if the
/// budget is predicted to be too small and there is a fallback.
pub(super) fn refine(estimate: &mut Estimate<'_>, counting: &CountBudget<'_>, progress: &dyn Progress) {
    let predicted = predicted_counts(estimate, &sample_errors(estimate), 1.0);
    if estimate.settings().fallback_seconds.is_some() && predicted > counting.most as f64 {
        return;
    }
    for round in 0..COUNT_ROUNDS {
        let errors = sample_errors(estimate);
        let mut shifts = shifts(estimate, &errors, round < GUIDED_ROUNDS);
        if round == 0 && !shifts.is_empty() {
            shifts.extend(shifts_next_to_extremes(estimate));
        }
        let budget = estimate.settings().budget;
        let round_seconds = estimate.count_round_seconds();
        let affordable = ((budget.remaining() - round_seconds) / counting.seconds).max(0.0) as usize;
        shifts.truncate(affordable.min(counting.most.saturating_sub(estimate.counts().len())));
        if shifts.is_empty() {
            break;
        }
        let done = estimate.counts().len() as f64;
        progress.report(done / (done + COUNTS_PER_NOISY_SAMPLE * shifts.len() as f64));
        let positions: Vec<f64> = shifts.iter().map(|shift| shift.position).collect();
        estimate.add_counts(&shifts, &(counting.count)(&positions));
        budget.spend(round_seconds + shifts.len() as f64 * counting.seconds);
    }
}

/// Shifts just inside the extremes. They show whether the search for extreme eigenvalues missed any.
fn shifts_next_to_extremes(estimate: &Estimate<'_>) -> [Shift; 2] {
    let (low, high) = interior_range(estimate.extremes());
    let aside = 2.0 * estimate.extremes().uncertainty();
    [low + aside, high - aside].map(|position| Shift { position, is_anchor: true })
}

/// Shifts for the samples with too large an error, ascending: at their estimated positions if `is_guided`, else in the
/// middle of the brackets that are too wide.
fn shifts(estimate: &Estimate<'_>, errors: &SampleErrors, is_guided: bool) -> Vec<Shift> {
    let max_error = estimate.settings().max_error;
    let spectrum = estimate.spectrum(&estimate.distribution(), Displacement::NONE);
    let spacing = COUNT_SPACING * max_error;
    let mut shifts = Vec::new();
    let grid = estimate.settings().grid;
    for (sample, position) in grid.positions(spectrum.len()).enumerate() {
        if errors.total[sample] <= max_error {
            continue;
        }
        if is_guided {
            let rank = (position as usize).clamp(1, spectrum.len());
            let is_anchor = errors.bias[sample] < errors.noise[sample];
            let guided = gap_position(errors, &spectrum, rank, max_error)
                .unwrap_or_else(|| guided_position(estimate, &spectrum, rank, spacing));
            shifts.push(Shift { position: guided, is_anchor });
        } else {
            let is_wide = |&(rank, weight): &(usize, f64)| {
                let share = match is_extrapolated(position, spectrum.len()) {
                    true => EXTRAPOLATED_SHARE,
                    false if weight < 1.0 => FARTHER_SHARE / weight,
                    false => NEAR_SHARE,
                };
                estimate.bracket_width(rank) > share * max_error
            };
            let middle = |(rank, _)| {
                let (from, to) = estimate.counts().bracket(rank);
                Shift { position: 0.5 * (from + to), is_anchor: false }
            };
            shifts.extend(grid.ranks_and_weights(position, spectrum.len()).filter(is_wide).map(middle));
        }
    }
    shifts.sort_unstable_by(|a, b| a.position.total_cmp(&b.position));
    shifts.dedup_by(|later, earlier| later.position - earlier.position < spacing);
    shifts
}

/// The middle of the widest gap between the positions that the eigenvalue of this rank can have, if the gap is wider than
/// the error. One count there tells on which side of the gap the eigenvalue is.
fn gap_position(errors: &SampleErrors, spectrum: &[f64], rank: usize, max_error: f64) -> Option<f64> {
    let [a, b] = errors.sides.each_ref().map(|side| side[rank - 1]);
    let first = spectrum.partition_point(|&value| value < a.min(b)).saturating_sub(1);
    let last = (spectrum.partition_point(|&value| value <= a.max(b)) + 1).min(spectrum.len());
    let gaps = spectrum[first..last].windows(2).map(|pair| (pair[1] - pair[0], 0.5 * (pair[0] + pair[1])));
    let (width, middle) = gaps.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (width > max_error).then_some(middle)
}

/// The estimated position of the eigenvalue of this rank, at least `spacing` inside its bracket if the bracket is that
/// wide.
fn guided_position(estimate: &Estimate<'_>, spectrum: &[f64], rank: usize, spacing: f64) -> f64 {
    let (from, to) = estimate.counts().bracket(rank);
    let margin = spacing.min(0.5 * (to - from));
    spectrum[rank - 1].max(from + margin).min(to - margin)
}
