//! Newton's method without a Hessian; for many dimensions.

use super::super::line_search::softplus;
use super::conjugate_gradients::ConjugateGradients;
use super::lanes::{Numbers, add, dot, norm};
use super::rows::LANES;

/// Ends when the gradient is this part of the gradient at w = 0, times the share of the rarer side: LIBLINEAR's rule, with
/// scikit-learn's constant.
const TOLERANCE: f64 = 1e-4;
/// Steps: scikit-learn's limit. A search that ends there counts as unfinished.
const MOST_STEPS: usize = 100;
/// Parts of the predicted decrease that a step must bring: to be taken, to keep the region, to let it grow. LIBLINEAR's.
const TAKEN: f64 = 1e-4;
const KEPT: f64 = 0.25;
const GROWN: f64 = 0.75;
/// How much the region shrinks at most, usually, and grows at most. LIBLINEAR's.
const SMALLEST: f64 = 0.25;
const SMALLER: f64 = 0.5;
const LARGER: f64 = 4.0;

/// The search for the weights of one class against the rest, as a state machine that each pass over the examples advances:
/// several searches can share the passes.
///
/// Lin, Weng & Keerthi 2008, "Trust Region Newton Method for Large-Scale Logistic Regression", algorithm 1.
pub(super) struct Search<'a> {
    /// 1 or −1 for each example.
    targets: &'a [f64],
    /// C.
    cost: f64,
    phase: Phase,
    /// Where the search stands, and where it would step to.
    here: Place,
    there: Place,
    /// Of the pass at hand.
    sum: Numbers,
    radius: f64,
    /// The norm of the gradient that ends the search.
    enough: f64,
    steps: usize,
}

/// Weights with the value and the curvature of the objective there.
struct Place {
    weights: Numbers,
    /// C Σ ln(1 + exp(−margin)), and with |w|²/2 after the pass.
    value: f64,
    gradient: Numbers,
    /// C p_i (1 − p_i).
    curvatures: Vec<f64>,
}

/// The purpose of the next pass.
enum Phase {
    /// Value and gradient of `there`, to start from.
    Start,
    /// The next product with the Hessian.
    Step(ConjugateGradients),
    /// Value and gradient of `there`, a step away from `here`.
    Trial(Prediction),
    /// Nothing more; whether the tolerance was reached.
    End(bool),
}

/// The predicted effect of a step.
struct Prediction {
    length: f64,
    /// ∇f·step.
    slope: f64,
    decrease: f64,
}

impl<'a> Search<'a> {
    /// From weights of zero in that many groups of lanes, for targets of 1 or −1.
    pub(super) fn new(targets: &'a [f64], cost: f64, groups: usize) -> Self {
        let place = || Place {
            weights: vec![[0.0; LANES]; groups],
            value: 0.0,
            gradient: vec![],
            curvatures: vec![0.0; targets.len()],
        };
        let sum = vec![[0.0; LANES]; groups];
        let (here, there, phase) = (place(), place(), Phase::Start);
        Self { targets, cost, phase, here, there, sum, radius: 0.0, enough: 0.0, steps: 0 }
    }

    /// Whether the search has ended.
    pub(super) fn has_ended(&self) -> bool {
        matches!(self.phase, Phase::End(_))
    }

    /// The weights, and whether they came within the tolerance.
    pub(super) fn result(self) -> (Numbers, bool) {
        (self.here.weights, matches!(self.phase, Phase::End(true)))
    }

    /// The vector whose products with the examples the pass is to give.
    pub(super) fn probe(&self) -> &[[f64; LANES]] {
        match &self.phase {
            Phase::Step(gradients) => &gradients.conjugate,
            _ => &self.there.weights,
        }
    }

    /// The factor of an example in the sum of the pass, from its product with the probe.
    pub(super) fn factor(&mut self, example: usize, product: f64) -> f64 {
        if let Phase::Step(_) = self.phase {
            return self.here.curvatures[example] * product;
        }
        let target = self.targets[example];
        let miss = 1.0 / (1.0 + (target * product).exp());
        self.there.value += self.cost * softplus(-target * product);
        self.there.curvatures[example] = self.cost * miss * (1.0 - miss);
        -target * self.cost * miss
    }

