//! Logistic regression with squared penalty on vectors as they are.

mod exact;
mod line_search;
mod newton;
mod span;
mod wide;

use faer::{Col, Mat};

use super::classifier::{first_maximum, present_classes};
use super::{ClassLabels, Classifier, CostClassifier, EvaluationError, Prediction, Split, VectorRows};
use exact::ExactExamples;
use newton::{Minimum, Newton, numbers};
use span::Span;
use wide::WideExamples;

/// Beyond this many dimensions a Hessian costs more than the products with the examples that replace it.
const WIDEST_HESSIAN: usize = 1024;

/// One class against the rest, the intercept penalised like the weights: the problem that scikit-learn's
/// `LogisticRegression(C=1, solver="liblinear")` solves, here by Newton's method along the principal axes.
///
/// # Formula
/// ```text
/// w_c = argmin |w|²/2 + C Σ_i ln(1 + exp(−t_i (x_i, 1)·w)),    t_i = 1 for examples of class c, else −1
/// class of x = argmax_c (x, 1)·w_c
/// ```
/// Fan et al. 2008, "LIBLINEAR: A Library for Large Linear Classification", eq. (1) with the logistic loss. C = 1 unless
/// [`CostClassifier::predict_each`] is asked for others.
///
/// # Edge cases
/// Two classes share one w. A class without a training example is never predicted; a single class always is.
///
/// # Complexity
/// O(n r²) time a step and class, O(n r) space, for n examples that span r ≤ min(n, d + 1) dimensions. Where r may be above
/// 1024: O(min(n, d)³ + z) time a step, O(n² + z) space, for z numbers that are not zero. Beyond 4096 examples and 3200
/// columns: LIBLINEAR's own search, O(z) time a step of conjugate gradients, O(z) space.
#[derive(Debug)]
pub struct LogisticRegression {
    examples: Examples,
}

/// The vectors in the form that the minimization needs.
#[derive(Debug)]
enum Examples {
    /// Few dimensions: Newton's method.
    Span(Span),
    /// Many: Newton's method with a Hessian in the space of the columns or the examples.
    Exact(ExactExamples),
    /// More: Newton's method without a Hessian.
    Wide(WideExamples),
}

/// The result of a fit: one class against the rest for each class that occurred, or a single one for two.
#[derive(Debug, Clone)]
pub struct LogisticModel {
    classes: Vec<usize>,
    /// In the coordinates of the examples; none for a single class.
    weights: Vec<Col<f64>>,
    unfinished: usize,
}

impl LogisticRegression {
    /// Turns the vectors to their principal axes, once for all splits, unless there are too many.
    ///
    /// # Errors
    /// [`EvaluationError::NoConvergence`].
    pub fn new(vectors: VectorRows<'_>) -> Result<Self, EvaluationError> {
        Self::up_to(vectors, 1.0)
    }

    /// The same for values of C up to `largest`, for which shorter axes matter.
    ///
    /// # Errors
    /// [`EvaluationError::NoConvergence`].
    pub fn up_to(vectors: VectorRows<'_>, largest: f64) -> Result<Self, EvaluationError> {
        let examples = match vectors.len().min(vectors.width() + 1) {
            ..=WIDEST_HESSIAN => Examples::Span(Span::of(vectors, largest)?),
            _ => match ExactExamples::of(vectors) {
                Some(exact) => Examples::Exact(exact),
                None => Examples::Wide(WideExamples::of(vectors)),
            },
        };
        Ok(Self { examples })
    }

    /// The same problem without a search for principal axes, which pays for many splits only.
    pub(super) fn without_axes(vectors: VectorRows<'_>) -> Self {
        Self { examples: Examples::Wide(WideExamples::of(vectors)) }
    }

    /// Learns the classes of the `training` examples.
    #[must_use]
    pub fn fit(&self, labels: &ClassLabels, training: &[usize]) -> LogisticModel {
        self.fit_each(labels, training, &[1.0]).remove(0)
    }

    /// Learns them by each of some values of C, which ascend.
    fn fit_each(&self, labels: &ClassLabels, training: &[usize], costs: &[f64]) -> Vec<LogisticModel> {
        let classes = present_classes(labels, training);
        let positives = against_the_rest(&classes);
        let targets: Vec<Vec<f64>> = positives.iter().map(|&class| targets(labels, training, class)).collect();
        let model = |minima: Vec<Minimum>| {
            let unfinished = minima.iter().filter(|minimum| !minimum.finished).count();
            let weights = minima.into_iter().map(|minimum| minimum.weights).collect();
            LogisticModel { classes: classes.clone(), weights, unfinished }
        };
        self.examples.minimize_each(training, &targets, costs).into_iter().map(model).collect()
    }

