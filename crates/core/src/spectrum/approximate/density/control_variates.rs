//! Control variates: corrects the mean of a quantity over the probes by regression on quantities whose values are
//! exact. Used for the distribution of the eigenvalues and for the heat trace.

/// Sums over the probes of the control variates and their products.
///
/// A control variate is the deviation of a probe from an exact value, such as an exact moment. A probe that gives too
/// much weight to small eigenvalues deviates in the exact moments and in every other quantity alike. Regression on the
/// control variates removes that common deviation; only the variance that they do not explain counts as error
/// (Glasserman, "Monte Carlo Methods in Financial Engineering", §4.1).
#[derive(Debug, Clone)]
pub(super) struct ControlVariates<const VARIATES: usize> {
    probe_count: f64,
    sums: [f64; VARIATES],
    products: [[f64; VARIATES]; VARIATES],
}

/// Sums over the probes of one quantity, its square and its products with the control variates.
#[derive(Debug, Clone, Copy)]
pub(super) struct RegressionSums<const VARIATES: usize> {
    value: f64,
    square: f64,
    with_variates: [f64; VARIATES],
}

/// Skip a control variate whose residual variance, after regression on the earlier ones, is below this fraction of its
/// mean square: it carries no information.
///
/// The variance is a difference of two numbers near the mean square, each with rounding errors of about 1e-16 per
/// probe, so a fraction of 1e-8 is well above rounding and well below the variance of a useful control variate. A
/// smaller fraction would divide by rounding errors; a larger one would discard control variates that almost follow
/// from the others.
const NEGLIGIBLE: f64 = 1e-8;

impl<const VARIATES: usize> RegressionSums<VARIATES> {
    pub(super) fn new() -> Self {
        Self { value: 0.0, square: 0.0, with_variates: [0.0; VARIATES] }
    }

    /// The sum of the quantity over the probes.
    pub(super) fn total(&self) -> f64 {
        self.value
    }

    /// Adds the value of the quantity for one probe, and the deviations of that probe from the exact values.
    #[inline]
    pub(super) fn add(&mut self, value: f64, deviations: &[f64; VARIATES]) {
        self.value += value;
        self.square += value * value;
        for (sum, deviation) in self.with_variates.iter_mut().zip(deviations) {
            *sum += value * deviation;
        }
    }
}

impl<const VARIATES: usize> ControlVariates<VARIATES> {
    pub(super) fn new() -> Self {
        Self { probe_count: 0.0, sums: [0.0; VARIATES], products: [[0.0; VARIATES]; VARIATES] }
    }

    /// Adds the deviations of one probe from the exact values.
    pub(super) fn add(&mut self, deviations: &[f64; VARIATES]) {
        self.probe_count += 1.0;
        for at in 0..VARIATES {
            self.sums[at] += deviations[at];
            for with in 0..VARIATES {
                self.products[at][with] += deviations[at] * deviations[with];
            }
        }
    }

    /// The part of the regression that is the same for all quantities.
    pub(super) fn regression(&self) -> Regression<VARIATES> {
        let means = self.sums.map(|sum| sum / self.probe_count);
        let mut covariances = self.covariances(&means);
        let mean_squares: [f64; VARIATES] = std::array::from_fn(|at| self.products[at][at] / self.probe_count);
        let mut regression = Regression {
            probe_count: self.probe_count,
            means,
            residual_means: means,
            residual_variances: [0.0; VARIATES],
            coefficients: [[0.0; VARIATES]; VARIATES],
            error_factor: 0.0,
        };
        let (mut used, mut leverage) = (0.0, 0.0);
        for pivot in 0..VARIATES {
            let variance = covariances[pivot][pivot];
            if variance <= NEGLIGIBLE * mean_squares[pivot] {
                continue;
            }
            regression.residual_variances[pivot] = variance;
            used += 1.0;
            leverage += regression.residual_means[pivot] * regression.residual_means[pivot] / variance;
            let row = covariances[pivot];
            for later in pivot + 1..VARIATES {
                let coefficient = row[later] / variance;
                regression.coefficients[pivot][later] = coefficient;
                regression.residual_means[later] -= coefficient * regression.residual_means[pivot];
                covariances[later].iter_mut().zip(&row).for_each(|(entry, above)| *entry -= coefficient * above);
            }
        }
        regression.error_factor = (1.0 + leverage) / (self.probe_count - 1.0 - used).max(1.0);
        regression
    }

