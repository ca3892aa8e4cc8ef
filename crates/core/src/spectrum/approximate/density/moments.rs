//! Exact moments of the eigenvalues between the extremes: the control variates of every estimate from probes.

use super::quadrature::Quadrature;
use crate::spectrum::approximate::krylov::Extremes;

/// Largest number of exact moments. The number of walks behind the traces grows by about the mean degree for every two
/// moments, so few graphs can afford more than eight; each moment also takes one degree of freedom from the 16 probes
/// of the first block.
pub(super) const MOMENTS: usize = 8;

/// The means of T_1(1 − λ), T_2(1 − λ), … over the eigenvalues λ between the extremes, as far as the traces are known.
/// T_k are the Chebyshev polynomials.
///
/// The deviations of a random vector from the low moments usually explain most of the differences between random
/// vectors.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moments {
    means: [f64; MOMENTS],
    known: usize,
}

impl Moments {
    /// Moments from the traces of T_1(I − L), T_2(I − L), … of a matrix with `size` rows.
    pub(super) fn new(traces: &[f64], extremes: &Extremes, size: usize) -> Self {
        let known = traces.len().min(MOMENTS);
        let mut means = [0.0; MOMENTS];
        means[..known].copy_from_slice(&traces[..known]);
        for &value in extremes.low.iter().chain(&extremes.high) {
            means.iter_mut().zip(chebyshev(value)).for_each(|(mean, of_extreme)| *mean -= of_extreme);
        }
        let interior = (size - extremes.low.len() - extremes.high.len()) as f64;
        Self { means: means.map(|mean| mean / interior), known }
    }

    /// Number of known moments.
    pub(super) fn known(&self) -> usize {
        self.known
    }

    /// Deviations of the moments of a probe from the exact ones; 0 for a moment that is not known.
    pub(super) fn deviations(&self, probe: &Quadrature) -> [f64; MOMENTS] {
        let mut deviations = [0.0; MOMENTS];
        for (&node, weight) in probe.nodes.iter().zip(&probe.weights) {
            deviations.iter_mut().zip(chebyshev(node)).for_each(|(sum, value)| *sum += weight * value);
        }
        for (at, (deviation, mean)) in deviations.iter_mut().zip(&self.means).enumerate() {
            *deviation = if at < self.known { *deviation - mean } else { 0.0 };
        }
        deviations
    }
}

/// T_1(1 − λ), T_2(1 − λ), …, by the recurrence T_k+1(x) = 2 x T_k(x) − T_k−1(x).
pub(super) fn chebyshev(eigenvalue: f64) -> [f64; MOMENTS] {
    let x = 1.0 - eigenvalue;
    let (mut before, mut present) = (1.0, x);
    std::array::from_fn(|_| {
        let value = present;
        (before, present) = (present, 2.0 * x * present - before);
        value
    })
}

#[cfg(test)]
impl Moments {
    /// The moments of the uniform distribution over [0, 1].
    pub(super) fn of_uniform_distribution(known: usize) -> Self {
        // Midpoint rule: its error is far below the tolerance of every test.
        const PARTS: usize = 100_000;
        let mut means = [0.0; MOMENTS];
        for at in 0..PARTS {
            let values = chebyshev((at as f64 + 0.5) / PARTS as f64);
            means.iter_mut().zip(values).for_each(|(mean, value)| *mean += value / PARTS as f64);
        }
        Self { means, known }
    }
}
