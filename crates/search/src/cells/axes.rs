//! Which few coordinates tell most of a distance?
//!
//! Vectors of graphs are strongly correlated: a few principal axes hold nearly all of their variance. Where they do not, the
//! coordinates are the numbers themselves.

use faer::Mat;
use pulp::Arch;
use sgr_core::numerics::symmetric_eigen;

use super::parallel::in_order;
use crate::rows::Rows;

/// Part of the variance that the coordinates hold. The rest moves the order of candidates only, of which there are several times
/// as many as neighbours.
const VARIANCE: f64 = 0.99;

/// Most dimensions with axes: their covariances take a second at this size, and the time grows with the cube.
const MOST_DIMENSIONS: usize = 1024;

/// Rows that the axes are computed from: sixteen or more for each dimension.
const SAMPLE: usize = 16 * MOST_DIMENSIONS;

/// Largest coordinate, in standard deviations: the square of a difference is then finite in single precision.
pub(super) const LARGEST: f64 = 1e15;

/// Rows of a task.
const TASK: usize = 1024;

/// Sums that are added up side by side, whatever the instruction set.
const LANES: usize = 8;

/// Coordinates of rows: differences from the means, along axes or as they are, in units of the standard deviation of all.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Axes {
    /// One by the standard deviation.
    pub(crate) scale: f32,
    pub(crate) means: Vec<f32>,
    /// Axis after axis; none for the numbers as they are.
    pub(crate) axes: Vec<f32>,
}

impl Axes {
    /// The axes of rows.
    pub(super) fn of(rows: Rows<'_>) -> Self {
        let dimensions = rows.dimensions();
        let sample: Vec<usize> = (0..rows.len()).step_by(rows.len().div_ceil(SAMPLE).max(1)).collect();
        let mut means = vec![0.0; dimensions];
        for &row in &sample {
            means.iter_mut().zip(rows.row(row)).for_each(|(mean, &value)| *mean += f64::from(value));
        }
        means.iter_mut().for_each(|mean| *mean /= sample.len().max(1) as f64);
        let (variance, axes) = principal(rows, &sample, &means);
        let scale = (1.0 / variance.sqrt()).clamp(f64::from(f32::MIN_POSITIVE), f64::from(f32::MAX));
        let scale = if variance > 0.0 { scale as f32 } else { 1.0 };
        Self { scale, means: means.into_iter().map(|mean| mean as f32).collect(), axes }
    }

    /// The number of coordinates.
    pub(crate) fn count(&self) -> usize {
        if self.axes.is_empty() { self.means.len() } else { self.axes.len() / self.means.len() }
    }

    /// The coordinates of rows, on several threads.
    pub(super) fn of_rows(&self, rows: Rows<'_>, threads: usize) -> Vec<f32> {
        let tasks = in_order(threads, rows.len().div_ceil(TASK), |task| {
            let range = task * TASK..((task + 1) * TASK).min(rows.len());
            let mut out = Vec::with_capacity(range.len() * self.count());
            range.for_each(|row| self.append(rows.row(row), &mut out));
            out
        });
        tasks.concat()
    }

    /// Appends the coordinates of a row.
    pub(super) fn append(&self, row: &[f32], out: &mut Vec<f32>) {
        let scale = f64::from(self.scale);
        let scaled = |value: f64| (value * scale).clamp(-LARGEST, LARGEST) as f32;
        let offsets = row.iter().zip(&self.means).map(|(&value, &mean)| f64::from(value) - f64::from(mean));
        if self.axes.is_empty() {
            out.extend(offsets.map(scaled));
            return;
        }
        let offsets: Vec<f64> = offsets.collect();
        Arch::new().dispatch(|| {
            out.extend(self.axes.chunks_exact(offsets.len()).map(|axis| scaled(product(&offsets, axis))));
        });
    }
}

/// The variance of all dimensions together, and the axes that hold most of it; none where more than half of the dimensions would
/// be needed.
fn principal(rows: Rows<'_>, sample: &[usize], means: &[f64]) -> (f64, Vec<f32>) {
    let (dimensions, count) = (means.len(), sample.len().max(1) as f64);
    let offsets = |row: usize| rows.row(row).iter().zip(means).map(|(&value, mean)| f64::from(value) - mean);
    if dimensions > MOST_DIMENSIONS {
        let variance = sample.iter().map(|&row| offsets(row).map(|offset| offset * offset).sum::<f64>()).sum::<f64>();
        return (variance / count, Vec::new());
    }
    let mut sums = vec![0.0; dimensions * dimensions];
    let arch = Arch::new();
    for &row in sample {
        let offsets: Vec<f64> = offsets(row).collect();
        arch.dispatch(|| {
            for (one, sums) in offsets.iter().zip(sums.chunks_exact_mut(dimensions)) {
                sums.iter_mut().zip(&offsets).for_each(|(sum, other)| *sum += one * other);
            }
        });
    }
    let variance = (0..dimensions).map(|at| sums[at * dimensions + at]).sum::<f64>();
    if variance <= 0.0 {
        return (0.0, Vec::new());
    }
    // Divided by their sum: numbers of any size keep their digits.
    let matrix = Mat::from_fn(dimensions, dimensions, |row, column| sums[row * dimensions + column] / variance);
    let Some((values, vectors)) = symmetric_eigen(matrix.as_ref()) else { return (variance / count, Vec::new()) };
    let mut held = 0.0;
    let largest_first = (0..dimensions).rev().take_while(|&at| {
        let is_needed = held < VARIANCE;
        held += values[at];
        is_needed
    });
    let needed: Vec<usize> = largest_first.collect();
    if needed.len() > dimensions / 2 {
        return (variance / count, Vec::new());
    }
    let axes = needed.into_iter().flat_map(|at| (0..dimensions).map(move |row| (row, at)));
    (variance / count, axes.map(|(row, at)| vectors[(row, at)] as f32).collect())
}

/// The sum of products, in as many partial sums as there are lanes.
#[inline(always)]
fn product(one: &[f64], other: &[f32]) -> f64 {
    let (one, other) = (one.as_chunks::<LANES>(), other.as_chunks::<LANES>());
    let mut sums = [0.0; LANES];
    for (one, other) in one.0.iter().zip(other.0) {
        for (sum, (one, &other)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += one * f64::from(other);
        }
    }
    let tail: f64 = one.1.iter().zip(other.1).map(|(one, &other)| one * f64::from(other)).sum();
    sums.iter().sum::<f64>() + tail
}
