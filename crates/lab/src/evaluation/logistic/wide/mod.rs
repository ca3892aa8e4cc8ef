//! Vectors with more numbers than a Hessian should have rows.

mod conjugate_gradients;
mod group_pass;
mod lanes;
mod rows;
mod trust_region;

use self::rows::{LANES, Rows};
use self::trust_region::Search;
use super::newton::Minimum;
use crate::evaluation::VectorRows;

/// Examples with more numbers than a Hessian should have rows: histograms with thousands of bins.
///
/// The minimum that [`Newton`](super::newton::Newton) finds is out of reach where counts differ by 10⁶, and LIBLINEAR does
/// not reach it either: its rule ends the search when the slope is a small part of the first one, which counts make steep.
/// So this is its search with its rule and its constants, to end where scikit-learn ends: Newton steps inside a region of trust,
/// each solved by conjugate gradients only as far as pays. See [`Search`].
///
/// All classes are searched for in the same passes over the examples: these are tens of megabytes, and to fetch them takes longer
/// than to multiply them.
///
/// # Complexity
/// O(z) time a pass and class for z numbers that are not zero; O(z) space.
#[derive(Debug)]
pub(super) struct WideExamples {
    rows: Rows,
}

impl WideExamples {
    pub(super) fn of(vectors: VectorRows<'_>) -> Self {
        Self { rows: Rows::of(vectors) }
    }

    /// Number of examples.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// (x, 1)·w.
    pub(super) fn score(&self, example: usize, weights: &[f64]) -> f64 {
        self.rows.score(example, weights)
    }

    /// For each list of targets the weights that tell `training` examples with target 1 from those with −1 by this C,
    /// and whether they came within the tolerance.
    pub(super) fn minimize(&self, training: &[usize], targets: &[Vec<f64>], cost: f64) -> Vec<Minimum> {
        let (width, training) = (self.rows.width(), self.rows.training(training));
        let mut searches: Vec<Search<'_>> =
            targets.iter().map(|targets| Search::new(targets, cost, width.div_ceil(LANES))).collect();
        loop {
            let mut open: Vec<_> = searches.iter_mut().filter(|search| !search.has_ended()).collect();
            if open.is_empty() {
                break;
            }
            training.pass(&mut open);
            open.into_iter().for_each(Search::conclude);
        }
        let minimum = |search: Search<'_>| {
            let (weights, finished) = search.result();
            Minimum { weights: weights.as_flattened()[..width].iter().copied().collect(), finished }
        };
        searches.into_iter().map(minimum).collect()
    }
}
