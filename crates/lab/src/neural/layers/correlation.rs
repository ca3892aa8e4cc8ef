//! Sliding products of many sequences, vectorized along the positions.

use pulp::{Simd, WithSimd};

use super::convolution::{LEAD, Sequences};

/// Outputs that are computed at once: eight independent sums hide the latency of a multiplication and addition.
pub(super) const BLOCK: usize = 8;

/// Positions whose slopes stay in the nearest cache while all weights meet them: 16 kB for eight filters.
const CHUNK: usize = 512;

/// `out_o(p) = start_o + Σ_c Σ_t weights(c, t, o) · input_c(p + t − back)` for all positions of all sequences.
///
/// Each sum takes its terms in the same order wherever it stands.
pub(super) struct Correlation<'a> {
    pub(super) input: &'a Sequences,
    pub(super) back: usize,
    /// [channel][tap][output].
    pub(super) weights: &'a [f32],
    pub(super) taps: usize,
    pub(super) start: &'a [f32],
    pub(super) out: &'a mut Sequences,
}

impl WithSimd for Correlation<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { input, back, weights, taps, start, out } = self;
        let (outputs, out_stride, positions) = (start.len(), out.stride(), out.positions());
        for first in (0..outputs).step_by(BLOCK) {
            for position in (0..positions).step_by(S::F32_LANES) {
                let mut sums: [S::f32s; BLOCK] = std::array::from_fn(|at| simd.splat_f32s(start[first + at]));
                for (channel, weights) in weights.chunks_exact(taps * outputs).enumerate() {
                    let from = channel * input.stride() + LEAD + position - back;
                    let inputs = &input.values()[from..from + taps - 1 + S::F32_LANES];
                    for (tap, weights) in weights.chunks_exact(outputs).enumerate() {
                        let inputs = S::as_simd_f32s(&inputs[tap..tap + S::F32_LANES]).0[0];
                        let weights = &weights[first..first + BLOCK];
                        for (sum, &weight) in sums.iter_mut().zip(weights) {
                            *sum = simd.mul_add_e_f32s(simd.splat_f32s(weight), inputs, *sum);
                        }
                    }
                }
                for (at, sum) in sums.into_iter().enumerate() {
                    let to = (first + at) * out_stride + LEAD + position;
                    S::as_mut_simd_f32s(&mut out.values_mut()[to..to + S::F32_LANES]).0[0] = sum;
                }
            }
        }
    }
}

/// `gradient(c, t, o) = Σ_p slopes_o(p) · input_c(p + t)`.
pub(super) struct WeightGradient<'a> {
    pub(super) input: &'a Sequences,
    pub(super) slopes: &'a Sequences,
    pub(super) taps: usize,
    /// [channel][tap][output].
    pub(super) gradient: &'a mut [f32],
}

impl WithSimd for WeightGradient<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { input, slopes, taps, gradient } = self;
        let (outputs, positions) = (slopes.channels(), slopes.positions().next_multiple_of(S::F32_LANES));
        // A register of sums for each weight, added up in the end.
        let mut sums = vec![simd.splat_f32s(0.0); gradient.len()];
        for from in (0..positions).step_by(CHUNK) {
            let count = CHUNK.min(positions - from);
            for (row, sums) in sums.chunks_exact_mut(outputs).enumerate() {
                let (channel, tap) = (row / taps, row % taps);
                let at = channel * input.stride() + LEAD + from + tap;
                let inputs = S::as_simd_f32s(&input.values()[at..at + count]).0;
                for (block, sums) in sums.chunks_exact_mut(BLOCK).enumerate() {
                    let slopes: [&[S::f32s]; BLOCK] = std::array::from_fn(|at| {
                        let at = (block * BLOCK + at) * slopes.stride() + LEAD + from;
                        S::as_simd_f32s(&slopes.values()[at..at + count]).0
                    });
                    add_products(simd, inputs, slopes, sums);
                }
            }
        }
        for (gradient, sum) in gradient.iter_mut().zip(sums) {
            *gradient = simd.reduce_sum_f32s(sum);
        }
    }
}

/// Adds the products of one row of inputs with eight rows of slopes to eight sums.
#[inline(always)]
fn add_products<S: Simd>(simd: S, inputs: &[S::f32s], slopes: [&[S::f32s]; BLOCK], sums: &mut [S::f32s]) {
    // Equal lengths, seen by the compiler: no check inside the loop.
    let slopes = slopes.map(|slopes| &slopes[..inputs.len()]);
    let mut block = [simd.splat_f32s(0.0); BLOCK];
    block.copy_from_slice(sums);
    for (at, &input) in inputs.iter().enumerate() {
        for (sum, slopes) in block.iter_mut().zip(&slopes) {
            *sum = simd.mul_add_e_f32s(slopes[at], input, *sum);
        }
    }
    sums.copy_from_slice(&block);
}
