//! The dense layer.

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use rand_chacha::ChaCha8Rng;

use super::Weights;
use crate::learning::optimizer::Parameter;

/// Every output depends on every input.
///
/// # Formula
/// ```text
/// Y = X W + 1 bᵀ;     ∂W = Xᵀ ∂Y,   ∂b = ∂Yᵀ 1,   ∂X = ∂Y Wᵀ
/// ```
/// A row of X is an example. Products are faer's, on one thread: the same bytes however many there are.
///
/// # Complexity
/// O(rows · inputs · outputs) time.
#[derive(Debug, Clone)]
pub(crate) struct Dense {
    inputs: usize,
    outputs: usize,
    /// W, inputs × outputs, row by row.
    pub(crate) weights: Weights,
    pub(crate) bias: Weights,
}

impl Dense {
    /// A layer with Glorot's first weights and biases of zero.
    pub(crate) fn random(inputs: usize, outputs: usize, random: &mut ChaCha8Rng) -> Self {
        let weights = Weights::glorot(inputs * outputs, inputs + outputs, random);
        Self { inputs, outputs, weights, bias: Weights::zeros(outputs) }
    }

    /// Sets `out` to the outputs for the rows of `inputs`.
    pub(crate) fn forward(&self, inputs: &[f32], out: &mut Vec<f32>) {
        let rows = inputs.len() / self.inputs;
        out.clear();
        (0..rows).for_each(|_| out.extend_from_slice(&self.bias.values));
        let weights = MatRef::from_row_major_slice(&self.weights.values, self.inputs, self.outputs);
        let inputs = MatRef::from_row_major_slice(inputs, rows, self.inputs);
        let out = MatMut::from_row_major_slice_mut(out, rows, self.outputs);
        matmul(out, Accum::Add, inputs, weights, 1.0, Par::Seq);
    }

    /// Sets the gradients by weights and biases.
    pub(crate) fn backward(&mut self, inputs: &[f32], out_gradient: &[f32]) {
        let rows = inputs.len() / self.inputs;
        self.bias.gradient.fill(0.0);
        for row in out_gradient.chunks_exact(self.outputs) {
            self.bias.gradient.iter_mut().zip(row).for_each(|(sum, slope)| *sum += slope);
        }
        let inputs = MatRef::from_row_major_slice(inputs, rows, self.inputs);
        let out_gradient = MatRef::from_row_major_slice(out_gradient, rows, self.outputs);
        let gradient = MatMut::from_row_major_slice_mut(&mut self.weights.gradient, self.inputs, self.outputs);
        matmul(gradient, Accum::Replace, inputs.transpose(), out_gradient, 1.0, Par::Seq);
    }

    /// Sets `gradient` to the gradient by the inputs.
    pub(crate) fn backward_inputs(&self, out_gradient: &[f32], gradient: &mut Vec<f32>) {
        let rows = out_gradient.len() / self.outputs;
        gradient.clear();
        gradient.resize(rows * self.inputs, 0.0);
        let weights = MatRef::from_row_major_slice(&self.weights.values, self.inputs, self.outputs);
        let out_gradient = MatRef::from_row_major_slice(out_gradient, rows, self.outputs);
        let gradient = MatMut::from_row_major_slice_mut(gradient, rows, self.inputs);
        matmul(gradient, Accum::Replace, out_gradient, weights.transpose(), 1.0, Par::Seq);
    }

    /// Its tensors.
    pub(crate) fn parameters(&mut self) -> [Parameter<'_>; 2] {
        [self.weights.parameter(), self.bias.parameter()]
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::super::finite_differences::{compare, dot, numbers};
    use super::*;

    #[test]
    fn values_are_those_of_the_definition() {
        let mut dense = Dense::random(2, 3, &mut ChaCha8Rng::seed_from_u64(1));
        dense.weights.values = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        dense.bias.values = vec![0.5, 0.0, -1.0];
        let mut out = Vec::new();
        dense.forward(&[1.0, 0.0, 2.0, -1.0], &mut out);
        assert_eq!(out, [1.5, 2.0, 2.0, -1.5, -1.0, -1.0]);
    }

    #[test]
    fn gradients_are_finite_differences() {
        let mut dense = Dense::random(5, 4, &mut ChaCha8Rng::seed_from_u64(2));
        dense.bias.values = numbers(4, 3);
        let (inputs, pull) = (numbers(3 * 5, 4), numbers(3 * 4, 5));
        let loss = |dense: &Dense, inputs: &[f32]| {
            let mut out = Vec::new();
            dense.forward(inputs, &mut out);
            dot(&out, &pull)
        };
        dense.backward(&inputs, &pull);
        let mut gradient = Vec::new();
        dense.backward_inputs(&pull, &mut gradient);
        compare(&inputs, &gradient, |moved| loss(&dense, moved));
        let fixed = dense.clone();
        compare(&fixed.weights.values, &fixed.weights.gradient, |moved| {
            dense.weights.values = moved.to_vec();
            loss(&dense, &inputs)
        });
        dense = fixed.clone();
        compare(&fixed.bias.values, &fixed.bias.gradient, |moved| {
            dense.bias.values = moved.to_vec();
            loss(&dense, &inputs)
        });
    }

    #[test]
    fn first_weights_are_glorots() {
        let dense = Dense::random(100, 50, &mut ChaCha8Rng::seed_from_u64(1));
        let limit = (6.0f32 / 150.0).sqrt();
        assert!(dense.weights.values.iter().all(|weight| weight.abs() <= limit));
        let mean_square = dot(&dense.weights.values, &dense.weights.values) / 5000.0;
        // A uniform number has the variance a² / 3; over 5000 draws its mean square deviates by 1.3 %.
        assert!((3.0 * mean_square / f64::from(limit * limit) - 1.0).abs() < 0.06);
        assert!(dense.bias.values.iter().all(|&bias| bias == 0.0));
    }
}
