//! Layers of small networks: each holds its weights and the gradient by them.
//!
//! A layer maps a batch forward and, given the gradient by its outputs, finds the gradients by its weights and by its
//! inputs. A caller keeps the inputs between the two; a layer keeps nothing of a batch. Every layer is compared with
//! finite differences in its tests.

mod convolution;
mod correlation;
mod dense;
mod dropout;
mod one_hot;
mod relu;
mod tanh_scale;

pub(super) use convolution::{Convolution, Sequences};
pub(super) use dense::Dense;
pub(super) use dropout::Dropout;
pub(super) use one_hot::{FILTERS, NO_FEATURE, OneHotConvolution};
pub(super) use relu::{relu, relu_backward};
pub(super) use tanh_scale::TanhScale;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::learning::optimizer::Parameter;

/// Numbers that are learned, and the gradient of the loss by them.
#[derive(Debug, Clone)]
pub(super) struct Weights {
    pub(super) values: Vec<f32>,
    pub(super) gradient: Vec<f32>,
}

impl Weights {
    /// As many zeros: first biases.
    fn zeros(len: usize) -> Self {
        Self { values: vec![0.0; len], gradient: vec![0.0; len] }
    }

    /// First weights.
    ///
    /// # Formula
    /// ```text
    /// uniform on (−a, a),   a = √(6 / (fan_in + fan_out))
    /// ```
    /// Glorot & Bengio 2010, "Understanding the difficulty of training deep feedforward neural networks", eq. (16).
    fn glorot(len: usize, fans: usize, random: &mut ChaCha8Rng) -> Self {
        let limit = (6.0 / fans as f64).sqrt();
        let mut weights = Self::zeros(len);
        weights.values.fill_with(|| (limit * (2.0 * random.random::<f64>() - 1.0)) as f32);
        weights
    }

    /// For an optimizer; networks of others have no weight decay.
    pub(super) fn parameter(&mut self) -> Parameter<'_> {
        Parameter { values: &mut self.values, gradient: &self.gradient, decay: 0.0 }
    }
}

#[cfg(test)]
pub(super) mod finite_differences {
    use rand::SeedableRng;

    use super::*;

    /// Numbers for tests, uniform on (−1, 1).
    pub(crate) fn numbers(len: usize, seed: u64) -> Vec<f32> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        (0..len).map(|_| (2.0 * random.random::<f64>() - 1.0) as f32).collect()
    }

    /// Scalar product in double precision.
    pub(crate) fn dot(a: &[f32], b: &[f32]) -> f64 {
        assert_eq!(a.len(), b.len());
        a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
    }

    /// Compares `gradient` with central differences of `loss` at `point`, number by number.
    ///
    /// A loss of sums of f32 is known to about 10⁻⁶; the step of 10⁻² leaves an error of 10⁻⁴ in the quotient, and as
    /// much by the third derivative.
    pub(crate) fn compare(point: &[f32], gradient: &[f32], mut loss: impl FnMut(&[f32]) -> f64) {
        assert_eq!(point.len(), gradient.len());
        let largest = gradient.iter().fold(1.0, |largest: f32, slope| largest.max(slope.abs()));
        for at in 0..point.len() {
            let mut moved = point.to_vec();
            let [above, below] = [1e-2, -1e-2].map(|step: f32| {
                moved[at] = point[at] + step;
                (loss(&moved), f64::from(moved[at]))
            });
            let quotient = (above.0 - below.0) / (above.1 - below.1);
            let (found, tolerance) = (f64::from(gradient[at]), 2e-3 * f64::from(largest));
            assert!((found - quotient).abs() < tolerance, "number {at}: found {found}, wanted {quotient}");
        }
    }
}
