//! Clusters of described graphs.

use super::{ClusterMethod, ClusterSettings};
use crate::evaluation::ClassLabels;
use crate::evaluation::ClusterScore;
use crate::evaluation::clustering::{
    ClusterCount, ClusteringError, HdbscanSettings, KMeansSettings, cluster_count, hdbscan,
};
use crate::experiment::{DescribeError, Description, agreement};
use crate::synthetic::SyntheticError;

/// Clusters, and how they were found.
///
/// ```
/// use sgr_lab::clusters::{ClusterSettings, Clusters};
/// use sgr_lab::experiment::Description;
/// let rows = (0..40).map(|at| (at % 2) as f32 * 9.0 + at as f32 * 0.01).collect();
/// let clusters = Clusters::find(&Description::Vectors { width: 1, rows }, &ClusterSettings::default())?;
/// assert_eq!((clusters.clusters, clusters.sizes()), (2, vec![20, 20]));
/// # Ok::<(), sgr_lab::clusters::ClusterError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Clusters {
    /// The cluster of each graph, or none for noise. Numbers appear in ascending order, from 0.
    pub assignments: Vec<Option<u32>>,
    /// Number of clusters.
    pub clusters: usize,
    /// The method.
    pub method: ClusterMethod,
    /// How the number of clusters was chosen, if it was.
    pub count: Option<ClusterCount>,
    /// Whether k-means reached its end.
    pub converged: bool,
    /// Fewest graphs of a cluster, for HDBSCAN.
    pub min_cluster_size: Option<usize>,
}

/// Why there are no clusters.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// A graph that cannot be described.
    #[error(transparent)]
    Describe(#[from] DescribeError),
    /// Descriptions that cannot be clustered.
    #[error(transparent)]
    Clustering(#[from] ClusteringError),
    /// Synthetic graphs that cannot be drawn. Not seen; said rather than left out.
    #[error(transparent)]
    Synthetic(#[from] SyntheticError),
}

impl Clusters {
    /// Finds clusters, on the threads of the current rayon pool; the result does not depend on how many. A kernel is used as it is:
    /// [`normalized`](Description::normalized) makes cosines of it.
    ///
    /// # Errors
    /// [`ClusterError::Clustering`]: more clusters than graphs; numbers that are not finite; a kernel without a number of clusters,
    /// or for HDBSCAN; a network.
    pub fn find(description: &Description, settings: &ClusterSettings) -> Result<Self, ClusterError> {
        Ok(match settings.method {
            ClusterMethod::KMeans => k_means_clusters(description, settings)?,
            ClusterMethod::Hdbscan => density_clusters(description, settings)?,
        })
    }

    /// Graphs of each cluster.
    #[must_use]
    pub fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.clusters];
        self.assignments.iter().flatten().for_each(|&cluster| sizes[cluster as usize] += 1);
        sizes
    }

    /// Graphs in no cluster.
    #[must_use]
    pub fn noise(&self) -> usize {
        self.assignments.iter().filter(|cluster| cluster.is_none()).count()
    }

    /// How well the clusters agree with classes; noise counts as a cluster of its own.
    ///
    /// # Panics
    /// If there are not as many classes as graphs.
    #[must_use]
    pub fn agreement(&self, labels: &ClassLabels) -> ClusterScore {
        let numbers: Vec<u32> = self.assignments.iter().map(|cluster| cluster.unwrap_or(u32::MAX)).collect();
        ClusterScore { clusters: self.clusters, ..agreement(&numbers, labels) }
    }
}

fn k_means_clusters(description: &Description, settings: &ClusterSettings) -> Result<Clusters, ClusteringError> {
    let count = match (settings.clusters, description) {
        (Some(_), _) | (None, Description::Network(_)) => None,
        (None, Description::Vectors { width, rows }) => {
            Some(cluster_count(rows, *width, &settings.count.with_seed(settings.seed))?)
        }
        (None, Description::Gram(_)) => {
            return Err(ClusteringError::Kernel {
                wanted: "vectors to choose the number of clusters by, or the number",
            });
        }
    };
    let clusters = settings.clusters.or(count.as_ref().map(|count| count.clusters)).unwrap_or(1);
    let found = description.clusters(&KMeansSettings::new(clusters).with_seed(settings.seed))?;
    Ok(Clusters {
        assignments: found.assignments.into_iter().map(Some).collect(),
        clusters: found.clusters,
        method: settings.method,
        count,
        converged: found.converged,
        min_cluster_size: None,
    })
}

fn density_clusters(description: &Description, settings: &ClusterSettings) -> Result<Clusters, ClusteringError> {
    let (width, rows) = match description {
        Description::Vectors { width, rows } => (*width, rows),
        Description::Gram(_) => return Err(ClusteringError::Kernel { wanted: "vectors for hdbscan" }),
        Description::Network(_) => return Err(ClusteringError::Network),
    };
    let usual = HdbscanSettings::for_points(rows.len() / width.max(1));
    let found = hdbscan(rows, width, &settings.min_cluster_size.map_or(usual, HdbscanSettings::new))?;
    Ok(Clusters {
        assignments: found.assignments,
        clusters: found.clusters,
        method: settings.method,
        count: None,
        converged: true,
        min_cluster_size: Some(found.min_cluster_size),
    })
}
