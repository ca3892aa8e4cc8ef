//! The cumulative distribution of the eigenvalues between the extremes, with standard errors and bounds. It gives
//! estimated eigenvalues as quantiles.

/// An estimated cumulative distribution on a list of positions.
#[derive(Debug, Clone)]
pub(super) struct CumulativeDistribution {
    /// Positions on the axis of eigenvalues, ascending.
    pub(super) positions: Vec<f64>,
    /// The fraction of the eigenvalues below each position.
    pub(super) fractions: Vec<FractionBelow>,
}

/// The fraction of the eigenvalues below one position.
#[derive(Debug, Clone, Copy)]
pub(super) struct FractionBelow {
    pub(super) mean: f64,
    /// Standard error of the mean.
    pub(super) error: f64,
    /// Exact lower bound.
    pub(super) least: f64,
    /// Exact upper bound.
    pub(super) most: f64,
    /// Whether the probes see no eigenvalue around the position: the number of eigenvalues below it is then a whole
    /// number that does not depend on the resolution of the probes.
    pub(super) is_gap: bool,
}

/// A displacement of a distribution to one side of its confidence band.
#[derive(Debug, Clone, Copy)]
pub(super) struct Displacement {
    /// Standard errors, with their sign.
    pub(super) deviations: f64,
    /// Eigenvalues to move outside of gaps, with the same sign.
    pub(super) ranks: f64,
}

impl Displacement {
    /// The estimate itself.
    pub(super) const NONE: Self = Self { deviations: 0.0, ranks: 0.0 };

    /// The other side of the band.
    pub(super) fn opposite(self) -> Self {
        Self { deviations: -self.deviations, ranks: -self.ranks }
    }
}

/// Relative error of a weight of a quadrature: the probes are in single precision.
const WEIGHT_ERROR: f64 = 1e-6;

impl FractionBelow {
    /// The displaced fraction among `count` eigenvalues, within the exact bounds.
    fn displaced(&self, by: Displacement, count: f64) -> f64 {
        let below = count * (self.mean + by.deviations * self.error + self.contradiction(by));
        let displaced = if self.is_gap { self.whole_number(below, by, count) } else { below + by.ranks };
        (displaced / count).clamp(self.least, self.most)
    }

    /// A mean outside of the exact bounds is wrong by its distance from them at least; the band then reaches as far
    /// inside.
    fn contradiction(&self, by: Displacement) -> f64 {
        let outside = (self.mean - self.mean.clamp(self.least, self.most)).abs();
        if by.deviations == 0.0 { 0.0 } else { 2.0 * outside.copysign(by.deviations) }
    }

    /// The last whole number of eigenvalues inside the band, on the side of the displacement.
    fn whole_number(&self, below: f64, by: Displacement, count: f64) -> f64 {
        let nearest = (count * self.mean).round();
        let slack = WEIGHT_ERROR * count;
        if by.deviations > 0.0 {
            (below + slack).floor().max(nearest)
        } else if by.deviations < 0.0 {
            (below - slack).ceil().min(nearest)
        } else {
            nearest
        }
    }
}

impl CumulativeDistribution {
    /// Appends to `values` the `count` eigenvalues with this distribution, after displacing it.
    ///
    /// The fraction below the lowest position counts as lying at that position, and likewise at the other end.
    pub(super) fn quantiles(&self, count: usize, by: Displacement, values: &mut Vec<f64>) {
        let all = count as f64;
        let displaced = self.displaced(by, all);
        let (mut at, mut before, mut fraction) = (0, 0.0, displaced[0]);
        for rank in 0..count {
            let wanted = (rank as f64 + 0.5) / all;
            while fraction < wanted && at + 1 < self.positions.len() {
                (at, before, fraction) = (at + 1, fraction, displaced[at + 1]);
            }
            let part = if fraction > before { ((wanted - before) / (fraction - before)).clamp(0.0, 1.0) } else { 1.0 };
            let left = self.positions[at.saturating_sub(1)];
            values.push(left + part * (self.positions[at] - left));
        }
    }

