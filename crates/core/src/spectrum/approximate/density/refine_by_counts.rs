//! Refines an estimate by inertia counts around the samples that the probes leave uncertain: decides whether counting
//! is cheaper than more probes, and where to count. `estimate` asks for the decision, `density::estimate` starts the
//! counting.

use super::confidence::simultaneous_deviations;
use super::cumulative::Displacement;
use super::estimate::{Estimate, interior_range};
use super::inertia_counts::{CountBudget, Shift};
use super::largest;
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

/// A sample is counted this often at its estimated position; later its brackets are bisected. Where the probes
/// are wrong, guided counts may approach a sample by only one spacing per round, so more rounds waste counts there;
/// fewer rounds bisect where the probes would have given the position. No measurement of the value is on record.
const GUIDED_ROUNDS: usize = 3;

/// Where counts are scarce, a round lowers the largest errors to this part of the largest one: errors far below that would take counts
/// from it.
const LEVEL_SHARE: f64 = 0.5;

/// Where counts are scarce, a round takes this part of those that are left, but at least [`FEWEST_IN_ROUND`]: the errors of a round tell
/// the next one where counts help most, and a round of one register takes as long as one count.
const ROUND_DIVISOR: usize = 3;
const FEWEST_IN_ROUND: usize = 16;

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
    let remaining = estimate.settings().budget.remaining();
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
    let affordable = alone.into_iter().chain(with_counts).filter(|effort| effort.seconds <= remaining);
    affordable.min_by(|a, b| a.seconds.total_cmp(&b.seconds))
}

/// What more work does to the errors of the probes before counting.
#[derive(Clone, Copy)]
struct Change {
    noise: f64,
    bias: f64,
    seconds: f64,
}

