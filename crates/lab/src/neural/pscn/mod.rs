//! PSCN, the network "Patchy-san".

mod betweenness;
mod fields;
mod network;

use std::fmt;

use super::features::{FeatureCodes, NodeFeatures};
use super::loss::Loss;
use super::training::{StopRule, Streams, TrainingRules, learn_and_predict};
use super::{GraphNetwork, PreparedNetwork};
use crate::baselines::BaselineError;
use crate::evaluation::{ClassLabels, Classifier, Prediction, Split};
use crate::learning::optimizer::RmsProp;
use fields::Fields;
use network::PscnNetwork;
use sgr_core::graph::Graph;
use sgr_core::progress::Progress;

/// Nodes of a field: the paper's k.
const FIELD: usize = 10;

/// RMSprop with the usual rate, batches of 25 and 150 epochs. The paper chose epochs and batch size for each
/// collection; here the held-out examples choose the epoch.
const RULES: TrainingRules =
    TrainingRules { loss: Loss::CrossEntropy, rate: 1e-3, batch: 25, epochs: 150, stop: StopRule::Patience(25) };

/// PSCN: a convolutional network over the neighbourhoods of the most central nodes.
///
/// Niepert, Ahmed & Kutzkov 2016, "Learning Convolutional Neural Networks for Graphs".
///
/// # Formula
/// ```text
/// w nodes in order, each with its field of k = 10 nodes
/// → convolution, 16 filters over a field, stride k → ReLU → convolution, 8 filters of 10 → ReLU
/// → dense, 128 → ReLU → dropout 0.5 → dense, one score a class → softmax
/// ```
/// w is the mean number of nodes of the collection, rounded. Training: RMSprop, cross-entropy.
///
/// The paper leaves open, or leaves to a program, the following:
///
/// | matter | here |
/// |---|---|
/// | order of nodes | betweenness, descending (the public ports do so); then degree, descending; then the feature |
/// | ties in a field | nodes that are still equal have the same feature: which comes first changes nothing |
/// | ties between roots | by the contents of their fields; so no tie is left to the numbering, and no canonical labelling is needed |
/// | field | nodes by distance from the root, then by the order; cut to k, filled up with rows of zeros |
/// | graphs of less than w nodes | filled up with fields of zeros |
/// | features | the node label, one-hot; without labels the degree in buckets, one-hot, where the paper has one number |
/// | edges | no features of edges (the paper's PSCN k = 10, not 10ᴱ); weights are not used |
/// | epochs | the one with the lowest loss on a tenth of the training part; none better for 25 epochs ends the training |
/// | first weights | Glorot, uniform, biases zero (Keras) |
///
/// # Complexity
/// O(n m) time a graph for the betweenness; O(w) time a graph and epoch.
///
/// # Edge cases
/// Betweenness is a sum of rounded numbers: values within 10⁻⁹ are equal. Other than that, the tensors do not depend on
/// the numbering of the nodes. If w is below 10, the second convolution has w taps.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pscn {
    /// Whether it sees node labels.
    pub node_labels: bool,
    /// What it sees without them.
    pub features: NodeFeatures,
}

impl GraphNetwork for Pscn {
    fn prepare(&self, graphs: &[&Graph], progress: &dyn Progress) -> Result<Box<dyn PreparedNetwork>, BaselineError> {
        let codes = FeatureCodes::of(graphs, self.node_labels, self.features)?;
        Ok(Box::new(Fields::of(graphs, &codes, progress)?))
    }
}

impl PreparedNetwork for Fields {
    fn classifier(&self, seed: u64) -> Box<dyn Classifier + '_> {
        Box::new(PscnClassifier { fields: self, seed })
    }
}

/// Trains on each split.
struct PscnClassifier<'a> {
    fields: &'a Fields,
    seed: u64,
}

impl fmt::Debug for PscnClassifier<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PscnClassifier").field("seed", &self.seed).finish_non_exhaustive()
    }
}

impl Classifier for PscnClassifier<'_> {
    fn len(&self) -> usize {
        self.fields.len()
    }

    fn predict(&self, labels: &ClassLabels, split: &Split, run: usize) -> Prediction {
        let classes = labels.names().len();
        let make = |random: &mut _| PscnNetwork::random(self.fields, classes, random);
        let streams = Streams { seed: self.seed, run };
        learn_and_predict(make, &mut RmsProp::default(), &RULES, (labels, split), streams)
    }
}
