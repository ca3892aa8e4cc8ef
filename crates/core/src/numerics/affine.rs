//! Weights and biases of one layer.

use super::panels::Panels;
use super::product::Product;

/// An affine map y = W x + b in f32, applied to many rows at once.
///
/// The matrix is kept as given, for the model file and for gradients, and in panels, for products.
#[derive(Debug, Clone)]
pub struct Affine {
    inputs: usize,
    weights: Vec<f32>,
    bias: Vec<f32>,
    /// W transposed: one column an output.
    panels: Panels,
    /// The bias and zeros, as long as the panels are wide.
    padded_bias: Vec<f32>,
}

impl Affine {
    /// The map with the given weights, outputs × inputs, row by row.
    ///
    /// # Panics
    /// If there are not as many weights as inputs times outputs (= length of `bias`).
    #[must_use]
    pub fn new(inputs: usize, weights: Vec<f32>, bias: Vec<f32>) -> Self {
        let (found, outputs) = (weights.len(), bias.len());
        assert_eq!(found, inputs * outputs, "found {found} weights, wanted {outputs} × {inputs}");
        let panels = Panels::from_fn(inputs, outputs, |input, output| weights[output * inputs + input]);
        let mut padded_bias = bias.clone();
        padded_bias.resize(panels.padded_columns(), 0.0);
        Self { inputs, weights, bias, panels, padded_bias }
    }

    /// Length of x.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Length of y.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// W, row by row.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// b.
    #[must_use]
    pub fn bias(&self) -> &[f32] {
        &self.bias
    }

    /// Maps the rows of `inputs` into the rows of `out`.
    ///
    /// # Panics
    /// If `inputs` is not a whole number of rows.
    pub fn apply(&self, inputs: &[f32], product: &mut Product, out: &mut Panels) {
        let (found, width) = (inputs.len(), self.inputs);
        assert!(found.is_multiple_of(width), "found {found} inputs, wanted a multiple of {width}");
        let left = |row: usize, at: usize| inputs[row * width + at];
        product.multiply(found / width, left, &self.panels, &self.padded_bias, out);
    }
}
