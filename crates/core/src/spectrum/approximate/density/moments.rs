use super::quadrature::Quadrature;
use crate::spectrum::approximate::krylov::Extremes;

/// Moments that can be known, at most.
pub(super) const MOMENTS: usize = 8;

/// The means of T_1(1 − λ), T_2(1 − λ), … over the eigenvalues between the ends, as far as they are known exactly: they are
/// traces. T_k are Chebyshev's polynomials.
///
/// What a random vector sees too much or too little of, it shows first in these: as a rule the low ones explain most of
/// what distinguishes it from others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moments {
    means: [f64; MOMENTS],
    known: usize,
}

impl Moments {
    /// By the traces of T_1(I − L), T_2(I − L), …, as many as there are, of a matrix with `size` rows.
    pub(super) fn new(traces: &[f64], ends: &Extremes, size: usize) -> Self {
        let known = traces.len().min(MOMENTS);
        let mut means = [0.0; MOMENTS];
        means[..known].copy_from_slice(&traces[..known]);
        for &value in ends.low.iter().chain(&ends.high) {
            means.iter_mut().zip(chebyshev(value)).for_each(|(mean, at_end)| *mean -= at_end);
        }
        let middle = (size - ends.low.len() - ends.high.len()) as f64;
        Self { means: means.map(|mean| mean / middle), known }
    }

    /// How many are known.
    pub(super) fn known(&self) -> usize {
        self.known
    }

    /// How far off a probe is in them; what is not known counts as right.
    pub(super) fn off(&self, probe: &Quadrature) -> [f64; MOMENTS] {
        let mut off = [0.0; MOMENTS];
        for (&place, weight) in probe.places.iter().zip(&probe.weights) {
            off.iter_mut().zip(chebyshev(place)).for_each(|(sum, value)| *sum += weight * value);
        }
        for (at, (off, mean)) in off.iter_mut().zip(&self.means).enumerate() {
            *off = if at < self.known { *off - mean } else { 0.0 };
        }
        off
    }
}

/// T_1(1 − λ), T_2(1 − λ), …
pub(super) fn chebyshev(eigenvalue: f64) -> [f64; MOMENTS] {
    let place = 1.0 - eigenvalue;
    let (mut before, mut present) = (1.0, place);
    std::array::from_fn(|_| {
        let value = present;
        (before, present) = (present, 2.0 * place * present - before);
        value
    })
}

#[cfg(test)]
impl Moments {
    /// Those of an even distribution over [0, 1].
    pub(super) fn of_even_distribution(known: usize) -> Self {
        // Midpoints: far finer than any test looks.
        const PARTS: usize = 100_000;
        let mut means = [0.0; MOMENTS];
        for at in 0..PARTS {
            let values = chebyshev((at as f64 + 0.5) / PARTS as f64);
            means.iter_mut().zip(values).for_each(|(mean, value)| *mean += value / PARTS as f64);
        }
        Self { means, known }
    }
}
