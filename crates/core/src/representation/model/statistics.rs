//! How the vectors of a model are spread over its training graphs.

use serde::{Deserialize, Serialize};

use super::{LARGEST_NUMBER, ModelError};
use crate::representation::Distance;
use crate::text::shown;

/// The smallest deviation in a model: vectors below 10¹⁹ stay finite when they are divided by it.
const SMALLEST_DEVIATION: f32 = 1e-9;

/// The parts of [`VectorStatistics`]; N is the length of a vector.
#[derive(Debug, Clone, PartialEq)]
pub struct StatisticsParts {
    /// The distance to use where none is asked for.
    pub distance: Distance,
    /// Number of graphs that the statistics were computed on.
    pub graphs: u64,
    /// The standard deviation of each dimension, N numbers.
    pub deviations: Vec<f32>,
    /// Principal axes, each divided by the standard deviation along it: axes × N, row by row.
    pub whitening: Vec<f32>,
    /// Quantiles of each dimension at even levels from 0 to 1: N × levels, row by row.
    pub quantiles: Vec<f32>,
    /// Distances between pairs of graphs.
    pub pairs: PairDistances,
}

/// How the vectors of a model are spread over its training graphs: what [distances](Distance) need besides two vectors.
///
/// Immutable, and checked when it is made: deviations are positive, quantiles ascend.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorStatistics(StatisticsParts);

impl VectorStatistics {
    /// Statistics of vectors of `dimensions` numbers.
    ///
    /// # Errors
    /// [`ModelError`] if a length does not fit, a number is not finite, a deviation is below 10⁻⁹, a number of `whitening`
    /// is above 10⁹ in size, or quantiles do not ascend.
    pub fn new(parts: StatisticsParts, dimensions: usize) -> Result<Self, ModelError> {
        let StatisticsParts { distance, graphs, deviations, whitening, quantiles, pairs } = &parts;
        if !Distance::OF_ANY_NUMBERS.contains(distance) {
            return Err(refused("distance", distance.name(), "a distance of numbers of both signs"));
        }
        shape(DEVIATIONS, deviations.len(), &[dimensions.max(1)])?;
        rows(WHITENING, whitening.len(), dimensions, 1..=dimensions)?;
        rows(QUANTILES, quantiles.len(), dimensions, 2..=usize::MAX)?;
        if *graphs == 0 {
            return Err(refused("graphs", "0", "at least 1"));
        }
        numbers(DEVIATIONS, deviations, |value| value < SMALLEST_DEVIATION, "a standard deviation of at least 1e-9")?;
        numbers(WHITENING, whitening, |value| value.abs() > LARGEST_NUMBER, "at most 1e9 in size")?;
        ascending(QUANTILES, quantiles, quantiles.len() / dimensions)?;
        pairs.check()?;
        Ok(Self(parts))
    }

    /// The distance to use where none is asked for.
    #[must_use]
    pub fn distance(&self) -> Distance {
        self.0.distance
    }

    /// The same with another distance to use where none is asked for.
    #[must_use]
    pub fn with_distance(mut self, distance: Distance) -> Self {
        self.0.distance = distance;
        self
    }

    /// Number of graphs that they were computed on.
    #[must_use]
    pub fn graphs(&self) -> u64 {
        self.0.graphs
    }

    /// Length of a vector.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.0.deviations.len()
    }

    /// The standard deviation of each dimension.
    #[must_use]
    pub fn deviations(&self) -> &[f32] {
        &self.0.deviations
    }

    /// Principal axes, each divided by the standard deviation along it, row by row.
    #[must_use]
    pub fn whitening(&self) -> &[f32] {
        &self.0.whitening
    }

    /// Quantiles of each dimension at even levels from 0 to 1, row by row.
    #[must_use]
    pub fn quantiles(&self) -> &[f32] {
        &self.0.quantiles
    }

    /// Distances between pairs of graphs.
    #[must_use]
    pub fn pairs(&self) -> &PairDistances {
        &self.0.pairs
    }

    /// What the model file says about the tensors.
    pub(super) fn description(&self) -> Description {
        let (dimensions, pairs) = (self.dimensions(), self.pairs());
        Description {
            distance: self.distance(),
            graphs: self.graphs(),
            axes: (self.whitening().len() / dimensions) as u64,
            levels: (self.quantiles().len() / dimensions) as u64,
            pairs: pairs.count,
            pair_levels: pairs.levels() as u64,
            pair_distances: pairs.distances.clone(),
            families: pairs.families.clone(),
        }
    }
}

/// The names of the tensors in a model file.
pub(super) const DEVIATIONS: &str = "statistics.deviations";
pub(super) const PAIRS: &str = "statistics.pairs";
pub(super) const QUANTILES: &str = "statistics.quantiles";
pub(super) const WHITENING: &str = "statistics.whitening";

/// The statistics in the metadata of a model file: everything but the tensors.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Description {
    pub(super) distance: Distance,
    pub(super) graphs: u64,
    pub(super) axes: u64,
    pub(super) levels: u64,
    pub(super) pairs: u64,
    pub(super) pair_levels: u64,
    pub(super) pair_distances: Vec<Distance>,
    pub(super) families: Vec<String>,
}

impl Description {
    /// The shape of the tensor of pairs: distances × rows × levels.
    pub(super) fn pair_shape(&self) -> Vec<u64> {
        vec![self.pair_distances.len() as u64, 1 + self.families.len() as u64, self.pair_levels]
    }
}