    /// For each row of weights, (x, 1)·w of an example.
    #[must_use]
    pub fn decision_values(&self, model: &LogisticModel, example: usize) -> Vec<f64> {
        model.weights.iter().map(|weights| self.examples.score(example, weights)).collect()
    }

    /// The weights of the vectors' own numbers, the intercept last; one row for two classes, otherwise a row for each.
    #[must_use]
    pub fn coefficients(&self, model: &LogisticModel) -> Vec<Vec<f64>> {
        model.weights.iter().map(|weights| self.examples.coefficients(weights)).collect()
    }

    fn class(&self, model: &LogisticModel, example: usize) -> usize {
        match self.decision_values(model, example).as_slice() {
            &[value] => model.classes[usize::from(value > 0.0)],
            values => model.classes[first_maximum(values)],
        }
    }
}

impl Examples {
    /// For each C, the weights for each list of targets of the training examples.
    fn minimize_each(&self, training: &[usize], targets: &[Vec<f64>], costs: &[f64]) -> Vec<Vec<Minimum>> {
        match self {
            Self::Span(Span { coordinates, .. }) => {
                let coordinate = |row, column| coordinates[(row, training[column])];
                let mut newton = Newton::new(Mat::from_fn(coordinates.nrows(), training.len(), coordinate));
                let mut starts = vec![Col::zeros(coordinates.nrows()); targets.len()];
                let of_cost = |&cost: &f64| {
                    let searches = targets.iter().zip(&mut starts);
                    let minimum = searches.map(|(targets, start)| {
                        let minimum = newton.minimize(targets, cost, start.clone());
                        // The minimum for the next C is not far.
                        start.clone_from(&minimum.weights);
                        minimum
                    });
                    minimum.collect()
                };
                costs.iter().map(of_cost).collect()
            }
            Self::Exact(exact) => {
                let mut starts: Vec<Option<Col<f64>>> = vec![None; targets.len()];
                let of_cost = |&cost: &f64| {
                    let searches = targets.iter().zip(&mut starts);
                    let minimum = searches.map(|(targets, start)| {
                        let minimum = exact.minimize(training, targets, cost, start.as_ref());
                        *start = Some(minimum.weights.clone());
                        minimum
                    });
                    minimum.collect()
                };
                costs.iter().map(of_cost).collect()
            }
            Self::Wide(wide) => costs.iter().map(|&cost| wide.minimize(training, targets, cost)).collect(),
        }
    }

    /// (x, 1)·w.
    fn score(&self, example: usize, weights: &Col<f64>) -> f64 {
        match self {
            Self::Span(span) => span.coordinates.col(example).transpose() * weights,
            Self::Exact(exact) => exact.score(example, numbers(weights)),
            Self::Wide(wide) => wide.score(example, numbers(weights)),
        }
    }

    /// The weights of the vectors' own numbers.
    fn coefficients(&self, weights: &Col<f64>) -> Vec<f64> {
        match self {
            Self::Span(span) => (&span.axes * weights).iter().copied().collect(),
            Self::Exact(exact) => exact.coefficients(numbers(weights)),
            Self::Wide(_) => weights.iter().copied().collect(),
        }
    }
}

impl LogisticModel {
    /// Minimisations that hit their limit of steps.
    #[must_use]
    pub fn unfinished(&self) -> usize {
        self.unfinished
    }
}

impl Classifier for LogisticRegression {
    fn len(&self) -> usize {
        match &self.examples {
            Examples::Span(span) => span.coordinates.ncols(),
            Examples::Exact(exact) => exact.len(),
            Examples::Wide(wide) => wide.len(),
        }
    }

    fn predict(&self, labels: &ClassLabels, split: &Split, _run: usize) -> Prediction {
        self.predict_each(labels, split, &[1.0]).remove(0)
    }
}

impl CostClassifier for LogisticRegression {
    fn predict_each(&self, labels: &ClassLabels, split: &Split, costs: &[f64]) -> Vec<Prediction> {
        let prediction = |model: LogisticModel| {
            let classes = split.test.iter().map(|&example| self.class(&model, example)).collect();
            Prediction::new(classes, model.unfinished)
        };
        self.fit_each(labels, &split.training, costs).into_iter().map(prediction).collect()
    }
}

/// The classes that a search tells from all others: one is enough for two.
fn against_the_rest(classes: &[usize]) -> &[usize] {
    match classes {
        [_] | [] => &[],
        [_, second] => std::slice::from_ref(second),
        many => many,
    }
}

/// 1 for `members` of the class, −1 for others.
fn targets(labels: &ClassLabels, members: &[usize], class: usize) -> Vec<f64> {
    members.iter().map(|&member| if labels.classes()[member] == class { 1.0 } else { -1.0 }).collect()
}
