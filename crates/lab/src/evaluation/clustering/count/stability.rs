//! Stability of clusters under subsampling.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::super::points::Points;
use super::super::{ClusteringError, adjusted_rand_index};
use super::{Verdict, clusters};

/// Halves of the points that are clustered.
const HALVES: u64 = 10;

/// Mean adjusted Rand index from which clusters count as the same. The rule and the size of the limit are those of Tibshirani &
/// Walther 2005, "Cluster validation by prediction strength" (0.8 to 0.9). On made collections 0.95 did worse.
const SAME: f64 = 0.9;

/// The largest number of clusters for which halves of the points give the clusters of all of them: the mean adjusted Rand index of
/// both, on the points of the half, is at least 0.9. One cluster always has 1.
pub(super) fn verdict(points: &Points, most: usize, seed: u64) -> Result<Verdict, ClusteringError> {
    let scores = (1..=most).map(|number| stability(points, number, seed)).collect::<Result<Vec<f64>, _>>()?;
    let clusters = scores.iter().rposition(|&score| score >= SAME).map_or(1, |at| at + 1);
    Ok(Verdict { clusters, scores, limit: Some(SAME) })
}

fn stability(points: &Points, number: usize, seed: u64) -> Result<f64, ClusteringError> {
    let whole = clusters(points, number, seed)?;
    let mut sum = 0.0;
    for half in 0..HALVES {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(half);
        let mut all: Vec<usize> = (0..points.count()).collect();
        let (chosen, _) = all.partial_shuffle(&mut random, points.count().div_ceil(2));
        let found = clusters(&points.part(chosen), number, seed)?;
        let of_whole: Vec<u32> = chosen.iter().map(|&at| whole.assignments[at]).collect();
        sum += adjusted_rand_index(&of_whole, &found.assignments);
    }
    Ok(sum / HALVES as f64)
}
