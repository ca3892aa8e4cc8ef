use super::quadrature::Quadrature;

/// Moments that are known exactly.
const MOMENTS: usize = 2;

/// What the probes say about the mean of λ and λ², beside what these are.
///
/// Both are known exactly: they are traces. A probe that sees too much of the small eigenvalues is off in them as it is in
/// everything else, so what the probes say about anything is corrected by regression on how far off they are there, and
/// only what is left of their differences counts as error (Glasserman, "Monte Carlo Methods in Financial Engineering",
/// §4.1: control variates).
#[derive(Debug, Clone)]
pub(super) struct Calibration {
    exact: [f64; MOMENTS],
    count: f64,
    sums: [f64; MOMENTS],
    products: [[f64; MOMENTS]; MOMENTS],
}

/// Sums over the probes of one quantity.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    value: f64,
    square: f64,
    with_moments: [f64; MOMENTS],
}

impl Sums {
    /// Adds what a probe with these moments says.
    #[inline]
    pub(super) fn add(&mut self, value: f64, moments: &[f64; MOMENTS]) {
        self.value += value;
        self.square += value * value;
        for (sum, moment) in self.with_moments.iter_mut().zip(moments) {
            *sum += value * moment;
        }
    }
}

impl Calibration {
    /// The exact means of λ and λ².
    pub(super) fn new(exact: [f64; MOMENTS]) -> Self {
        Self { exact, count: 0.0, sums: [0.0; MOMENTS], products: [[0.0; MOMENTS]; MOMENTS] }
    }

    /// Adds a probe; gives its moments, as differences from the exact ones.
    pub(super) fn add(&mut self, probe: &Quadrature) -> [f64; MOMENTS] {
        let power = |at: i32| -> f64 {
            probe.places.iter().zip(&probe.weights).map(|(place, weight)| weight * place.powi(at)).sum()
        };
        let moments = [power(1) - self.exact[0], power(2) - self.exact[1]];
        self.count += 1.0;
        for at in 0..MOMENTS {
            self.sums[at] += moments[at];
            for with in 0..MOMENTS {
                self.products[at][with] += moments[at] * moments[with];
            }
        }
        moments
    }

    /// The mean of a quantity, corrected, and its standard error.
    pub(super) fn mean(&self, sums: &Sums) -> (f64, f64) {
        let count = self.count;
        let mean = sums.value / count;
        let moments = self.sums.map(|sum| sum / count);
        let spread = |at: usize, with: usize| self.products[at][with] / count - moments[at] * moments[with];
        let shared = [0, 1].map(|at| sums.with_moments[at] / count - mean * moments[at]);
        let determinant = spread(0, 0) * spread(1, 1) - spread(0, 1) * spread(0, 1);
        // Moments that hardly differ between the probes, or only together, have nothing to tell.
        let is_singular = determinant <= 1e-8 * spread(0, 0) * spread(1, 1);
        let slopes = if is_singular {
            [0.0; MOMENTS]
        } else {
            [
                (shared[0] * spread(1, 1) - shared[1] * spread(0, 1)) / determinant,
                (shared[1] * spread(0, 0) - shared[0] * spread(0, 1)) / determinant,
            ]
        };
        let explained = slopes[0] * shared[0] + slopes[1] * shared[1];
        let variance =
            (sums.square / count - mean * mean - explained).max(0.0) / (count - 1.0 - MOMENTS as f64).max(1.0);
        (mean - slopes[0] * moments[0] - slopes[1] * moments[1], variance.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quantity that is a combination of the moments is known without any error.
    #[test]
    fn what_the_moments_explain_is_exact() {
        let mut calibration = Calibration::new([1.0, 1.3]);
        let mut sums = Sums::default();
        for probe in 0..12 {
            let weight = 0.3 + 0.03 * f64::from(probe);
            let places = vec![0.4 + 0.01 * f64::from(probe * probe % 7), 1.7];
            let quadrature = Quadrature { places, weights: vec![weight, 1.0 - weight], ..Quadrature::default() };
            let moments = calibration.add(&quadrature);
            sums.add(2.0 * moments[0] - 0.5 * moments[1] + 0.7, &moments);
        }
        let (mean, error) = calibration.mean(&sums);
        assert!((mean - 0.7).abs() < 1e-12 && error < 1e-7, "{mean} ± {error}");
    }

    #[test]
    fn probes_that_agree_leave_nothing_to_correct() {
        let mut calibration = Calibration::new([1.0, 1.3]);
        let mut sums = Sums::default();
        for value in [0.4, 0.6] {
            let moments =
                calibration.add(&Quadrature { places: vec![1.1], weights: vec![1.0], ..Quadrature::default() });
            sums.add(value, &moments);
        }
        let (mean, error) = calibration.mean(&sums);
        assert!((mean - 0.5).abs() < 1e-15 && (error - 0.1).abs() < 1e-15, "{mean} ± {error}");
    }
}
