//! Inputs with mean 0 and deviation 1.

/// The smallest deviation that an input is divided by. One that hardly varies over the synthetic graphs would otherwise
/// get weights so large that it alone decides the vector of a graph where it does vary.
const SMALLEST_DEVIATION: f64 = 1e-3;

/// The mean that is subtracted from each input, and the factor of the difference, while training.
///
/// # Formula
/// ```text
/// x′ = f (x − μ),     f = a / max(s, 10⁻³)
/// ```
/// μ = mean, s = deviation of the population, a = weight of the input's channel.
#[derive(Debug)]
pub(super) struct Standardization {
    means: Vec<f64>,
    factors: Vec<f64>,
}

impl Standardization {
    /// Of rows of `width` inputs, of which there is at least one.
    pub(super) fn of<'a>(rows: impl Iterator<Item = &'a [f32]> + Clone, width: usize) -> Self {
        let count = rows.clone().count() as f64;
        let mut means = vec![0.0; width];
        for row in rows.clone() {
            means.iter_mut().zip(row).for_each(|(mean, &value)| *mean += f64::from(value));
        }
        means.iter_mut().for_each(|mean| *mean /= count);
        let mut squares = vec![0.0; width];
        for row in rows {
            for ((square, mean), &value) in squares.iter_mut().zip(&means).zip(row) {
                *square += (f64::from(value) - mean).powi(2);
            }
        }
        let deviation = |square: f64| (square / count).sqrt().max(SMALLEST_DEVIATION);
        Self { means, factors: squares.into_iter().map(|square| 1.0 / deviation(square)).collect() }
    }

    /// Mean 0 and deviation 1: inputs stay as they are.
    pub(super) fn none(width: usize) -> Self {
        Self { means: vec![0.0; width], factors: vec![1.0; width] }
    }

    /// Multiplies each input by its weight as well.
    pub(super) fn weighted(mut self, weights: &[f64]) -> Self {
        self.factors.iter_mut().zip(weights).for_each(|(factor, weight)| *factor *= weight);
        self
    }

    /// Changes rows in place.
    pub(super) fn apply(&self, rows: &mut [f32]) {
        for row in rows.chunks_exact_mut(self.means.len()) {
            for ((value, mean), factor) in row.iter_mut().zip(&self.means).zip(&self.factors) {
                *value = ((f64::from(*value) - mean) * factor) as f32;
            }
        }
    }

    /// Makes weights (outputs × inputs) and biases that were found for changed inputs take them as they are.
    ///
    /// # Formula
    /// ```text
    /// W f (x − μ) + b = (W f) x + (b − (W f) μ)
    /// ```
    pub(super) fn fold(&self, weights: &mut [f32], bias: &mut [f32]) {
        for (row, bias) in weights.chunks_exact_mut(self.means.len()).zip(bias) {
            let mut shift = 0.0;
            for ((weight, mean), factor) in row.iter_mut().zip(&self.means).zip(&self.factors) {
                *weight = (f64::from(*weight) * factor) as f32;
                // The rounded weight, which the inputs will be multiplied with.
                shift += f64::from(*weight) * mean;
            }
            *bias = (f64::from(*bias) - shift) as f32;
        }
    }
}
