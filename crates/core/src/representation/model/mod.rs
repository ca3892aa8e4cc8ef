//! A trained model: its parts, its file, the built-in ones, and the learned vector.

mod built_in;
mod error;
mod file;
mod header;
mod learned;
mod perceptron;
mod provenance;
mod statistics;

pub use built_in::BuiltIn;
pub use error::ModelError;
pub use learned::Learned;
pub use perceptron::Perceptron;
pub use provenance::Provenance;
pub use statistics::{PairDistances, StatisticsParts, VectorStatistics};

use std::sync::Arc;

use serde::Serialize;

use self::perceptron::Buffers;
use super::{AttributeScaling, AttributeSettings, Channels, LabelSettings};
use crate::graph::digest;
use crate::numerics::affine::Affine;
use crate::text::shown;

/// The parts of a [`Model`].
#[derive(Debug, Clone)]
pub struct ModelParts {
    /// The channels that it sees.
    pub channels: Channels,
    /// The layer that makes the vector.
    pub perceptron: Perceptron,
    /// Weights of the linear head, classes × N, row by row.
    pub head_weights: Vec<f32>,
    /// Biases of the head, one a class.
    pub head_bias: Vec<f32>,
    /// Names of the pretext classes that the head tells apart.
    pub classes: Vec<String>,
    /// How its vectors see labels, if they are asked to.
    pub labels: LabelSettings,
    /// How its vectors see attributes, if they are asked to.
    pub attributes: AttributeSettings,
    /// How it came about.
    pub provenance: Provenance,
}

/// A trained model: the channels of a graph, the perceptron that makes its vector, and the head that told the pretext
/// classes apart while both were trained.
///
/// # Formula
/// ```text
/// σ = SELU(W x + b),   y = V σ + c        x = channels, σ = vector, y = one score (logit) a class
/// ```
/// Tsitsulin et al., "SGR", §4.3. The head takes no part in the vector.
#[derive(Debug, Clone)]
pub struct Model {
    channels: Channels,
    perceptron: Perceptron,
    head: Arc<Affine>,
    classes: Vec<String>,
    labels: LabelSettings,
    attributes: AttributeSettings,
    provenance: Provenance,
    statistics: Option<Arc<VectorStatistics>>,
}

/// Largest absolute value of a number in a model. Inputs are below 100, and a file has fewer than 2^26 numbers, so no sum of
/// the perceptron or the head leaves the range of 32-bit floats: every vector is finite. The numbers of the built-in models are below 120.
pub(super) const LARGEST_NUMBER: f32 = 1e9;

impl Model {
    /// A model of these parts.
    ///
    /// # Errors
    /// [`ModelError`] if the lengths do not fit, a number is not finite or too large, there is no class, or two have the
    /// same name, or a setting of labels or attributes is out of range.
    pub fn new(parts: ModelParts) -> Result<Self, ModelError> {
        let ModelParts { channels, perceptron, head_weights, head_bias, classes, labels, attributes, provenance } =
            parts;
        let (inputs, dimensions) = (perceptron.inputs(), perceptron.outputs());
        let shape = |tensor, found: &[usize], wanted: &[usize]| match found == wanted {
            true => Ok(()),
            false => Err(ModelError::Shape { tensor, found: as_u64(found), wanted: as_u64(wanted) }),
        };
        shape("weight", &[dimensions, inputs], &[dimensions, channels.width()])?;
        shape("head.bias", &[head_bias.len()], &[classes.len()])?;
        shape("head.weight", &[head_weights.len()], &[classes.len() * dimensions])?;
        let repeated = classes.iter().enumerate().find(|(at, name)| classes[..*at].contains(name));
        if let Some((_, name)) = repeated {
            let found = format!("the class \"{}\" twice", shown(name));
            return Err(ModelError::Metadata { key: "classes", found, wanted: "different names".into() });
        }
        if classes.is_empty() {
            let wanted = "at least one class".into();
            return Err(ModelError::Metadata { key: "classes", found: "none".into(), wanted });
        }
        check_settings("labels", labels.fault(), &labels)?;
        check_settings("attributes", attributes.fault(), &attributes)?;
        let tensors = [
            ("weight", perceptron.weights()),
            ("bias", perceptron.bias()),
            ("head.weight", &head_weights),
            ("head.bias", &head_bias),
        ];
        for (tensor, values) in tensors {
            if let Some(position) = values.iter().position(|value| !value.is_finite()) {
                return Err(ModelError::NotFinite { tensor, position, found: values[position] });
            }
            if let Some(position) = values.iter().position(|value| value.abs() > LARGEST_NUMBER) {
                return Err(ModelError::NumberTooLarge { tensor, position, found: values[position] });
            }
        }
        let head = Arc::new(Affine::new(dimensions, head_weights, head_bias));
        Ok(Self { channels, perceptron, head, classes, labels, attributes, provenance, statistics: None })
    }

