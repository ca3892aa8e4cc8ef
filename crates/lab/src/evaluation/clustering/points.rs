//! Points around their mean; for k-means.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatMut, MatRef, Par};
use sgr_core::numerics::{Leading, LeadingSettings, leading_eigenvectors};

/// Part of the variance that the axes of [`Points::along_principal_axes`] hold.
const KEPT: f64 = 0.99;

/// Most of these axes.
const AXES: usize = 32;

/// Widths up to this are decomposed whole: faster than the iteration.
const DENSE: usize = 64;

/// Residual of the axes, for a covariance matrix of trace 1: far below what moves a point to another cluster.
const TOLERANCE: f64 = 1e-9;

/// Points in f64 around their mean.
///
/// Distances go through scalar products, |x|² − 2 x·c + |c|²: far from the origin those would cancel.
#[derive(Debug)]
pub(super) struct Points {
    /// Column i is point i.
    columns: Mat<f64>,
    /// The largest squared length.
    largest: f64,
}

impl Points {
    /// Points by rows of `width` numbers.
    ///
    /// # Panics
    /// If the rows are not whole.
    pub(super) fn new(rows: impl ExactSizeIterator<Item = f64>, width: usize) -> Self {
        let (length, width) = (rows.len(), width.max(1));
        assert!(length.is_multiple_of(width), "found {length} numbers, wanted whole rows of {width}");
        let mut columns = Mat::zeros(width, length / width);
        for (at, value) in rows.enumerate() {
            columns[(at % width, at / width)] = value;
        }
        let count = columns.ncols().max(1) as f64;
        let means: Vec<f64> = columns.row_iter().map(|row| row.iter().sum::<f64>() / count).collect();
        let mut points = Self { columns, largest: 0.0 };
        for point in 0..points.count() {
            points.column_mut(point).iter_mut().zip(&means).for_each(|(value, mean)| *value -= mean);
        }
        let square = |at| points.point(at).iter().map(|value| value * value).sum::<f64>();
        points.largest = (0..points.count()).map(square).fold(0.0, f64::max);
        points
    }

    /// The same points along the principal axes that hold 99 % of their variance, at most 32.
    pub(super) fn along_principal_axes(self) -> Self {
        let variance: f64 = (0..self.count()).flat_map(|at| self.point(at)).map(|value| value * value).sum();
        if variance <= 0.0 {
            return self;
        }
        let count = self.width().min(AXES);
        let settings = LeadingSettings { leading: Leading::Largest, count, dense: DENSE, tolerance: TOLERANCE };
        let multiply = |vectors: MatRef<'_, f64>, mut products: MatMut<'_, f64>| {
            let along = self.products(vectors);
            matmul(products.as_mut(), Accum::Replace, self.columns.as_ref(), &along, 1.0 / variance, Par::Seq);
        };
        // Only a small eigenproblem with NaN in it could fail, and the points are finite.
        let Some(found) = leading_eigenvectors(self.width(), &settings, multiply) else { return self };
        let held = |axes: usize| found.values[..axes].iter().sum::<f64>();
        let axes = (1..count).find(|&axes| held(axes) >= KEPT).unwrap_or(count);
        let along = self.products(found.vectors.as_ref().subcols(0, axes));
        Self { columns: along.transpose().to_owned(), ..self }
    }

    /// The scalar products of the points, one a row, with some vectors.
    fn products(&self, vectors: MatRef<'_, f64>) -> Mat<f64> {
        let mut along = Mat::zeros(self.count(), vectors.ncols());
        matmul(along.as_mut(), Accum::Replace, self.columns.transpose(), vectors, 1.0, Par::Seq);
        along
    }

    /// Some of the points.
    pub(super) fn part(&self, chosen: &[usize]) -> Self {
        let values = chosen.iter().flat_map(|&at| self.point(at)).copied().collect::<Vec<f64>>();
        Self::new(values.into_iter(), self.width())
    }

    /// Number of different points.
    pub(super) fn different_places(&self) -> usize {
        let mut points: Vec<&[f64]> = (0..self.count()).map(|at| self.point(at)).collect();
        let order = |a: &&[f64], b: &&[f64]| a.iter().zip(*b).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne());
        points.sort_by(|a, b| order(a, b).unwrap_or(std::cmp::Ordering::Equal));
        points.dedup();
        points.len()
    }

    pub(super) fn count(&self) -> usize {
        self.columns.ncols()
    }

    pub(super) fn width(&self) -> usize {
        self.columns.nrows()
    }

    pub(super) fn columns(&self) -> &Mat<f64> {
        &self.columns
    }

    /// The numbers of a point.
    pub(super) fn point(&self, at: usize) -> &[f64] {
        self.columns.col_as_slice(at)
    }

    /// Squared distances up to this are rounding: different numbers in f32 are farther apart.
    pub(super) fn same_place(&self) -> f64 {
        1e-20 * self.largest
    }

    fn column_mut(&mut self, at: usize) -> &mut [f64] {
        self.columns.col_as_slice_mut(at)
    }
}

/// The squared distance of two points.
pub(super) fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}
