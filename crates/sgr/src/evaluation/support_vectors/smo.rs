//! Sequential minimal optimisation: two coefficients at a time, chosen by second-order information.

use pulp::{Arch, Simd, WithSimd};

use crate::baselines::GramMatrix;

/// C: the most that one example may pull.
const COST: f64 = 1.0;
/// LIBSVM's: the largest violation of the optimality conditions that is left.
const TOLERANCE: f64 = 1e-3;
/// LIBSVM's: the curvature taken for a pair of examples that the kernel cannot tell apart.
const LEAST_CURVATURE: f64 = 1e-12;
/// Steps are limited as in LIBSVM, to 100 for each example and no fewer than this. LIBSVM has 10⁷, but tens of thousands of
/// steps is what kernels of any sensible scale take.
const LEAST_LIMIT: usize = 1_000_000;
/// Examples that are looked at together, so that the compiler turns the loop into SIMD.
const BLOCK: usize = 64;
/// Independent maxima inside a block.
const LANES: usize = 8;

/// The state of a search, in signed coefficients β = t α.
///
/// # Formula
/// ```text
/// s_i = t_i − Σ_j β_j k(i, j)                                        score: how much example i wants to grow
/// up   = {β_i below its upper bound},  low = {β_i above its lower bound}
/// i = argmax_{up} s_i,   j = argmax_{low, s_j < s_i} (s_i − s_j)² / κ_ij,    κ_ij = k(i, i) + k(j, j) − 2 k(i, j)
/// β_i += δ,  β_j −= δ,   δ = (s_i − s_j) / κ_ij clipped to the bounds
/// ```
/// until max_{up} s − min_{low} s < 10⁻³. Fan, Chen & Lin 2005, "Working Set Selection Using Second Order Information for
/// Training SVM", WSS 2; s_i = −y_i ∇f(α)_i. Of equals the last is taken, as in LIBSVM.
///
/// Arrays are padded to whole blocks with examples that are neither in `up` nor in `low`.
pub(super) struct Solver<'a> {
    gram: &'a GramMatrix,
    members: &'a [usize],
    positives: usize,
    coefficients: Vec<f64>,
    scores: Vec<f64>,
    /// 0 where β may grow, otherwise −∞; added to a score it takes the example out of a maximum.
    up: Vec<f64>,
    /// 0 where β may shrink, otherwise −∞.
    low: Vec<f64>,
    diagonal: Vec<f64>,
    growing_row: Vec<f64>,
    shrinking_row: Vec<f64>,
    gains: Vec<f64>,
}

/// Where a search ended.
pub(super) struct Solution {
    /// β of each member.
    pub(super) coefficients: Vec<f64>,
    pub(super) bias: f64,
    pub(super) steps: usize,
    pub(super) finished: bool,
}

impl<'a> Solver<'a> {
    /// For these rows of the Gram matrix, of which the first `positives` have t = 1 and the others t = −1.
    pub(super) fn new(gram: &'a GramMatrix, members: &'a [usize], positives: usize) -> Self {
        let padded = members.len().next_multiple_of(BLOCK);
        let with_padding = |value: &dyn Fn(usize) -> f64, padding: f64| -> Vec<f64> {
            (0..padded).map(|at| if at < members.len() { value(at) } else { padding }).collect()
        };
        let is_positive = |at: usize| at < positives;
        Self {
            gram,
            members,
            positives,
            coefficients: vec![0.0; members.len()],
            scores: with_padding(&|at| if is_positive(at) { 1.0 } else { -1.0 }, 0.0),
            up: with_padding(&|at| if is_positive(at) { 0.0 } else { f64::NEG_INFINITY }, f64::NEG_INFINITY),
            low: with_padding(&|at| if is_positive(at) { f64::NEG_INFINITY } else { 0.0 }, f64::NEG_INFINITY),
            diagonal: with_padding(&|at| gram.row(members[at])[members[at]], 0.0),
            growing_row: vec![0.0; padded],
            shrinking_row: vec![0.0; padded],
            gains: vec![0.0; padded],
        }
    }

    /// Searches until the tolerance or the limit of steps is reached.
    pub(super) fn solve(mut self) -> Solution {
        let arch = Arch::new();
        let limit = LEAST_LIMIT.max(self.members.len().saturating_mul(100));
        let mut delta = 0.0;
        for steps in 0..limit {
            let growing = arch.dispatch(Move { solver: &mut self, delta });
            read_row(self.gram, self.members, growing, &mut self.growing_row);
            let (shrinking, violation) = arch.dispatch(SelectShrinking { solver: &mut self, growing });
            if violation < TOLERANCE {
                return self.solution(steps, true);
            }
            read_row(self.gram, self.members, shrinking, &mut self.shrinking_row);
            delta = self.step(growing, shrinking);
        }
        arch.dispatch(Move { solver: &mut self, delta });
        self.solution(limit, false)
    }

    /// Moves two coefficients as far as their sum of squares or their bounds allow; their scores follow in [`Move`].
    fn step(&mut self, growing: usize, shrinking: usize) -> f64 {
        let distance = self.diagonal[growing] + self.diagonal[shrinking] - 2.0 * self.growing_row[shrinking];
        let wanted = (self.scores[growing] - self.scores[shrinking]) / curvature(distance);
        let (upper, lower) = (self.upper(growing), self.upper(shrinking) - COST);
        let room_above = upper - self.coefficients[growing];
        let room_below = self.coefficients[shrinking] - lower;
        let delta = wanted.min(room_above).min(room_below);
        // On a bound exactly: whether an example is free is decided by equality.
        let grown = if delta == room_above { upper } else { self.coefficients[growing] + delta };
        let shrunk = if delta == room_below { lower } else { self.coefficients[shrinking] - delta };
        self.set(growing, grown);
        self.set(shrinking, shrunk);
        delta
    }

