//! Inputs with classes.

use std::ops::Range;

use super::{TrainingError, TrainingSettings};
use sgr_core::representation::Channels;

/// Rows of inputs with a class each.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingSet {
    width: usize,
    inputs: Vec<f32>,
    classes: Vec<usize>,
    names: Vec<String>,
    /// The channels that made the inputs, and where theirs are; empty if they were not given.
    channels: Vec<(&'static str, Range<usize>)>,
}

impl TrainingSet {
    /// A set of rows of `width` inputs, one after another; `classes` has a number below the number of `names` a row.
    ///
    /// # Errors
    /// [`TrainingError`] if the lengths do not fit, a class has no name, or an input is not finite.
    pub fn new(width: usize, inputs: Vec<f32>, classes: Vec<usize>, names: Vec<String>) -> Result<Self, TrainingError> {
        if width == 0 || classes.len().checked_mul(width) != Some(inputs.len()) {
            return Err(TrainingError::Rows { inputs: inputs.len(), rows: classes.len(), width });
        }
        if names.len() < 2 {
            return Err(TrainingError::TooFewClasses { found: names.len() });
        }
        if let Some(row) = classes.iter().position(|&class| class >= names.len()) {
            return Err(TrainingError::Class { row, found: classes[row], classes: names.len() });
        }
        if let Some(at) = inputs.iter().position(|value| !value.is_finite()) {
            return Err(TrainingError::NotFinite { row: at / width, input: at % width, value: inputs[at] });
        }
        Ok(Self { width, inputs, classes, names, channels: vec![] })
    }

    /// The same set with the names of the channels that made its inputs, which the settings' channel weights go by.
    ///
    /// # Errors
    /// [`TrainingError::ChannelWidth`] if they have another number of inputs.
    pub fn with_channels(mut self, channels: &Channels) -> Result<Self, TrainingError> {
        if channels.width() != self.width {
            return Err(TrainingError::ChannelWidth { found: channels.width(), wanted: self.width });
        }
        self.channels = channels.names_and_ranges().collect();
        Ok(self)
    }

    /// The factor of each input while training.
    ///
    /// # Errors
    /// As for [`TrainingSettings::check_channels`]; a set that does not know its channels has none.
    pub(super) fn input_weights(&self, settings: &TrainingSettings) -> Result<Vec<f64>, TrainingError> {
        let names: Vec<_> = self.channels.iter().map(|(name, _)| name).collect();
        settings.check_channels(&names)?;
        let mut weights = vec![1.0; self.width];
        for (name, range) in &self.channels {
            weights[range.clone()].fill(settings.channel_weight(name));
        }
        Ok(weights)
    }

    /// Inputs of a row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// All inputs, row by row.
    #[must_use]
    pub fn inputs(&self) -> &[f32] {
        &self.inputs
    }

    /// The inputs of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[f32] {
        &self.inputs[row * self.width..(row + 1) * self.width]
    }

    /// The class of each row.
    #[must_use]
    pub fn classes(&self) -> &[usize] {
        &self.classes
    }

    /// Names of the classes.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }
}
