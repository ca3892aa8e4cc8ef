//! The step of the spectrum at the eigenvalue 1, from two counts. `density::estimate` counts before the first probe, and
//! `quadrature` gives every probe a node there.
//!
//! Real graphs often have 1 as an eigenvalue of a large multiplicity: a set of nodes with fewer neighbours than nodes, such as the
//! leaves of trees, gives one for each node too many. Probes need thousands of Lanczos steps to tell such a step from
//! the eigenvalues next to it, where two counts tell its height.

use super::DensitySettings;
use super::inertia_counts::Shift;

/// Where the step is.
pub(super) const ONE: f64 = 1.0;

/// Distance of the two shifts from 1. The pivots of leaves are as small as the distance, so the rounding errors of an elimination are
/// about 1e-16 divided by it: 1e-11, far less than the distance itself. And it is far below any error that is asked for
/// where counts do not find all samples.
pub(super) const ASIDE: f64 = 1e-5;

/// Largest part of the budget that the two counts may take: where they cost more, a spectrum without a step would suffer.
const MOST_OF_BUDGET: f64 = 0.125;

/// The counts below and above the eigenvalue 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct StepAtOne {
    pub(super) shifts: [Shift; 2],
    /// Number of eigenvalues of the matrix below either shift.
    pub(super) below: [usize; 2],
}

/// Least part of the eigenvalues that is a step: eight of the paper's 256 samples. Counts of a smaller one say no more than others,
/// and two so close to each other hide from `roughness` how far the spectrum deviates elsewhere.
const LEAST_MASS: f64 = 1.0 / 32.0;

impl StepAtOne {
    /// Counts on both sides of 1, if counts are possible and cheap; `None` also without a step among the `interior` eigenvalues.
    pub(super) fn count(settings: &DensitySettings<'_>, interior: usize) -> Option<Self> {
        let counting = settings.counting?;
        let seconds = 2.0 * counting.seconds;
        if seconds > MOST_OF_BUDGET * settings.budget.remaining() {
            return None;
        }
        settings.budget.spend(seconds);
        let shifts = [ONE - ASIDE, ONE + ASIDE].map(|position| Shift { position, is_anchor: true });
        let below = (counting.count)(&shifts.map(|shift| shift.position));
        // Fewer counts than shifts if the time is over.
        let &[first, second] = below.as_slice() else { return None };
        let step = Self { shifts, below: [first.min(second), second] };
        (step.mass(interior) >= LEAST_MASS).then_some(step)
    }

    /// The fraction of `interior` eigenvalues that are 1.
    pub(super) fn mass(&self, interior: usize) -> f64 {
        (self.below[1] - self.below[0]) as f64 / interior as f64
    }
}
