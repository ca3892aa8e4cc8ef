/// The smallest deviation that an input is divided by. One that hardly moves over the synthetic graphs would otherwise
/// get weights so large that a user's graph, where it does move, is thrown off by it alone.
const SMALLEST_DEVIATION: f64 = 1e-3;

/// Mean and deviation of each input.
#[derive(Debug)]
pub(super) struct Standardization {
    means: Vec<f64>,
    deviations: Vec<f64>,
}

impl Standardization {
    /// Of rows of `width` inputs, of which there is at least one.
    pub(super) fn of<'a>(rows: impl Iterator<Item = &'a [f32]> + Clone, width: usize) -> Self {
        let count = rows.clone().count() as f64;
        let mut means = vec![0.0; width];
        for row in rows.clone() {
            means.iter_mut().zip(row).for_each(|(mean, &value)| *mean += f64::from(value));
        }
        means.iter_mut().for_each(|mean| *mean /= count);
        let mut deviations = vec![0.0; width];
        for row in rows {
            for ((square, mean), &value) in deviations.iter_mut().zip(&means).zip(row) {
                *square += (f64::from(value) - mean).powi(2);
            }
        }
        deviations.iter_mut().for_each(|square: &mut f64| *square = (*square / count).sqrt().max(SMALLEST_DEVIATION));
        Self { means, deviations }
    }

    /// Mean 0 and deviation 1: inputs stay as they are.
    pub(super) fn none(width: usize) -> Self {
        Self { means: vec![0.0; width], deviations: vec![1.0; width] }
    }

    /// Standardizes rows in place.
    pub(super) fn apply(&self, rows: &mut [f32]) {
        for row in rows.chunks_exact_mut(self.means.len()) {
            for ((value, mean), deviation) in row.iter_mut().zip(&self.means).zip(&self.deviations) {
                *value = ((f64::from(*value) - mean) / deviation) as f32;
            }
        }
    }

    /// Makes weights (outputs × inputs) and biases that were found for standardized inputs take them as they are.
    ///
    /// # Formula
    /// ```text
    /// W (x − μ)/s + b = (W/s) x + (b − (W/s) μ)
    /// ```
    pub(super) fn fold(&self, weights: &mut [f32], bias: &mut [f32]) {
        for (row, bias) in weights.chunks_exact_mut(self.means.len()).zip(bias) {
            let mut shift = 0.0;
            for ((weight, mean), deviation) in row.iter_mut().zip(&self.means).zip(&self.deviations) {
                *weight = (f64::from(*weight) / deviation) as f32;
                // The rounded weight: what it will be multiplied with.
                shift += f64::from(*weight) * mean;
            }
            *bias = (f64::from(*bias) - shift) as f32;
        }
    }
}
