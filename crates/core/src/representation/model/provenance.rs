//! How a model came about, for its file and for its readers.

use serde_json::{Map, Value};

use super::ModelError;
use super::header::json;

/// How a model came about: its vectors do not depend on it.
///
/// Settings and scores are JSON objects, kept as the text that the model file has.
///
/// ```
/// use sgr_core::representation::Provenance;
/// let provenance = Provenance::new(1, r#"{"epochs":3}"#, r#"{"validation_accuracy":0.9}"#)?;
/// assert_eq!(provenance.score("validation_accuracy"), Some(0.9));
/// # Ok::<(), sgr_core::representation::ModelError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Provenance {
    seed: u64,
    settings: String,
    scores: String,
}

impl Default for Provenance {
    /// Seed 0; no settings, no scores.
    fn default() -> Self {
        Self { seed: 0, settings: "{}".to_owned(), scores: "{}".to_owned() }
    }
}

impl Provenance {
    /// The seed of the training, its settings, and the scores at its end, both as JSON objects.
    ///
    /// # Errors
    /// [`ModelError::Metadata`] for a text that is not a JSON object.
    pub fn new(seed: u64, settings: &str, scores: &str) -> Result<Self, ModelError> {
        for (key, text) in [("training", settings), ("scores", scores)] {
            json::<Map<String, Value>>(key, text, "a JSON object")?;
        }
        Ok(Self { seed, settings: settings.to_owned(), scores: scores.to_owned() })
    }

    /// The seed of the training.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The settings of the training, as a JSON object.
    #[must_use]
    pub fn settings(&self) -> &str {
        &self.settings
    }

    /// The scores at the end of the training, as a JSON object.
    #[must_use]
    pub fn scores(&self) -> &str {
        &self.scores
    }

    /// The score of that name, if there is one and it is a number.
    #[must_use]
    pub fn score(&self, name: &str) -> Option<f64> {
        serde_json::from_str::<Value>(&self.scores).ok()?.get(name)?.as_f64()
    }
}
