//! The two passes over all examples that a step takes, written for SIMD: in each lane the best so far and its place.

use pulp::{Simd, WithSimd};

/// Numbers side by side: one register of the widest instruction set, two or four of the others.
pub(super) const LANES: usize = 8;

type Lanes = [f64; LANES];

/// Lets the scores follow the last step, and finds the growing example of the next: the last with the largest score among
/// those that may grow.
pub(super) struct Move<'a> {
    pub(super) delta: f64,
    pub(super) scores: &'a mut [f64],
    pub(super) up: &'a [f64],
    pub(super) growing_row: &'a [f64],
    pub(super) shrinking_row: &'a [f64],
}

impl WithSimd for Move<'_> {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> usize {
        let (up, scores) = (self.up.as_chunks().0, self.scores.as_chunks_mut().0);
        let (grown, shrunk) = (self.growing_row.as_chunks().0, self.shrinking_row.as_chunks().0);
        // Places as floating-point numbers: selected by the same masks as the values.
        let (mut best, mut places, mut place): (Lanes, Lanes, f64) = ([f64::NEG_INFINITY; LANES], [0.0; LANES], 0.0);
        for ((scores, up), (grown, shrunk)) in scores.iter_mut().zip(up).zip(grown.iter().zip(shrunk)) {
            let (scores, up, grown, shrunk): (&mut Lanes, &Lanes, &Lanes, &Lanes) = (scores, up, grown, shrunk);
            for lane in 0..LANES {
                let score = scores[lane] - self.delta * (grown[lane] - shrunk[lane]);
                scores[lane] = score;
                let score = score + up[lane];
                let is_best = score >= best[lane];
                best[lane] = if is_best { score } else { best[lane] };
                places[lane] = if is_best { place } else { places[lane] };
            }
            place += 1.0;
        }
        last_maximum(&best, &places)
    }
}

/// Finds the example that shrinks while another grows, the last with the largest (s_i − s_j)² / κ_ij among those that may
/// shrink, and the violation max_{up} s − min_{low} s.
pub(super) struct SelectShrinking<'a> {
    /// Score and kernel value with itself of the one that grows.
    pub(super) score: f64,
    pub(super) own: f64,
    pub(super) least_curvature: f64,
    pub(super) scores: &'a [f64],
    pub(super) low: &'a [f64],
    pub(super) diagonal: &'a [f64],
    pub(super) row: &'a [f64],
}

impl WithSimd for SelectShrinking<'_> {
    type Output = (usize, f64);

    /// Ratios are compared by multiplying crosswise: a division takes longer than all the rest.
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> (usize, f64) {
        let (scores, low) = (self.scores.as_chunks().0, self.low.as_chunks().0);
        let (diagonal, rows) = (self.diagonal.as_chunks().0, self.row.as_chunks().0);
        let mut violations: Lanes = [f64::NEG_INFINITY; LANES];
        let (mut squares, mut curvatures): (Lanes, Lanes) = ([0.0; LANES], [1.0; LANES]);
        let (mut places, mut place): (Lanes, f64) = ([0.0; LANES], 0.0);
        for ((scores, low), (diagonal, row)) in scores.iter().zip(low).zip(diagonal.iter().zip(rows)) {
            let (scores, low, diagonal, row): (&Lanes, &Lanes, &Lanes, &Lanes) = (scores, low, diagonal, row);
            for lane in 0..LANES {
                let violation = self.score - scores[lane] + low[lane];
                violations[lane] = if violation > violations[lane] { violation } else { violations[lane] };
                let violation = if violation > 0.0 { violation } else { 0.0 };
                let distance = self.own + diagonal[lane] - 2.0 * row[lane];
                let curvature = if distance > 0.0 { distance } else { self.least_curvature };
                let square = violation * violation;
                let is_best = square * curvatures[lane] >= squares[lane] * curvature;
                squares[lane] = if is_best { square } else { squares[lane] };
                curvatures[lane] = if is_best { curvature } else { curvatures[lane] };
                places[lane] = if is_best { place } else { places[lane] };
            }
            place += 1.0;
        }
        let violation = violations.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let gains = std::array::from_fn(|lane| squares[lane] / curvatures[lane]);
        (last_maximum(&gains, &places), violation)
    }
}

/// The position of the largest of the lanes' best, the last where several are.
fn last_maximum(best: &Lanes, places: &Lanes) -> usize {
    let position = |lane: usize| places[lane] as usize * LANES + lane;
    let is_better = |a: usize, b: usize| best[a] > best[b] || (best[a] == best[b] && position(a) > position(b));
    position((1..LANES).fold(0, |found, lane| if is_better(lane, found) { lane } else { found }))
}
