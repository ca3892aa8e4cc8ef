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

/// A known quantity that differs between the probes by no more than this part of its square beside what other known ones
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

    /// What is the same for all quantities.
    pub(super) fn regression(&self) -> Regression<KNOWN> {
        let off = self.sums.map(|sum| sum / self.count);
        let mut spread: [[f64; KNOWN]; KNOWN] = std::array::from_fn(|at| {
            std::array::from_fn(|with| self.products[at][with] / self.count - off[at] * off[with])
        });
        let whole: [f64; KNOWN] = std::array::from_fn(|at| self.products[at][at] / self.count);
        let mut regression = Regression {
            count: self.count,
            off,
            rest: off,
            variances: [0.0; KNOWN],
            parts: [[0.0; KNOWN]; KNOWN],
            error_factor: 0.0,
        };
        let (mut used, mut leverage) = (0.0, 0.0);
        for pivot in 0..KNOWN {
            let variance = spread[pivot][pivot];
            if variance <= NEGLIGIBLE * whole[pivot] {
                continue;
            }
            regression.variances[pivot] = variance;
            used += 1.0;
            leverage += regression.rest[pivot] * regression.rest[pivot] / variance;
            let row = spread[pivot];
            for later in pivot + 1..KNOWN {
                let part = row[later] / variance;
                regression.parts[pivot][later] = part;
                regression.rest[later] -= part * regression.rest[pivot];
                spread[later].iter_mut().zip(&row).for_each(|(entry, above)| *entry -= part * above);
            }
        }
        regression.error_factor = (1.0 + leverage) / (self.count - 1.0 - used).max(1.0);
        regression
    }
}

/// A regression on what is known, by Gram and Schmidt: each of the known quantities beside what those before it explain.
#[derive(Debug, Clone)]
pub(super) struct Regression<const KNOWN: usize> {
    count: f64,
    /// How far off the probes are on average.
    off: [f64; KNOWN],
    /// Likewise, beside what is explained.
    rest: [f64; KNOWN],
    /// 0: all is explained.
    variances: [f64; KNOWN],
    /// Of each quantity in those after it.
    parts: [[f64; KNOWN]; KNOWN],
    /// Variance of a corrected mean for each unit of variance that is left unexplained. The farther off the mean probe is,
    /// the more the slopes matter, which are not known exactly either.
    error_factor: f64,
}

impl<const KNOWN: usize> Regression<KNOWN> {
    /// The mean of a quantity, corrected, and its standard error.
    pub(super) fn mean(&self, sums: &Sums<KNOWN>) -> (f64, f64) {
        let mean = sums.value / self.count;
        let mut shared: [f64; KNOWN] = std::array::from_fn(|at| sums.with_known[at] / self.count - mean * self.off[at]);
        let (mut corrected, mut unexplained) = (mean, sums.square / self.count - mean * mean);
        for pivot in 0..KNOWN {
            if self.variances[pivot] == 0.0 {
                continue;
            }
            let slope = shared[pivot] / self.variances[pivot];
            corrected -= slope * self.rest[pivot];
            unexplained -= slope * shared[pivot];
            let above = shared[pivot];
            let later = shared.iter_mut().zip(&self.parts[pivot]).skip(pivot + 1);
            later.for_each(|(shared, part)| *shared -= part * above);
        }
        (corrected, (unexplained.max(0.0) * self.error_factor).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// A quantity that is a combination of what is known is known without any error.
    #[test]
    fn what_is_explained_is_exact() {
        let mut calibration = Calibration::new();
        let mut sums = Sums::new();
        for probe in 0..12 {
            let (first, second) = (0.03 * f64::from(probe), 0.01 * f64::from(probe * probe % 7));
            // The third is a mixture of the first two, the fourth the same for all.
            let off = [first, second, first - second, 0.1];
            calibration.add(&off);
            sums.add(2.0 * first - 0.5 * second + 0.7, &off);
        }
        let (mean, error) = calibration.regression().mean(&sums);
        assert!((mean - 0.7).abs() < 1e-12 && error < 1e-7, "{mean} ± {error}");
    }

    #[test]
    fn probes_that_agree_leave_nothing_to_correct() {
        let mut calibration = Calibration::new();
        let mut sums = Sums::new();
        for value in [0.4, 0.6] {
            calibration.add(&[0.1, -0.09]);
            sums.add(value, &[0.1, -0.09]);
        }
        let (mean, error) = calibration.regression().mean(&sums);
        assert!((mean - 0.5).abs() < 1e-15 && (error - 0.1).abs() < 1e-15, "{mean} ± {error}");
    }

    /// Few probes and many known quantities: the stated errors are as large as the true ones are, on average.
    #[test]
    fn few_probes_know_how_little_they_know() {
        const TRIALS: usize = 4000;
        let mut random = ChaCha8Rng::seed_from_u64(11);
        let mut normal = || (0..12).map(|_| random.random::<f64>()).sum::<f64>() - 6.0;
        let (mut stated, mut found) = (0.0, 0.0);
        for _ in 0..TRIALS {
            let mut calibration = Calibration::new();
            let mut sums = Sums::new();
            for _ in 0..16 {
                let off: [f64; 6] = std::array::from_fn(|_| normal());
                calibration.add(&off);
                sums.add(off.iter().sum::<f64>() + normal(), &off);
            }
            let (mean, error) = calibration.regression().mean(&sums);
            (stated, found) = (stated + error * error, found + mean * mean);
        }
        // The variance of either sum is about 3 / TRIALS of its square: five deviations are 14 %.
        assert!(
            (stated / found - 1.0).abs() < 0.14,
            "stated {}, found {}",
            stated / TRIALS as f64,
            found / TRIALS as f64
        );
    }
}
