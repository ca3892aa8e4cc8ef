//! Logistic regression on standardized vectors.

use super::{ClassLabels, Classifier, LogisticRegression, Prediction, Split, VectorRows};

/// [`LogisticRegression`] on numbers less their mean, divided by their standard deviation. Both are those of the training
/// part of each split: the test part has no say in them.
///
/// As scikit-learn's `make_pipeline(StandardScaler(), LogisticRegression(C=1, solver="liblinear"))`. A number that is the
/// same in all training vectors becomes 0 there, and is not divided elsewhere.
#[derive(Debug)]
pub struct StandardizedRegression<'a> {
    vectors: VectorRows<'a>,
}

impl<'a> StandardizedRegression<'a> {
    /// The regression on these vectors.
    #[must_use]
    pub fn new(vectors: VectorRows<'a>) -> Self {
        Self { vectors }
    }

    /// All vectors, standardized by the `training` ones.
    fn standardized(&self, training: &[usize]) -> Vec<f32> {
        let (width, count) = (self.vectors.width(), training.len() as f64);
        let mut means = vec![0.0; width];
        let mut squares = vec![0.0; width];
        for &example in training {
            for (mean, &value) in means.iter_mut().zip(self.vectors.row(example)) {
                *mean += f64::from(value) / count;
            }
        }
        for &example in training {
            for ((square, mean), &value) in squares.iter_mut().zip(&means).zip(self.vectors.row(example)) {
                *square += (f64::from(value) - mean).powi(2) / count;
            }
        }
        // Rounding of the mean leaves a spread of its own where all numbers are the same.
        let is_spread = |square: f64, mean: f64| square.sqrt() > 10.0 * f64::EPSILON * mean.abs();
        let factor = |(&square, &mean): (&f64, &f64)| if is_spread(square, mean) { square.sqrt().recip() } else { 1.0 };
        let factors: Vec<f64> = squares.iter().zip(&means).map(factor).collect();
        let scaled = |row: &[f32]| -> Vec<f32> {
            let scaled = row.iter().zip(&means).zip(&factors);
            // An outlier of the test part may be any number of deviations away.
            let finite = |value: f64| value.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32;
            scaled.map(|((&value, mean), factor)| finite((f64::from(value) - mean) * factor)).collect()
        };
        (0..self.vectors.len()).flat_map(|example| scaled(self.vectors.row(example))).collect()
    }
}

impl Classifier for StandardizedRegression<'_> {
    fn len(&self) -> usize {
        self.vectors.len()
    }

    fn predict(&self, labels: &ClassLabels, split: &Split, run: usize) -> Prediction {
        let rows = self.standardized(&split.training);
        let vectors = VectorRows::of_finite(&rows, self.vectors.width());
        LogisticRegression::without_axes(vectors).predict(labels, split, run)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    /// The test example, far away, has no say; a constant number becomes 0.
    #[test]
    fn training_numbers_have_mean_0_and_deviation_1() {
        let rows = [1.0, 0.1, 3.0, 0.1, 1000.0, 0.6];
        let vectors = VectorRows::new(&rows, 2).unwrap();
        let scaled = StandardizedRegression::new(vectors).standardized(&[0, 1]);
        assert_eq!(scaled, [-1.0, 0.0, 1.0, 0.0, 998.0, 0.5]);
    }
}
