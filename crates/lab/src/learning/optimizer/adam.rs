//! The optimizer Adam.

use pulp::{Arch, Simd, WithSimd};

use super::{Memory, Optimizer, Parameter};

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
/// gradient, η = `rate`, t = steps so far. w = weight decay, decoupled (Loshchilov & Hutter 2019).
#[derive(Debug, Default)]
pub(crate) struct Adam {
    arch: Arch,
    steps: i32,
    first: Memory,
    second: Memory,
}

impl Adam {
    /// Moments of zero.
    pub(crate) fn new() -> Self {
        Self::default()
    }
}

impl Optimizer for Adam {
    fn step(&mut self, parameters: &mut [Parameter<'_>], rate: f64) {
        // Past two thousand million steps the corrections are 1 anyway.
        self.steps = self.steps.saturating_add(1);
        let first_correction = (1.0 / (1.0 - FIRST_DECAY.powi(self.steps))) as f32;
        let second_correction = (1.0 / (1.0 - SECOND_DECAY.powi(self.steps))) as f32;
        let (first, second) = (self.first.of(parameters), self.second.of(parameters));
        for (parameter, (first, second)) in parameters.iter_mut().zip(first.iter_mut().zip(second)) {
            self.arch.dispatch(Step {
                values: parameter.values,
                gradient: parameter.gradient,
                first,
                second,
                rate: rate as f32,
                shrinking: (rate * parameter.decay) as f32,
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
        for decay in [0.0, 0.1] {
            super::super::tests::compare(&mut Adam::new(), 0.01, decay, |step, slope, [first, second]| {
                *first = 0.9 * *first + 0.1 * slope;
                *second = 0.999 * *second + 0.001 * slope * slope;
                let (first, second) = (*first / (1.0 - 0.9f64.powi(step)), *second / (1.0 - 0.999f64.powi(step)));
                first / (second.sqrt() + 1e-8)
            });
        }
    }
}
