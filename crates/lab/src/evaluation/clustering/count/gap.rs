//! The gap statistic.

use rayon::prelude::*;

use super::super::ClusteringError;
use super::super::points::Points;
use super::{Verdict, clusters, moments, without_clusters};

/// The first number of clusters whose gap is not below the next one by more than its noise.
///
/// # Formula
/// ```text
/// gap(k) = mean_b ln W_b(k) − ln W(k)        W: sum of squared distances to the means, of set b without clusters and of the points
/// s(k) = sd_b(ln W_b(k)) √(1 + 1/B)
/// the smallest k with gap(k) ≥ gap(k + 1) − s(k + 1), or the last
/// ```
/// Tibshirani, Walther & Hastie 2001, "Estimating the number of clusters in a data set via the gap statistic".
pub(super) fn verdict(points: &Points, most: usize, seed: u64) -> Result<Verdict, ClusteringError> {
    let own = logarithms(points, most, seed)?;
    let references: Vec<Vec<f64>> = without_clusters(points, seed)
        .into_par_iter()
        .map(|reference| logarithms(&reference, most, seed))
        .collect::<Result<_, _>>()?;
    let column = |at: usize| moments(&references.iter().map(|logarithms| logarithms[at]).collect::<Vec<f64>>());
    let (means, deviations): (Vec<f64>, Vec<f64>) =
        (0..most).map(column).map(|[mean, deviation]| (mean, deviation)).unzip();
    let scores: Vec<f64> = means.iter().zip(&own).map(|(mean, own)| mean - own).collect();
    let noise = (1.0 + 1.0 / references.len() as f64).sqrt();
    let is_enough = |&at: &usize| scores[at] >= scores[at + 1] - noise * deviations[at + 1];
    let clusters = (0..most - 1).find(is_enough).map_or(most, |at| at + 1);
    Ok(Verdict { clusters, scores, limit: None })
}

/// The logarithms of the sums of squares of 1, 2, … clusters.
fn logarithms(points: &Points, most: usize, seed: u64) -> Result<Vec<f64>, ClusteringError> {
    // Points in as many places as clusters have no sum: below all others, but finite.
    (1..=most).map(|number| Ok(clusters(points, number, seed)?.inertia.max(f64::MIN_POSITIVE).ln())).collect()
}
