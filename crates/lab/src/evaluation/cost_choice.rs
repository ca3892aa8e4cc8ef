//! C chosen by the training part.

use super::{ClassLabels, Classifier, CostClassifier, Prediction, Split};

/// The values of C to choose from.
pub const COSTS: [f64; 7] = [1e-3, 1e-2, 1e-1, 1.0, 1e1, 1e2, 1e3];

/// Folds of the inner cross-validation: scikit-learn's default.
const INNER_FOLDS: usize = 5;

/// A classifier whose C is chosen anew for each split, by a stratified five-fold cross-validation of the training part. The
/// test part has no say in it.
///
/// The C with the most right predictions over the five folds, the smallest of equals; then the classifier learns from
/// the whole training part by it. The folds are dealt out in the order of the collection, class after class: nothing is random.
///
/// # Edge cases
/// Training parts of fewer than five examples have fewer folds; a single example takes the smallest C.
#[derive(Debug)]
pub struct ChosenCost<C> {
    classifier: C,
}

impl<C: CostClassifier> ChosenCost<C> {
    /// Chooses for this classifier.
    #[must_use]
    pub fn new(classifier: C) -> Self {
        Self { classifier }
    }

    /// The C that the training part of a split chooses, and the optimisations that hit their limit of steps.
    fn choose(&self, labels: &ClassLabels, training: &[usize]) -> (f64, usize) {
        let (mut right, mut unfinished) = ([0; COSTS.len()], 0);
        for fold in folds(labels, training) {
            let predictions = self.classifier.predict_each(labels, &fold, &COSTS);
            for (right, prediction) in right.iter_mut().zip(predictions) {
                let tested = fold.test.iter().zip(&prediction.classes);
                *right += tested.filter(|&(&example, &class)| labels.classes()[example] == class).count();
                unfinished += prediction.unfinished;
            }
        }
        (COSTS[super::classifier::first_maximum(right)], unfinished)
    }
}

/// The splits of the inner cross-validation.
fn folds(labels: &ClassLabels, training: &[usize]) -> Vec<Split> {
    let mut order: Vec<usize> = (0..training.len()).collect();
    order.sort_by_key(|&at| labels.classes()[training[at]]);
    let mut fold_of = vec![0; training.len()];
    order.iter().enumerate().for_each(|(turn, &at)| fold_of[at] = turn % INNER_FOLDS);
    let split = |fold: usize| {
        let is_tested = |at: &usize| fold_of[*at] == fold;
        let (test, rest): (Vec<usize>, Vec<usize>) = (0..training.len()).partition(is_tested);
        let examples = |places: Vec<usize>| places.into_iter().map(|at| training[at]).collect();
        Split { training: examples(rest), test: examples(test) }
    };
    (0..INNER_FOLDS).map(split).filter(|split| !split.test.is_empty() && !split.training.is_empty()).collect()
}

impl<C: CostClassifier> Classifier for ChosenCost<C> {
    fn len(&self) -> usize {
        self.classifier.len()
    }

    fn predict(&self, labels: &ClassLabels, split: &Split, _run: usize) -> Prediction {
        let (cost, unfinished) = self.choose(labels, &split.training);
        let prediction = self.classifier.predict_each(labels, split, &[cost]).remove(0);
        Prediction { unfinished: unfinished + prediction.unfinished, cost: Some(cost), ..prediction }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    /// Right for examples of class 0 by every C, for those of class 1 by the C at some positions only.
    struct Stub([bool; 7], usize);

    impl Classifier for Stub {
        fn len(&self) -> usize {
            self.1
        }

        fn predict(&self, labels: &ClassLabels, split: &Split, _run: usize) -> Prediction {
            self.predict_each(labels, split, &[1.0]).remove(0)
        }
    }

    impl CostClassifier for Stub {
        fn predict_each(&self, labels: &ClassLabels, split: &Split, costs: &[f64]) -> Vec<Prediction> {
            let knows = |cost: f64| self.0[COSTS.iter().position(|&other| other == cost).unwrap()];
            let class = |example: usize, cost: f64| labels.classes()[example].min(usize::from(knows(cost)));
            let classes = |&cost: &f64| split.test.iter().map(|&example| class(example, cost)).collect();
            costs.iter().map(|cost| Prediction::new(classes(cost), 1)).collect()
        }
    }

    fn labels(count: usize) -> ClassLabels {
        let names: Vec<_> = (0..count).map(|at| Some(["a", "b"][at % 2])).collect();
        ClassLabels::new(&names).unwrap()
    }

    #[test]
    fn the_smallest_of_the_best_is_chosen_and_the_test_part_is_not_looked_at() {
        let labels = labels(20);
        let split = Split { training: (0..16).collect(), test: (16..20).collect() };
        let by = |knows: [bool; 7]| ChosenCost::new(Stub(knows, 20)).predict(&labels, &split, 0);
        let (yes, no) = (true, false);
        assert_eq!(by([no, no, yes, no, yes, yes, no]).cost, Some(0.1));
        assert_eq!(by([no; 7]).cost, Some(1e-3));
        assert_eq!(by([no, no, no, no, no, no, yes]).cost, Some(1e3));
        // Five folds of seven values, and the last fit.
        assert_eq!(by([yes; 7]).unfinished, 36);
        assert_eq!(by([yes; 7]).classes, [0, 1, 0, 1]);
    }

    #[test]
    fn inner_folds_divide_the_training_part_and_share_the_classes() {
        let labels = labels(30);
        let training: Vec<usize> = (3..27).collect();
        let folds = folds(&labels, &training);
        let mut tested: Vec<usize> = folds.iter().flat_map(|fold| fold.test.clone()).collect();
        tested.sort_unstable();
        assert_eq!(tested, training);
        for fold in &folds {
            let ones = fold.test.iter().filter(|&&example| example % 2 == 1).count();
            assert!([2, 3].contains(&ones) && [4, 5].contains(&fold.test.len()), "{fold:?}");
            assert!(fold.training.len() + fold.test.len() == 24 && fold.training.is_sorted());
        }
        // Few examples: as many folds as can be tested and learned from.
        assert_eq!(super::folds(&labels, &[4, 5, 6]).len(), 3);
        assert!(super::folds(&labels, &[4]).is_empty());
    }
}
