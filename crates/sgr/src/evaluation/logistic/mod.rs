//! Logistic regression with squared penalty, C = 1, on vectors as they are.

mod newton;
mod span;

use faer::{Col, Mat};

use super::classifier::{first_maximum, present_classes};
use super::{ClassLabels, Classifier, EvaluationError, Prediction, Split, VectorRows};
use newton::Newton;
use span::Span;

/// One class against the rest, the intercept penalised like the weights: the problem that scikit-learn's
/// `LogisticRegression(C=1, solver="liblinear")` solves, here by Newton's method along the principal axes.
///
/// # Formula
/// ```text
/// w_c = argmin |w|²/2 + C Σ_i ln(1 + exp(−t_i (x_i, 1)·w)),    t_i = 1 for examples of class c, else −1,   C = 1
/// class of x = argmax_c (x, 1)·w_c
/// ```
/// Fan et al. 2008, "LIBLINEAR: A Library for Large Linear Classification", eq. (1) with the logistic loss.
///
/// # Edge cases
/// Two classes share one w. A class without a training example is never predicted; a single class always is.
///
/// # Complexity
/// O(n r²) time a step and class, O(n r) space, for n examples that span r ≤ min(n, d + 1) dimensions.
#[derive(Debug)]
pub struct LogisticRegression {
    span: Span,
}

/// What was learned: one class against the rest for each class that occurred, or a single one for two.
#[derive(Debug, Clone)]
pub struct LogisticModel {
    classes: Vec<usize>,
    /// In the coordinates of the span; none for a single class.
    weights: Vec<Col<f64>>,
    unfinished: usize,
}

impl LogisticRegression {
    /// Turns the vectors to their principal axes, once for all splits.
    ///
    /// # Errors
    /// [`EvaluationError::NoConvergence`].
    pub fn new(vectors: VectorRows<'_>) -> Result<Self, EvaluationError> {
        Ok(Self { span: Span::of(vectors)? })
    }

    /// Learns the classes of the `training` examples.
    pub fn fit(&self, labels: &ClassLabels, training: &[usize]) -> LogisticModel {
        let classes = present_classes(labels, training);
        let coordinates = &self.span.coordinates;
        let mut newton = Newton::new(Mat::from_fn(coordinates.nrows(), training.len(), |row, column| {
            coordinates[(row, training[column])]
        }));
        let positives = match classes.as_slice() {
            [_] | [] => &[][..],
            [_, second] => std::slice::from_ref(second),
            many => many,
        };
        let minimize = |&positive: &usize| {
            let target = |&example: &usize| if labels.classes()[example] == positive { 1.0 } else { -1.0 };
            newton.minimize(&training.iter().map(target).collect::<Vec<_>>())
        };
        let minima: Vec<_> = positives.iter().map(minimize).collect();
        let unfinished = minima.iter().filter(|minimum| !minimum.finished).count();
        LogisticModel { weights: minima.into_iter().map(|minimum| minimum.weights).collect(), classes, unfinished }
    }

    /// For each row of weights, (x, 1)·w of an example.
    pub fn decision_values(&self, model: &LogisticModel, example: usize) -> Vec<f64> {
        let example = self.span.coordinates.col(example);
        model.weights.iter().map(|weights| example.transpose() * weights).collect()
    }

    /// The weights of the vectors' own numbers, the intercept last; one row for two classes, otherwise a row for each.
    pub fn coefficients(&self, model: &LogisticModel) -> Vec<Vec<f64>> {
        model.weights.iter().map(|weights| (&self.span.axes * weights).iter().copied().collect()).collect()
    }

    fn class(&self, model: &LogisticModel, example: usize) -> usize {
        match self.decision_values(model, example).as_slice() {
            &[value] => model.classes[usize::from(value > 0.0)],
            values => model.classes[first_maximum(values)],
        }
    }
}

impl LogisticModel {
    /// Minimisations that hit their limit of steps.
    pub fn unfinished(&self) -> usize {
        self.unfinished
    }
}

impl Classifier for LogisticRegression {
    fn len(&self) -> usize {
        self.span.coordinates.ncols()
    }

    fn predict(&self, labels: &ClassLabels, split: &Split, _run: usize) -> Prediction {
        let model = self.fit(labels, &split.training);
        let classes = split.test.iter().map(|&example| self.class(&model, example)).collect();
        Prediction { classes, unfinished: model.unfinished }
    }
}