    fn covariances(&self, means: &[f64; VARIATES]) -> [[f64; VARIATES]; VARIATES] {
        std::array::from_fn(|at| {
            std::array::from_fn(|with| self.products[at][with] / self.probe_count - means[at] * means[with])
        })
    }
}

/// A regression on the control variates. Each control variate is first reduced to its residual after regression on the
/// earlier ones (Gram–Schmidt).
#[derive(Debug, Clone)]
pub(super) struct Regression<const VARIATES: usize> {
    probe_count: f64,
    /// Mean of each control variate over the probes.
    means: [f64; VARIATES],
    /// Mean of the residual of each control variate.
    residual_means: [f64; VARIATES],
    /// Variance of the residual of each control variate; 0 if the control variate is skipped.
    residual_variances: [f64; VARIATES],
    /// Coefficient of each control variate (row) in each later one (column).
    coefficients: [[f64; VARIATES]; VARIATES],
    /// Squared standard error of a corrected mean for a unit of unexplained variance. It grows with the mean deviation
    /// of the probes, because the slopes of the regression are estimates, too.
    error_factor: f64,
}

impl<const VARIATES: usize> Regression<VARIATES> {
    /// The corrected mean of a quantity and its standard error.
    pub(super) fn mean(&self, sums: &RegressionSums<VARIATES>) -> (f64, f64) {
        let mean = sums.value / self.probe_count;
        let mut covariances: [f64; VARIATES] =
            std::array::from_fn(|at| sums.with_variates[at] / self.probe_count - mean * self.means[at]);
        let (mut corrected, mut unexplained) = (mean, sums.square / self.probe_count - mean * mean);
        for pivot in 0..VARIATES {
            if self.residual_variances[pivot] == 0.0 {
                continue;
            }
            let slope = covariances[pivot] / self.residual_variances[pivot];
            corrected -= slope * self.residual_means[pivot];
            unexplained -= slope * covariances[pivot];
            let above = covariances[pivot];
            let later = covariances.iter_mut().zip(&self.coefficients[pivot]).skip(pivot + 1);
            later.for_each(|(covariance, coefficient)| *covariance -= coefficient * above);
        }
        (corrected, (unexplained.max(0.0) * self.error_factor).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// The mean of a linear combination of the control variates has no error.
    #[test]
    fn a_combination_of_control_variates_is_exact() {
        let mut variates = ControlVariates::new();
        let mut sums = RegressionSums::new();
        for probe in 0..12 {
            let (first, second) = (0.03 * f64::from(probe), 0.01 * f64::from(probe * probe % 7));
            // The third control variate is a mixture of the first two; the fourth is the same for all probes.
            let deviations = [first, second, first - second, 0.1];
            variates.add(&deviations);
            sums.add(2.0 * first - 0.5 * second + 0.7, &deviations);
        }
        let (mean, error) = variates.regression().mean(&sums);
        assert!((mean - 0.7).abs() < 1e-12 && error < 1e-7, "{mean} ± {error}");
    }

    #[test]
    fn constant_control_variates_correct_nothing() {
        let mut variates = ControlVariates::new();
        let mut sums = RegressionSums::new();
        for value in [0.4, 0.6] {
            variates.add(&[0.1, -0.09]);
            sums.add(value, &[0.1, -0.09]);
        }
        let (mean, error) = variates.regression().mean(&sums);
        assert!((mean - 0.5).abs() < 1e-15 && (error - 0.1).abs() < 1e-15, "{mean} ± {error}");
    }

    /// With few probes and many control variates, the stated errors are on average as large as the true ones.
    #[test]
    fn stated_errors_of_few_probes_match_true_errors() {
        const TRIALS: usize = 4000;
        let mut random = ChaCha8Rng::seed_from_u64(11);
        let mut normal = || (0..12).map(|_| random.random::<f64>()).sum::<f64>() - 6.0;
        let (mut stated, mut found) = (0.0, 0.0);
        for _ in 0..TRIALS {
            let mut variates = ControlVariates::new();
            let mut sums = RegressionSums::new();
            for _ in 0..16 {
                let deviations: [f64; 6] = std::array::from_fn(|_| normal());
                variates.add(&deviations);
                sums.add(deviations.iter().sum::<f64>() + normal(), &deviations);
            }
            let (mean, error) = variates.regression().mean(&sums);
            (stated, found) = (stated + error * error, found + mean * mean);
        }
        // The variance of either sum is about 3 / TRIALS of its square: five standard deviations are 14 %.
        assert!(
            (stated / found - 1.0).abs() < 0.14,
            "stated {}, found {}",
            stated / TRIALS as f64,
            found / TRIALS as f64
        );
    }
}
