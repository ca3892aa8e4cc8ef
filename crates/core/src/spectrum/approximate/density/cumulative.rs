/// How much of the mass of a distribution lies below places, and how well that is known.
#[derive(Debug, Clone)]
pub(super) struct Masses {
    /// Ascending.
    pub(super) places: Vec<f64>,
    pub(super) below: Vec<Mass>,
}

/// The mass below a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mass {
    pub(super) mean: f64,
    /// Standard error of the mean.
    pub(super) error: f64,
    /// It is not less than that, for sure.
    pub(super) least: f64,
    /// And not more.
    pub(super) most: f64,
}

impl Mass {
    /// The mean moved by so many standard errors, as far as that can be.
    fn moved(&self, deviations: f64) -> f64 {
        (self.mean + deviations * self.error).clamp(self.least, self.most)
    }
}

impl Masses {
    /// Appends `count` eigenvalues that are distributed like the mean, moved by `deviations` standard errors of it.
    ///
    /// The mass below the lowest place counts as lying there, and likewise at the other end.
    pub(super) fn quantiles(&self, count: usize, deviations: f64, values: &mut Vec<f64>) {
        let (mut at, mut before) = (0, 0.0);
        let mut mass = self.below[0].moved(deviations);
        for rank in 0..count {
            let wanted = (rank as f64 + 0.5) / count as f64;
            while mass < wanted && at + 1 < self.places.len() {
                (at, before) = (at + 1, mass);
                // What is added to a distribution need not be one: keep it from falling.
                mass = self.below[at].moved(deviations).max(mass);
            }
            let part = if mass > before { ((wanted - before) / (mass - before)).clamp(0.0, 1.0) } else { 1.0 };
            let left = self.places[at.saturating_sub(1)];
            values.push(left + part * (self.places[at] - left));
        }
    }
}
