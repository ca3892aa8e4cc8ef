//! The diffusion-convolutional activation.

use rand_chacha::ChaCha8Rng;

use super::Weights;
use crate::learning::optimizer::Parameter;
use sgr_core::numerics::standard_normal;

/// One weight an input, and tanh.
///
/// # Formula
/// ```text
/// z_i = tanh(w_i x_i);     ∂w_i = Σ_rows ∂z_i (1 − z_i²) x_i
/// ```
/// Atwood & Towsley 2016, eq. (3). First weights are normal with mean 0 and variance 0.01, as in their §4.
#[derive(Debug, Clone)]
pub(crate) struct TanhScale {
    pub(crate) weights: Weights,
}

impl TanhScale {
    /// A layer of as many inputs, with random first weights.
    pub(crate) fn random(inputs: usize, random: &mut ChaCha8Rng) -> Self {
        let mut weights = Weights::zeros(inputs);
        weights.values.fill_with(|| (0.1 * standard_normal(random)) as f32);
        Self { weights }
    }

    /// Sets `out` to the outputs for the rows of `inputs`.
    pub(crate) fn forward(&self, inputs: &[f32], out: &mut Vec<f32>) {
        let weights = &self.weights.values;
        out.clear();
        for row in inputs.chunks_exact(weights.len()) {
            out.extend(row.iter().zip(weights).map(|(input, weight)| (input * weight).tanh()));
        }
    }

    /// Sets the gradient by the weights; `outputs` are those of [`Self::forward`].
    pub(crate) fn backward(&mut self, inputs: &[f32], outputs: &[f32], out_gradient: &[f32]) {
        let width = self.weights.values.len();
        let gradient = &mut self.weights.gradient;
        gradient.fill(0.0);
        let rows = inputs.chunks_exact(width).zip(outputs.chunks_exact(width)).zip(out_gradient.chunks_exact(width));
        for ((inputs, outputs), slopes) in rows {
            for (at, sum) in gradient.iter_mut().enumerate() {
                *sum += slopes[at] * (1.0 - outputs[at] * outputs[at]) * inputs[at];
            }
        }
    }

    /// Its tensor.
    pub(crate) fn parameters(&mut self) -> [Parameter<'_>; 1] {
        [self.weights.parameter()]
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::super::finite_differences::{compare, dot, numbers};
    use super::*;

    #[test]
    fn gradients_are_finite_differences() {
        let mut layer = TanhScale::random(7, &mut ChaCha8Rng::seed_from_u64(1));
        layer.weights.values = numbers(7, 2);
        let (inputs, pull) = (numbers(3 * 7, 3), numbers(3 * 7, 4));
        let mut out = Vec::new();
        layer.forward(&inputs, &mut out);
        assert!((out[8] - (inputs[8] * layer.weights.values[1]).tanh()).abs() < 1e-7);
        layer.backward(&inputs, &out, &pull);
        let fixed = layer.clone();
        compare(&fixed.weights.values, &fixed.weights.gradient, |moved| {
            layer.weights.values = moved.to_vec();
            layer.forward(&inputs, &mut out);
            dot(&out, &pull)
        });
    }
}
