//! Clusters where points are dense, and noise elsewhere.

mod condensed;
mod linkage;
mod spanning_tree;

use condensed::CondensedTree;
use linkage::Linkage;
use sgr_search::distance::PreparedRows;
use sgr_search::nearest::{NearestSettings, nearest};
use sgr_search::rows::Rows;
use spanning_tree::SpanningTree;

use super::{ClusteringError, finite};

/// How dense a cluster has to be, and how large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct HdbscanSettings {
    /// Fewest points of a cluster, at least 2.
    pub min_cluster_size: usize,
    /// Points, itself included, that a point's core distance reaches; as many as `min_cluster_size` unless set.
    pub min_samples: Option<usize>,
}

impl HdbscanSettings {
    /// Clusters of at least that many points.
    #[must_use]
    pub fn new(min_cluster_size: usize) -> Self {
        Self { min_cluster_size, min_samples: None }
    }

    /// A hundredth of the points and at least five: fewer than a hundred clusters to read about.
    #[must_use]
    pub fn for_points(points: usize) -> Self {
        Self::new((points / 100).max(5))
    }

    /// Sets the points that a core distance reaches.
    #[must_use]
    pub fn with_min_samples(mut self, min_samples: usize) -> Self {
        self.min_samples = Some(min_samples);
        self
    }
}

/// Clusters of different densities, and points that are in none.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DensityClustering {
    /// The cluster of each point, or none for noise. Numbers appear in ascending order, from 0.
    pub assignments: Vec<Option<u32>>,
    /// Number of clusters; 0 if all points are noise.
    pub clusters: usize,
    /// Fewest points of a cluster.
    pub min_cluster_size: usize,
}

/// Clusters by density: HDBSCAN*, with clusters chosen by excess of mass.
///
/// # Formula
/// ```text
/// core(x) = distance of x to its m-th nearest point, x included        m = min_samples
/// reach(x, y) = max(core(x), core(y), |x − y|)
/// the single linkage of reach; a part that splits off is a cluster if it has min_cluster_size points
/// stability(C) = Σ_{x ∈ C} (λ_x − λ_C)        λ = 1 / distance; λ_x where x leaves C, λ_C where C begins
/// of all clusters the disjoint ones with the largest sum of stabilities; never the one of all points
/// ```
/// Campello, Moulavi & Sander 2013, "Density-based clustering based on hierarchical density estimates". The choices are those
/// of scikit-learn's `HDBSCAN`.
///
/// # Errors
/// [`ClusteringError`]: a number that is not finite, or a cluster size below 2.
///
/// # Panics
/// If `rows` is not whole rows of `width` numbers.
///
/// # Edge cases
/// Points that are all in one place are one cluster if there are enough of them, where scikit-learn calls them noise. Distances
/// of 0 count as infinitely dense.
///
/// # Complexity
/// O(n² · width) time, of which most is saved where points are far apart or dense; O(n · (width + m)) space. Runs on the threads
/// of the current rayon pool; the result does not depend on how many.
///
/// ```
/// use sgr_lab::evaluation::clustering::{HdbscanSettings, hdbscan};
/// let found = hdbscan(&[0.0, 0.1, 0.2, 50.0, 9.0, 9.1, 9.2], 1, &HdbscanSettings::new(3))?;
/// assert_eq!(found.assignments, [Some(0), Some(0), Some(0), None, Some(1), Some(1), Some(1)]);
/// # Ok::<(), sgr_lab::evaluation::clustering::ClusteringError>(())
/// ```
pub fn hdbscan(rows: &[f32], width: usize, settings: &HdbscanSettings) -> Result<DensityClustering, ClusteringError> {
    let min_cluster_size = settings.min_cluster_size;
    if min_cluster_size < 2 {
        return Err(ClusteringError::ClusterSize { found: min_cluster_size });
    }
    let rows = finite(rows, width)?;
    if rows.len() < min_cluster_size {
        return Ok(DensityClustering { assignments: vec![None; rows.len()], clusters: 0, min_cluster_size });
    }
    let cores = core_distances(rows, settings.min_samples.unwrap_or(min_cluster_size));
    let edges = SpanningTree::of(rows, &cores).edges;
    let is_one_place = edges.iter().all(|edge| edge.length == 0.0);
    let assignments = if is_one_place {
        vec![Some(0); rows.len()]
    } else {
        CondensedTree::of(&Linkage::of(edges, rows.len()), min_cluster_size).assignments()
    };
    let clusters = assignments.iter().flatten().max().map_or(0, |&last| last as usize + 1);
    Ok(DensityClustering { assignments, clusters, min_cluster_size })
}

/// The distance that reaches that many rows from each row, itself included; all rows, if there are fewer.
fn core_distances(rows: Rows<'_>, reached: usize) -> Vec<f64> {
    let prepared = PreparedRows::euclidean(rows);
    let mut settings = NearestSettings::new(reached.max(1));
    settings.threads = rayon::current_num_threads();
    let Ok(found) = nearest(&prepared, &prepared, &settings) else {
        unreachable!("rows have the dimensions of themselves")
    };
    found.iter().map(|neighbours| neighbours.last().map_or(0.0, |last| last.distance)).collect()
}
