//! Any classifier of vectors, on standardized vectors.

use super::vector_classifier::Learner;
use super::{
    ClassLabels, Classifier, CostClassifier, EvaluationError, Prediction, Split, VectorClassifier, VectorRows,
};

/// A classifier of numbers less their mean, divided by their standard deviation. Both are those of the training part of
/// each split: the test part has no say in them.
///
/// As scikit-learn's `make_pipeline(StandardScaler(), …)`. A number that is the same in all training vectors becomes 0
/// there, and is not divided elsewhere.
///
/// # Complexity
/// O(n d) time and space a split for the vectors; the classifier shares no work between splits.
#[derive(Debug)]
pub struct Standardized<'a> {
    vectors: VectorRows<'a>,
    classifier: VectorClassifier,
    seed: u64,
}

impl<'a> Standardized<'a> {
    /// A classifier on these vectors; the seed is that of forests.
    ///
    /// # Errors
    /// [`EvaluationError::TooLarge`].
    pub fn new(vectors: VectorRows<'a>, classifier: VectorClassifier, seed: u64) -> Result<Self, EvaluationError> {
        classifier.check_size(vectors.len())?;
        Ok(Self { vectors, classifier, seed })
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
        // An outlier of the test part may be any number of deviations away.
        let finite = |value: f64| value.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32;
        let mut rows = Vec::with_capacity(self.vectors.len() * width);
        for example in 0..self.vectors.len() {
            let scaled = self.vectors.row(example).iter().zip(&means).zip(&factors);
            rows.extend(scaled.map(|((&value, mean), factor)| finite((f64::from(value) - mean) * factor)));
        }
        rows
    }
}

impl Classifier for Standardized<'_> {
    fn len(&self) -> usize {
        self.vectors.len()
    }

    fn predict(&self, labels: &ClassLabels, split: &Split, run: usize) -> Prediction {
        let rows = self.standardized(&split.training);
        let vectors = VectorRows::of_finite(&rows, self.vectors.width());
        self.classifier.for_one_split(vectors, self.seed).classifier().predict(labels, split, run)
    }
}

impl CostClassifier for Standardized<'_> {
    /// As for [`Classifier::predict`], whatever the C, for classifiers that have none.
    fn predict_each(&self, labels: &ClassLabels, split: &Split, costs: &[f64]) -> Vec<Prediction> {
        let rows = self.standardized(&split.training);
        let vectors = VectorRows::of_finite(&rows, self.vectors.width());
        match self.classifier.for_one_split(vectors, self.seed) {
            Learner::WithCost(classifier) => classifier.predict_each(labels, split, costs),
            Learner::WithoutCost(classifier) => vec![classifier.predict(labels, split, 0); costs.len()],
        }
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
        let scaled = Standardized::new(vectors, VectorClassifier::default(), 0).unwrap().standardized(&[0, 1]);
        assert_eq!(scaled, [-1.0, 0.0, 1.0, 0.0, 998.0, 0.5]);
    }
}
