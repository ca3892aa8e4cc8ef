//! k-means with restarts.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;

use super::lloyd::Lloyd;
use super::points::Points;
use super::seeding::seeds;
use super::{Clustering, ClusteringError, check_clusters, finite};

/// How to look for clusters.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct KMeansSettings {
    /// Number of clusters.
    pub clusters: usize,
    /// Seed of the first centres; restart number i has random stream i.
    pub seed: u64,
    /// How often to start from other centres; the best result counts.
    pub restarts: usize,
    /// Most steps of a restart.
    pub iterations: usize,
}

impl KMeansSettings {
    /// Ten restarts of at most 300 steps, seed 0.
    #[must_use]
    pub fn new(clusters: usize) -> Self {
        Self { clusters, seed: 0, restarts: 10, iterations: 300 }
    }

    /// Sets the seed of the first centres.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the number of restarts from other centres.
    #[must_use]
    pub fn with_restarts(mut self, restarts: usize) -> Self {
        self.restarts = restarts;
        self
    }

    /// Sets the largest number of steps of a restart.
    #[must_use]
    pub fn with_iterations(mut self, iterations: usize) -> Self {
        self.iterations = iterations;
        self
    }
}

/// Clusters with the least sum of squared distances to their means that was found.
///
/// k-means++ seeding, then Lloyd's steps until nothing changes; the best of several restarts. Restarts run on the threads of
/// the current rayon pool; the result does not depend on how many.
///
/// # Errors
/// [`ClusteringError`]: no clusters, more than points, or a number that is not finite.
///
/// # Panics
/// If `rows` is not whole rows of `width` numbers.
///
/// # Edge cases
/// Points in fewer different places than clusters: each place is a cluster.
///
/// # Complexity
/// O(n · k · width) time a step; O(n · width) space and O(k · (n + width)) for each thread.
///
/// ```
/// use sgr_lab::evaluation::clustering::{KMeansSettings, k_means};
/// let found = k_means(&[0.0, 9.0, 0.1, 9.1], 1, &KMeansSettings::new(2))?;
/// assert_eq!(found.assignments, [0, 1, 0, 1]);
/// # Ok::<(), sgr_lab::evaluation::clustering::ClusteringError>(())
/// ```
pub fn k_means(rows: &[f32], width: usize, settings: &KMeansSettings) -> Result<Clustering, ClusteringError> {
    let rows = finite(rows, width)?.values();
    cluster(&Points::new(rows.iter().map(|&value| f64::from(value)), width), settings)
}

/// The best of several restarts.
pub(super) fn cluster(points: &Points, settings: &KMeansSettings) -> Result<Clustering, ClusteringError> {
    check_clusters(settings.clusters, points.count())?;
    let attempt = |restart: usize| {
        let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
        random.set_stream(restart as u64);
        let run = Lloyd::run(points, seeds(points, settings.clusters, &mut random), settings.iterations);
        let (assignments, clusters) = numbered_by_appearance(&run.assignments, settings.clusters);
        let (iterations, converged) = (run.iterations, run.converged);
        Clustering { assignments, clusters, inertia: run.inertia(), iterations, converged, restart }
    };
    // All of them, then the first best in order: which thread was first does not matter.
    let runs: Vec<Clustering> = (0..settings.restarts.max(1)).into_par_iter().map(attempt).collect();
    let best = runs.into_iter().min_by(|a, b| a.inertia.total_cmp(&b.inertia));
    best.ok_or(ClusteringError::Clusters { clusters: settings.clusters, points: points.count() })
}

/// The same clusters with numbers that appear in ascending order, and how many there are.
fn numbered_by_appearance(assignments: &[u32], clusters: usize) -> (Vec<u32>, usize) {
    let mut numbers = vec![u32::MAX; clusters];
    let mut next = 0;
    let renumbered = assignments
        .iter()
        .map(|&cluster| {
            let number = &mut numbers[cluster as usize];
            if *number == u32::MAX {
                *number = next;
                next += 1;
            }
            *number
        })
        .collect();
    (renumbered, next as usize)
}
