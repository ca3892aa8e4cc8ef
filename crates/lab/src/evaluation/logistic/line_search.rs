//! Step lengths of Newton's method.

/// Armijo's condition: the part of the predicted decrease that a step must bring. The usual value.
const SUFFICIENT: f64 = 1e-4;
/// Halvings of a step before it counts as rounding: after thirty, less than 1e−9 of it is left.
const MOST_HALVINGS: usize = 30;

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
    /// The first of 1, ½, ¼, … that brings a good part of the predicted decrease of f.
    pub(super) fn length(&self, weights: &[f64], step: &[f64]) -> Option<f64> {
        let objective = |length: f64| {
            let penalty: f64 = weights.iter().zip(step).map(|(weight, step)| (weight - length * step).powi(2)).sum();
            let losses = self.margins.iter().zip(self.step_margins);
            0.5 * penalty + self.cost * losses.map(|(margin, step)| softplus(length * step - margin)).sum::<f64>()
        };
        let before = objective(0.0);
        let mut lengths = std::iter::successors(Some(1.0), |length| Some(0.5 * length)).take(MOST_HALVINGS);
        lengths.find(|&length| objective(length) <= before - SUFFICIENT * length * self.decrease)
    }
}

/// ln(1 + e^x) without overflow.
pub(super) fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
