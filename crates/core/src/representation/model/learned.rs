//! The representation `sgr`: the learned vector.

use super::perceptron::Buffers;
use super::{Model, Perceptron};
use crate::representation::{Channels, Representation, SolvedGraph};
use crate::resampling::SampleGrid;

/// The learned vector: the output of a [`Model`]'s perceptron for the channels of a graph.
///
/// # Formula
/// ```text
/// σ = SELU(W x + b)        x = channels of the graph
/// ```
/// Tsitsulin et al., "SGR", §4.3.
///
/// A block of graphs is one matrix product, and yet the vector of a graph is the same bytes alone, in any batch and on any
/// number of threads.
#[derive(Debug)]
pub struct Learned {
    channels: Channels,
    perceptron: Perceptron,
    buffers: Buffers,
    inputs: Vec<f32>,
}

impl Learned {
    /// The vectors of `model`.
    #[must_use]
    pub fn new(model: &Model) -> Self {
        Self::from_parts(model.channels().clone(), model.perceptron().clone())
    }

    /// A copy with buffers of its own.
    pub(in crate::representation) fn copy(&self) -> Self {
        Self::from_parts(self.channels.clone(), self.perceptron.clone())
    }

    fn from_parts(channels: Channels, perceptron: Perceptron) -> Self {
        Self { channels, perceptron, buffers: Buffers::new(), inputs: Vec::new() }
    }
}

impl Representation for Learned {
    fn name(&self) -> &'static str {
        "sgr"
    }

    fn columns(&self) -> Vec<String> {
        (0..self.perceptron.outputs()).map(|at| format!("sgr_{at}")).collect()
    }

    fn append(&mut self, graphs: &[SolvedGraph<'_>], rows: &mut Vec<f32>) {
        self.inputs.clear();
        self.channels.append(graphs, &mut self.inputs);
        self.buffers.apply(&self.perceptron, &self.inputs, rows);
    }

    fn grid(&self) -> SampleGrid {
        self.channels.grid()
    }

    fn clone_boxed(&self) -> Box<dyn Representation> {
        Box::new(self.copy())
    }
}
