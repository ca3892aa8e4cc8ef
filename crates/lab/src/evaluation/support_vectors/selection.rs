//! The two passes over all examples that a step takes, in SIMD registers: in each lane the best so far and its place.

use pulp::{Simd, WithSimd, bytemuck};

/// Arrays are padded to a multiple of this: one register of the widest instruction set, two or four of the others.
pub(super) const LANES: usize = 8;

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
    fn with_simd<S: Simd>(self, simd: S) -> usize {
        let (scores, up) = (S::as_mut_simd_f64s(self.scores).0, S::as_simd_f64s(self.up).0);
        let (grown, shrunk) = (S::as_simd_f64s(self.growing_row).0, S::as_simd_f64s(self.shrinking_row).0);
        let (delta, one) = (simd.splat_f64s(self.delta), simd.splat_f64s(1.0));
        // Places as floating-point numbers: selected by the same masks as the values.
        let mut best = simd.splat_f64s(f64::NEG_INFINITY);
        let (mut places, mut place) = (simd.splat_f64s(0.0), simd.splat_f64s(0.0));
        for ((score, &up), (&grown, &shrunk)) in scores.iter_mut().zip(up).zip(grown.iter().zip(shrunk)) {
            *score = simd.sub_f64s(*score, simd.mul_f64s(delta, simd.sub_f64s(grown, shrunk)));
            let open = simd.add_f64s(*score, up);
            let is_best = simd.greater_than_or_equal_f64s(open, best);
            best = simd.select_f64s(is_best, open, best);
            places = simd.select_f64s(is_best, place, places);
            place = simd.add_f64s(place, one);
        }
        last_maximum(lanes(&best), lanes(&places))
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
    fn with_simd<S: Simd>(self, simd: S) -> (usize, f64) {
        let (scores, low) = (S::as_simd_f64s(self.scores).0, S::as_simd_f64s(self.low).0);
        let (diagonal, rows) = (S::as_simd_f64s(self.diagonal).0, S::as_simd_f64s(self.row).0);
        let (own_score, own) = (simd.splat_f64s(self.score), simd.splat_f64s(self.own));
        let (zero, one, least) = (simd.splat_f64s(0.0), simd.splat_f64s(1.0), simd.splat_f64s(self.least_curvature));
        let mut violations = simd.splat_f64s(f64::NEG_INFINITY);
        let (mut squares, mut curvatures) = (zero, one);
        let (mut places, mut place) = (zero, zero);
        for ((&score, &low), (&diagonal, &row)) in scores.iter().zip(low).zip(diagonal.iter().zip(rows)) {
            let violation = simd.add_f64s(simd.sub_f64s(own_score, score), low);
            violations = simd.max_f64s(violation, violations);
            let violation = simd.max_f64s(violation, zero);
            let square = simd.mul_f64s(violation, violation);
            let distance = simd.sub_f64s(simd.add_f64s(own, diagonal), simd.add_f64s(row, row));
            let curvature = simd.select_f64s(simd.greater_than_f64s(distance, zero), distance, least);
            let (here, there) = (simd.mul_f64s(square, curvatures), simd.mul_f64s(squares, curvature));
            let is_best = simd.greater_than_or_equal_f64s(here, there);
            squares = simd.select_f64s(is_best, square, squares);
            curvatures = simd.select_f64s(is_best, curvature, curvatures);
            places = simd.select_f64s(is_best, place, places);
            place = simd.add_f64s(place, one);
        }
        let gains = simd.div_f64s(squares, curvatures);
        (last_maximum(lanes(&gains), lanes(&places)), simd.reduce_max_f64s(violations))
    }
}

/// The numbers in a register.
#[inline(always)]
fn lanes<V: bytemuck::Pod>(register: &V) -> &[f64] {
    bytemuck::cast_slice(std::slice::from_ref(register))
}

/// The position of the largest of the lanes' best, the last where several are.
#[inline(always)]
fn last_maximum(best: &[f64], places: &[f64]) -> usize {
    let position = |lane: usize| places[lane] as usize * best.len() + lane;
    let is_better = |a: usize, b: usize| best[a] > best[b] || (best[a] == best[b] && position(a) > position(b));
    position((1..best.len()).fold(0, |found, lane| if is_better(lane, found) { lane } else { found }))
}
