//! Curricula as text: the built-in ones by name, and a user's own as TOML.

use super::{Curriculum, TrainingError};
use sgr_core::representation::Distance;
use sgr_core::text::visible;

/// The built-in curricula: the built-in models of the same names were trained by them.
const BUILT_IN: [(&str, &str); 2] =
    [("default", include_str!("../../curricula/default.toml")), ("paper", include_str!("../../curricula/paper.toml"))];

/// Settings of a curriculum that a front end may replace one by one.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CurriculumChanges {
    /// Seed of graphs and weights.
    pub seed: Option<u64>,
    /// Epochs of training.
    pub epochs: Option<usize>,
    /// Length of the vectors.
    pub dimensions: Option<usize>,
    /// Step size of Adam.
    pub learning_rate: Option<f64>,
    /// Graphs in a batch.
    pub batch: Option<usize>,
    /// Graphs of each family in each group.
    pub graphs: Option<u64>,
    /// Default distance of the vectors.
    pub distance: Option<Distance>,
}

impl Curriculum {
    /// Most bytes of a text: the built-in ones have two thousand. For front ends, whose users may name a pipe or a device,
    /// which have no length.
    pub const LARGEST_TEXT: u64 = 1 << 20;

    /// Names of the built-in curricula.
    pub const BUILT_IN: [&'static str; BUILT_IN.len()] = [BUILT_IN[0].0, BUILT_IN[1].0];

    /// The built-in curriculum of that name.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        // The tests read every built-in curriculum.
        Self::from_toml(text).ok()
    }

    /// Reads a curriculum; settings that the text does not have keep their defaults.
    ///
    /// # Errors
    /// [`TrainingError::Text`] with the place of the first mistake.
    pub fn from_toml(text: &str) -> Result<Self, TrainingError> {
        toml::from_str(text).map_err(|error| TrainingError::Text { message: visible(&error.to_string()).into_owned() })
    }

    /// The curriculum as text that [`from_toml`](Self::from_toml) reads.
    #[must_use]
    pub fn to_toml(&self) -> String {
        // Structs of numbers, texts and lists always become TOML.
        toml::to_string(self).unwrap_or_default()
    }

    /// The curriculum with some settings replaced.
    ///
    /// # Errors
    /// As for [`check`](Self::check).
    pub fn with(mut self, changes: &CurriculumChanges) -> Result<Self, TrainingError> {
        let training = &mut self.training;
        training.seed = changes.seed.unwrap_or(training.seed);
        training.epochs = changes.epochs.unwrap_or(training.epochs);
        training.dimensions = changes.dimensions.unwrap_or(training.dimensions);
        training.learning_rate = changes.learning_rate.unwrap_or(training.learning_rate);
        training.batch = changes.batch.unwrap_or(training.batch);
        for group in &mut self.graphs {
            group.count = changes.graphs.unwrap_or(group.count);
        }
        self.distance = changes.distance.unwrap_or(self.distance);
        self.check()?;
        Ok(self)
    }
}
