//! The classifiers of vectors by name.

use super::{
    COSTS, ChosenCost, Classifier, CostClassifier, EvaluationError, GaussianMachine, LogisticRegression,
    NearestNeighbours, RandomForest, Standardized, VectorRows,
};
use crate::gram::GramMatrix;

/// The classifier of vectors. Kernels always go to a support vector machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum VectorClassifier {
    /// As in the paper.
    #[default]
    LogisticRegression,
    /// With a Gaussian kernel.
    GaussianMachine,
    /// The usual alternative without a scale.
    RandomForest,
    /// The classes of the five nearest vectors.
    NearestNeighbours,
}

sgr_core::named!(VectorClassifier, "classifier", former_names);

/// A classifier that has a C, or has none.
pub(super) enum Learner<'a> {
    WithCost(Box<dyn CostClassifier + 'a>),
    WithoutCost(Box<dyn Classifier + 'a>),
}

impl<'a> Learner<'a> {
    pub(super) fn classifier(&self) -> &dyn Classifier {
        match self {
            Self::WithCost(classifier) => classifier.as_ref(),
            Self::WithoutCost(classifier) => classifier.as_ref(),
        }
    }

    fn into_classifier(self) -> Box<dyn Classifier + 'a> {
        match self {
            Self::WithCost(classifier) => classifier,
            Self::WithoutCost(classifier) => classifier,
        }
    }
}

impl VectorClassifier {
    /// Every classifier.
    pub const ALL: [Self; 4] =
        [Self::LogisticRegression, Self::GaussianMachine, Self::RandomForest, Self::NearestNeighbours];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::LogisticRegression => "logistic",
            Self::GaussianMachine => "svm",
            Self::RandomForest => "rf",
            Self::NearestNeighbours => "knn",
        }
    }

    /// Names of earlier versions, which are still understood.
    #[must_use]
    pub fn former_names(self) -> &'static [&'static str] {
        match self {
            Self::LogisticRegression => &["lr"],
            _ => &[],
        }
    }

    /// The classifier in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::LogisticRegression => "Logistic regression, C = 1, as in the paper",
            Self::GaussianMachine => {
                "Support vector machine, Gaussian kernel, C = 1, gamma = 1 / (dimensions · variance)"
            }
            Self::RandomForest => "Random forest of 100 trees",
            Self::NearestNeighbours => "Most frequent class of the 5 nearest vectors",
        }
    }

    /// Whether it has a C to choose.
    #[must_use]
    pub fn has_cost(self) -> bool {
        matches!(self, Self::LogisticRegression | Self::GaussianMachine)
    }

    /// Whether this many vectors are not too many.
    pub(super) fn check_size(self, vectors: usize) -> Result<(), EvaluationError> {
        match self {
            Self::GaussianMachine | Self::NearestNeighbours => Ok(GramMatrix::check_size(vectors)?),
            Self::LogisticRegression | Self::RandomForest => Ok(()),
        }
    }

    /// The classifier for all splits of these vectors; `seed` is that of forests.
    ///
    /// # Errors
    /// [`EvaluationError::NoConvergence`], [`EvaluationError::TooLarge`].
    pub fn on(self, vectors: VectorRows<'_>, seed: u64) -> Result<Box<dyn Classifier + '_>, EvaluationError> {
        Ok(self.learner(vectors, seed, 1.0)?.into_classifier())
    }

    /// The same with a C that the training part of each split chooses.
    ///
    /// # Errors
    /// [`EvaluationError::NoCost`], and as for [`Self::on`].
    pub fn on_with_chosen_cost(self, vectors: VectorRows<'_>) -> Result<Box<dyn Classifier + '_>, EvaluationError> {
        match self.learner(vectors, 0, COSTS[COSTS.len() - 1])? {
            Learner::WithCost(classifier) => Ok(Box::new(ChosenCost::new(classifier))),
            Learner::WithoutCost(_) => Err(EvaluationError::NoCost { classifier: self.name() }),
        }
    }

    /// On vectors that are standardized anew for each split.
    ///
    /// # Errors
    /// [`EvaluationError::NoCost`], [`EvaluationError::TooLarge`].
    pub fn on_standardized(
        self,
        vectors: VectorRows<'_>,
        seed: u64,
        choose_cost: bool,
    ) -> Result<Box<dyn Classifier + '_>, EvaluationError> {
        let standardized = Standardized::new(vectors, self, seed)?;
        match choose_cost {
            false => Ok(Box::new(standardized)),
            true if self.has_cost() => Ok(Box::new(ChosenCost::new(standardized))),
            true => Err(EvaluationError::NoCost { classifier: self.name() }),
        }
    }

    fn learner(self, vectors: VectorRows<'_>, seed: u64, largest_cost: f64) -> Result<Learner<'_>, EvaluationError> {
        Ok(match self {
            Self::LogisticRegression => Learner::WithCost(Box::new(LogisticRegression::up_to(vectors, largest_cost)?)),
            Self::GaussianMachine => Learner::WithCost(Box::new(GaussianMachine::new(vectors)?)),
            Self::RandomForest => Learner::WithoutCost(Box::new(RandomForest::new(vectors, seed))),
            Self::NearestNeighbours => Learner::WithoutCost(Box::new(NearestNeighbours::new(vectors)?)),
        })
    }

    /// The classifier for one split of vectors whose number was checked, without work that pays for many splits only.
    pub(super) fn for_one_split(self, vectors: VectorRows<'_>, seed: u64) -> Learner<'_> {
        match self {
            Self::LogisticRegression => Learner::WithCost(Box::new(LogisticRegression::without_axes(vectors))),
            Self::GaussianMachine => Learner::WithCost(Box::new(GaussianMachine::of_checked(vectors))),
            Self::RandomForest => Learner::WithoutCost(Box::new(RandomForest::new(vectors, seed))),
            Self::NearestNeighbours => Learner::WithoutCost(Box::new(NearestNeighbours::of_checked(vectors))),
        }
    }
}
