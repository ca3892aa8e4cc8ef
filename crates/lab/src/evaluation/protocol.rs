//! Splits into training and test parts.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{ClassLabels, EvaluationError};

/// Folds of cross-validation: the usual ten.
pub const FOLDS: usize = 10;

/// Which examples are learned from and which are tested.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Protocol {
    /// A fifth of the graphs, rounded up, drawn at random for the test, whatever their classes: "we randomly select 80%
    /// of the data for training" (Tsitsulin et al., "SGR", §5).
    #[default]
    RandomSplits,
    /// Each of ten parts is tested once; every part has its share of each class. A run is one part tested, so 100 runs
    /// are ten shuffles.
    CrossValidation,
}

/// One way to divide the examples; both parts ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// Examples to learn from.
    pub training: Vec<usize>,
    /// Examples to predict.
    pub test: Vec<usize>,
}

sgr_core::named!(Protocol, "protocol");

impl Protocol {
    /// Every protocol.
    pub const ALL: [Self; 2] = [Self::RandomSplits, Self::CrossValidation];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::RandomSplits => "split",
            Self::CrossValidation => "cv10",
        }
    }

    /// The protocol in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::RandomSplits => "Random 80/20 splits, as in the paper",
            Self::CrossValidation => "Ten stratified folds, each tested once; a hundred runs are ten times that",
        }
    }

    /// The splits of so many runs. Run i (every ten runs of cross-validation) has random stream i of the seed, so it is
    /// the same whatever the number of runs.
    ///
    /// # Errors
    /// [`EvaluationError::Runs`], [`EvaluationError::TooFewGraphs`].
    pub fn splits(self, labels: &ClassLabels, runs: usize, seed: u64) -> Result<Vec<Split>, EvaluationError> {
        let stream = |number: usize| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(number as u64);
            random
        };
        match self {
            _ if runs == 0 => Err(EvaluationError::Runs { found: 0, wanted: "at least 1" }),
            Self::RandomSplits => Ok((0..runs).map(|run| random_split(labels.len(), &mut stream(run))).collect()),
            Self::CrossValidation if !runs.is_multiple_of(FOLDS) => {
                Err(EvaluationError::Runs { found: runs, wanted: "a multiple of 10 for ten-fold cross-validation" })
            }
            Self::CrossValidation if labels.len() < FOLDS => Err(EvaluationError::TooFewGraphs {
                found: labels.len(),
                wanted: FOLDS,
                what: "ten-fold cross-validation",
            }),
            Self::CrossValidation => {
                Ok((0..runs / FOLDS).flat_map(|shuffle| folds(labels, &mut stream(shuffle))).collect())
            }
        }
    }
}

impl Split {
    /// `is_test` of each example decides.
    fn by(examples: usize, is_test: impl Fn(usize) -> bool) -> Self {
        let (test, training) = (0..examples).partition(|&example| is_test(example));
        Self { training, test }
    }
}

fn random_split(examples: usize, random: &mut ChaCha8Rng) -> Split {
    let mut order: Vec<usize> = (0..examples).collect();
    order.shuffle(random);
    let mut is_test = vec![false; examples];
    order[..examples.div_ceil(5)].iter().for_each(|&example| is_test[example] = true);
    Split::by(examples, |example| is_test[example])
}

/// Deals the shuffled examples of class after class out to the folds in turn: sizes, and the shares of each class, differ
/// by at most one.
fn folds(labels: &ClassLabels, random: &mut ChaCha8Rng) -> Vec<Split> {
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.shuffle(random);
    order.sort_by_key(|&example| labels.classes()[example]);
    let mut fold_of = vec![0; labels.len()];
    order.iter().enumerate().for_each(|(turn, &example)| fold_of[example] = turn % FOLDS);
    (0..FOLDS).map(|fold| Split::by(labels.len(), |example| fold_of[example] == fold)).collect()
}
