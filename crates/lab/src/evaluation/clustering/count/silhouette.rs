//! The largest mean silhouette.

use rayon::prelude::*;

use super::super::points::{Points, squared_distance};
use super::super::{Clustering, ClusteringError};
use super::{Verdict, clusters, moments, without_clusters};

/// Standard deviations above the largest silhouette of points without clusters: one set in some hundreds gets there by chance.
const ABOVE: f64 = 3.0;

/// Part of the largest silhouette that is as good. On made collections the smallest number that reaches it was the number of kinds
/// more often than the number with the largest silhouette, and 0.9 and 0.98 did worse.
const AS_GOOD: f64 = 0.95;

/// The smallest number of clusters with 95 % of the largest mean silhouette, if the largest is above that of points without clusters.
pub(super) fn verdict(points: &Points, most: usize, seed: u64) -> Result<Verdict, ClusteringError> {
    let scores = silhouettes(points, most, seed)?;
    let reached = |reference: Points| silhouettes(&reference, most, seed).map(|scores| largest(&scores));
    let references: Vec<f64> = without_clusters(points, seed).into_par_iter().map(reached).collect::<Result<_, _>>()?;
    let [mean, deviation] = moments(&references);
    let (limit, largest) = (mean + ABOVE * deviation, largest(&scores));
    let clusters = (1..).zip(&scores).find(|(_, score)| **score >= AS_GOOD * largest).map_or(1, |(number, _)| number);
    Ok(Verdict { clusters: if largest > limit { clusters } else { 1 }, scores, limit: Some(limit) })
}

/// Distances of all pairs of points, for the silhouettes of several clusterings.
struct Distances {
    count: usize,
    rows: Vec<f32>,
}

impl Distances {
    fn of(points: &Points) -> Self {
        let count = points.count();
        let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
        let rows = pairs.map(|(a, b)| squared_distance(points.point(a), points.point(b)).sqrt() as f32).collect();
        Self { count, rows }
    }

    /// The mean silhouette.
    ///
    /// # Formula
    /// ```text
    /// s(x) = (b − a) / max(a, b)
    /// a = mean distance of x to the others of its cluster, b = least mean distance of x to another cluster
    /// ```
    /// Rousseeuw 1987, "Silhouettes: a graphical aid to the interpretation and validation of cluster analysis". A point that is
    /// alone in its cluster has 0, and so has one with a = b = 0.
    fn silhouette(&self, clustering: &Clustering) -> f64 {
        let mut sizes = vec![0usize; clustering.clusters];
        clustering.assignments.iter().for_each(|&cluster| sizes[cluster as usize] += 1);
        let mut sums = vec![0.0f64; sizes.len()];
        let mut total = 0.0;
        for (point, row) in self.rows.chunks_exact(self.count).enumerate() {
            sums.fill(0.0);
            for (&distance, &cluster) in row.iter().zip(&clustering.assignments) {
                sums[cluster as usize] += f64::from(distance);
            }
            let own = clustering.assignments[point] as usize;
            if sizes[own] == 1 {
                continue;
            }
            let inside = sums[own] / (sizes[own] - 1) as f64;
            let mean = |cluster: usize| sums[cluster] / sizes[cluster] as f64;
            let outside = (0..sizes.len()).filter(|&other| other != own).map(mean).fold(f64::INFINITY, f64::min);
            if outside.is_finite() && inside.max(outside) > 0.0 {
                total += (outside - inside) / inside.max(outside);
            }
        }
        total / self.count as f64
    }
}

/// The mean silhouettes of 1, 2, … clusters; that of one is 0.
fn silhouettes(points: &Points, most: usize, seed: u64) -> Result<Vec<f64>, ClusteringError> {
    let distances = Distances::of(points);
    let silhouette = |number| clusters(points, number, seed).map(|found| distances.silhouette(&found));
    std::iter::once(Ok(0.0)).chain((2..=most).map(silhouette)).collect()
}

fn largest(silhouettes: &[f64]) -> f64 {
    silhouettes.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}