    /// The displaced fractions, ascending: an upper limit holds at all positions before it, a lower limit at all
    /// positions after it.
    fn displaced(&self, by: Displacement, all: f64) -> Vec<f64> {
        let mut displaced: Vec<f64> = self.fractions.iter().map(|fraction| fraction.displaced(by, all)).collect();
        if by.deviations > 0.0 {
            let mut least = 1.0;
            for fraction in displaced.iter_mut().rev() {
                least = f64::min(least, *fraction);
                *fraction = least;
            }
        } else {
            let mut most = 0.0;
            for fraction in &mut displaced {
                most = f64::max(most, *fraction);
                *fraction = most;
            }
        }
        displaced
    }

    /// Marks the gaps: the positions around which the probes see less than a small part of one eigenvalue.
    ///
    /// `mass` is the sum over the probes of the mass below each position, `one` such a sum for one eigenvalue.
    pub(super) fn mark_gaps(&mut self, mass: impl Fn(usize) -> f64, one: f64, margin: f64) {
        let (mut first, mut last) = (0, 0);
        for at in 0..self.positions.len() {
            let position = self.positions[at];
            while self.positions[first + 1] <= position - margin {
                first += 1;
            }
            while last + 1 < self.positions.len() && self.positions[last] < position + margin {
                last += 1;
            }
            self.fractions[at].is_gap = mass(last) - mass(first) <= GAP_SHARE * one;
        }
    }
}

/// Largest mass of a gap, as a part of the mass of one eigenvalue. The weight of an eigenvalue in a probe is a squared
/// normal number: the mean over 16 probes is below this part with a probability far below 1e-9.
const GAP_SHARE: f64 = 0.02;

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten eigenvalues, four below a gap and six above it.
    fn steps(mean_in_gap: f64, error: f64) -> CumulativeDistribution {
        let fraction = |mean, is_gap| FractionBelow { mean, error, least: 0.0, most: 1.0, is_gap };
        CumulativeDistribution {
            positions: vec![0.4, 0.5, 1.0, 1.5, 1.6],
            fractions: vec![
                fraction(0.0, true),
                fraction(mean_in_gap, true),
                fraction(mean_in_gap, true),
                fraction(mean_in_gap, true),
                fraction(1.0, true),
            ],
        }
    }

    fn below_gap(distribution: &CumulativeDistribution, by: Displacement) -> usize {
        let mut values = Vec::new();
        distribution.quantiles(10, by, &mut values);
        values.iter().filter(|&&value| value < 1.0).count()
    }

    #[test]
    fn the_number_of_eigenvalues_below_a_gap_is_a_whole_number() {
        let by = Displacement { deviations: 4.0, ranks: 1.0 };
        // 4.1 ± 0.4 eigenvalues: only four are possible.
        let sure = steps(0.41, 0.01);
        assert_eq!([by.opposite(), Displacement::NONE, by].map(|by| below_gap(&sure, by)), [4, 4, 4]);
        // 4.4 ± 1.2 eigenvalues: four or five.
        let unsure = steps(0.44, 0.03);
        assert_eq!([by.opposite(), Displacement::NONE, by].map(|by| below_gap(&unsure, by)), [4, 4, 5]);
    }

    #[test]
    fn outside_of_gaps_a_band_is_at_least_one_eigenvalue_wide() {
        let mut smooth = steps(0.4, 0.0);
        smooth.fractions.iter_mut().for_each(|fraction| fraction.is_gap = false);
        let by = Displacement { deviations: 4.0, ranks: 1.0 };
        assert_eq!([by.opposite(), Displacement::NONE, by].map(|by| below_gap(&smooth, by)), [3, 4, 5]);
    }

    #[test]
    fn gaps_are_where_the_probes_have_no_mass() {
        let mut distribution = steps(0.4, 0.01);
        // Two probes; the masses below the positions add up to 2.
        let mass = [0.0, 0.8, 0.8, 0.81, 2.0];
        distribution.mark_gaps(|at| mass[at], 0.2, 0.05);
        let gaps: Vec<bool> = distribution.fractions.iter().map(|fraction| fraction.is_gap).collect();
        assert_eq!(gaps, [false, false, false, false, false]);
        let mass = [0.8, 0.8, 0.8, 0.803, 2.0];
        distribution.mark_gaps(|at| mass[at], 0.2, 0.05);
        let gaps: Vec<bool> = distribution.fractions.iter().map(|fraction| fraction.is_gap).collect();
        assert_eq!(gaps, [true, true, true, false, false]);
    }
}
