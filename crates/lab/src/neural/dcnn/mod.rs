//! DCNN, the diffusion-convolutional network.

mod diffusion;
mod network;

use std::fmt;

use super::features::{FeatureCodes, NodeFeatures};
use super::loss::Loss;
use super::training::{StopRule, Streams, TrainingRules, learn_and_predict};
use super::{GraphNetwork, PreparedNetwork};
use crate::baselines::BaselineError;
use crate::evaluation::{ClassLabels, Classifier, Prediction, Split};
use crate::learning::optimizer::AdaGrad;
use diffusion::Diffusions;
use network::DcnnNetwork;
use sgr_core::graph::Graph;
use sgr_core::progress::Progress;

/// The paper's settings: a step for each graph, until the validation loss exceeds the mean of its last five values.
const RULES: TrainingRules =
    TrainingRules { loss: Loss::Hinge, rate: 0.05, batch: 1, epochs: 100, stop: StopRule::AboveMeanOf(5) };

/// DCNN: a linear classifier of means of diffused features.
///
/// Atwood & Towsley 2016, "Diffusion-Convolutional Neural Networks", with one output for each graph.
///
/// # Formula
/// ```text
/// Z_hf = tanh(W_hf · (1/n) Σ_v (P^h X)_vf),   scores = V Z + c        h = 0 … 3
/// P_uv = A_uv / (d_u + 1)
/// ```
/// X has a row for each node: one-hot features. Training: AdaGrad, multiclass hinge on the scores.
///
/// The paper leaves open, or its program decides, the following:
///
/// | matter | here |
/// |---|---|
/// | P | rows divided by degree plus one; the paper says degree-normalized, its program adds one and divides columns |
/// | hops | H = 3 |
/// | features | the node label, one-hot; without labels the degree in buckets, one-hot, or the same for all nodes |
/// | weights of edges | are the entries of A, if the graph has them |
/// | loss | on the scores, before a softmax, which would not change the largest |
/// | end | the weights of the epoch with the lowest loss on a tenth of the training part |
/// | first weights | W normal with variance 0.01; V Glorot, uniform; c zero |
///
/// # Complexity
/// O(m + n) time a graph for the diffusion; O(features) time a graph and epoch.
///
/// # Edge cases
/// An isolated node keeps its feature at h = 0 only. With constant features the network sees n-means of P^h 1 alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dcnn {
    /// Whether it sees node labels.
    pub node_labels: bool,
    /// What it sees without them.
    pub features: NodeFeatures,
}

impl GraphNetwork for Dcnn {
    fn prepare(&self, graphs: &[&Graph], progress: &dyn Progress) -> Result<Box<dyn PreparedNetwork>, BaselineError> {
        let codes = FeatureCodes::of(graphs, self.node_labels, self.features)?;
        Ok(Box::new(Diffusions::of(graphs, &codes, progress)?))
    }
}

impl PreparedNetwork for Diffusions {
    fn classifier(&self, seed: u64) -> Box<dyn Classifier + '_> {
        Box::new(DcnnClassifier { diffusions: self, seed })
    }
}

/// Trains on each split.
struct DcnnClassifier<'a> {
    diffusions: &'a Diffusions,
    seed: u64,
}

impl fmt::Debug for DcnnClassifier<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("DcnnClassifier").field("seed", &self.seed).finish_non_exhaustive()
    }
}

impl Classifier for DcnnClassifier<'_> {
    fn len(&self) -> usize {
        self.diffusions.len()
    }

    fn predict(&self, labels: &ClassLabels, split: &Split, run: usize) -> Prediction {
        let classes = labels.names().len();
        let make = |random: &mut _| DcnnNetwork::random(self.diffusions, classes, random);
        let streams = Streams { seed: self.seed, run };
        learn_and_predict(make, &mut AdaGrad::default(), &RULES, (labels, split), streams)
    }
}
