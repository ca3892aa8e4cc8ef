//! The layers of PSCN.

use rand_chacha::ChaCha8Rng;

use super::FIELD;
use super::fields::Fields;
use crate::learning::optimizer::Parameter;
use crate::neural::layers::{Convolution, Dense, Dropout, FILTERS, OneHotConvolution, Sequences, relu, relu_backward};
use crate::neural::training::Network;

/// The second convolution: filters and, if there are as many fields, taps.
const SECOND_FILTERS: usize = 8;
const SECOND_TAPS: usize = 10;

/// Hidden units, and the share that is dropped in a training.
const HIDDEN: usize = 128;
const DROPPED: f64 = 0.5;

/// The network with its weights and the numbers of the last batch.
#[derive(Debug)]
pub(super) struct PscnNetwork<'a> {
    fields: &'a Fields,
    /// Outputs of the second convolution in a channel.
    positions: usize,
    first: OneHotConvolution,
    second: Convolution,
    hidden: Dense,
    head: Dense,
    dropout: Dropout,
    batch: Batch,
}

/// Outputs of the layers, after their activations, and the gradients by them.
#[derive(Debug, Default)]
struct Batch {
    first: Sequences,
    second: Sequences,
    flat: Vec<f32>,
    hidden: Vec<f32>,
    first_slopes: Sequences,
    second_slopes: Sequences,
    flat_slopes: Vec<f32>,
    hidden_slopes: Vec<f32>,
}

impl<'a> PscnNetwork<'a> {
    /// First weights.
    pub(super) fn random(fields: &'a Fields, classes: usize, random: &mut ChaCha8Rng) -> Self {
        let taps = SECOND_TAPS.min(fields.roots());
        let positions = fields.roots() - taps + 1;
        Self {
            fields,
            positions,
            first: OneHotConvolution::random(FIELD, fields.features(), random),
            second: Convolution::random(FILTERS, taps, SECOND_FILTERS, random),
            hidden: Dense::random(SECOND_FILTERS * positions, HIDDEN, random),
            head: Dense::random(HIDDEN, classes, random),
            dropout: Dropout::default(),
            batch: Batch::default(),
        }
    }
}

impl Network for PscnNetwork<'_> {
    fn forward(&mut self, examples: &[usize], dropout: Option<&mut ChaCha8Rng>, scores: &mut Vec<f32>) {
        let batch = &mut self.batch;
        batch.first.reset(FILTERS, examples.len(), self.fields.roots());
        for (at, &example) in examples.iter().enumerate() {
            self.first.forward(self.fields.of_graph(example), at, &mut batch.first);
        }
        relu(batch.first.values_mut());
        self.second.forward(&batch.first, &mut batch.second);
        batch.flat.clear();
        for at in 0..examples.len() {
            for filter in 0..SECOND_FILTERS {
                batch.flat.extend_from_slice(&batch.second.sequence(filter, at)[..self.positions]);
            }
        }
        relu(&mut batch.flat);
        self.hidden.forward(&batch.flat, &mut batch.hidden);
        relu(&mut batch.hidden);
        if let Some(random) = dropout {
            self.dropout.forward(&mut batch.hidden, DROPPED, random);
        }
        self.head.forward(&batch.hidden, scores);
    }

    fn backward(&mut self, examples: &[usize], slopes: &[f32]) {
        let batch = &mut self.batch;
        self.head.backward(&batch.hidden, slopes);
        self.head.backward_inputs(slopes, &mut batch.hidden_slopes);
        self.dropout.backward(&mut batch.hidden_slopes);
        // A unit that was dropped is zero, and so is its slope.
        relu_backward(&batch.hidden, &mut batch.hidden_slopes);
        self.hidden.backward(&batch.flat, &batch.hidden_slopes);
        self.hidden.backward_inputs(&batch.hidden_slopes, &mut batch.flat_slopes);
        relu_backward(&batch.flat, &mut batch.flat_slopes);
        batch.second_slopes.reset(SECOND_FILTERS, examples.len(), self.fields.roots());
        for (row, slopes) in batch.flat_slopes.chunks_exact(self.positions).enumerate() {
            let (at, filter) = (row / SECOND_FILTERS, row % SECOND_FILTERS);
            batch.second_slopes.sequence_mut(filter, at)[..self.positions].copy_from_slice(slopes);
        }
        self.second.backward(&batch.first, &batch.second_slopes);
        self.second.backward_inputs(&batch.second_slopes, &mut batch.first_slopes);
        relu_backward(batch.first.values(), batch.first_slopes.values_mut());
        self.first.clear_gradients();
        for (at, &example) in examples.iter().enumerate() {
            self.first.backward(self.fields.of_graph(example), at, &batch.first_slopes);
        }
    }

    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let convolutions = self.first.parameters().into_iter().chain(self.second.parameters());
        convolutions.chain(self.hidden.parameters()).chain(self.head.parameters()).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::neural::NodeFeatures;
    use crate::neural::features::FeatureCodes;
    use crate::neural::training::tests::compare_with_finite_differences;
    use sgr_core::graph::Graph;

    #[test]
    fn gradients_are_finite_differences() {
        let path: Vec<(u32, u32)> = (0..14).map(|node| (node, node + 1)).collect();
        let star: Vec<(u32, u32)> = (1..11).map(|node| (0, node)).collect();
        let ring: Vec<(u32, u32)> = (0..12).map(|node| (node, (node + 1) % 12)).collect();
        let graphs =
            [(15, path), (11, star), (12, ring)].map(|(nodes, edges)| Graph::from_edges(nodes, &edges).unwrap());
        let graphs: Vec<&Graph> = graphs.iter().collect();
        let codes = FeatureCodes::of(&graphs, false, NodeFeatures::Degrees).unwrap();
        let fields = Fields::of(&graphs, &codes, &()).unwrap();
        let mut network = PscnNetwork::random(&fields, 3, &mut ChaCha8Rng::seed_from_u64(1));
        compare_with_finite_differences(&mut network, &[0, 1, 2], &[0, 1, 2]);
    }
}