/// The growth of the number of probes after which the rest of the budget, spent on counts, leaves the smallest error; with that
/// error. `None` without counts.
pub(super) fn best_with_counts(
    estimate: &Estimate<'_>,
    errors: &SampleErrors,
    most_growth: f64,
    block_seconds: f64,
) -> Option<(Effort, f64)> {
    let counting = estimate.settings().counting?;
    let blocks = (estimate.probe_count() / PROBES) as f64;
    let fewest_growth = FEWEST_COUNTED as f64 / estimate.probe_count() as f64;
    let least = fewest_growth.min(most_growth).max(1.0);
    let growths = GROWTHS.into_iter().map(|growth| growth * least).filter(|&growth| growth <= most_growth.max(1.0));
    let outlooks = growths.map(|growth| {
        let seconds = (growth - 1.0) * blocks * block_seconds;
        let change = Change { noise: noise_after(estimate, growth), bias: 1.0, seconds };
        (Effort { growth, seconds }, error_after_counts(estimate, errors, counting, change))
    });
    outlooks.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// The part of the noise that is left after `growth` times as many probes: they are more, and their differences are better known.
fn noise_after(estimate: &Estimate<'_>, growth: f64) -> f64 {
    let (samples, degrees) = (estimate.settings().grid.len(), estimate.degrees_of_freedom());
    let more = ((growth - 1.0) * estimate.probe_count() as f64) as usize;
    let deviations = |degrees| simultaneous_deviations(samples, degrees);
    deviations(degrees + more) / deviations(degrees) / growth.sqrt()
}

/// The error that twice the Lanczos steps are predicted to leave, with counts for the rest of the budget.
pub(super) fn error_after_doubling(estimate: &Estimate<'_>, errors: &SampleErrors, block_seconds: f64) -> f64 {
    let Some(counting) = estimate.settings().counting else { return 0.0 };
    let blocks = (estimate.probe_count() / PROBES) as f64;
    let fewest = (FEWEST_COUNTED / PROBES) as f64;
    let wanted = blocks.max(fewest);
    let seconds = (2.0 * wanted - blocks) * block_seconds;
    let change = Change { noise: noise_after(estimate, wanted / blocks), bias: 0.5, seconds };
    error_after_counts(estimate, errors, counting, change)
}

/// The largest error that is left if counts for the rest of the budget settle the samples with the largest errors; at least the
/// error that is asked for. Infinite if the budget does not suffice for the change.
fn error_after_counts(
    estimate: &Estimate<'_>,
    errors: &SampleErrors,
    counting: CountBudget<'_>,
    change: Change,
) -> f64 {
    let left = estimate.settings().budget.remaining() - change.seconds;
    if left < 0.0 {
        return f64::INFINITY;
    }
    let mut counts = (left / counting.seconds).min(counting.most as f64);
    let parts = errors.noise.iter().zip(&errors.bias);
    let mut parts: Vec<[f64; 2]> = parts.map(|(noise, bias)| [noise * change.noise, bias * change.bias]).collect();
    parts.sort_by(|a, b| (b[0] + b[1]).total_cmp(&(a[0] + a[1])));
    let remaining = parts.into_iter().find(|[noise, bias]| {
        counts -= if bias > noise { COUNTS_PER_BIASED_SAMPLE } else { COUNTS_PER_NOISY_SAMPLE };
        counts < 0.0
    });
    remaining.map_or(0.0, |[noise, bias]| noise + bias).max(estimate.settings().max_error)
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
    let max_error = estimate.settings().max_error;
    let mut guided = vec![0; estimate.settings().grid.len()];
    for round in 0..COUNT_ROUNDS {
        let errors = sample_errors(estimate);
        let budget = estimate.settings().budget;
        let round_seconds = estimate.count_round_seconds();
        let affordable = ((budget.remaining() - round_seconds) / counting.seconds).max(0.0) as usize;
        let affordable = affordable.min(counting.most.saturating_sub(estimate.counts().len()));
        let is_scarce = predicted_counts(estimate, &errors, 1.0) > affordable as f64;
        let level = if is_scarce { (LEVEL_SHARE * largest(&errors.total)).max(max_error) } else { max_error };
        let mut wanted = wanted_shifts(estimate, &errors, &guided, level);
        if round == 0 && !wanted.is_empty() {
            wanted.extend(shifts_next_to_extremes(estimate));
        }
        let in_round = affordable.min((affordable / ROUND_DIVISOR).max(FEWEST_IN_ROUND));
        let shifts = most_wanted(wanted, in_round, &mut guided);
        if shifts.is_empty() {
            break;
        }
        let done = estimate.counts().len() as f64;
        progress.report(done / (done + COUNTS_PER_NOISY_SAMPLE * shifts.len() as f64));
        let positions: Vec<f64> = shifts.iter().map(|shift| shift.position).collect();
        // Fewer counts than shifts if the time is over.
        let below = (counting.count)(&positions);
        estimate.add_counts(&shifts, &below);
        budget.spend(round_seconds + shifts.len() as f64 * counting.seconds);
    }
}

/// A shift, and the error of the sample that it is for.
struct Wanted {
    shift: Shift,
    error: f64,
    /// The sample, if the shift is at its estimated position.
    guided: Option<usize>,
}

/// At most `most` shifts, those for the largest errors, ascending; notes which samples they guide.
fn most_wanted(mut wanted: Vec<Wanted>, most: usize, guided: &mut [usize]) -> Vec<Shift> {
    wanted.sort_by(|a, b| b.error.total_cmp(&a.error));
    wanted.truncate(most);
    wanted.iter().filter_map(|wanted| wanted.guided).for_each(|sample| guided[sample] += 1);
    let mut shifts: Vec<Shift> = wanted.into_iter().map(|wanted| wanted.shift).collect();
    shifts.sort_unstable_by(|a, b| a.position.total_cmp(&b.position));
    shifts
}

/// Shifts just inside the extremes. They show whether the search for extreme eigenvalues missed any; other counts come first where they are
/// scarce.
fn shifts_next_to_extremes(estimate: &Estimate<'_>) -> [Wanted; 2] {
    let (low, high) = interior_range(estimate.extremes());
    let aside = 2.0 * estimate.extremes().uncertainty();
    [low + aside, high - aside].map(|position| Wanted {
        shift: Shift { position, is_anchor: true },
        error: 0.0,
        guided: None,
    })
}

/// Shifts for the samples with an error above `level`: at their estimated positions, or in the middle of the brackets that are
/// too wide for samples that were `guided` often enough.
fn wanted_shifts(estimate: &Estimate<'_>, errors: &SampleErrors, guided: &[usize], level: f64) -> Vec<Wanted> {
    let spectrum = estimate.spectrum(&estimate.distribution(), Displacement::NONE);
    let spacing = COUNT_SPACING * level;
    let mut wanted = Vec::new();
    let grid = estimate.settings().grid;
    for (sample, position) in grid.positions(spectrum.len()).enumerate() {
        let error = errors.total[sample];
        if error <= level {
            continue;
        }
        if guided[sample] < GUIDED_ROUNDS {
            let rank = (position as usize).clamp(1, spectrum.len());
            let is_anchor = errors.bias[sample] < errors.noise[sample];
            let position = gap_position(errors, &spectrum, rank, level)
                .unwrap_or_else(|| guided_position(estimate, &spectrum, rank, spacing));
            wanted.push(Wanted { shift: Shift { position, is_anchor }, error, guided: Some(sample) });
        } else {
            let is_wide = |&(rank, weight): &(usize, f64)| {
                let share = match is_extrapolated(position, spectrum.len()) {
                    true => EXTRAPOLATED_SHARE,
                    false if weight < 1.0 => FARTHER_SHARE / weight,
                    false => NEAR_SHARE,
                };
                estimate.bracket_width(rank) > share * level
            };
            let middle = |(rank, _)| {
                let (from, to) = estimate.counts().bracket(rank);
                Wanted { shift: Shift { position: 0.5 * (from + to), is_anchor: false }, error, guided: None }
            };
            wanted.extend(grid.ranks_and_weights(position, spectrum.len()).filter(is_wide).map(middle));
        }
    }
    // Of shifts that are close together the one for the largest error stays.
    wanted.sort_by(|a, b| a.shift.position.total_cmp(&b.shift.position));
    wanted.dedup_by(|later, earlier| {
        let is_close = later.shift.position - earlier.shift.position < spacing;
        if is_close && later.error > earlier.error {
            std::mem::swap(later, earlier);
        }
        is_close
    });
    wanted
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scarce_counts_go_to_the_largest_errors() {
        let wanted = |position, error, guided| Wanted { shift: Shift { position, is_anchor: true }, error, guided };
        let all = vec![
            wanted(0.1, 2.0, Some(0)),
            wanted(0.2, 1.0, Some(1)),
            wanted(0.9, 4.0, None),
            wanted(0.5, 3.0, Some(3)),
        ];
        let mut guided = [0; 4];
        let positions: Vec<f64> = most_wanted(all, 3, &mut guided).iter().map(|shift| shift.position).collect();
        assert_eq!(positions, [0.1, 0.5, 0.9]);
        assert_eq!(guided, [1, 0, 0, 1], "a shift that was not taken guides nothing");
    }
}
