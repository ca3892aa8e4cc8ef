//! Backpropagation.

use super::TrainingSet;
use super::network::Network;
use sgr_core::numerics::panels::{PANEL, Panels};
use sgr_core::numerics::product::Product;
use sgr_core::numerics::selu::{exp_of_negative, selu, selu_slope};
use sgr_core::representation::Model;
use sgr_core::representation::first_largest;

/// Loss and gradient of a network on batches of rows; keeps its buffers.
///
/// # Formula
/// ```text
/// σ = SELU(W x + b),   y = V σ + c,   p = softmax(y),   loss = −ln p_class, mean over the rows
///
/// ∂y = (p − 1_class) / rows,   ∂V = ∂yᵀ σ,   ∂c = Σ ∂y,   ∂z = (∂y V) ⊙ SELU′,   ∂W = ∂zᵀ x,   ∂b = Σ ∂z
/// ```
///
/// # Complexity
/// O(rows · inputs · N) time, O(inputs · N) space.
#[derive(Debug)]
pub(super) struct Backpropagation {
    product: Product,
    vectors: Panels,
    scores: Panels,
    /// Scores row by row, then probabilities, then their gradient.
    rows: Vec<f32>,
    score_gradient: Panels,
    transposed_head: Panels,
    vector_gradient: Panels,
    pub(super) gradient: Network,
    zeros: Vec<f32>,
}

/// Sums over rows: of losses, and of rows whose class has the highest score.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) loss: f64,
    pub(super) hits: usize,
}

impl Backpropagation {
    pub(super) fn new(network: &Network) -> Self {
        let (inputs, dimensions, classes) = (network.hidden.rows(), network.hidden.columns(), network.head.columns());
        let gradient = Network::zeros(inputs, dimensions, classes);
        let zeros = vec![0.0; gradient.hidden_bias.len().max(gradient.head_bias.len())];
        Self {
            product: Product::new(),
            vectors: Panels::default(),
            scores: Panels::default(),
            rows: Vec::new(),
            score_gradient: Panels::default(),
            transposed_head: Panels::default(),
            vector_gradient: Panels::default(),
            gradient,
            zeros,
        }
    }

    /// Scores and losses of the rows of `inputs`; leaves probabilities in `rows`.
    pub(super) fn forward(&mut self, network: &Network, inputs: &[f32], classes: &[usize]) -> Tally {
        let width = network.hidden.rows();
        let (rows, kinds) = (classes.len(), network.head.columns());
        let input = |row: usize, at: usize| inputs[row * width + at];
        self.product.multiply(rows, input, &network.hidden, &network.hidden_bias, &mut self.vectors);
        selu(self.product.arch(), self.vectors.values_mut());
        let vector = |row: usize, at: usize| self.vectors.at(row, at);
        self.product.multiply(rows, vector, &network.head, &network.head_bias, &mut self.scores);
        self.rows.clear();
        self.scores.append_rows(rows, &mut self.rows);
        let mut tally = Tally::default();
        for (scores, &class) in self.rows.chunks_exact_mut(kinds).zip(classes) {
            let best = first_largest(scores);
            let largest = scores[best];
            // The largest becomes 0: nothing overflows.
            scores.iter_mut().for_each(|score| *score -= largest);
            tally.loss -= f64::from(scores[class]);
            tally.hits += usize::from(best == class);
        }
        exp_of_negative(self.product.arch(), &mut self.rows);
        for probabilities in self.rows.chunks_exact_mut(kinds) {
            let sum: f64 = probabilities.iter().map(|&value| f64::from(value)).sum();
            tally.loss += sum.ln();
            probabilities.iter_mut().for_each(|value| *value = (f64::from(*value) / sum) as f32);
        }
        tally
    }

