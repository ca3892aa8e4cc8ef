//! The optimizer RMSprop.

use pulp::{Arch, Simd, WithSimd};

use super::{Memory, Optimizer, Parameter};

/// Decay of the mean square, and the least divisor: Keras', which PSCN's authors used.
const DECAY: f64 = 0.9;
const EPSILON: f32 = 1e-8;

/// RMSprop.
///
/// # Formula
/// ```text
/// v ← ρ v + (1 − ρ) g²,   θ ← θ − η g / (√v + ε) − η w θ
/// ```
/// Tieleman & Hinton 2012, "Neural Networks for Machine Learning", lecture 6.5; ρ = 0.9, ε = 10⁻⁸, g = gradient,
/// η = `rate`, w = weight decay.
#[derive(Debug, Default)]
pub(crate) struct RmsProp {
    arch: Arch,
    squares: Memory,
}

impl Optimizer for RmsProp {
    fn step(&mut self, parameters: &mut [Parameter<'_>], rate: f64) {
        let squares = self.squares.of(parameters);
        for (parameter, squares) in parameters.iter_mut().zip(squares) {
            let (values, gradient) = (&mut *parameter.values, parameter.gradient);
            let shrinking = (rate * parameter.decay) as f32;
            self.arch.dispatch(Step { values, gradient, squares, rate: rate as f32, shrinking });
        }
    }
}

struct Step<'a> {
    values: &'a mut [f32],
    gradient: &'a [f32],
    squares: &'a mut [f32],
    rate: f32,
    shrinking: f32,
}

impl WithSimd for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { values, gradient, squares, rate, shrinking } = self;
        for ((value, &slope), square) in values.iter_mut().zip(gradient).zip(squares) {
            *square += (1.0 - DECAY) as f32 * (slope * slope - *square);
            *value -= rate * slope / (square.sqrt() + EPSILON) + shrinking * *value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_of_the_paper() {
        super::super::tests::compare(&mut RmsProp::default(), 0.01, 0.1, |_, slope, [square, _]| {
            *square = 0.9 * *square + 0.1 * slope * slope;
            slope / (square.sqrt() + 1e-8)
        });
    }
}
