//! How vectors are spread over synthetic graphs: the statistics that distances need.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::TrainingError;
use super::principal_axes::{covariance, principal_axes};
use sgr_core::representation::{Distance, PairDistances, StatisticsParts, VectorStatistics};
use sgr_search::distance::{Preparation, between_prepared};
use sgr_search::rows::Rows;

/// Most dimensions of vectors that get statistics: the principal axes of more take minutes.
pub(super) const MOST_DIMENSIONS: usize = 512;

/// Most graphs that statistics are computed on: quantiles in per cent do not get better by more.
pub(super) const MOST_GRAPHS: usize = 1 << 16;

/// The smallest deviation of a dimension, as a part of the largest one: what hardly varies over the synthetic graphs would
/// otherwise decide the distance of graphs where it does vary.
const SMALLEST_DEVIATION: f64 = 1e-3;

/// The smallest variance along a principal axis that is kept, as a part of the largest one. Of the axes below, each would count
/// as much as the first one; with 10⁻⁴ the file is larger by a tenth, and graphs of one class are found no better.
const SMALLEST_VARIANCE: f64 = 1e-3;

/// The smallest deviation that may stand in a model file.
const SMALLEST_IN_FILE: f64 = 1e-9;

/// Quantiles of each dimension.
const LEVELS: usize = 33;

/// Quantiles of distances of pairs: per cent.
const PAIR_LEVELS: usize = 101;

/// Random pairs of any two graphs, and of each family.
const PAIRS: usize = 20_000;

/// The random stream of the pairs: beyond those of the graphs.
const PAIR_STREAM: u64 = 1 << 60;

/// Vectors of synthetic graphs, and the family of each.
#[derive(Debug, Clone, Default)]
pub struct FamilyVectors {
    /// Length of a vector.
    pub dimensions: usize,
    /// All vectors, one after another.
    pub rows: Vec<f32>,
    /// The family of each, by its number.
    pub family_of: Vec<usize>,
    /// The families.
    pub families: Vec<String>,
}

impl FamilyVectors {
    /// Appends the family of the next `count` vectors.
    pub fn push_family(&mut self, name: &str, count: usize) {
        let known = self.families.iter().position(|family| family == name);
        let family = known.unwrap_or_else(|| {
            self.families.push(name.to_owned());
            self.families.len() - 1
        });
        self.family_of.extend(std::iter::repeat_n(family, count));
    }

    /// Their statistics, for a model whose default distance is `distance`. `seed` draws the pairs.
    ///
    /// - Deviations: of the population; at least a thousandth of the largest one.
    /// - Whitening: the eigenvectors of the covariance whose eigenvalues are at least 10⁻³ of the largest one, the largest first,
    ///   each divided by the root of its eigenvalue.
    /// - Quantiles: 33 of each dimension, at the levels 0, 1/32, …, 1, interpolated between the ordered values.
    /// - Pairs: 101 quantiles of each distance over 20,000 random pairs of different graphs, any two and of each family that has
    ///   two; the same pairs for each distance.
    ///
    /// # Errors
    /// [`TrainingError`]: fewer than two vectors, numbers that are not finite or too large.
    pub fn statistics(&self, distance: Distance, seed: u64) -> Result<VectorStatistics, TrainingError> {
        let count = self.family_of.len();
        if count < 2 || self.dimensions == 0 || self.rows.len() != count * self.dimensions {
            let (inputs, width) = (self.rows.len(), self.dimensions);
            return Err(TrainingError::Rows { inputs, rows: count, width });
        }
        let parts = StatisticsParts {
            distance,
            graphs: count as u64,
            deviations: self.deviations(),
            whitening: self.whitening()?,
            quantiles: self.quantiles(),
            // Filled below, by the distances that need the rest.
            pairs: PairDistances { count: 1, distances: vec![distance], families: vec![], quantiles: vec![0.0, 0.0] },
        };
        let statistics = VectorStatistics::new(parts.clone(), self.dimensions)?;
        let pairs = self.pair_distances(&statistics, seed)?;
        Ok(VectorStatistics::new(StatisticsParts { pairs, ..parts }, self.dimensions)?)
    }

    fn means(&self) -> Vec<f64> {
        let mut means = vec![0.0; self.dimensions];
        for row in self.rows.chunks_exact(self.dimensions) {
            means.iter_mut().zip(row).for_each(|(mean, &value)| *mean += f64::from(value));
        }
        means.iter_mut().for_each(|mean| *mean /= self.family_of.len() as f64);
        means
    }

