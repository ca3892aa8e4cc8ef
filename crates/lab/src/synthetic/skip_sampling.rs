//! Sparse Bernoulli trials in time proportional to the successes; for the models.

use std::ops::Range;

use rand::{Rng, RngExt};

use super::error::pairs;

/// The successes in a row of independent tosses of one coin, by their positions, ascending.
///
/// # Formula
/// ```text
/// failures before the next success = ⌊ln(1 − r) / ln(1 − p)⌋        r uniform on [0, 1)
/// ```
/// Batagelj and Brandes 2005, "Efficient generation of large random networks".
///
/// # Complexity
/// One draw for each success and one to reach the end, instead of one for each toss.
struct Successes<'a, R> {
    next: u64,
    tosses: u64,
    /// ln(1 − p): −∞ for p = 1, where every quotient below is 0 and every toss a success.
    log_failure: f64,
    rng: &'a mut R,
}

impl<'a, R: Rng> Successes<'a, R> {
    fn new(tosses: u64, probability: f64, rng: &'a mut R) -> Self {
        // A probability too small for 1 − p to differ from 1 still has its logarithm. For p = 0 the quotient would be
        // 0/0 now and then: no tosses.
        let tosses = if probability > 0.0 { tosses } else { 0 };
        Self { next: 0, tosses, log_failure: (-probability).ln_1p(), rng }
    }
}

impl<R: Rng> Iterator for Successes<'_, R> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        if self.next >= self.tosses {
            return None;
        }
        // The conversion saturates, so a skip beyond all bounds ends the row as it should.
        let skip = ((-self.rng.random::<f64>()).ln_1p() / self.log_failure) as u64;
        let position = self.next.checked_add(skip).filter(|&position| position < self.tosses);
        self.next = position.map_or(self.tosses, |position| position + 1);
        position
    }
}

/// Visits each pair of different nodes of `nodes` independently with `probability`.
///
/// # Complexity
/// O(nodes + pairs visited).
pub(super) fn pairs_within<R: Rng>(nodes: Range<u32>, probability: f64, rng: &mut R, mut visit: impl FnMut(u32, u32)) {
    let count = nodes.end - nodes.start;
    // Row v of the lower triangle has v pairs and starts at `row_start`.
    let (mut row, mut row_start) = (1u64, 0u64);
    for position in Successes::new(pairs(count), probability, rng) {
        while position - row_start >= row {
            row_start += row;
            row += 1;
        }
        visit(nodes.start + row as u32, nodes.start + (position - row_start) as u32);
    }
}

/// Visits each pair of a node of `left` and a node of `right` independently with `probability`.
///
/// # Complexity
/// O(1 + pairs visited).
pub(super) fn pairs_between<R: Rng>(
    left: Range<u32>,
    right: Range<u32>,
    probability: f64,
    rng: &mut R,
    mut visit: impl FnMut(u32, u32),
) {
    let width = u64::from(right.end - right.start);
    let tosses = u64::from(left.end - left.start) * width;
    for position in Successes::new(tosses, probability, rng) {
        visit(left.start + (position / width) as u32, right.start + (position % width) as u32);
    }
}

/// Visits each of `0..count` independently with `probability`, ascending.
pub(super) fn items<R: Rng>(count: u64, probability: f64, rng: &mut R) -> impl Iterator<Item = u64> {
    Successes::new(count, probability, rng)
}
