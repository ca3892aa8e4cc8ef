//! What was found in a series.

use std::fmt;

use super::dissimilarities::Dissimilarities;
use super::recent_past::departures;
use super::segmentation::{Cut, Cuts, cuts};
use super::{ChangeError, ChangeSettings, Series};
use sgr_core::progress::Progress;

/// What is known of a snapshot.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Snapshot {
    /// Distance to the median of the last vectors before it: `None` for the first snapshot, and for a gap.
    pub distance: Option<f64>,
    /// How unusual the distance is after those before it, in robust standard deviations: `None` where fewer than
    /// [`LEAST_PAST`](super::LEAST_PAST) come before.
    pub score: Option<f64>,
    /// Number of its segment between change points, from 0: `None` for a gap.
    pub segment: Option<usize>,
}

/// A place where the series changed.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ChangePoint {
    /// Position of the first snapshot after the change, from 0.
    pub position: usize,
    /// Probability of a division as good in a series without a change, for the number of segments that were compared. Both ends of a
    /// part that differs from what is before and after it have the same.
    pub p_value: f64,
    /// Distance between the mean vectors of the segments on both sides.
    pub shift: f64,
}

/// Distances, scores and change points of a series.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Changes {
    /// One for each snapshot of the series.
    pub snapshots: Vec<Snapshot>,
    /// In the order of their positions.
    pub points: Vec<ChangePoint>,
    /// The smallest probability among the best divisions that are no change points; `None` if nothing could be divided.
    pub next_p_value: Option<f64>,
    /// The rate of false alarms that was asked for.
    pub false_alarms: f64,
}

impl Changes {
    /// Of a series. Nothing is random but the orders that segments are compared with, which the seed determines.
    ///
    /// # Errors
    /// As for [`ChangeSettings::check`]; [`ChangeError::TooMuchMemory`] and [`ChangeError::Threads`].
    ///
    /// # Edge cases
    /// No snapshots, or too few for two segments: no change points.
    ///
    /// # Complexity
    /// O(n² · (permutations + width)) time for n snapshots with vectors, O(n²) space.
    pub fn of(series: &Series, settings: &ChangeSettings, progress: &dyn Progress) -> Result<Self, ChangeError> {
        settings.check()?;
        let (vectors, present) = (series.vectors(), series.present());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads.max(1)).build();
        let pool = pool.map_err(|error| ChangeError::Threads(error.to_string()))?;
        Dissimilarities::check_memory(vectors.len(), settings.max_memory)?;
        let Cuts { cuts, next_p_value } = pool.install(|| cuts(&vectors, settings, progress));
        let mut borders: Vec<usize> = cuts.iter().map(|cut| cut.position).collect();
        borders.insert(0, 0);
        borders.push(vectors.len());
        let means: Vec<Vec<f64>> = borders.windows(2).map(|ends| mean(&vectors[ends[0]..ends[1]])).collect();
        let point = |(cut, means): (&Cut, &[Vec<f64>])| ChangePoint {
            position: present[cut.position],
            p_value: cut.p_value,
            shift: distance(&means[0], &means[1]),
        };
        let points: Vec<ChangePoint> = cuts.iter().zip(means.windows(2)).map(point).collect();
        let mut snapshots = vec![Snapshot { distance: None, score: None, segment: None }; series.len()];
        for (row, (&position, departure)) in present.iter().zip(departures(&vectors, settings.window)).enumerate() {
            let segment = Some(cuts.partition_point(|cut| cut.position <= row));
            snapshots[position] = Snapshot { distance: departure.distance, score: departure.score, segment };
        }
        Ok(Self { snapshots, points, next_p_value, false_alarms: settings.false_alarms })
    }
}

/// The number of change points, in words.
impl fmt::Display for Changes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (points, snapshots) = (self.points.len(), self.snapshots.len());
        let ending = |count: usize| if count == 1 { "" } else { "s" };
        // To a ten-thousandth: 100 · 0.07 has a one behind fourteen zeros.
        let percent = (1e6 * self.false_alarms).round() / 1e4;
        let (of_points, of_snapshots) = (ending(points), ending(snapshots));
        write!(
            formatter,
            "{points} change point{of_points} in {snapshots} snapshot{of_snapshots} ({percent} % false alarms)"
        )
    }
}

fn mean(vectors: &[&[f32]]) -> Vec<f64> {
    let mut sums = vec![0.0; vectors.first().map_or(0, |vector| vector.len())];
    for vector in vectors {
        sums.iter_mut().zip(*vector).for_each(|(sum, &value)| *sum += f64::from(value));
    }
    sums.iter_mut().for_each(|sum| *sum /= vectors.len() as f64);
    sums
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}
