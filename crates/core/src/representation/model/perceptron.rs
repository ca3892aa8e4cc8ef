//! The layer that turns the channels of a graph into its vector.

use std::sync::Arc;

use crate::numerics::affine::Affine;
use crate::numerics::panels::Panels;
use crate::numerics::product::Product;
use crate::numerics::selu::selu;

/// Rows that are multiplied at once: as many as leave the matrix product in the second cache, and few enough that a chunk
/// of any length needs little memory.
const BLOCK: usize = 96;

/// One layer, which turns the inputs of a graph into its vector.
///
/// # Formula
/// ```text
/// σ = SELU(W x + b)
/// ```
/// Tsitsulin et al., "SGR", §4.3; x = inputs, σ = the vector.
///
/// A row of the result is the same bytes alone, in any company and at any place.
///
/// # Complexity
/// O(rows · inputs · N) time, O(inputs · N) space.
///
/// ```
/// use sgr_core::representation::Perceptron;
/// let perceptron = Perceptron::new(2, vec![1.0, -1.0], vec![0.5]);
/// let mut rows = Vec::new();
/// perceptron.apply(&[2.0, 1.0, 0.0, 0.5], &mut rows);
/// assert_eq!(rows, [1.050_701 * 1.5, 0.0]);
/// ```
#[derive(Debug, Clone)]
pub struct Perceptron {
    /// Shared by the threads.
    layer: Arc<Affine>,
}

impl Perceptron {
    /// The perceptron with the given weights, N × inputs, row by row, and N biases.
    ///
    /// # Panics
    /// If the lengths do not fit, or there are no inputs or no outputs.
    #[must_use]
    pub fn new(inputs: usize, weights: Vec<f32>, bias: Vec<f32>) -> Self {
        assert!(inputs > 0 && !bias.is_empty(), "found {inputs} inputs and {} outputs, wanted some", bias.len());
        Self { layer: Arc::new(Affine::new(inputs, weights, bias)) }
    }

    /// Length of x.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.layer.inputs()
    }

    /// Length of σ.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.layer.outputs()
    }

    /// W, row by row: N × inputs.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        self.layer.weights()
    }

    /// b.
    #[must_use]
    pub fn bias(&self) -> &[f32] {
        self.layer.bias()
    }

    /// Appends the vectors of the rows of `inputs` to `rows`.
    ///
    /// # Panics
    /// If `inputs` is not a whole number of rows.
    pub fn apply(&self, inputs: &[f32], rows: &mut Vec<f32>) {
        Buffers::new().apply(self, inputs, rows);
    }
}

/// What [`Perceptron::apply`] needs in between, to be kept.
#[derive(Debug)]
pub(crate) struct Buffers {
    product: Product,
    out: Panels,
}

impl Buffers {
    pub(crate) fn new() -> Self {
        Self { product: Product::new(), out: Panels::default() }
    }

    pub(crate) fn apply(&mut self, perceptron: &Perceptron, inputs: &[f32], rows: &mut Vec<f32>) {
        for block in inputs.chunks(BLOCK * perceptron.inputs()) {
            perceptron.layer.apply(block, &mut self.product, &mut self.out);
            selu(self.product.arch(), self.out.values_mut());
            self.out.append_rows(self.out.rows(), rows);
        }
    }

    /// Appends y = W x + b of the rows of `inputs` to `rows`.
    pub(crate) fn apply_affine(&mut self, map: &Affine, inputs: &[f32], rows: &mut Vec<f32>) {
        for block in inputs.chunks(BLOCK * map.inputs()) {
            map.apply(block, &mut self.product, &mut self.out);
            self.out.append_rows(self.out.rows(), rows);
        }
    }
}
