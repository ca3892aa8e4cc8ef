//! The interface of classifiers.

use super::{ClassLabels, Split};

/// Learns the classes of some examples and predicts the classes of others.
///
/// Work that all splits share, such as the principal axes of the vectors, is done when a classifier is made.
pub trait Classifier: Sync {
    /// Number of examples.
    fn len(&self) -> usize;

    /// Whether there is no example.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Work for many splits of examples with these classes, on the threads of the current rayon pool; not from inside one of
    /// its tasks. A prediction does not depend on it, beyond the tolerance of an optimisation.
    fn prepare(&self, _labels: &ClassLabels) {}

    /// Learns from the training part of a split, in one thread, and predicts the test part. `run` numbers the split: a
    /// classifier that draws at random draws from a stream of its own for each.
    ///
    /// # Panics
    /// If the split or the labels are not of as many examples.
    fn predict(&self, labels: &ClassLabels, split: &Split, run: usize) -> Prediction;
}

/// A classifier with a constant C: the weight of the training examples against simplicity.
pub trait CostClassifier: Classifier {
    /// As [`Classifier::predict`], by each of these values of C, which ascend: the work that they share is done once.
    fn predict_each(&self, labels: &ClassLabels, split: &Split, costs: &[f64]) -> Vec<Prediction>;
}

impl<C: Classifier + ?Sized> Classifier for &C {
    fn len(&self) -> usize {
        (**self).len()
    }

    fn predict(&self, labels: &ClassLabels, split: &Split, run: usize) -> Prediction {
        (**self).predict(labels, split, run)
    }
}

impl<C: CostClassifier + ?Sized> CostClassifier for &C {
    fn predict_each(&self, labels: &ClassLabels, split: &Split, costs: &[f64]) -> Vec<Prediction> {
        (**self).predict_each(labels, split, costs)
    }
}

impl<C: Classifier + ?Sized> Classifier for Box<C> {
    fn len(&self) -> usize {
        (**self).len()
    }

    fn predict(&self, labels: &ClassLabels, split: &Split, run: usize) -> Prediction {
        (**self).predict(labels, split, run)
    }
}

impl<C: CostClassifier + ?Sized> CostClassifier for Box<C> {
    fn predict_each(&self, labels: &ClassLabels, split: &Split, costs: &[f64]) -> Vec<Prediction> {
        (**self).predict_each(labels, split, costs)
    }
}

/// Classes for the test part of a split.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// In the order of [`Split::test`].
    pub classes: Vec<usize>,
    /// Optimisations that hit their limit of steps, the last step being used; 0 is the ordinary case.
    pub unfinished: usize,
    /// C, where it was chosen by the training part.
    pub cost: Option<f64>,
}

impl Prediction {
    /// Classes, and the number of optimisations that hit their limit of steps.
    #[must_use]
    pub fn new(classes: Vec<usize>, unfinished: usize) -> Self {
        Self { classes, unfinished, cost: None }
    }

    /// One class for all.
    pub(super) fn constant(class: usize, split: &Split) -> Self {
        Self::new(vec![class; split.test.len()], 0)
    }
}

/// The classes that occur among `members`, ascending.
pub(super) fn present_classes(labels: &ClassLabels, members: &[usize]) -> Vec<usize> {
    let mut present = vec![false; labels.names().len()];
    members.iter().for_each(|&member| present[labels.classes()[member]] = true);
    (0..present.len()).filter(|&class| present[class]).collect()
}

/// The position of the largest value, the first where several are.
pub(super) fn first_maximum<T: PartialOrd>(values: impl IntoIterator<Item = T>) -> usize {
    let mut best: Option<(usize, T)> = None;
    for (at, value) in values.into_iter().enumerate() {
        if best.as_ref().is_none_or(|(_, largest)| value > *largest) {
            best = Some((at, value));
        }
    }
    best.map_or(0, |(at, _)| at)
}
