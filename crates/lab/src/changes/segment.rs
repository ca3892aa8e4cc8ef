//! The best way to take one part out of a segment, in any order of its snapshots.

use pulp::Arch;

use super::dissimilarities::Dissimilarities;

/// Consecutive snapshots, to be divided. They are compared as a series of their own.
pub(super) struct Segment {
    distances: Dissimilarities,
    pub(super) length: usize,
    /// Fewest snapshots of a part.
    least: usize,
    /// For each snapshot the sum of its distances to the others.
    sums: Vec<u64>,
    /// The sum of the distances of all pairs.
    total: u64,
    arch: Arch,
}

/// Consecutive snapshots that differ from the others of a segment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Part {
    pub(super) from: usize,
    pub(super) to: usize,
    /// How much less the part and the others are spread than all together.
    pub(super) gain: f64,
}

const NO_PART: Part = Part { from: 0, to: 0, gain: f64::NEG_INFINITY };

/// Buffers for the search in one order.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// Where each snapshot stands in the order.
    places: Vec<u32>,
    /// For each start the sum of the distances within the part that ends where the search is.
    within: Vec<u64>,
}

impl Segment {
    /// Of some vectors; `None` if there are too few for two long enough parts, or all are equal.
    pub(super) fn new(vectors: &[&[f32]], least: usize) -> Option<Self> {
        let length = vectors.len();
        if length / 2 < least {
            return None;
        }
        let distances = Dissimilarities::of(vectors);
        let sum = |at: usize| distances.row(at).iter().map(|&distance| u64::from(distance)).sum();
        let sums: Vec<u64> = (0..length).map(sum).collect();
        let total = sums.iter().sum::<u64>() / 2;
        (total > 0).then(|| Self { distances, length, least, sums, total, arch: Arch::new() })
    }

    /// Whether a part may be taken out of the middle.
    pub(super) fn has_middle(&self) -> bool {
        self.length / 3 >= self.least
    }

    /// How far equal gains may be apart: each is a difference of quotients.
    pub(super) fn rounding(&self) -> f64 {
        1e-12 * self.total as f64 / self.length as f64
    }

    /// The best beginning to take off in an order, the first of equals.
    ///
    /// # Formula
    /// ```text
    /// W(A) = 1/|A| · Σ_{i<j in A} d_ij        gain = W(all) − W(part) − W(others) ≥ 0
    /// ```
    /// The between-sample component of Rizzo & Székely 2010, "DISCO analysis": |A||B| / 2n times their energy distance of part and
    /// others, by which Matteson & James 2014, "A nonparametric approach for multiple change point analysis", divide series.
    ///
    /// # Complexity
    /// O(n²) time for n snapshots, in SIMD registers.
    pub(super) fn best_beginning(&self, order: &[u32], buffers: &mut Buffers) -> Part {
        let places = &mut buffers.places;
        places.resize(self.length, 0);
        for (place, &at) in order.iter().enumerate() {
            places[at as usize] = place as u32;
        }
        let (mut within, mut sums, mut best) = (0, 0, NO_PART);
        for (place, &at) in order.iter().enumerate().take(self.length - self.least) {
            let row = self.distances.row(at as usize);
            within += self.arch.dispatch(|| sum_before(row, places, place as u32));
            sums += self.sums[at as usize];
            if place + 1 >= self.least {
                best = better(best, self.part(0, place + 1, within, sums));
            }
        }
        best
    }

    /// The best part to take out of the middle in an order, the first of equals. A change that ends again hides from a single cut:
    /// what is before and after it is alike.
    ///
    /// # Complexity
    /// O(n²) time for n snapshots.
    pub(super) fn best_middle(&self, order: &[u32], buffers: &mut Buffers) -> Part {
        let sums_of = &mut buffers.within;
        sums_of.clear();
        sums_of.resize(self.length, 0);
        let mut best = NO_PART;
        for to in self.least + 1..=self.length - self.least {
            let last = order[to - 1] as usize;
            let row = self.distances.row(last);
            let (mut to_last, mut sums) = (0, self.sums[last]);
            for from in (self.least..to - 1).rev() {
                let at = order[from] as usize;
                to_last += u64::from(row[at]);
                sums += self.sums[at];
                sums_of[from] += to_last;
                if to - from >= self.least {
                    best = better(best, self.part(from, to, sums_of[from], sums));
                }
            }
            if self.least == 1 {
                best = better(best, self.part(to - 1, to, 0, self.sums[last]));
            }
        }
        best
    }

    /// A part with the sum of the distances within it, and of those from its snapshots to all.
    #[inline(always)]
    fn part(&self, from: usize, to: usize, within: u64, sums: u64) -> Part {
        let size = to - from;
        // From the part to the others: sums − 2 · within.
        let others = self.total + within - sums;
        let spread = within as f64 / size as f64 + others as f64 / (self.length - size) as f64;
        Part { from, to, gain: self.total as f64 / self.length as f64 - spread }
    }
}

#[inline(always)]
fn better(best: Part, part: Part) -> Part {
    if part.gain > best.gain { part } else { best }
}

/// The sum of the distances to the snapshots whose place is before `place`.
#[inline(always)]
fn sum_before(distances: &[u32], places: &[u32], place: u32) -> u64 {
    distances.iter().zip(places).map(|(&distance, &other)| if other < place { u64::from(distance) } else { 0 }).sum()
}