    /// The largest β of an example: C where t = 1, otherwise 0. The smallest is C less.
    fn upper(&self, at: usize) -> f64 {
        if at < self.positives { COST } else { 0.0 }
    }

    fn set(&mut self, at: usize, coefficient: f64) {
        let open = |is_open: bool| if is_open { 0.0 } else { f64::NEG_INFINITY };
        self.coefficients[at] = coefficient;
        self.up[at] = open(coefficient < self.upper(at));
        self.low[at] = open(coefficient > self.upper(at) - COST);
    }

    fn solution(self, steps: usize, finished: bool) -> Solution {
        let bias = self.bias();
        Solution { coefficients: self.coefficients, bias, steps, finished }
    }

    /// b: the mean score of the examples that are on no bound; where all are on one, the middle of what the conditions
    /// allow.
    fn bias(&self) -> f64 {
        let (mut free, mut sum, mut least, mut most) = (0usize, 0.0, f64::NEG_INFINITY, f64::INFINITY);
        for (at, &score) in self.scores[..self.members.len()].iter().enumerate() {
            match (self.up[at] == 0.0, self.low[at] == 0.0) {
                (true, true) => (free, sum) = (free + 1, sum + score),
                (true, false) => least = score.max(least),
                _ => most = score.min(most),
            }
        }
        if free > 0 { sum / free as f64 } else { 0.5 * (least + most) }
    }
}

/// The row of a member, its kernel values with all members.
fn read_row(gram: &GramMatrix, members: &[usize], at: usize, row: &mut [f64]) {
    let whole = gram.row(members[at]);
    row.iter_mut().zip(members).for_each(|(value, &member)| *value = whole[member]);
}

#[inline(always)]
fn curvature(distance: f64) -> f64 {
    if distance > 0.0 { distance } else { LEAST_CURVATURE }
}

/// The larger; unlike `f64::max` one instruction, since no value here is none.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The last position of the maximum inside the block that starts at `block`.
fn last_position(block: usize, maximum: f64, value: impl Fn(usize) -> f64) -> usize {
    (block..block + BLOCK).rev().find(|&at| value(at) == maximum).unwrap_or(block)
}

/// Lets the scores follow the last step, and finds the growing example of the next.
struct Move<'a, 'b> {
    solver: &'a mut Solver<'b>,
    delta: f64,
}

impl WithSimd for Move<'_, '_> {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> usize {
        let Solver { scores, up, growing_row, shrinking_row, .. } = self.solver;
        let (mut best, mut best_block) = (f64::NEG_INFINITY, 0);
        for block in (0..scores.len()).step_by(BLOCK) {
            let range = block..block + BLOCK;
            let scores = &mut scores[range.clone()];
            let (up, grown, shrunk) = (&up[range.clone()], &growing_row[range.clone()], &shrinking_row[range]);
            let mut maxima = [f64::NEG_INFINITY; LANES];
            for at in (0..BLOCK).step_by(LANES) {
                for lane in 0..LANES {
                    let score = scores[at + lane] - self.delta * (grown[at + lane] - shrunk[at + lane]);
                    scores[at + lane] = score;
                    maxima[lane] = larger(score + up[at + lane], maxima[lane]);
                }
            }
            let maximum = maxima.into_iter().fold(f64::NEG_INFINITY, larger);
            if maximum >= best {
                (best, best_block) = (maximum, block);
            }
        }
        last_position(best_block, best, |at| scores[at] + up[at])
    }
}

/// Finds the example that shrinks while another grows, and the violation max_{up} s − min_{low} s.
struct SelectShrinking<'a, 'b> {
    solver: &'a mut Solver<'b>,
    growing: usize,
}

impl WithSimd for SelectShrinking<'_, '_> {
    type Output = (usize, f64);

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> (usize, f64) {
        let Solver { scores, low, diagonal, growing_row, gains, .. } = self.solver;
        let (score, own) = (scores[self.growing], diagonal[self.growing]);
        let (mut best, mut best_block, mut violations) = (0.0, 0, [f64::NEG_INFINITY; LANES]);
        for block in (0..scores.len()).step_by(BLOCK) {
            let range = block..block + BLOCK;
            let (scores, low, row) = (&scores[range.clone()], &low[range.clone()], &growing_row[range.clone()]);
            let (diagonal, gains) = (&diagonal[range.clone()], &mut gains[range]);
            let mut maxima = [0.0; LANES];
            for at in (0..BLOCK).step_by(LANES) {
                for lane in 0..LANES {
                    let here = at + lane;
                    let violation = score - scores[here] + low[here];
                    violations[lane] = larger(violation, violations[lane]);
                    let violation = larger(violation, 0.0);
                    let gain = violation * violation / curvature(own + diagonal[here] - 2.0 * row[here]);
                    gains[here] = gain;
                    maxima[lane] = larger(gain, maxima[lane]);
                }
            }
            let maximum = maxima.into_iter().fold(0.0, larger);
            if maximum >= best {
                (best, best_block) = (maximum, block);
            }
        }
        let violation = violations.into_iter().fold(f64::NEG_INFINITY, larger);
        (last_position(best_block, best, |at| gains[at]), violation)
    }
}
