//! Random forests.

mod cut;
mod ranks;
mod tree;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::classifier::first_maximum;
use super::{ClassLabels, Classifier, Prediction, Split, VectorRows};
use cut::Sample;
use ranks::Ranks;
use tree::Grower;

/// Number of trees, as in scikit-learn.
const TREES: usize = 100;

/// A hundred trees, each on a bootstrap of the training examples and grown until its leaves are pure, each cut the best of
/// ⌊√d⌋ columns by Gini impurity; the class with the largest mean share in the leaves. The settings are the defaults of
/// scikit-learn's `RandomForestClassifier`.
///
/// Breiman 2001, "Random Forests", Machine Learning 45. Tree t of run r has random stream 100 r + t of the seed.
///
/// # Edge cases
/// A class without a training example is never predicted. Examples that no column tells apart share a leaf.
///
/// # Complexity
/// O(√d n log² n) time a tree that is balanced, O(n d) space once for all splits.
#[derive(Debug)]
pub struct RandomForest {
    ranks: Ranks,
    seed: u64,
}

impl RandomForest {
    /// Ranks the numbers of each column, once for all splits.
    #[must_use]
    pub fn new(vectors: VectorRows<'_>, seed: u64) -> Self {
        Self { ranks: Ranks::of(vectors), seed }
    }

    /// As many draws as there are training examples; those that were drawn, with how often.
    fn bootstrap(labels: &ClassLabels, training: &[usize], random: &mut ChaCha8Rng) -> Vec<Sample> {
        let mut counts = vec![0u32; training.len()];
        training.iter().for_each(|_| counts[random.random_range(0..training.len())] += 1);
        let drawn = training.iter().zip(counts).filter(|&(_, count)| count > 0);
        drawn
            .map(|(&example, count)| Sample { example: example as u32, class: labels.classes()[example] as u32, count })
            .collect()
    }
}

impl Classifier for RandomForest {
    fn len(&self) -> usize {
        self.ranks.examples()
    }

    fn predict(&self, labels: &ClassLabels, split: &Split, run: usize) -> Prediction {
        let classes = labels.names().len();
        let mut grower = Grower::new(&self.ranks, classes);
        let mut shares = vec![0.0; split.test.len() * classes];
        for tree in 0..TREES {
            let mut random = ChaCha8Rng::seed_from_u64(self.seed);
            random.set_stream((run * TREES + tree) as u64);
            let mut samples = Self::bootstrap(labels, &split.training, &mut random);
            let tree = grower.grow(&mut samples, &mut random);
            for (&example, shares) in split.test.iter().zip(shares.chunks_exact_mut(classes)) {
                tree.shares(&self.ranks, example).iter().for_each(|&(class, share)| shares[class as usize] += share);
            }
        }
        Prediction::new(shares.chunks_exact(classes).map(first_maximum).collect(), 0)
    }
}
