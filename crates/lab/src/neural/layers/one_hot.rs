//! A convolution over positions that hold at most one feature each.

use pulp::{Arch, Simd, WithSimd};
use rand_chacha::ChaCha8Rng;

use super::{Sequences, Weights};
use crate::learning::optimizer::Parameter;

/// Filters: the paper's, and one of the widest registers.
pub(crate) const FILTERS: usize = 16;

/// A position without a feature: a row of zeros.
pub(crate) const NO_FEATURE: u16 = u16::MAX;

/// A convolution of 16 filters over fields of k positions, stride k, whose inputs are one-hot rows.
///
/// # Formula
/// ```text
/// y_c(p) = b_c + Σ_j W(j, f(p, j), c)        j = 0 … k − 1;  f(p, j) = code of position j of field p
/// ∂W(j, f, c) = Σ_p ∂y_c(p) [f(p, j) = f],   ∂b_c = Σ_p ∂y_c(p)
/// ```
/// The product with a one-hot row is a look-up: the time does not depend on the number of features.
///
/// # Complexity
/// O(fields · k · 16) time; O(k · features · 16) space.
#[derive(Debug, Clone)]
pub(crate) struct OneHotConvolution {
    arch: Arch,
    width: usize,
    features: usize,
    /// [position in the field][feature][filter].
    pub(crate) weights: Weights,
    pub(crate) bias: Weights,
}

impl OneHotConvolution {
    /// Fields of `width` positions with one of `features` each; Glorot's first weights.
    pub(crate) fn random(width: usize, features: usize, random: &mut ChaCha8Rng) -> Self {
        let weights = Weights::glorot(width * features * FILTERS, width * (features + FILTERS), random);
        Self { arch: Arch::new(), width, features, weights, bias: Weights::zeros(FILTERS) }
    }

    /// Sets sequence number `sequence` of `out` to the outputs for the fields of `codes`.
    pub(crate) fn forward(&self, codes: &[u16], sequence: usize, out: &mut Sequences) {
        let (weights, bias) = (self.weights.values.as_chunks().0, &self.bias.values);
        let rows = weights.chunks_exact(self.features);
        let first = out.start(sequence);
        let (stride, out) = (out.stride(), out.values_mut());
        let mut start = [0.0; FILTERS];
        start.copy_from_slice(bias);
        self.arch.dispatch(LookUp { codes, width: self.width, rows, start, out: &mut out[first..], stride });
    }

    /// Clears the gradients, before the sequences of a batch.
    pub(crate) fn clear_gradients(&mut self) {
        self.weights.gradient.fill(0.0);
        self.bias.gradient.fill(0.0);
    }

    /// Adds to the gradients the part of a sequence, of whose outputs `slopes` has the gradient.
    pub(crate) fn backward(&mut self, codes: &[u16], sequence: usize, slopes: &Sequences) {
        let first = slopes.start(sequence);
        let gradient = self.weights.gradient.as_chunks_mut().0;
        let bias = &mut self.bias.gradient;
        let (width, features, stride) = (self.width, self.features, slopes.stride());
        let slopes = &slopes.values()[first..];
        self.arch.dispatch(Scatter { codes, width, features, gradient, bias, slopes, stride });
    }

    /// Its tensors.
    pub(crate) fn parameters(&mut self) -> [Parameter<'_>; 2] {
        [self.weights.parameter(), self.bias.parameter()]
    }
}

struct LookUp<'a> {
    codes: &'a [u16],
    width: usize,
    /// The rows of each position in a field.
    rows: std::slice::ChunksExact<'a, [f32; FILTERS]>,
    start: [f32; FILTERS],
    out: &'a mut [f32],
    stride: usize,
}

impl WithSimd for LookUp<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (position, field) in self.codes.chunks_exact(self.width).enumerate() {
            let mut sums = self.start;
            for (&code, rows) in field.iter().zip(self.rows.clone()) {
                if let Some(row) = rows.get(usize::from(code)) {
                    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
                }
            }
            for (filter, sum) in sums.into_iter().enumerate() {
                self.out[filter * self.stride + position] = sum;
            }
        }
    }
}

struct Scatter<'a> {
    codes: &'a [u16],
    width: usize,
    features: usize,
    gradient: &'a mut [[f32; FILTERS]],
    bias: &'a mut [f32],
    slopes: &'a [f32],
    stride: usize,
}

impl WithSimd for Scatter<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (position, field) in self.codes.chunks_exact(self.width).enumerate() {
            let slopes: [f32; FILTERS] = std::array::from_fn(|filter| self.slopes[filter * self.stride + position]);
            self.bias.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            for (&code, rows) in field.iter().zip(self.gradient.chunks_exact_mut(self.features)) {
                if let Some(row) = rows.get_mut(usize::from(code)) {
                    row.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::super::finite_differences::{compare, dot, numbers};
    use super::*;

    /// Two sequences of two fields of three positions, four features, one position without.
    const CODES: [[u16; 6]; 2] = [[0, 1, 2, 3, NO_FEATURE, 1], [2, 2, 2, 0, 0, 3]];

    fn outputs(layer: &OneHotConvolution) -> Sequences {
        let mut out = Sequences::default();
        out.reset(FILTERS, 2, 2);
        CODES.iter().enumerate().for_each(|(at, codes)| layer.forward(codes, at, &mut out));
        out
    }

    #[test]
    fn values_are_those_of_dense_one_hot_rows() {
        let mut layer = OneHotConvolution::random(3, 4, &mut ChaCha8Rng::seed_from_u64(1));
        layer.bias.values = numbers(FILTERS, 2);
        let out = outputs(&layer);
        for filter in 0..FILTERS {
            for (position, field) in CODES.as_flattened().chunks_exact(3).enumerate() {
                let mut exact = layer.bias.values[filter];
                for (at, &code) in field.iter().enumerate() {
                    for feature in 0..4 {
                        let input = f32::from(u8::from(code == feature));
                        exact += input * layer.weights.values[(at * 4 + usize::from(feature)) * FILTERS + filter];
                    }
                }
                let found = out.sequence(filter, position / 2)[position % 2];
                assert!((found - exact).abs() < 1e-6, "{found} {exact}");
            }
        }
    }

    #[test]
    fn gradients_are_finite_differences() {
        let mut layer = OneHotConvolution::random(3, 4, &mut ChaCha8Rng::seed_from_u64(1));
        let mut pull = Sequences::default();
        pull.reset(FILTERS, 2, 2);
        for filter in 0..FILTERS {
            (0..2).for_each(|at| pull.sequence_mut(filter, at).copy_from_slice(&numbers(2, (2 * filter + at) as u64)));
        }
        layer.clear_gradients();
        CODES.iter().enumerate().for_each(|(at, codes)| layer.backward(codes, at, &pull));
        let loss = |layer: &OneHotConvolution| dot(outputs(layer).values(), pull.values());
        let fixed = layer.clone();
        compare(&fixed.weights.values, &fixed.weights.gradient, |moved| {
            layer.weights.values = moved.to_vec();
            loss(&layer)
        });
        layer = fixed.clone();
        compare(&fixed.bias.values, &fixed.bias.gradient, |moved| {
            layer.bias.values = moved.to_vec();
            loss(&layer)
        });
    }
}
