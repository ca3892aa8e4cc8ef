//! Points around their mean; for k-means.

use faer::Mat;

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
