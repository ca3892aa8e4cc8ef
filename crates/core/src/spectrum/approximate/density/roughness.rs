//! How far single eigenvalues deviate from the distribution that the probes resolve, measured at inertia counts.
//!
//! The steps of a spectrum with multiple eigenvalues are invisible to probes that do not resolve them: the distribution
//! passes smoothly through a staircase. Counts show the staircase.

use super::constraints::KnownMass;

/// Eigenvalues by which the distribution may be wrong where the probes do not resolve single eigenvalues: half of one
/// because the true distribution is a staircase, and half of one because the levels of a random matrix fluctuate by that
/// much around their smooth distribution (Gustavsson 2005, "Gaussian Fluctuations of Eigenvalues in the GUE").
const FEWEST_RANKS: f64 = 1.0;

/// Fewest counts that show the deviations: a 90 % quantile needs ten. No measurement of the value is on record.
const FEWEST_COUNTS: usize = 10;

/// The part of the deviations that the result covers: a few are large because counts are far apart.
const COVERED: f64 = 0.9;

/// Eigenvalues by which the distribution may be wrong between known masses. `deviations` are the differences, in
/// eigenvalues, between the distribution of the probes and the known masses.
///
/// Each difference is compared with the interpolation of its neighbours, as the distribution is corrected between counts.
pub(super) fn unresolved_ranks(known: &[KnownMass], deviations: &[f64]) -> f64 {
    if known.len() < FEWEST_COUNTS {
        return FEWEST_RANKS;
    }
    let mut rough: Vec<f64> = known
        .windows(3)
        .zip(deviations.windows(3))
        .map(|(known, off)| {
            let at = [0, 1, 2].map(|index| known[index].position);
            let part = (at[1] - at[0]) / (at[2] - at[0]).max(f64::MIN_POSITIVE);
            (off[1] - (off[0] + part * (off[2] - off[0]))).abs()
        })
        .collect();
    rough.sort_unstable_by(f64::total_cmp);
    rough[(COVERED * (rough.len() - 1) as f64) as usize].max(FEWEST_RANKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts of 1000 eigenvalues with the given multiplicity, evenly spaced over [0, 2], and their deviations from the
    /// smooth distribution.
    fn staircase(multiplicity: usize) -> f64 {
        let golden = (5f64.sqrt() - 1.0) / 2.0;
        let mut positions: Vec<f64> = (1..60).map(|at| 2.0 * (golden * f64::from(at)).fract()).collect();
        positions.sort_unstable_by(f64::total_cmp);
        let below = |position: f64| (position * 500.0 / multiplicity as f64) as usize * multiplicity;
        let mass = |position: f64| below(position) as f64 / 1000.0;
        let known: Vec<KnownMass> =
            positions.iter().map(|&position| KnownMass { position, mass: mass(position), is_anchor: true }).collect();
        let deviations: Vec<f64> = known.iter().map(|known| 500.0 * known.position - 1000.0 * known.mass).collect();
        unresolved_ranks(&known, &deviations)
    }

    #[test]
    fn steps_of_multiple_eigenvalues_show_in_the_counts() {
        assert_eq!(staircase(1), 1.0);
        assert!((5.0..10.0).contains(&staircase(10)), "{}", staircase(10));
        assert!((20.0..40.0).contains(&staircase(40)), "{}", staircase(40));
    }
}
