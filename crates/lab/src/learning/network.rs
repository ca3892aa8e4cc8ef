//! Weights and biases during training.

use rand_chacha::ChaCha8Rng;

use super::optimizer::Parameter;
use sgr_core::numerics::panels::Panels;
use sgr_core::numerics::standard_normal;

/// Weights and biases during training; a gradient has the same shape.
#[derive(Debug, Clone)]
pub(super) struct Network {
    /// Inputs × N.
    pub(super) hidden: Panels,
    /// As long as `hidden` is wide, padding included.
    pub(super) hidden_bias: Vec<f32>,
    /// N × classes.
    pub(super) head: Panels,
    /// As long as `head` is wide, padding included.
    pub(super) head_bias: Vec<f32>,
}

impl Network {
    pub(super) fn zeros(inputs: usize, dimensions: usize, classes: usize) -> Self {
        let (hidden, head) = (Panels::zeros(inputs, dimensions), Panels::zeros(dimensions, classes));
        let hidden_bias = vec![0.0; hidden.padded_columns()];
        let head_bias = vec![0.0; head.padded_columns()];
        Self { hidden, hidden_bias, head, head_bias }
    }

    /// A network by the tensors of a model file.
    pub(super) fn from_rows(inputs: usize, weights: &[f32], bias: &[f32], head: &[f32], head_bias: &[f32]) -> Self {
        let (dimensions, classes) = (bias.len(), head_bias.len());
        let mut network = Self::zeros(inputs, dimensions, classes);
        network.hidden.fill(|input, output| weights[output * inputs + input]);
        network.hidden_bias[..dimensions].copy_from_slice(bias);
        network.head.fill(|input, output| head[output * dimensions + input]);
        network.head_bias[..classes].copy_from_slice(head_bias);
        network
    }

    /// First weights for SELU: normal with mean 0; biases zero.
    ///
    /// # Formula
    /// ```text
    /// deviation of W = g / √(Σ_i a_i²),     of the head 1 / √N
    /// ```
    /// g = `gain`, a = `input_weights`: W x has variance g² for inputs of deviation a. With a = 1 and g = 1 that is LeCun et
    /// al. 1998, "Efficient BackProp", as Klambauer et al. 2017, "Self-Normalizing Neural Networks", §3, require.
    pub(super) fn random(
        input_weights: &[f64],
        gain: f64,
        dimensions: usize,
        classes: usize,
        random: &mut ChaCha8Rng,
    ) -> Self {
        let mut network = Self::zeros(input_weights.len(), dimensions, classes);
        let squares: f64 = input_weights.iter().map(|weight| weight * weight).sum();
        let deviations = [gain / squares.sqrt(), 1.0 / (dimensions as f64).sqrt()];
        for (layer, deviation) in [&mut network.hidden, &mut network.head].into_iter().zip(deviations) {
            let (rows, columns) = (layer.rows(), layer.columns());
            let weights: Vec<f32> = (0..rows * columns).map(|_| (deviation * standard_normal(random)) as f32).collect();
            layer.fill(|row, column| weights[row * columns + column]);
        }
        network
    }

    /// W of a layer as the model file has it: outputs × inputs, row by row.
    pub(super) fn rows_of(layer: &Panels) -> Vec<f32> {
        let (inputs, outputs) = (layer.rows(), layer.columns());
        (0..outputs * inputs).map(|at| layer.at(at % inputs, at / inputs)).collect()
    }

    /// All tensors with their gradients; weights decay, biases do not.
    pub(super) fn parameters<'a>(&'a mut self, gradient: &'a Self, decay: f64) -> [Parameter<'a>; 4] {
        [
            (self.hidden.values_mut(), gradient.hidden.values(), decay),
            (self.hidden_bias.as_mut_slice(), gradient.hidden_bias.as_slice(), 0.0),
            (self.head.values_mut(), gradient.head.values(), decay),
            (&mut self.head_bias, &gradient.head_bias, 0.0),
        ]
        .map(|(values, gradient, decay)| Parameter { values, gradient, decay })
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn first_weights_have_the_deviation_of_the_formula() {
        let mut weights = vec![1.0; 50];
        weights[40..].fill(3.0);
        for (gain, weights) in [(1.0, vec![1.0; 50]), (0.5, weights)] {
            let network = Network::random(&weights, gain, 400, 5, &mut ChaCha8Rng::seed_from_u64(1));
            let mean_square = |layer: &Panels| {
                let values = Network::rows_of(layer);
                values.iter().map(|&value| f64::from(value).powi(2)).sum::<f64>() / values.len() as f64
            };
            let exact = gain * gain / weights.iter().map(|weight| weight * weight).sum::<f64>();
            // 20,000 and 2,000 draws: a mean square has a relative deviation of √(2 / draws), 1 % and 3 %.
            assert!((mean_square(&network.hidden) / exact - 1.0).abs() < 0.05);
            assert!((mean_square(&network.head) * 400.0 - 1.0).abs() < 0.15);
            assert!(network.hidden_bias.iter().chain(&network.head_bias).all(|&bias| bias == 0.0));
        }
    }
}
