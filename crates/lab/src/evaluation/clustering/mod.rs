//! Which points belong together, and do these groups agree with the classes?
//!
//! [`k_means`] and [`hdbscan`] for vectors, [`spectral_clustering`] for a Gram matrix; [`cluster_count`] says how many clusters
//! vectors have by a [`Criterion`]. [`adjusted_rand_index`] and [`normalized_mutual_information`] compare the result with the
//! classes.

mod agreement;
mod count;
mod hdbscan;
mod k_means;
mod lloyd;
mod points;
mod seeding;
mod spectral_clustering;

pub use agreement::{adjusted_rand_index, normalized_mutual_information};
pub use count::{ClusterCount, CountSettings, Criterion, cluster_count};
pub use hdbscan::{DensityClustering, HdbscanSettings, hdbscan};
pub use k_means::{KMeansSettings, k_means};
pub use spectral_clustering::{SpectralClustering, spectral_clustering};

use sgr_search::rows::Rows;

/// A cluster for each point, and how they were found.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Clustering {
    /// The cluster of each point. Numbers appear in ascending order, from 0.
    pub assignments: Vec<u32>,
    /// Number of clusters that have points: fewer than asked for if fewer points are different.
    pub clusters: usize,
    /// Sum of the squared distances of the points to the means of their clusters.
    pub inertia: f64,
    /// Steps of the best restart.
    pub iterations: usize,
    /// Whether its last step changed nothing, rather than being the last allowed.
    pub converged: bool,
    /// Which of the restarts was the best; the first of equals.
    pub restart: usize,
}

/// What keeps points from being clustered.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ClusteringError {
    /// No clusters, or more than points.
    #[error("found {clusters} clusters for {points} points, wanted from 1 to the number of points")]
    Clusters {
        /// Clusters asked for.
        clusters: usize,
        /// Points there are.
        points: usize,
    },
    /// Clusters of fewer than two points.
    #[error("found clusters of at least {found} points, wanted at least 2")]
    ClusterSize {
        /// The size asked for.
        found: usize,
    },
    /// A kernel, where vectors are needed.
    #[error("found a kernel, wanted {wanted}")]
    Kernel {
        /// What is wanted instead.
        wanted: &'static str,
    },
    /// A network that learns from classes: it does not compare graphs without them.
    #[error("found a network that learns from classes, wanted a method with vectors or a kernel")]
    Network,
    /// A number that is not finite.
    #[error("found {value} in row {row}, column {column} (from 0), wanted a finite number")]
    NotFinite {
        /// Row of the number.
        row: usize,
        /// Column of the number.
        column: usize,
        /// The number.
        value: f64,
    },
    /// The small eigenproblem inside spectral clustering did not converge. Not seen; said rather than left out.
    #[error("the eigenvectors of {size} points did not converge")]
    NoConvergence {
        /// Number of points.
        size: usize,
    },
}

/// Rows whose numbers are all finite.
///
/// # Panics
/// If the rows are not whole.
fn finite(rows: &[f32], width: usize) -> Result<Rows<'_>, ClusteringError> {
    let (length, width) = (rows.len(), width.max(1));
    assert!(length.is_multiple_of(width), "found {length} numbers, wanted whole rows of {width}");
    Rows::new(rows, width).map_err(|_| {
        let at = rows.iter().position(|value| !value.is_finite()).unwrap_or_default();
        ClusteringError::NotFinite { row: at / width, column: at % width, value: f64::from(rows[at]) }
    })
}

/// Checks the number of clusters.
fn check_clusters(clusters: usize, points: usize) -> Result<(), ClusteringError> {
    if (1..=points).contains(&clusters) { Ok(()) } else { Err(ClusteringError::Clusters { clusters, points }) }
}
