//! Methods judged on collections.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::describe::pool;
use super::{DescribeError, Describer, Description, LabelledCollection};
use crate::evaluation::clustering::{
    ClusteringError, KMeansSettings, adjusted_rand_index, normalized_mutual_information,
};
use crate::evaluation::{
    Cell, ChosenCost, ClassLabels, Classifier, ClusterScore, EvaluationError, Protocol, SupportVectorMachine,
    VectorClassifier, VectorRows, score, significance,
};
use sgr_core::embed::StreamSettings;
use sgr_core::progress::{Progress, Stretch};

/// How methods are judged.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct EvaluationSettings {
    /// How graphs are split into a part to learn from and one to test.
    pub protocol: Protocol,
    /// How often.
    pub runs: usize,
    /// Seed of splits, forests and clusters.
    pub seed: u64,
    /// The classifier of vectors.
    pub classifier: VectorClassifier,
    /// Whether the classifier of vectors gets standardized ones, by the training part of each split.
    pub standardize: bool,
    /// Whether the training part of each split chooses C, instead of C = 1.
    pub choose_c: bool,
    /// How long splits may begin, counted from the first; one is always made.
    pub time_limit: Option<Duration>,
    /// Whether kernels stay as they are, instead of being normalised to cosines.
    pub raw_kernels: bool,
}

impl Default for EvaluationSettings {
    /// The paper's protocol: 100 random splits, logistic regression.
    fn default() -> Self {
        let (protocol, classifier) = (Protocol::RandomSplits, VectorClassifier::LogisticRegression);
        Self {
            protocol,
            runs: 100,
            seed: 0,
            classifier,
            standardize: false,
            choose_c: false,
            time_limit: None,
            raw_kernels: false,
        }
    }
}

