//! Dropout.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Sets numbers to zero at random during training.
///
/// # Formula
/// ```text
/// y = x m / (1 − p),   m = 0 with probability p, else 1;     ∂x = ∂y m / (1 − p)
/// ```
/// Srivastava et al. 2014, "Dropout", in the form that keeps the mean, so that nothing is scaled in a test.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dropout {
    factors: Vec<f32>,
}

impl Dropout {
    /// Drops each number with probability `p`, and remembers which.
    pub(crate) fn forward(&mut self, values: &mut [f32], p: f64, random: &mut ChaCha8Rng) {
        let kept = (1.0 / (1.0 - p)) as f32;
        self.factors.clear();
        self.factors.extend(values.iter().map(|_| if random.random::<f64>() < p { 0.0 } else { kept }));
        self.backward(values);
    }

    /// Turns the gradient by the outputs of the last [`Self::forward`] into the gradient by its inputs.
    pub(crate) fn backward(&self, gradient: &mut [f32]) {
        let (found, wanted) = (gradient.len(), self.factors.len());
        assert_eq!(found, wanted, "found {found} numbers, wanted {wanted}");
        gradient.iter_mut().zip(&self.factors).for_each(|(slope, factor)| *slope *= factor);
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::super::finite_differences::{compare, dot, numbers};
    use super::*;

    #[test]
    fn drops_the_share_that_it_is_told_and_keeps_the_mean() {
        let mut values = vec![1.0; 10_000];
        Dropout::default().forward(&mut values, 0.3, &mut ChaCha8Rng::seed_from_u64(1));
        let dropped = values.iter().filter(|&&value| value == 0.0).count();
        // Binomial: 3000 with a deviation of 46.
        assert!((2800..3200).contains(&dropped), "{dropped}");
        assert!(values.iter().all(|&value| value == 0.0 || (value - 1.0 / 0.7).abs() < 1e-6));
    }

    #[test]
    fn gradients_are_finite_differences() {
        let (inputs, pull) = (numbers(30, 1), numbers(30, 2));
        let outputs = |inputs: &[f32]| {
            let (mut outputs, mut dropout) = (inputs.to_vec(), Dropout::default());
            dropout.forward(&mut outputs, 0.5, &mut ChaCha8Rng::seed_from_u64(3));
            (outputs, dropout)
        };
        let mut gradient = pull.clone();
        outputs(&inputs).1.backward(&mut gradient);
        compare(&inputs, &gradient, |moved| dot(&outputs(moved).0, &pull));
    }
}
