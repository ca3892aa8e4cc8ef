//! The outcome of one method on one collection.

use serde::{Deserialize, Serialize};

/// How one method did on one collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The collection's name.
    pub collection: String,
    /// The method's name.
    pub method: String,
    /// The method's settings where they are not the usual ones: `paper` for that model; empty otherwise.
    #[serde(default)]
    pub variant: String,
    /// What learned from the method's vectors or Gram matrix: `logistic`, `svm`, `rf`, `knn`, or `network`.
    pub classifier: String,
    /// How graphs were split into a part to learn from and one to test: `split` or `cv10`.
    pub protocol: String,
    /// Mean accuracy over the runs, per cent.
    pub accuracy_mean: f64,
    /// Standard deviation of the accuracy over the runs, in points; of all runs, not an estimate for more (NumPy's default).
    pub accuracy_std: f64,
    /// Accuracy of each run, per cent; empty in results of earlier versions.
    #[serde(default)]
    pub accuracies: Vec<f64>,
    /// Number of test graphs for each training graph, the mean over the runs; 0 in results of earlier versions.
    #[serde(default)]
    pub test_share: f64,
    /// 95 % confidence interval of the mean accuracy, corrected for the overlap of the runs; none for a single run.
    #[serde(default)]
    pub accuracy_interval: Option<[f64; 2]>,
    /// Number of runs.
    pub runs: usize,
    /// Optimisations of the classifier, over all runs, that ended at their limit of steps; 0 is the ordinary case.
    pub unfinished: usize,
    /// Time for all of it: vectors or Gram matrix, classification, clustering.
    pub seconds: f64,
    /// Of which for the vectors or the Gram matrix.
    pub describing_seconds: f64,
    /// Seed of the splits and of all that is random in a classifier or clustering.
    pub seed: u64,
    /// Number of graphs.
    pub graphs: usize,
    /// Graphs that were left out as duplicates, if isomorphic graphs were looked for.
    #[serde(default)]
    pub duplicates_left_out: Option<usize>,
    /// Number of classes.
    pub classes: usize,
    /// Whether the method saw node labels.
    pub labels: bool,
    /// Whether it saw attributes of nodes.
    #[serde(default)]
    pub attributes: bool,
    /// Whether its vectors were standardized by the training part of each split.
    #[serde(default)]
    pub standardized: bool,
    /// C of each run, if the training part of each split chose it; empty otherwise.
    #[serde(default)]
    pub chosen_c: Vec<f64>,
    /// Whether a kernel was used as it is, instead of being normalised to cosines.
    #[serde(default)]
    pub raw_kernel: bool,
    /// How well clusters found without the classes agree with them; nothing for networks, which learn from the classes.
    #[serde(default)]
    pub clustering: Option<ClusterScore>,
}

/// How well clusters agree with classes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClusterScore {
    /// Number of clusters that have graphs.
    pub clusters: usize,
    /// Adjusted Rand index: 1 for the classes themselves, 0 on average for chance.
    pub adjusted_rand_index: f64,
    /// Normalised mutual information: 1 for the classes themselves, 0 for independence.
    pub normalized_mutual_information: f64,
}