/// What keeps a method from its result on a collection.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// The method cannot describe the graphs.
    #[error(transparent)]
    Describe(#[from] DescribeError),
    /// The description cannot be judged.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// No clusters can be found in it.
    #[error(transparent)]
    Clustering(#[from] ClusteringError),
}

impl EvaluationSettings {
    /// The settings that a result depends on, besides the description. The time limit is left out: the number of runs shows
    /// its effect.
    #[must_use]
    pub fn key(&self) -> String {
        let Self { protocol, runs, seed, classifier, standardize, choose_c, raw_kernels, .. } = self;
        let standardized = if *standardize { " standardized" } else { "" };
        let chosen = if *choose_c { " chosen C" } else { "" };
        format!("{protocol} runs={runs} seed={seed} {classifier} raw={raw_kernels}{standardized}{chosen}")
    }

    /// Whether the protocol can be followed with these classes.
    ///
    /// # Errors
    /// [`EvaluationError`], before any graph is described.
    pub fn check(&self, labels: &ClassLabels) -> Result<(), EvaluationError> {
        if self.choose_c && !self.classifier.has_cost() {
            return Err(EvaluationError::NoCost { classifier: self.classifier.name() });
        }
        self.protocol.splits(labels, self.runs, self.seed).map(|_| ())
    }

    /// Sets how graphs are split into a training part and a test part.
    #[must_use]
    pub fn with_protocol(mut self, protocol: Protocol) -> Self {
        self.protocol = protocol;
        self
    }

    /// Sets the number of splits.
    #[must_use]
    pub fn with_runs(mut self, runs: usize) -> Self {
        self.runs = runs;
        self
    }

    /// Sets the seed of splits, forests and clusters.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the classifier of vectors.
    #[must_use]
    pub fn with_classifier(mut self, classifier: VectorClassifier) -> Self {
        self.classifier = classifier;
        self
    }

    /// Sets whether the training part of each split chooses C.
    #[must_use]
    pub fn with_choose_c(mut self, choose_c: bool) -> Self {
        self.choose_c = choose_c;
        self
    }

    /// Sets whether the classifier of vectors gets standardized ones.
    #[must_use]
    pub fn with_standardize(mut self, standardize: bool) -> Self {
        self.standardize = standardize;
        self
    }

    /// Sets the time within which splits may begin, counted from the first; one is always made.
    #[must_use]
    pub fn with_time_limit(mut self, time_limit: Option<Duration>) -> Self {
        self.time_limit = time_limit;
        self
    }

    /// Sets whether kernels are used as they are, instead of being normalized to cosines.
    #[must_use]
    pub fn with_raw_kernels(mut self, raw_kernels: bool) -> Self {
        self.raw_kernels = raw_kernels;
        self
    }
}

/// How well a method tells the classes of a collection apart: describes the graphs, learns and tests on every split, and
/// looks for clusters without the classes, except with a network. Without a time limit the result does not depend on the number of threads.
///
/// Kernels are normalised to cosines first, unless told otherwise, so that large graphs are not like each other merely for
/// being large.
///
/// # Errors
/// [`EvaluateError`].
pub fn evaluate(
    collection: &LabelledCollection,
    describer: &Describer<'_>,
    settings: &EvaluationSettings,
    pipeline: &StreamSettings,
    progress: &dyn Progress,
) -> Result<Cell, EvaluateError> {
    let start = Instant::now();
    let labels = collection.labels();
    let splits = settings.protocol.splits(labels, settings.runs, settings.seed)?;
    let describing = Stretch { whole: progress, from: 0.0, to: 0.5 };
    let mut description = describer.describe(collection.records(), pipeline, &describing)?;
    if !settings.raw_kernels {
        description = description.normalized();
    }
    let describing_seconds = start.elapsed().as_secs_f64();
    let judging = Stretch { whole: progress, from: 0.5, to: 0.95 };
    let pool = pool(pipeline.threads)?;
    let (classifier, score, clustering) = pool.install(|| {
        let (name, classifier) = classifier(&description, settings)?;
        let deadline = settings.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        let score = score(classifier.as_ref(), labels, &splits, deadline, &judging);
        if describer.method.is_network() {
            return Ok((name, score, None));
        }
        let k_means = KMeansSettings { seed: settings.seed, ..KMeansSettings::new(labels.names().len()) };
        let clusters = description.clusters(&k_means)?;
        Ok::<_, EvaluateError>((name, score, Some(agreement(&clusters.assignments, labels))))
    })?;
    let accuracies: Vec<f64> = score.accuracies.iter().map(|accuracy| 100.0 * accuracy).collect();
    Ok(Cell {
        collection: collection.name().to_owned(),
        method: describer.method.name().to_owned(),
        variant: describer.variant(),
        classifier: classifier.to_owned(),
        protocol: settings.protocol.name().to_owned(),
        accuracy_mean: 100.0 * score.mean(),
        accuracy_std: 100.0 * score.standard_deviation(),
        accuracy_interval: significance::interval(&accuracies, score.test_share),
        accuracies,
        test_share: score.test_share,
        runs: score.accuracies.len(),
        unfinished: score.unfinished,
        seconds: start.elapsed().as_secs_f64(),
        describing_seconds,
        seed: settings.seed,
        graphs: collection.records().len(),
        duplicates_left_out: collection.duplicates_left_out(),
        classes: labels.names().len(),
        labels: describer.uses_labels(),
        attributes: describer.uses_attributes(),
        standardized: settings.standardize && !describer.method.is_kernel() && !describer.method.is_network(),
        chosen_c: score.costs,
        raw_kernel: settings.raw_kernels && describer.method.is_kernel(),
        clustering,
    })
}

/// What learns from a description, and its name.
fn classifier<'a>(
    description: &'a Description,
    settings: &EvaluationSettings,
) -> Result<(&'static str, Box<dyn Classifier + 'a>), EvaluationError> {
    Ok(match description {
        Description::Network(network) => ("network", network.classifier(settings.seed)),
        Description::Gram(gram) => {
            let machine = SupportVectorMachine::new(gram)?;
            ("svm", if settings.choose_c { Box::new(ChosenCost::new(machine)) } else { Box::new(machine) })
        }
        Description::Vectors { width, rows } => {
            let (rows, classifier) = (VectorRows::new(rows, *width)?, settings.classifier);
            let made = match (settings.standardize, settings.choose_c) {
                (true, choose_c) => classifier.on_standardized(rows, settings.seed, choose_c)?,
                (false, true) => classifier.on_with_chosen_cost(rows)?,
                (false, false) => classifier.on(rows, settings.seed)?,
            };
            (classifier.name(), made)
        }
    })
}

/// How well clusters, by their numbers, agree with the classes.
#[must_use]
pub fn agreement(clusters: &[u32], labels: &ClassLabels) -> ClusterScore {
    let classes: Vec<u32> = labels.classes().iter().map(|&class| class as u32).collect();
    ClusterScore {
        clusters: clusters.iter().collect::<BTreeSet<_>>().len(),
        adjusted_rand_index: adjusted_rand_index(clusters, &classes),
        normalized_mutual_information: normalized_mutual_information(clusters, &classes),
    }
}