    fn deviations(&self) -> Vec<f32> {
        let means = self.means();
        let mut squares = vec![0.0; self.dimensions];
        for row in self.rows.chunks_exact(self.dimensions) {
            for ((square, mean), &value) in squares.iter_mut().zip(&means).zip(row) {
                *square += (f64::from(value) - mean).powi(2);
            }
        }
        let deviations: Vec<f64> = squares.iter().map(|square| (square / self.family_of.len() as f64).sqrt()).collect();
        let largest = deviations.iter().copied().fold(0.0, f64::max);
        let smallest = (SMALLEST_DEVIATION * largest).max(SMALLEST_IN_FILE);
        deviations.into_iter().map(|deviation| deviation.max(smallest) as f32).collect()
    }

    fn whitening(&self) -> Result<Vec<f32>, TrainingError> {
        let covariance = covariance(&self.rows, &self.means());
        let axes = principal_axes(covariance, self.dimensions);
        let axes = axes.ok_or(TrainingError::NoAxes { dimensions: self.dimensions })?;
        let largest = axes[0].0;
        // The first axis stays, even if nothing varies.
        let count = axes.iter().take_while(|(variance, _)| *variance >= SMALLEST_VARIANCE * largest).count().max(1);
        let whitened = axes[..count].iter().flat_map(|(variance, axis)| {
            let deviation = variance.sqrt().max(SMALLEST_IN_FILE);
            axis.iter().map(move |value| (value / deviation) as f32)
        });
        Ok(whitened.collect())
    }

    fn quantiles(&self) -> Vec<f32> {
        let column = |at: usize| self.rows.iter().skip(at).step_by(self.dimensions).map(|&value| f64::from(value));
        (0..self.dimensions).flat_map(|at| quantiles(column(at).collect(), LEVELS)).collect()
    }

    /// Quantiles of all distances of pairs.
    fn pair_distances(&self, statistics: &VectorStatistics, seed: u64) -> Result<PairDistances, TrainingError> {
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); self.families.len()];
        self.family_of.iter().enumerate().for_each(|(row, &family)| members[family].push(row));
        let all: Vec<usize> = (0..self.family_of.len()).collect();
        let named = self.families.iter().zip(&members).filter(|(_, members)| members.len() > 1);
        let families: Vec<String> = named.clone().map(|(family, _)| family.clone()).collect();
        let groups: Vec<&Vec<usize>> = [&all].into_iter().chain(named.map(|(_, members)| members)).collect();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(PAIR_STREAM);
        let pairs: Vec<Vec<(usize, usize)>> = groups.iter().map(|group| random_pairs(group, &mut random)).collect();
        let rows = Rows::new(&self.rows, self.dimensions)
            .map_err(|_| TrainingError::NoAxes { dimensions: self.dimensions })?;
        let mut table = Vec::new();
        for distance in Distance::OF_ANY_NUMBERS {
            let prepared =
                Preparation::of(distance, Some(statistics)).and_then(|preparation| preparation.prepare(rows));
            let prepared = prepared.map_err(|error| TrainingError::Distances { message: error.to_string() })?;
            let rows = prepared.rows();
            for pairs in &pairs {
                let between =
                    |&(one, other): &(usize, usize)| between_prepared(distance, rows.row(one), rows.row(other));
                table.extend(quantiles(pairs.iter().map(between).collect(), PAIR_LEVELS));
            }
        }
        let distances = Distance::OF_ANY_NUMBERS.into();
        Ok(PairDistances { count: PAIRS as u64, distances, families, quantiles: table })
    }
}

/// Random pairs of different members of a group that has two.
fn random_pairs(group: &[usize], random: &mut ChaCha8Rng) -> Vec<(usize, usize)> {
    let pair = |_| {
        let one = random.random_range(0..group.len());
        let other = random.random_range(0..group.len() - 1);
        // All others are as likely.
        (group[one], group[if other < one { other } else { other + 1 }])
    };
    (0..PAIRS).map(pair).collect()
}

/// Quantiles at even levels from 0 to 1, interpolated between the ordered values.
fn quantiles(mut values: Vec<f64>, levels: usize) -> Vec<f32> {
    values.sort_unstable_by(f64::total_cmp);
    let quantile = |level: usize| {
        let position = level as f64 / (levels - 1) as f64 * (values.len() - 1) as f64;
        let (below, above) = (position.floor() as usize, position.ceil() as usize);
        (values[below] + (position - position.floor()) * (values[above] - values[below])) as f32
    };
    (0..levels).map(quantile).collect()
}