    /// The same model with other statistics of its vectors, or with none. The vectors do not depend on them.
    ///
    /// # Errors
    /// [`ModelError::Shape`] if they are of vectors of another length.
    pub fn with_statistics(mut self, statistics: Option<VectorStatistics>) -> Result<Self, ModelError> {
        if let Some(found) = statistics.as_ref().map(VectorStatistics::dimensions) {
            self.check_shape(statistics::DEVIATIONS, found)?;
        }
        self.statistics = statistics.map(Arc::new);
        Ok(self)
    }

    fn check_shape(&self, tensor: &'static str, found: usize) -> Result<(), ModelError> {
        let wanted = self.perceptron.outputs();
        let shape = |length| vec![length as u64];
        if found == wanted {
            Ok(())
        } else {
            Err(ModelError::Shape { tensor, found: shape(found), wanted: shape(wanted) })
        }
    }

    /// How its vectors are spread over its training graphs, if its file says so: files of versions 1 and 2 do not.
    #[must_use]
    pub fn statistics(&self) -> Option<&VectorStatistics> {
        self.statistics.as_deref()
    }

    /// A number that is the same for all models that make the same vectors and scores: a digest of the file without statistics.
    #[must_use]
    pub fn digest(&self) -> u64 {
        digest(&Self { statistics: None, ..self.clone() }.to_bytes())
    }

    /// The same model with another scaling of attributes, for example one that was learned from a collection.
    ///
    /// # Errors
    /// [`ModelError::Metadata`] if a mean or deviation is not finite, or their numbers differ.
    ///
    /// ```
    /// use sgr_core::representation::{AttributeScaling, BuiltIn};
    /// let scaling = AttributeScaling::Standard { means: vec![7.5], deviations: vec![2.0] };
    /// let model = BuiltIn::Default.model().with_attribute_scaling(scaling.clone())?;
    /// assert_eq!(model.attributes().scaling, scaling);
    /// # Ok::<(), sgr_core::representation::ModelError>(())
    /// ```
    pub fn with_attribute_scaling(mut self, scaling: AttributeScaling) -> Result<Self, ModelError> {
        self.attributes.scaling = scaling;
        check_settings("attributes", self.attributes.fault(), &self.attributes)?;
        Ok(self)
    }

    /// How its vectors see labels, if they are asked to.
    #[must_use]
    pub fn labels(&self) -> &LabelSettings {
        &self.labels
    }

    /// How its vectors see attributes, if they are asked to.
    #[must_use]
    pub fn attributes(&self) -> &AttributeSettings {
        &self.attributes
    }

    /// The channels that it sees.
    #[must_use]
    pub fn channels(&self) -> &Channels {
        &self.channels
    }

    /// The layer that makes the vector.
    #[must_use]
    pub fn perceptron(&self) -> &Perceptron {
        &self.perceptron
    }

    /// Weights of the head, classes × N, row by row.
    #[must_use]
    pub fn head_weights(&self) -> &[f32] {
        self.head.weights()
    }

    /// Biases of the head.
    #[must_use]
    pub fn head_bias(&self) -> &[f32] {
        self.head.bias()
    }

    /// Names of the pretext classes.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// How it came about.
    #[must_use]
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// One score (logit) a class for each row of inputs, row by row.
    ///
    /// # Panics
    /// If `inputs` is not a whole number of rows.
    #[must_use]
    pub fn scores(&self, inputs: &[f32]) -> Vec<f32> {
        self.vectors_and_scores(inputs).1
    }

    /// The vectors of the rows of inputs, and the [`scores`](Self::scores) that the head gives them.
    #[doc(hidden)]
    #[must_use]
    pub fn vectors_and_scores(&self, inputs: &[f32]) -> (Vec<f32>, Vec<f32>) {
        let mut buffers = Buffers::new();
        let (mut vectors, mut scores) = (Vec::new(), Vec::new());
        buffers.apply(&self.perceptron, inputs, &mut vectors);
        buffers.apply_affine(&self.head, &vectors, &mut scores);
        (vectors, scores)
    }

    /// The class with the highest score for each row of inputs; the first of equals.
    ///
    /// # Panics
    /// If `inputs` is not a whole number of rows.
    pub fn classify(&self, inputs: &[f32]) -> Vec<usize> {
        self.scores(inputs).chunks_exact(self.classes.len()).map(first_largest).collect()
    }
}

/// An error if there is a `fault`, which is the wanted value of a setting.
fn check_settings(key: &'static str, fault: Option<String>, found: &impl Serialize) -> Result<(), ModelError> {
    match fault {
        Some(wanted) => Err(ModelError::metadata(key, &settings_text(found), wanted)),
        None => Ok(()),
    }
}

/// Settings as the text that a model file has.
fn settings_text(settings: &impl Serialize) -> String {
    // Numbers, names and lists: nothing that JSON cannot say.
    serde_json::to_string(settings).unwrap_or_default()
}

/// Where the largest number is; the first of equals.
#[must_use]
pub fn first_largest(values: &[f32]) -> usize {
    (1..values.len()).fold(0, |best, at| if values[at] > values[best] { at } else { best })
}

fn as_u64(shape: &[usize]) -> Vec<u64> {
    shape.iter().map(|&length| length as u64).collect()
}
