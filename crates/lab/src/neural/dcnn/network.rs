//! The layers of DCNN.

use rand_chacha::ChaCha8Rng;

use super::diffusion::Diffusions;
use crate::learning::optimizer::Parameter;
use crate::neural::layers::{Dense, TanhScale};
use crate::neural::training::Network;

/// The network with its weights and the numbers of the last batch.
#[derive(Debug)]
pub(super) struct DcnnNetwork<'a> {
    diffusions: &'a Diffusions,
    scale: TanhScale,
    head: Dense,
    inputs: Vec<f32>,
    outputs: Vec<f32>,
    slopes: Vec<f32>,
}

impl<'a> DcnnNetwork<'a> {
    /// First weights.
    pub(super) fn random(diffusions: &'a Diffusions, classes: usize, random: &mut ChaCha8Rng) -> Self {
        let width = diffusions.width();
        let (scale, head) = (TanhScale::random(width, random), Dense::random(width, classes, random));
        Self { diffusions, scale, head, inputs: Vec::new(), outputs: Vec::new(), slopes: Vec::new() }
    }
}

impl Network for DcnnNetwork<'_> {
    /// There is no dropout.
    fn forward(&mut self, examples: &[usize], _: Option<&mut ChaCha8Rng>, scores: &mut Vec<f32>) {
        self.inputs.clear();
        examples.iter().for_each(|&example| self.inputs.extend_from_slice(self.diffusions.of_graph(example)));
        self.scale.forward(&self.inputs, &mut self.outputs);
        self.head.forward(&self.outputs, scores);
    }

    fn backward(&mut self, _: &[usize], slopes: &[f32]) {
        self.head.backward(&self.outputs, slopes);
        self.head.backward_inputs(slopes, &mut self.slopes);
        self.scale.backward(&self.inputs, &self.outputs, &self.slopes);
    }

    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        self.scale.parameters().into_iter().chain(self.head.parameters()).collect()
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
        let star = Graph::from_edges(4, &[(0, 1), (0, 2), (0, 3)]).unwrap();
        let path = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3)]).unwrap();
        let ring = Graph::from_edges(3, &[(0, 1), (1, 2), (2, 0)]).unwrap();
        let graphs = [&star, &path, &ring];
        let codes = FeatureCodes::of(&graphs, false, NodeFeatures::Degrees).unwrap();
        let diffusions = Diffusions::of(&graphs, &codes, &()).unwrap();
        let mut network = DcnnNetwork::random(&diffusions, 3, &mut ChaCha8Rng::seed_from_u64(1));
        compare_with_finite_differences(&mut network, &[2, 0, 1], &[0, 1, 2]);
    }
}
