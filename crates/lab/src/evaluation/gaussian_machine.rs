//! Support vector machines on vectors.

use super::distances::squared_distances;
use super::{
    ClassLabels, Classifier, CostClassifier, EvaluationError, Prediction, Split, SupportVectorMachine, VectorRows,
};
use crate::gram::GramMatrix;

/// A support vector machine with a Gaussian kernel: scikit-learn's `SVC(C=1, kernel="rbf", gamma="scale")`.
///
/// # Formula
/// ```text
/// k(x, y) = exp(−γ |x − y|²)
/// γ = 1 / (d · v)            v: the variance of all d · n numbers of the n training vectors
/// ```
/// γ is found anew for the training part of each split. See [`SupportVectorMachine`] for the machine itself.
///
/// # Edge cases
/// γ = 1 where all numbers are the same.
///
/// # Complexity
/// O(n² d) time and O(n²) space once for all splits; a split takes O(n²) time and space for its kernel.
#[derive(Debug)]
pub struct GaussianMachine<'a> {
    vectors: VectorRows<'a>,
    distances: GramMatrix,
}

impl<'a> GaussianMachine<'a> {
    /// Computes all distances, once for all splits.
    ///
    /// # Errors
    /// [`EvaluationError::TooLarge`].
    pub fn new(vectors: VectorRows<'a>) -> Result<Self, EvaluationError> {
        GramMatrix::check_size(vectors.len())?;
        Ok(Self::of_checked(vectors))
    }

    /// The same for vectors whose number was checked.
    pub(super) fn of_checked(vectors: VectorRows<'a>) -> Self {
        Self { vectors, distances: squared_distances(vectors) }
    }

    /// γ of a training part.
    #[must_use]
    pub fn gamma(&self, training: &[usize]) -> f64 {
        let numbers = || training.iter().flat_map(|&example| self.vectors.row(example)).map(|&value| f64::from(value));
        let count = (training.len() * self.vectors.width()) as f64;
        let mean = numbers().sum::<f64>() / count;
        let variance = numbers().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        if variance > 0.0 { 1.0 / (self.vectors.width() as f64 * variance) } else { 1.0 }
    }

    /// The kernel values of all pairs. Those of two test examples are of no use, and stay 0.
    fn kernel(&self, split: &Split) -> GramMatrix {
        let (size, gamma) = (self.distances.size(), self.gamma(&split.training));
        let mut values = vec![0.0; size * size];
        let mut is_test = vec![false; size];
        split.test.iter().for_each(|&example| is_test[example] = true);
        for &one in &split.training {
            for (other, distance) in self.distances.row(one).iter().enumerate().take(one + 1) {
                let value = (-gamma * distance).exp();
                (values[one * size + other], values[other * size + one]) = (value, value);
            }
            for other in (one + 1..size).filter(|&other| is_test[other]) {
                let value = (-gamma * self.distances.row(one)[other]).exp();
                (values[one * size + other], values[other * size + one]) = (value, value);
            }
        }
        GramMatrix::new(size, values)
    }
}

impl Classifier for GaussianMachine<'_> {
    fn len(&self) -> usize {
        self.distances.size()
    }

    fn predict(&self, labels: &ClassLabels, split: &Split, _run: usize) -> Prediction {
        self.predict_each(labels, split, &[1.0]).remove(0)
    }
}

impl CostClassifier for GaussianMachine<'_> {
    fn predict_each(&self, labels: &ClassLabels, split: &Split, costs: &[f64]) -> Vec<Prediction> {
        SupportVectorMachine::of_finite(&self.kernel(split)).predict_each(labels, split, costs)
    }
}