/// Distances between random pairs of training graphs, as quantiles: how large is a distance?
///
/// ```
/// use sgr_core::representation::{BuiltIn, Distance};
/// let model = BuiltIn::Default.model();
/// let pairs = model.statistics().map(|statistics| statistics.pairs()).expect("built-in models have statistics");
/// let family = pairs.families().iter().position(|family| family == "block-model");
/// assert_eq!(pairs.share_within(Distance::Euclidean, family, 1e9), Some(1.0));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PairDistances {
    /// Number of random pairs behind each row.
    pub count: u64,
    /// The distances that there are rows for.
    pub distances: Vec<Distance>,
    /// The families that there are rows for.
    pub families: Vec<String>,
    /// Quantiles at even levels from 0 to 1: for each distance a row for pairs of any two graphs, then one for pairs of each
    /// family.
    pub quantiles: Vec<f32>,
}

impl PairDistances {
    /// The families.
    #[must_use]
    pub fn families(&self) -> &[String] {
        &self.families
    }

    /// The share of pairs at this distance or a smaller one: among pairs of any two graphs, or among those of a family by its
    /// number. `None` for a distance or family without a row.
    ///
    /// Between quantiles it is interpolated; below the smallest it is 0.
    #[must_use]
    pub fn share_within(&self, distance: Distance, family: Option<usize>, value: f64) -> Option<f64> {
        let block = self.distances.iter().position(|known| *known == distance)?;
        let row = family.map_or(Some(0), |family| (family < self.families.len()).then_some(family + 1))?;
        let levels = self.levels();
        let start = (block * (1 + self.families.len()) + row) * levels;
        Some(share_up_to(&self.quantiles[start..start + levels], value))
    }

    /// The share of pairs that are farther apart: one less [`share_within`](Self::share_within).
    #[must_use]
    pub fn share_beyond(&self, distance: Distance, family: Option<usize>, value: f64) -> Option<f64> {
        self.share_within(distance, family, value).map(|share| 1.0 - share)
    }

    /// Quantiles of a row.
    fn levels(&self) -> usize {
        self.quantiles.len() / self.rows().max(1)
    }

    fn rows(&self) -> usize {
        self.distances.len() * (1 + self.families.len())
    }

    fn check(&self) -> Result<(), ModelError> {
        let repeated = |at: usize| self.families[..at].contains(&self.families[at]);
        if let Some(at) = (0..self.families.len()).find(|&at| repeated(at)) {
            let found = format!("the family \"{}\" twice", shown(&self.families[at]));
            return Err(refused("families", &found, "different names"));
        }
        if (0..self.distances.len()).any(|at| self.distances[..at].contains(&self.distances[at])) {
            return Err(refused("pair_distances", "a distance twice", "different distances"));
        }
        if self.distances.is_empty() || self.count == 0 {
            return Err(refused("pairs", "no pairs or no distance", "at least one of each"));
        }
        rows(PAIRS, self.quantiles.len(), self.rows(), 2..=usize::MAX)?;
        numbers(PAIRS, &self.quantiles, |value| value < 0.0, "at least 0")?;
        ascending(PAIRS, &self.quantiles, self.levels())
    }
}

/// The share of values that are at most `value`, by quantiles at even levels from 0 to 1.
fn share_up_to(quantiles: &[f32], value: f64) -> f64 {
    let last = quantiles.len() - 1;
    match quantiles.partition_point(|&quantile| f64::from(quantile) <= value) {
        0 => 0.0,
        above if above > last => 1.0,
        above => {
            let [low, high] = [quantiles[above - 1], quantiles[above]].map(f64::from);
            ((above - 1) as f64 + (value - low) / (high - low)) / last as f64
        }
    }
}

fn refused(key: &str, found: &str, wanted: &str) -> ModelError {
    let found = format!("{key} {found}");
    ModelError::Metadata { key: "statistics", found, wanted: wanted.to_owned() }
}

fn shape(tensor: &'static str, found: usize, wanted: &[usize]) -> Result<(), ModelError> {
    match wanted.iter().product::<usize>() == found {
        true => Ok(()),
        false => {
            let wanted = wanted.iter().map(|&length| length as u64).collect();
            Err(ModelError::Shape { tensor, found: vec![found as u64], wanted })
        }
    }
}

/// Checks that a matrix has whole rows, or whole columns, of a length, and as many as is allowed.
fn rows(
    tensor: &'static str,
    found: usize,
    length: usize,
    allowed: std::ops::RangeInclusive<usize>,
) -> Result<(), ModelError> {
    let count = found.checked_div(length).unwrap_or(0);
    shape(tensor, found, &[length, count.clamp(*allowed.start(), *allowed.end())])
}

/// Checks that all numbers are finite and none is `bad`.
fn numbers(tensor: &'static str, values: &[f32], bad: impl Fn(f32) -> bool, wanted: &str) -> Result<(), ModelError> {
    if let Some(position) = values.iter().position(|value| !value.is_finite()) {
        return Err(ModelError::NotFinite { tensor, position, found: values[position] });
    }
    match values.iter().position(|&value| bad(value)) {
        Some(position) => {
            Err(ModelError::Number { tensor, position, found: values[position], wanted: wanted.to_owned() })
        }
        None => Ok(()),
    }
}

/// Checks that each row of `length` finite numbers ascends.
fn ascending(tensor: &'static str, values: &[f32], length: usize) -> Result<(), ModelError> {
    numbers(tensor, values, |_| false, "")?;
    let falls = |row: &[f32]| row.windows(2).position(|pair| pair[1] < pair[0]);
    for (row, values) in values.chunks_exact(length).enumerate() {
        if let Some(at) = falls(values) {
            let wanted = format!("at least {}, the one before", values[at]);
            let position = row * length + at + 1;
            return Err(ModelError::Number { tensor, position, found: values[at + 1], wanted });
        }
    }
    Ok(())
}
