//! Support vector machines on precomputed Gram matrices.
//!
//! Why not a library: libsvm-rs 0.9.2, a port of LIBSVM to Rust, needs the matrix of every split copied into index-value
//! pairs (16 bytes an entry: 256 MB for 4000 examples) and reports on standard error. Training and prediction took it 5 to 6
//! times the CPU time of this search on Gaussian kernels of 600, 1113 and 1500 examples, 1.6 times on an unscaled kernel of
//! 188 that takes some 70,000 steps, and on more than two classes its accuracy was 0.1 points off scikit-learn's.

mod rows;
mod selection;
mod smo;

use super::classifier::{first_maximum, present_classes};
use super::{ClassLabels, Classifier, CostClassifier, EvaluationError, Prediction, Split};
use crate::gram::GramMatrix;
use smo::{Solution, Solver};

/// Each class against each other with votes: scikit-learn's `SVC(C=1, kernel="precomputed")`, and other values of C by
/// [`CostClassifier::predict_each`].
///
/// # Formula
/// ```text
/// max_α  Σ_i α_i − ½ Σ_ij α_i α_j t_i t_j k(i, j)      0 ≤ α_i ≤ C,   Σ_i α_i t_i = 0,   t_i = ±1
/// x is of the first class where  Σ_i α_i t_i k(i, x) + b > 0
/// ```
/// Chang & Lin 2011, "LIBSVM: A Library for Support Vector Machines", eq. (2) and §7. Solved to LIBSVM's tolerance
/// (violation of the optimality conditions below 10⁻³). A vote for each pair of classes; the first of the classes with the
/// most votes wins.
///
/// # Edge cases
/// A class without a training example is never predicted; a single class always is. With kernel values of 10⁹ the tolerance
/// can be out of reach: the limit of steps then ends the search and the prediction counts it.
///
/// # Complexity
/// O(m) time a step for m examples of two classes, O(m) space: rows of the Gram matrix are read in place.
#[derive(Debug)]
pub struct SupportVectorMachine<'a> {
    gram: &'a GramMatrix,
}

/// What tells two classes apart.
#[derive(Debug, Clone)]
pub struct TwoClassMachine {
    /// Predicted where the decision value is above 0.
    pub first: usize,
    /// Predicted elsewhere.
    pub second: usize,
    /// Examples with α > 0, and α t.
    pub support: Vec<(usize, f64)>,
    /// b.
    pub bias: f64,
    /// Steps taken.
    pub steps: usize,
    /// Whether the tolerance was reached.
    pub finished: bool,
}

impl<'a> SupportVectorMachine<'a> {
    /// For the examples of a Gram matrix.
    ///
    /// # Errors
    /// [`EvaluationError::NotFinite`] with the first value that is not.
    pub fn new(gram: &'a GramMatrix) -> Result<Self, EvaluationError> {
        match gram.values().iter().position(|value| !value.is_finite()) {
            Some(at) => Err(EvaluationError::NotFinite {
                graph: at / gram.size(),
                position: at % gram.size(),
                value: gram.values()[at],
            }),
            None => Ok(Self { gram }),
        }
    }

    /// For kernel values that are finite by their making.
    pub(super) fn of_finite(gram: &'a GramMatrix) -> Self {
        debug_assert!(gram.values().iter().all(|value| value.is_finite()));
        Self { gram }
    }

    /// Learns to tell each pair of classes apart, in the order (0, 1), (0, 2), …, (1, 2), ….
    #[must_use]
    pub fn fit(&self, labels: &ClassLabels, training: &[usize]) -> Vec<TwoClassMachine> {
        self.fit_each(labels, training, &[1.0]).remove(0)
    }

    /// The machines of all pairs of classes for each C; the values ascend.
    fn fit_each(&self, labels: &ClassLabels, training: &[usize], costs: &[f64]) -> Vec<Vec<TwoClassMachine>> {
        let classes = present_classes(labels, training);
        let pairs = (classes.iter().enumerate()).flat_map(|(at, &a)| classes[at + 1..].iter().map(move |&b| [a, b]));
        let mut machines = vec![Vec::new(); costs.len()];
        for pair in pairs {
            let of_pair = self.fit_pair(labels, training, pair, costs);
            machines.iter_mut().zip(of_pair).for_each(|(machines, machine)| machines.push(machine));
        }
        machines
    }

    fn fit_pair(
        &self,
        labels: &ClassLabels,
        training: &[usize],
        [first, second]: [usize; 2],
        costs: &[f64],
    ) -> Vec<TwoClassMachine> {
        let of_class = |class| training.iter().copied().filter(move |&example| labels.classes()[example] == class);
        let mut members: Vec<usize> = of_class(first).collect();
        let positives = members.len();
        members.extend(of_class(second));
        let mut solver = Solver::new(self.gram, &members, positives);
        let machine = |&cost: &f64| {
            let Solution { coefficients, bias, steps, finished } = solver.solve(cost);
            let pulls = members.iter().copied().zip(coefficients);
            let support = pulls.filter(|(_, value)| *value != 0.0).collect();
            TwoClassMachine { first, second, support, bias, steps, finished }
        };
        costs.iter().map(machine).collect()
    }

    /// Σ α t k + b of a machine for an example.
    #[must_use]
    pub fn decision_value(&self, machine: &TwoClassMachine, example: usize) -> f64 {
        let row = self.gram.row(example);
        machine.support.iter().map(|&(member, value)| value * row[member]).sum::<f64>() + machine.bias
    }

    fn class(&self, machines: &[TwoClassMachine], classes: usize, example: usize) -> usize {
        let mut votes = vec![0; classes];
        for machine in machines {
            let is_first = self.decision_value(machine, example) > 0.0;
            votes[if is_first { machine.first } else { machine.second }] += 1;
        }
        first_maximum(votes)
    }
}

impl Classifier for SupportVectorMachine<'_> {
    fn len(&self) -> usize {
        self.gram.size()
    }

    fn predict(&self, labels: &ClassLabels, split: &Split, _run: usize) -> Prediction {
        self.predict_each(labels, split, &[1.0]).remove(0)
    }
}

impl CostClassifier for SupportVectorMachine<'_> {
    fn predict_each(&self, labels: &ClassLabels, split: &Split, costs: &[f64]) -> Vec<Prediction> {
        let prediction = |machines: Vec<TwoClassMachine>| {
            if machines.is_empty() {
                return Prediction::constant(present_classes(labels, &split.training)[0], split);
            }
            let class = |&example: &usize| self.class(&machines, labels.names().len(), example);
            let classes = split.test.iter().map(class).collect();
            Prediction::new(classes, machines.iter().filter(|machine| !machine.finished).count())
        };
        self.fit_each(labels, &split.training, costs).into_iter().map(prediction).collect()
    }
}
