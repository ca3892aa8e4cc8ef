//! The optimizer Adam.

use pulp::{Arch, Simd, WithSimd};

use super::network::Network;

/// Moments' decay and the least divisor, as published.
const FIRST_DECAY: f64 = 0.9;
const SECOND_DECAY: f64 = 0.999;
const EPSILON: f32 = 1e-8;

/// Adam.
///
/// # Formula
/// ```text
/// m ← β₁ m + (1 − β₁) g,   v ← β₂ v + (1 − β₂) g²
/// θ ← θ − η (m / (1 − β₁^t)) / (√(v / (1 − β₂^t)) + ε) − η w θ
/// ```
/// Kingma & Ba 2015, "Adam: A Method for Stochastic Optimization", algorithm 1; β₁ = 0.9, β₂ = 0.999, ε = 10⁻⁸, g =
/// gradient, t = steps so far. w = weight decay, decoupled (Loshchilov & Hutter 2019), for weights only.
#[derive(Debug)]
pub(super) struct Adam {
    arch: Arch,
    steps: i32,
    first: Network,
    second: Network,
}

impl Adam {
    /// Moments of zero for a network of this shape.
    pub(super) fn new(network: &Network) -> Self {
        let zeros = || Network::zeros(network.hidden.rows(), network.hidden.columns(), network.head.columns());
        Self { arch: Arch::new(), steps: 0, first: zeros(), second: zeros() }
    }

    /// Moves the network one step against the gradient.
    pub(super) fn step(&mut self, network: &mut Network, gradient: &Network, rate: f64, decay: f64) {
        // Past two thousand million steps the corrections are 1 anyway.
        self.steps = self.steps.saturating_add(1);
        let first_correction = (1.0 / (1.0 - FIRST_DECAY.powi(self.steps))) as f32;
        let second_correction = (1.0 / (1.0 - SECOND_DECAY.powi(self.steps))) as f32;
        let moments = self.first.tensors_mut().into_iter().zip(self.second.tensors_mut());
        let pieces = network.tensors_mut().into_iter().zip(gradient.tensors()).zip(moments);
        for (((values, is_weights), gradient), ((first, _), (second, _))) in pieces {
            let shrinking = if is_weights { rate * decay } else { 0.0 };
            self.arch.dispatch(Step {
                values,
                gradient,
                first,
                second,
                rate: rate as f32,
                shrinking: shrinking as f32,
                first_correction,
                second_correction,
            });
        }
    }
}

struct Step<'a> {
    values: &'a mut [f32],
    gradient: &'a [f32],
    first: &'a mut [f32],
    second: &'a mut [f32],
    rate: f32,
    shrinking: f32,
    first_correction: f32,
    second_correction: f32,
}

impl WithSimd for Step<'_> {
    type Output = ();

    /// Each number on its own; the compiler turns it into SIMD for the instruction set at hand.
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { values, gradient, first, second, rate, shrinking, first_correction, second_correction } = self;
        let moments = first.iter_mut().zip(second);
        for ((value, &slope), (first, second)) in values.iter_mut().zip(gradient).zip(moments) {
            *first += (1.0 - FIRST_DECAY) as f32 * (slope - *first);
            *second += (1.0 - SECOND_DECAY) as f32 * (slope * slope - *second);
            let direction = *first * first_correction / ((*second * second_correction).sqrt() + EPSILON);
            *value -= rate * direction + shrinking * *value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_of_the_paper() {
        let (rate, decay) = (0.01, 0.1);
        let mut network = Network::zeros(2, 3, 2);
        network.hidden.fill(|row, column| row as f32 - column as f32 + 0.5);
        network.hidden_bias[1] = 2.0;
        let (mut weight, mut bias) = (f64::from(network.hidden.at(1, 2)), 2.0);
        let mut adam = Adam::new(&network);
        // First and second moments of the weight and of the bias, in f64.
        let mut moments = [[0.0; 2]; 2];
        for step in 1..=50 {
            let slopes = [(f64::from(step) * 0.7).sin(), 1e-4 * f64::from(step)];
            let mut gradient = Network::zeros(2, 3, 2);
            gradient.hidden.fill(|row, column| if (row, column) == (1, 2) { slopes[0] as f32 } else { 0.0 });
            gradient.hidden_bias[1] = slopes[1] as f32;
            adam.step(&mut network, &gradient, rate, decay);
            let mut moved = [0.0; 2];
            for ((moved, slope), [first, second]) in moved.iter_mut().zip(slopes).zip(&mut moments) {
                *first = 0.9 * *first + 0.1 * slope;
                *second = 0.999 * *second + 0.001 * slope * slope;
                let (first, second) = (*first / (1.0 - 0.9f64.powi(step)), *second / (1.0 - 0.999f64.powi(step)));
                *moved = rate * first / (second.sqrt() + 1e-8);
            }
            weight -= moved[0] + rate * decay * weight;
            bias -= moved[1];
            assert!((f64::from(network.hidden.at(1, 2)) - weight).abs() < 1e-5, "step {step}");
            assert!((f64::from(network.hidden_bias[1]) - bias).abs() < 1e-5, "step {step}");
        }
        // What has no gradient only decays; biases do not.
        assert!((network.hidden.at(0, 0) - 0.5 * (1.0 - 0.001f32).powi(50)).abs() < 1e-5);
        assert_eq!(network.hidden_bias[0], 0.0);
    }
}
