//! Accuracy over splits.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rayon::prelude::*;

use super::{ClassLabels, Classifier, Split};
use sgr_core::progress::Progress;

/// Splits from which on work for all of them pays: it takes as long as two or three of them.
const PREPARED_FROM: usize = 4;

/// How often a classifier was right.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// The part of the test examples that was right, from 0 to 1, for each run that was made.
    pub accuracies: Vec<f64>,
    /// Optimisations that hit their limit of steps, over all runs.
    pub unfinished: usize,
    /// C of each run, where it was chosen by the training part.
    pub costs: Vec<f64>,
    /// Number of test examples for each training example, the mean over the runs.
    pub test_share: f64,
}

impl Score {
    /// Mean accuracy over the runs.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.accuracies.iter().sum::<f64>() / self.accuracies.len() as f64
    }

    /// Standard deviation of the accuracies over the runs, dividing by their number (not by one less), as NumPy's default
    /// does.
    #[must_use]
    pub fn standard_deviation(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 = self.accuracies.iter().map(|accuracy| (accuracy - mean).powi(2)).sum();
        (squares / self.accuracies.len() as f64).sqrt()
    }
}

/// The outcome of one split.
struct Run {
    accuracy: f64,
    unfinished: usize,
    cost: Option<f64>,
    share: f64,
}

/// Has the classifier learn and predict every split, on the threads of the current rayon pool, one run a thread. The result
/// does not depend on how many threads; memory is one problem a thread.
///
/// With a `deadline` only splits that begin before it, and the first in any case. Which ones those are depends on the
/// threads and their speed, never on how a split turns out.
///
/// # Panics
/// If labels and examples differ in number.
pub fn score(
    classifier: &dyn Classifier,
    labels: &ClassLabels,
    splits: &[Split],
    deadline: Option<Instant>,
    progress: &dyn Progress,
) -> Score {
    assert_eq!(labels.len(), classifier.len(), "found {} labels for {} examples", labels.len(), classifier.len());
    if splits.len() >= PREPARED_FROM {
        classifier.prepare(labels);
    }
    let done = AtomicUsize::new(0);
    let one_run = |(run, split): (usize, &Split)| {
        if run > 0 && deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return None;
        }
        let prediction = classifier.predict(labels, split, run);
        let right = split.test.iter().zip(&prediction.classes).filter(|&(&at, &class)| labels.classes()[at] == class);
        let accuracy = right.count() as f64 / split.test.len() as f64;
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        progress.report(done as f64 / splits.len() as f64);
        let share = split.test.len() as f64 / split.training.len().max(1) as f64;
        Some(Run { accuracy, unfinished: prediction.unfinished, cost: prediction.cost, share })
    };
    // One run at a time: they take unequally long.
    let runs: Vec<Run> = splits.par_iter().enumerate().with_max_len(1).filter_map(one_run).collect();
    Score {
        accuracies: runs.iter().map(|run| run.accuracy).collect(),
        unfinished: runs.iter().map(|run| run.unfinished).sum(),
        costs: runs.iter().filter_map(|run| run.cost).collect(),
        test_share: runs.iter().map(|run| run.share).sum::<f64>() / runs.len().max(1) as f64,
    }
}
