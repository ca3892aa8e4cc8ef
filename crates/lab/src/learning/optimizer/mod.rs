//! Rules that move weights against a gradient, shared by our own perceptron and the networks of others.
//!
//! A rule sees tensors as slices of numbers and treats each number by itself, so it does not depend on the layout of a
//! network: padding that has no gradient does not move.

mod ada_grad;
mod adam;
mod rms_prop;

pub(crate) use ada_grad::AdaGrad;
pub(crate) use adam::Adam;
pub(crate) use rms_prop::RmsProp;

/// One tensor of a network with the gradient of the loss by it.
#[derive(Debug)]
pub(crate) struct Parameter<'a> {
    /// The numbers to move.
    pub(crate) values: &'a mut [f32],
    /// The derivative of the loss by each of them.
    pub(crate) gradient: &'a [f32],
    /// Decoupled weight decay; 0 for biases.
    pub(crate) decay: f64,
}

/// A rule with its memory of earlier steps.
pub(crate) trait Optimizer {
    /// Moves all tensors one step against their gradients.
    ///
    /// # Panics
    /// If the tensors are not as many and as long as in the first step.
    fn step(&mut self, parameters: &mut [Parameter<'_>], rate: f64);
}

/// A number for each number of each tensor, zero before the first step.
#[derive(Debug, Default)]
struct Memory(Vec<Vec<f32>>);

impl Memory {
    /// The numbers of each tensor.
    fn of(&mut self, parameters: &[Parameter<'_>]) -> &mut [Vec<f32>] {
        if self.0.is_empty() {
            self.0 = parameters.iter().map(|parameter| vec![0.0; parameter.values.len()]).collect();
        }
        let (found, wanted) = (parameters.len(), self.0.len());
        assert_eq!(found, wanted, "found {found} tensors, wanted {wanted} as in the first step");
        &mut self.0
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Takes 50 steps from two numbers with slopes that change, and compares them with `reference`, which is given rate,
    /// slope and the number's own memory.
    pub(crate) fn compare(
        optimizer: &mut dyn Optimizer,
        rate: f64,
        decay: f64,
        reference: impl Fn(i32, f64, &mut [f64; 2]) -> f64,
    ) {
        let mut values = [1.5f32, -2.0, 0.25];
        let mut exact = values.map(f64::from);
        let mut memories = [[0.0; 2]; 3];
        for step in 1..=50 {
            // A slope that changes its sign, a small one, and none.
            let slopes = [(f64::from(step) * 0.7).sin(), 1e-3 * f64::from(step), 0.0];
            let gradient = slopes.map(|slope| slope as f32);
            let parameter = Parameter { values: &mut values, gradient: &gradient, decay };
            optimizer.step(&mut [parameter], rate);
            for ((exact, slope), memory) in exact.iter_mut().zip(gradient).zip(&mut memories) {
                *exact -= rate * reference(step, f64::from(slope), memory) + rate * decay * *exact;
            }
            for (found, exact) in values.iter().zip(exact) {
                // Fifty steps of a few roundings of numbers up to 2, 1.2e−7 each.
                assert!((f64::from(*found) - exact).abs() < 2e-5, "step {step}: {found} against {exact}");
            }
        }
    }
}
