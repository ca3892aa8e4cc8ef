//! How many clusters do vectors have?

mod gap;
mod silhouette;
mod stability;

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::Clustering;
use super::k_means::cluster;
use super::points::Points;
use super::{ClusteringError, KMeansSettings, finite};

/// What decides the number of clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Criterion {
    /// The smallest number with nearly the largest mean silhouette, unless points without clusters reach it: how much nearer points
    /// are to their own cluster than to the next one (`silhouette.rs`).
    #[default]
    Silhouette,
    /// The first number after which clusters do not get tighter faster than those of points without clusters (`gap.rs`).
    Gap,
    /// The largest number for which halves of the points give the clusters of all of them (`stability.rs`).
    Stability,
}

sgr_core::named!(Criterion, "criterion");

impl Criterion {
    /// All criteria.
    pub const ALL: [Self; 3] = [Self::Silhouette, Self::Gap, Self::Stability];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Silhouette => "silhouette",
            Self::Gap => "gap",
            Self::Stability => "stability",
        }
    }

    /// The criterion in a few words.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Silhouette => "largest mean silhouette, if it is above that of points without clusters",
            Self::Gap => "gap statistic: clusters tighter than those of points without clusters",
            Self::Stability => "most clusters that half of the points gives too",
        }
    }
}

/// How to look for the number of clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CountSettings {
    /// What decides.
    pub criterion: Criterion,
    /// Most clusters.
    pub most: usize,
    /// Most points that are looked at; of more, that many are drawn.
    pub sample: usize,
    /// Seed of the sample, the starts of k-means and the points without clusters.
    pub seed: u64,
}

impl Default for CountSettings {
    /// The silhouette of at most 15 clusters of at most 2000 points, seed 0.
    fn default() -> Self {
        Self { criterion: Criterion::default(), most: 15, sample: 2000, seed: 0 }
    }
}

impl CountSettings {
    /// Sets what decides.
    #[must_use]
    pub fn with_criterion(mut self, criterion: Criterion) -> Self {
        self.criterion = criterion;
        self
    }

    /// Sets the largest number of clusters.
    #[must_use]
    pub fn with_most(mut self, most: usize) -> Self {
        self.most = most;
        self
    }

    /// Sets the number of points that are looked at.
    #[must_use]
    pub fn with_sample(mut self, sample: usize) -> Self {
        self.sample = sample;
        self
    }

    /// Sets the seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}

/// A number of clusters, and why.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ClusterCount {
    /// The number of clusters; 1 if nothing speaks for more.
    pub clusters: usize,
    /// What decided.
    pub criterion: Criterion,
    /// Points that were looked at.
    pub points: usize,
    /// The value of the criterion for 1, 2, … clusters.
    pub scores: Vec<f64>,
    /// The value that speaks for more than one cluster, where the criterion has one.
    pub limit: Option<f64>,
}

/// What a criterion says.
struct Verdict {
    clusters: usize,
    scores: Vec<f64>,
    limit: Option<f64>,
}

impl Verdict {
    /// Of points that can be one cluster only.
    fn one() -> Self {
        Self { clusters: 1, scores: vec![0.0], limit: None }
    }
}

/// Sets of points without clusters that points are compared with.
const REFERENCES: u64 = 10;

/// Starts of k-means for each number of clusters: the number needs less care than the clusters.
const RESTARTS: usize = 3;

/// The number of clusters of vectors, by k-means with each number from 1.
///
/// The points are looked at along the principal axes that hold 99 % of their variance, at most 32: what is left out moves no
/// point to another cluster, and k-means takes a fraction of the time. Points without clusters are as many, uniform in the box along
/// these axes (Tibshirani, Walther & Hastie 2001).
///
/// # Errors
/// [`ClusteringError`]: no points, or a number that is not finite.
///
/// # Panics
/// If `rows` is not whole rows of `width` numbers.
///
/// # Edge cases
/// Fewer than four points, and points in one place, are one cluster. There are at most half as many clusters as points, and no
/// more than there are different points.
///
/// # Complexity
/// O(s² · most) time for a sample of s points, a fixed number of times, and O(s²) space; it does not grow with the points beyond
/// the sample. Runs on the threads of the current rayon pool; the result does not depend on how many.
pub fn cluster_count(rows: &[f32], width: usize, settings: &CountSettings) -> Result<ClusterCount, ClusteringError> {
    let rows = finite(rows, width)?;
    if rows.is_empty() {
        return Err(ClusteringError::Clusters { clusters: 1, points: 0 });
    }
    let chosen = sample(rows.len(), settings);
    let values: Vec<f64> = chosen.iter().flat_map(|&row| rows.row(row)).map(|&value| f64::from(value)).collect();
    let points = Points::new(values.into_iter(), width);
    // With as many clusters as points each is perfect.
    let most = settings.most.min(points.count() / 2).min(points.different_places());
    let points = points.along_principal_axes();
    let Verdict { clusters, scores, limit } = match settings.criterion {
        _ if most < 2 => Verdict::one(),
        Criterion::Silhouette => silhouette::verdict(&points, most, settings.seed)?,
        Criterion::Gap => gap::verdict(&points, most, settings.seed)?,
        Criterion::Stability => stability::verdict(&points, most, settings.seed)?,
    };
    Ok(ClusterCount { clusters, criterion: settings.criterion, points: points.count(), scores, limit })
}

/// The rows that are looked at, ascending.
fn sample(rows: usize, settings: &CountSettings) -> Vec<usize> {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut all: Vec<usize> = (0..rows).collect();
    let (chosen, _) = all.partial_shuffle(&mut random, settings.sample.max(1));
    chosen.sort_unstable();
    chosen.to_vec()
}

/// Clusters of k-means.
fn clusters(points: &Points, clusters: usize, seed: u64) -> Result<Clustering, ClusteringError> {
    cluster(points, &KMeansSettings::new(clusters).with_seed(seed).with_restarts(RESTARTS))
}

/// Sets of as many points without clusters: uniform in the box around the points. Set number i has random stream i.
fn without_clusters(points: &Points, seed: u64) -> Vec<Points> {
    let mut ends = vec![[f64::INFINITY, f64::NEG_INFINITY]; points.width()];
    for point in 0..points.count() {
        for (ends, &value) in ends.iter_mut().zip(points.point(point)) {
            *ends = [ends[0].min(value), ends[1].max(value)];
        }
    }
    let set = |number| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        let mut values = Vec::with_capacity(points.count() * points.width());
        for _ in 0..points.count() {
            values.extend(ends.iter().map(|[low, high]| low + (high - low) * random.random::<f64>()));
        }
        Points::new(values.into_iter(), points.width())
    };
    (0..REFERENCES).map(set).collect()
}

/// Mean and standard deviation of some numbers.
fn moments(values: &[f64]) -> [f64; 2] {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64;
    [mean, variance.sqrt()]
}
