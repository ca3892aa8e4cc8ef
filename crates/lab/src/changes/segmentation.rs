//! A series cut at its change points.

use super::ChangeSettings;
use super::permutation_test::best_part;
use super::segment::{Part, Segment};
use sgr_core::numerics::scramble;
use sgr_core::progress::{Progress, Stretch};

/// A change that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cut {
    /// The first snapshot after it.
    pub(super) position: usize,
    pub(super) p_value: f64,
}

/// All cuts of a series, and the smallest probability among the parts that were refused.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cuts {
    /// In the order of their positions.
    pub(super) cuts: Vec<Cut>,
    pub(super) next_p_value: Option<f64>,
}

/// A segment with its best part.
#[derive(Debug, Clone, Copy)]
struct Tested {
    first: usize,
    length: usize,
    part: Part,
    p_value: f64,
}

/// Cuts a series around the best part of one of its segments, again and again, as long as a permutation test allows it.
///
/// # Formula
/// ```text
/// cut if 1 − (1 − p)^k ≤ α        p = the smallest of k segments that can be divided
/// ```
/// Šidák 1967. Each segment has its own orders, so the tests of exchangeable segments are independent. In a series without a
/// change k is 1, and the probability of any cut is at most α. In a series with changes it is the probability of one cut more
/// than there are changes, as far as those were found at their places.
///
/// # Complexity
/// O((R + width) · n²) time for R orders of the whole; the segments of each depth take at most as long.
pub(super) fn cuts(vectors: &[&[f32]], settings: &ChangeSettings, progress: &dyn Progress) -> Cuts {
    let test = |first: usize, end: usize, progress: &dyn Progress| {
        Segment::new(&vectors[first..end], settings.min_segment).map(|segment| {
            let length = segment.length;
            let seed = scramble(settings.seed ^ scramble(((first as u64) << 32) | length as u64));
            let (part, p_value) = best_part(&segment, settings.permutations, seed, progress);
            Tested { first, length, part, p_value }
        })
    };
    // Each cut makes the remaining segments shorter: half of the bar for the whole, then half of what is left.
    let mut done = 0.0;
    let mut next_stretch = || {
        let from = done;
        done = 0.5 * (1.0 + done);
        Stretch { whole: progress, from, to: done }
    };
    let mut segments: Vec<Tested> = test(0, vectors.len(), &next_stretch()).into_iter().collect();
    let mut cuts: Vec<Cut> = Vec::new();
    loop {
        // The first of equals: the order of the segments is that of the cuts, which nothing random decides.
        let likeliest = (0..segments.len()).min_by(|&a, &b| segments[a].p_value.total_cmp(&segments[b].p_value));
        let adjusted = likeliest.map(|at| among(segments[at].p_value, segments.len()));
        let Some((at, p_value)) = likeliest.zip(adjusted).filter(|(_, adjusted)| *adjusted <= settings.false_alarms)
        else {
            cuts.sort_by_key(|cut| cut.position);
            return Cuts { cuts, next_p_value: adjusted };
        };
        let Tested { first, length, part, .. } = segments.swap_remove(at);
        // A beginning ends in one cut, a part of the middle has two.
        let borders = [first, first + part.from, first + part.to, first + length];
        for ends in borders.windows(2).filter(|ends| ends[0] < ends[1]) {
            cuts.extend((ends[0] > first).then_some(Cut { position: ends[0], p_value }));
            segments.extend(test(ends[0], ends[1], &next_stretch()));
        }
    }
}

/// The probability that the smallest of so many independent ones is at most `p_value`.
fn among(p_value: f64, segments: usize) -> f64 {
    match segments {
        // Not 1 − (1 − p): a probability that is exactly the limit must pass.
        1 => p_value,
        _ => 1.0 - (1.0 - p_value).powi(segments as i32),
    }
}
