//! Rectified linear units.

/// Replaces each number by max(0, x).
pub(crate) fn relu(values: &mut [f32]) {
    values.iter_mut().for_each(|value| *value = value.max(0.0));
}

/// Turns the gradient by the outputs of [`relu`] into the gradient by its inputs. At 0 the slope is 0.
pub(crate) fn relu_backward(outputs: &[f32], gradient: &mut [f32]) {
    assert_eq!(outputs.len(), gradient.len(), "found {} outputs, {} slopes", outputs.len(), gradient.len());
    for (slope, &output) in gradient.iter_mut().zip(outputs) {
        *slope = if output > 0.0 { *slope } else { 0.0 };
    }
}

#[cfg(test)]
mod tests {
    use super::super::finite_differences::{compare, dot, numbers};
    use super::*;

    #[test]
    fn gradients_are_finite_differences() {
        // No number within a step of the kink.
        let inputs: Vec<f32> = numbers(20, 1).into_iter().filter(|number| number.abs() > 0.02).collect();
        let pull = numbers(inputs.len(), 2);
        let outputs = |inputs: &[f32]| {
            let mut outputs = inputs.to_vec();
            relu(&mut outputs);
            outputs
        };
        assert!(outputs(&[-1.0, 0.0, 2.0]) == [0.0, 0.0, 2.0]);
        let mut gradient = pull.clone();
        relu_backward(&outputs(&inputs), &mut gradient);
        compare(&inputs, &gradient, |moved| dot(&outputs(moved), &pull));
    }
}
