//! The outcome of a training.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{TrainingError, TrainingSettings};
use sgr_core::representation::{AttributeSettings, Channels, LabelSettings, Model, ModelParts, Perceptron, Provenance};

/// How one pass over the training part went.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Epoch {
    /// From 1.
    pub number: usize,
    /// Mean loss over the training part, while the weights were moving.
    pub training_loss: f64,
    /// Mean loss over the rows held out, at the end of the pass.
    pub validation_loss: f64,
    /// Part of the rows held out whose class has the highest score.
    pub validation_accuracy: f64,
}

/// Why training ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// All epochs ran.
    Complete,
    /// The validation loss had not fallen for as many epochs as the settings' patience.
    Patience,
    /// The observer ended it.
    Stopped,
}

impl Ending {
    /// The name used in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Patience => "patience",
            Self::Stopped => "stopped",
        }
    }
}

/// The result of a training: the weights of the epoch with the lowest validation loss, and how it went.
#[derive(Debug, Clone)]
pub struct Trained {
    /// The layer that makes the vector; it takes inputs that are not standardized.
    pub perceptron: Perceptron,
    /// Weights of the head, classes × N, row by row.
    pub head_weights: Vec<f32>,
    /// Biases of the head.
    pub head_bias: Vec<f32>,
    /// Names of the classes.
    pub classes: Vec<String>,
    /// Every epoch that ran.
    pub history: Vec<Epoch>,
    /// The epoch whose weights these are.
    pub best: Epoch,
    /// Why training ended.
    pub ending: Ending,
    /// The settings it ran with.
    pub settings: TrainingSettings,
}

impl Trained {
    /// The model that sees the given channels; they must be those that made the inputs.
    ///
    /// # Errors
    /// [`TrainingError::Model`] if the channels have another number of inputs.
    pub fn into_model(self, channels: Channels) -> Result<Model, TrainingError> {
        self.into_model_with(channels, Map::new())
    }

    /// Likewise; `notes` on the training graphs go into the file next to the settings.
    pub(super) fn into_model_with(self, channels: Channels, notes: Map<String, Value>) -> Result<Model, TrainingError> {
        let Self { perceptron, head_weights, head_bias, classes, history, best, ending, settings } = self;
        let mut all = notes;
        // A struct of numbers and names always becomes an object.
        if let Ok(Value::Object(settings)) = serde_json::to_value(&settings) {
            all.extend(settings);
        }
        let scores = json!({
            "epochs": history.len(),
            "best_epoch": best.number,
            "ending": ending.name(),
            "training_loss": best.training_loss,
            "validation_loss": best.validation_loss,
            "validation_accuracy": best.validation_accuracy,
            "history": history,
        });
        let provenance = Provenance::new(settings.seed, &Value::Object(all).to_string(), &scores.to_string())?;
        let (labels, attributes) = (LabelSettings::default(), AttributeSettings::default());
        let parts =
            ModelParts { channels, perceptron, head_weights, head_bias, classes, labels, attributes, provenance };
        Ok(Model::new(parts)?)
    }
}
