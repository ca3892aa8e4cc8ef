//! The classes of the nearest training examples.

use super::classifier::first_maximum;
use super::distances::squared_distances;
use super::{ClassLabels, Classifier, EvaluationError, Prediction, Split, VectorRows};
use crate::gram::GramMatrix;

/// Neighbours that vote: scikit-learn's default.
const NEIGHBOURS: usize = 5;

/// The most frequent class among the five nearest training vectors: scikit-learn's `KNeighborsClassifier()`.
///
/// Cover & Hart 1967, "Nearest Neighbor Pattern Classification", with the Euclidean distance.
///
/// # Edge cases
/// Of classes with as many votes the first wins, as in scikit-learn. Of training vectors at the same distance the first in
/// the order of the collection are taken (scikit-learn's choice depends on its way of searching). Fewer than five training
/// vectors all vote.
///
/// # Complexity
/// O(n² d) time and O(n²) space once for all splits; O(n) time a test vector.
#[derive(Debug)]
pub struct NearestNeighbours {
    distances: GramMatrix,
}

impl NearestNeighbours {
    /// Computes all distances, once for all splits.
    ///
    /// # Errors
    /// [`EvaluationError::TooLarge`].
    pub fn new(vectors: VectorRows<'_>) -> Result<Self, EvaluationError> {
        GramMatrix::check_size(vectors.len())?;
        Ok(Self::of_checked(vectors))
    }

    /// The same for vectors whose number was checked.
    pub(super) fn of_checked(vectors: VectorRows<'_>) -> Self {
        Self { distances: squared_distances(vectors) }
    }

    fn class(&self, labels: &ClassLabels, training: &[usize], example: usize) -> usize {
        let row = self.distances.row(example);
        // Ascending by distance, then by position: the training part is in order.
        let mut nearest: Vec<(f64, usize)> = Vec::with_capacity(NEIGHBOURS + 1);
        for &other in training {
            let distance = row[other];
            if nearest.len() < NEIGHBOURS || distance < nearest[NEIGHBOURS - 1].0 {
                let place = nearest.partition_point(|(nearer, _)| *nearer <= distance);
                nearest.insert(place, (distance, other));
                nearest.truncate(NEIGHBOURS);
            }
        }
        let mut votes = vec![0; labels.names().len()];
        nearest.iter().for_each(|&(_, other)| votes[labels.classes()[other]] += 1);
        first_maximum(votes)
    }
}

impl Classifier for NearestNeighbours {
    fn len(&self) -> usize {
        self.distances.size()
    }

    fn predict(&self, labels: &ClassLabels, split: &Split, _run: usize) -> Prediction {
        let classes = split.test.iter().map(|&example| self.class(labels, &split.training, example)).collect();
        Prediction::new(classes, 0)
    }
}