    /// Where the pass sums up.
    pub(super) fn sum(&mut self) -> &mut [[f64; LANES]] {
        &mut self.sum
    }

    /// Draws the conclusions of a pass.
    pub(super) fn conclude(&mut self) {
        let mut sum = std::mem::replace(&mut self.sum, vec![[0.0; LANES]; self.there.weights.len()]);
        // The penalty: w of the gradient, I of the Hessian.
        add(&mut sum, 1.0, self.probe());
        self.phase = match std::mem::replace(&mut self.phase, Phase::End(false)) {
            Phase::Step(mut gradients) => match gradients.goes_on(&sum) {
                true => Phase::Step(gradients),
                false => self.trial(&gradients),
            },
            Phase::Start => {
                self.arrive(sum);
                self.radius = norm(&self.here.gradient);
                self.enough = TOLERANCE * rarer_share(self.targets) * self.radius;
                self.next_step()
            }
            Phase::Trial(prediction) => self.judge(&prediction, sum),
            Phase::End(finished) => Phase::End(finished),
        };
    }

    /// `there`, whose gradient is given, becomes `here`.
    fn arrive(&mut self, gradient: Numbers) {
        std::mem::swap(&mut self.here, &mut self.there);
        self.here.gradient = gradient;
    }

    fn next_step(&self) -> Phase {
        if self.steps == MOST_STEPS {
            return Phase::End(false);
        }
        if norm(&self.here.gradient) <= self.enough {
            return Phase::End(true);
        }
        Phase::Step(ConjugateGradients::new(&self.here.gradient, self.radius))
    }

    /// Goes where the step leads, to look.
    fn trial(&mut self, ConjugateGradients { step, residual, .. }: &ConjugateGradients) -> Phase {
        self.there.weights.copy_from_slice(&self.here.weights);
        add(&mut self.there.weights, 1.0, step);
        self.there.value = 0.0;
        let slope = dot(&self.here.gradient, step);
        Phase::Trial(Prediction { length: norm(step), slope, decrease: -0.5 * (slope - dot(step, residual)) })
    }

    /// Takes the step or refuses it, by the decrease that it brought.
    fn judge(&mut self, prediction: &Prediction, gradient: Numbers) -> Phase {
        self.there.value += 0.5 * dot(&self.there.weights, &self.there.weights);
        let decrease = self.here.value - self.there.value;
        if self.steps == 0 {
            self.radius = self.radius.min(prediction.length);
        }
        self.radius = prediction.next_radius(self.radius, decrease);
        self.steps += 1;
        if decrease > TAKEN * prediction.decrease {
            self.arrive(gradient);
        } else if prediction.decrease <= 0.0 || decrease.abs() <= f64::EPSILON * self.here.value.abs() {
            // Nothing but rounding is left.
            return Phase::End(true);
        }
        self.next_step()
    }
}

impl Prediction {
    /// The region after a step that brought `decrease`; the decrease and the slope along the step give the minimum of the
    /// parabola through both.
    fn next_radius(&self, radius: f64, decrease: f64) -> f64 {
        let ratio = decrease / self.decrease;
        let bend = -decrease - self.slope;
        let stretch = if bend <= 0.0 { LARGER } else { (-0.5 * self.slope / bend).max(SMALLEST) };
        let reach = stretch * self.length;
        if ratio < TAKEN {
            reach.min(SMALLER * radius)
        } else if ratio < KEPT {
            reach.min(SMALLER * radius).max(SMALLEST * radius)
        } else if ratio < GROWN {
            reach.min(LARGER * radius).max(SMALLEST * radius)
        } else {
            reach.min(LARGER * radius).max(radius)
        }
    }
}

/// The part of the examples on the side with fewer.
fn rarer_share(targets: &[f64]) -> f64 {
    let positives = targets.iter().filter(|&&target| target > 0.0).count();
    positives.min(targets.len() - positives).max(1) as f64 / targets.len() as f64
}