    /// Scores, losses and, in `gradient`, the gradient of the mean loss.
    pub(super) fn run(&mut self, network: &Network, inputs: &[f32], classes: &[usize]) -> Tally {
        let tally = self.forward(network, inputs, classes);
        let (width, dimensions, kinds) = (network.hidden.rows(), network.hidden.columns(), network.head.columns());
        let count = classes.len();
        for (row, &class) in self.rows.chunks_exact_mut(kinds).zip(classes) {
            row[class] -= 1.0;
            row.iter_mut().for_each(|value| *value /= count as f32);
        }
        let score_gradients = &self.rows;
        self.score_gradient.reset(count, kinds);
        self.score_gradient.fill(|row, class| score_gradients[row * kinds + class]);
        self.transposed_head.reset(kinds, dimensions);
        self.transposed_head.fill(|class, at| network.head.at(at, class));

        let Self { product, gradient, zeros, vectors, .. } = self;
        let (head_zeros, hidden_zeros) = (&zeros[..network.head_bias.len()], &zeros[..network.hidden_bias.len()]);
        let vector = |at: usize, row: usize| vectors.at(row, at);
        product.multiply(dimensions, vector, &self.score_gradient, head_zeros, &mut gradient.head);
        sum_columns(&self.score_gradient, &mut gradient.head_bias);

        let score = |row: usize, class: usize| score_gradients[row * kinds + class];
        product.multiply(count, score, &self.transposed_head, hidden_zeros, &mut self.vector_gradient);
        for (value, &vector) in self.vector_gradient.values_mut().iter_mut().zip(vectors.values()) {
            *value *= selu_slope(vector);
        }
        let input = |at: usize, row: usize| inputs[row * width + at];
        product.multiply(width, input, &self.vector_gradient, hidden_zeros, &mut gradient.hidden);
        sum_columns(&self.vector_gradient, &mut gradient.hidden_bias);
        tally
    }
}

/// Sums of the columns, padding included.
fn sum_columns(matrix: &Panels, sums: &mut [f32]) {
    sums.fill(0.0);
    for (panel, sums) in matrix.values().chunks_exact(matrix.rows() * PANEL).zip(sums.chunks_exact_mut(PANEL)) {
        for line in panel.chunks_exact(PANEL) {
            sums.iter_mut().zip(line).for_each(|(sum, &value)| *sum += value);
        }
    }
}

/// Derivatives of the loss by each number of a model, in the order of the model file.
#[derive(Debug, Clone, PartialEq)]
pub struct Gradient {
    /// By W, N × inputs.
    pub weights: Vec<f32>,
    /// By b.
    pub bias: Vec<f32>,
    /// By the head's weights, classes × N.
    pub head_weights: Vec<f32>,
    /// By the head's biases.
    pub head_bias: Vec<f32>,
}

/// Mean cross-entropy of a model over a set, and its gradient: one step of [`train`](super::train), to be looked at.
///
/// # Panics
/// If the set has no rows, or other inputs or classes than the model.
#[must_use]
pub fn loss_and_gradient(model: &Model, set: &TrainingSet) -> (f64, Gradient) {
    let (found, wanted) = ((set.width(), set.names().len()), (model.perceptron().inputs(), model.classes().len()));
    assert_eq!(found, wanted, "found inputs and classes {found:?}, wanted {wanted:?}");
    assert!(!set.is_empty(), "found no rows, wanted some");
    let perceptron = model.perceptron();
    let network = Network::from_rows(
        set.width(),
        perceptron.weights(),
        perceptron.bias(),
        model.head_weights(),
        model.head_bias(),
    );
    let mut pass = Backpropagation::new(&network);
    let tally = pass.run(&network, set.inputs(), set.classes());
    let Network { hidden, mut hidden_bias, head, mut head_bias } = pass.gradient;
    hidden_bias.truncate(hidden.columns());
    head_bias.truncate(head.columns());
    let (weights, head_weights) = (Network::rows_of(&hidden), Network::rows_of(&head));
    (tally.loss / set.len() as f64, Gradient { weights, bias: hidden_bias, head_weights, head_bias })
}
