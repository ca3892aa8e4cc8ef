//! The optimizer AdaGrad.

use pulp::{Arch, Simd, WithSimd};

use super::{Memory, Optimizer, Parameter};

/// Keeps the first step of a number with a slope of zero finite; the value of Lasagne, which DCNN's authors used.
const EPSILON: f32 = 1e-6;

/// AdaGrad.
///
/// # Formula
/// ```text
/// v ← v + g²,   θ ← θ − η g / √(v + ε) − η w θ
/// ```
/// Duchi, Hazan & Singer 2011, "Adaptive Subgradient Methods for Online Learning and Stochastic Optimization", with the
/// diagonal matrix; g = gradient, η = `rate`, w = weight decay, ε = 10⁻⁶.
#[derive(Debug, Default)]
pub(crate) struct AdaGrad {
    arch: Arch,
    squares: Memory,
}

impl Optimizer for AdaGrad {
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
            *square += slope * slope;
            *value -= rate * slope / (*square + EPSILON).sqrt() + shrinking * *value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_of_the_paper() {
        super::super::tests::compare(&mut AdaGrad::default(), 0.05, 0.1, |_, slope, [square, _]| {
            *square += slope * slope;
            slope / (*square + 1e-6).sqrt()
        });
    }
}
