//! How clusters are looked for.

use super::ClusterMethod;
use crate::evaluation::clustering::{CountSettings, Criterion};

/// How clusters are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ClusterSettings {
    /// The method.
    pub method: ClusterMethod,
    /// Number of clusters for k-means; chosen by the criterion if there is none.
    pub clusters: Option<usize>,
    /// How the number of clusters is chosen. Its seed is not used.
    pub count: CountSettings,
    /// Fewest graphs of a cluster for HDBSCAN; a hundredth of the graphs and at least five, if not set.
    pub min_cluster_size: Option<usize>,
    /// Seed of all that is random.
    pub seed: u64,
}

impl ClusterSettings {
    /// Sets the method.
    #[must_use]
    pub fn with_method(mut self, method: ClusterMethod) -> Self {
        self.method = method;
        self
    }

    /// Sets the number of clusters.
    #[must_use]
    pub fn with_clusters(mut self, clusters: Option<usize>) -> Self {
        self.clusters = clusters;
        self
    }

    /// Sets what chooses the number of clusters.
    #[must_use]
    pub fn with_criterion(mut self, criterion: Criterion) -> Self {
        self.count.criterion = criterion;
        self
    }

    /// Sets the largest number of clusters that is chosen.
    #[must_use]
    pub fn with_most(mut self, most: usize) -> Self {
        self.count.most = most;
        self
    }

    /// Sets the fewest graphs of a cluster.
    #[must_use]
    pub fn with_min_cluster_size(mut self, size: Option<usize>) -> Self {
        self.min_cluster_size = size;
        self
    }

    /// Sets the seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}
