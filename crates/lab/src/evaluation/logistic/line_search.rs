//! Step lengths of Newton's method.

/// The slope along the step is down to this part of its first value where the search ends. A prototype on counts that can be
/// separated took 28 steps with 0.3, 24 with 0.1 and 23 with 0.02.
const FLAT: f64 = 0.05;
/// Armijo's condition: the part of the predicted decrease that a step must bring. The usual value.
const SUFFICIENT: f64 = 1e-4;
/// How much longer one guess is than the one before it, at most.
const STRETCH: f64 = 4.0;
/// Guesses, and halvings of the last one before it counts as rounding: after thirty, less than 1e−9 of it is left.
const MOST_GUESSES: usize = 30;

/// How much of a Newton step to take.
pub(super) struct LineSearch<'a> {
    /// C.
    pub(super) cost: f64,
    /// t_i x_i·w.
    pub(super) margins: &'a [f64],
    /// t_i x_i·step.
    pub(super) step_margins: &'a [f64],
    /// ∇f·step.
    pub(super) decrease: f64,
}

impl LineSearch<'_> {
    /// The length a for which f(w − a step) is close to its least value along the step; `None` if none brings a part of the
    /// predicted decrease.
    ///
    /// Where the classes can be separated, a whole Newton step moves all margins by about one and the minimum is ten away:
    /// the least value along the step is found for the price of some exponentials.
    ///
    /// The last step of a search is a whole one: close to the minimum that squares the remaining error.
    pub(super) fn length(&self, weights: &[f64], step: &[f64], is_last: bool) -> Option<f64> {
        let products = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let along = Along { search: self, along: products(weights, step), square: products(step, step) };
        let first = if is_last { 1.0 } else { along.flattest() };
        let mut halves = std::iter::successors(Some(first), |length| Some(0.5 * length)).take(MOST_GUESSES);
        let before = along.change(0.0);
        halves.find(|&length| along.change(length) <= before - SUFFICIENT * length * self.decrease)
    }
}

/// f along a step, but for the constant |w|²/2.
struct Along<'a> {
    search: &'a LineSearch<'a>,
    /// w·step.
    along: f64,
    /// |step|².
    square: f64,
}

impl Along<'_> {
    /// Where the slope is nearly zero, by Newton's method from a whole step between the bounds seen so far.
    fn flattest(&self) -> f64 {
        let (mut below, mut above, mut length) = (0.0, f64::INFINITY, 1.0);
        for _ in 0..MOST_GUESSES {
            let (slope, curvature) = self.slope_and_curvature(length);
            if slope.abs() <= FLAT * self.search.decrease {
                break;
            }
            *if slope < 0.0 { &mut below } else { &mut above } = length;
            let guess = (length - slope / curvature).min(STRETCH * length);
            let middle = if above.is_finite() { 0.5 * (below + above) } else { STRETCH * length };
            length = if guess > below && guess < above { guess } else { middle };
        }
        length
    }

    fn change(&self, length: f64) -> f64 {
        let LineSearch { cost, margins, step_margins, .. } = *self.search;
        let losses = margins.iter().zip(step_margins).map(|(margin, step)| softplus(length * step - margin));
        length * (0.5 * length * self.square - self.along) + cost * losses.sum::<f64>()
    }

    fn slope_and_curvature(&self, length: f64) -> (f64, f64) {
        let LineSearch { cost, margins, step_margins, .. } = *self.search;
        let (mut slope, mut curvature) = (0.0, 0.0);
        for (margin, step) in margins.iter().zip(step_margins) {
            let miss = 1.0 / (1.0 + (margin - length * step).exp());
            slope += step * miss;
            curvature += step * step * miss * (1.0 - miss);
        }
        (length * self.square - self.along + cost * slope, self.square + cost * curvature)
    }
}

/// ln(1 + e^x) without overflow.
pub(super) fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
