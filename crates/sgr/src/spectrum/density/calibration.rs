use super::quadrature::Quadrature;

/// What the probes say about quantities that are known exactly, beside what these are.
///
/// A probe that sees too much of the small eigenvalues is off in what is known as it is in everything else, so what the
/// probes say about anything is corrected by regression on how far off they are there, and only what is left of their
/// differences counts as error (Glasserman, "Monte Carlo Methods in Financial Engineering", §4.1: control variates).
#[derive(Debug, Clone)]
pub(super) struct Calibration<const KNOWN: usize> {
    count: f64,
    sums: [f64; KNOWN],
    products: [[f64; KNOWN]; KNOWN],
}

/// Sums over the probes of one quantity.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sums<const KNOWN: usize> {
    value: f64,
    square: f64,
    with_known: [f64; KNOWN],
}

/// A known quantity that differs between the probes by no more than this part of its variance beside what other known ones
/// explain has nothing to tell.
const NEGLIGIBLE: f64 = 1e-8;

impl<const KNOWN: usize> Sums<KNOWN> {
    pub(super) fn new() -> Self {
        Self { value: 0.0, square: 0.0, with_known: [0.0; KNOWN] }
    }

    /// Adds what a probe says that is so far off in what is known.
    #[inline]
    pub(super) fn add(&mut self, value: f64, off: &[f64; KNOWN]) {
        self.value += value;
        self.square += value * value;
        for (sum, off) in self.with_known.iter_mut().zip(off) {
            *sum += value * off;
        }
    }
}

impl<const KNOWN: usize> Calibration<KNOWN> {
    pub(super) fn new() -> Self {
        Self { count: 0.0, sums: [0.0; KNOWN], products: [[0.0; KNOWN]; KNOWN] }
    }

    /// Adds a probe that is so far off in what is known.
    pub(super) fn add(&mut self, off: &[f64; KNOWN]) {
        self.count += 1.0;
        for at in 0..KNOWN {
            self.sums[at] += off[at];
            for with in 0..KNOWN {
                self.products[at][with] += off[at] * off[with];
            }
        }
    }

    /// The mean of a quantity, corrected, and its standard error.
    pub(super) fn mean(&self, sums: &Sums<KNOWN>) -> (f64, f64) {
        let mean = sums.value / self.count;
        let mut off = self.sums.map(|sum| sum / self.count);
        let mut spread: [[f64; KNOWN]; KNOWN] = std::array::from_fn(|at| {
            std::array::from_fn(|with| self.products[at][with] / self.count - off[at] * off[with])
        });
        let mut shared: [f64; KNOWN] = std::array::from_fn(|at| sums.with_known[at] / self.count - mean * off[at]);
        // Gram and Schmidt: each of the known quantities beside what those before it explain.
        let (mut corrected, mut unexplained) = (mean, sums.square / self.count - mean * mean);
        let whole: [f64; KNOWN] = std::array::from_fn(|at| spread[at][at]);
        for pivot in 0..KNOWN {
            let variance = spread[pivot][pivot];
            if variance <= NEGLIGIBLE * whole[pivot] {
                continue;
            }
            let slope = shared[pivot] / variance;
            corrected -= slope * off[pivot];
            unexplained -= slope * shared[pivot];
            let row = spread[pivot];
            for later in pivot + 1..KNOWN {
                let part = row[later] / variance;
                shared[later] -= part * shared[pivot];
                off[later] -= part * off[pivot];
                spread[later].iter_mut().zip(&row).for_each(|(entry, above)| *entry -= part * above);
            }
        }
        let variance = unexplained.max(0.0) / (self.count - 1.0 - KNOWN as f64).max(1.0);
        (corrected, variance.sqrt())
    }
}

/// The means of λ and λ², which are known exactly: they are traces.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moments(pub(super) [f64; 2]);

impl Moments {
    /// How far off a probe is in them.
    pub(super) fn off(&self, probe: &Quadrature) -> [f64; 2] {
        let power = |at: i32| -> f64 {
            probe.places.iter().zip(&probe.weights).map(|(place, weight)| weight * place.powi(at)).sum()
        };
        [power(1) - self.0[0], power(2) - self.0[1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quantity that is a combination of what is known is known without any error.
    #[test]
    fn what_is_explained_is_exact() {
        let mut calibration = Calibration::new();
        let mut sums = Sums::new();
        for probe in 0..12 {
            let weight = 0.3 + 0.03 * f64::from(probe);
            let places = vec![0.4 + 0.01 * f64::from(probe * probe % 7), 1.7];
            let quadrature = Quadrature { places, weights: vec![weight, 1.0 - weight], ..Quadrature::default() };
            let [first, second] = Moments([1.0, 1.3]).off(&quadrature);
            // The third is a mixture of the first two, the fourth the same for all.
            let off = [first, second, first - second, 0.1];
            calibration.add(&off);
            sums.add(2.0 * first - 0.5 * second + 0.7, &off);
        }
        let (mean, error) = calibration.mean(&sums);
        assert!((mean - 0.7).abs() < 1e-12 && error < 1e-7, "{mean} ± {error}");
    }

    #[test]
    fn probes_that_agree_leave_nothing_to_correct() {
        let mut calibration = Calibration::new();
        let mut sums = Sums::new();
        for value in [0.4, 0.6] {
            let off =
                Moments([1.0, 1.3]).off(&Quadrature { places: vec![1.1], weights: vec![1.0], ..Quadrature::default() });
            calibration.add(&off);
            sums.add(value, &off);
        }
        let (mean, error) = calibration.mean(&sums);
        assert!((mean - 0.5).abs() < 1e-15 && (error - 0.1).abs() < 1e-15, "{mean} ± {error}");
    }
}
