//! Settings of the training.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::TrainingError;

/// How the learning rate changes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Schedule {
    /// It is constant.
    #[default]
    Constant,
    /// It falls to zero along half a cosine, step by step, over all epochs. Loshchilov & Hutter 2017, "SGDR".
    Cosine,
}

impl Schedule {
    /// The factor of the learning rate at `step` of `steps`.
    pub(super) fn factor(self, step: usize, steps: usize) -> f64 {
        match self {
            Self::Constant => 1.0,
            Self::Cosine => 0.5 * (1.0 + (std::f64::consts::PI * step as f64 / steps as f64).cos()),
        }
    }
}

/// How to train. Every field has a default; in a file, a key that is unknown is an error.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct TrainingSettings {
    /// N: dimensions of the vector.
    pub dimensions: usize,
    /// Most passes over the training part.
    pub epochs: usize,
    /// Rows between two steps.
    pub batch: usize,
    /// Adam's learning rate.
    pub learning_rate: f64,
    /// How the learning rate changes.
    pub schedule: Schedule,
    /// The part of each weight (not bias) that a step subtracts, times the learning rate. Loshchilov & Hutter 2019, "Decoupled
    /// Weight Decay Regularization".
    pub weight_decay: f64,
    /// Part of each class that is held out.
    pub validation: f64,
    /// Epochs without a lower validation loss before training ends early.
    pub patience: usize,
    /// Whether inputs are brought to mean 0 and deviation 1 over the training part while training. The weights that come
    /// out take them as they are in either case.
    pub standardize: bool,
    /// The factor of the deviation of the perceptron's first weights.
    pub gain: f64,
    /// Seed of the split, the first weights and the order of the rows.
    pub seed: u64,
    /// The factor of the inputs of a channel while training, by its name: the share of the channel in a vector's first
    /// directions. Channels that are not named have 1. The weights that come out take inputs as they are.
    pub channel_weights: BTreeMap<String, f64>,
}

impl Default for TrainingSettings {
    /// The prototype's: N = 256, 90 epochs of batches of 64, Adam at 10⁻³; but inputs are standardized.
    fn default() -> Self {
        Self {
            dimensions: 256,
            epochs: 90,
            batch: 64,
            learning_rate: 1e-3,
            schedule: Schedule::Constant,
            weight_decay: 0.0,
            validation: 0.1,
            patience: 20,
            standardize: true,
            gain: 1.0,
            seed: 0,
            channel_weights: BTreeMap::new(),
        }
    }
}

impl TrainingSettings {
    /// Whether every setting is in its range.
    ///
    /// # Errors
    /// [`TrainingError::Setting`] for the first that is not.
    pub fn check(&self) -> Result<(), TrainingError> {
        let within = |setting, value: f64, fits: bool, wanted| match fits {
            true => Ok(()),
            false => Err(TrainingError::Setting { setting, found: value.to_string(), wanted }),
        };
        // Far beyond use; the weights of one layer would take more than a model file may.
        let (dimensions, most) = (self.dimensions, 65_536);
        within("dimensions", dimensions as f64, (1..=most).contains(&dimensions), "1 to 65536")?;
        within("epochs", self.epochs as f64, self.epochs >= 1, "at least 1")?;
        within("batch", self.batch as f64, (1..=most).contains(&self.batch), "1 to 65536")?;
        within("patience", self.patience as f64, self.patience >= 1, "at least 1")?;
        let rate = self.learning_rate;
        within("learning_rate", rate, rate > 0.0 && rate <= 1.0, "more than 0 and at most 1")?;
        let decay = self.weight_decay;
        within("weight_decay", decay, (0.0..=1.0).contains(&decay), "0 to 1")?;
        let part = self.validation;
        within("validation", part, part > 0.0 && part < 1.0, "more than 0 and less than 1")?;
        // Beyond 1000 the first scores overflow or one channel dominates all others.
        let gain = self.gain;
        within("gain", gain, gain > 0.0 && gain <= 1000.0, "more than 0 and at most 1000")?;
        let mut weights = self.channel_weights.values();
        weights.try_for_each(|&weight| within("channel_weights", weight, (0.0..=1000.0).contains(&weight), "0 to 1000"))
    }

    /// Whether every channel with a weight is one of `names`, and some channel weighs more than 0.
    ///
    /// # Errors
    /// [`TrainingError::ChannelWeight`] for the first that is not; [`TrainingError::Setting`] if nothing weighs anything.
    pub fn check_channels(&self, names: &[impl AsRef<str>]) -> Result<(), TrainingError> {
        let is_known = |name: &str| names.iter().any(|known| known.as_ref() == name);
        if let Some(found) = self.channel_weights.keys().find(|name| !is_known(name)) {
            let wanted = names.iter().map(|name| name.as_ref().to_owned()).collect();
            return Err(TrainingError::ChannelWeight { found: found.clone(), wanted });
        }
        if !names.is_empty() && names.iter().all(|name| self.channel_weight(name.as_ref()) == 0.0) {
            let (setting, found) = ("channel_weights", "0 for every channel".to_owned());
            return Err(TrainingError::Setting { setting, found, wanted: "more than 0 for one of them" });
        }
        Ok(())
    }

    /// The factor of the inputs of a channel.
    pub(super) fn channel_weight(&self, name: &str) -> f64 {
        self.channel_weights.get(name).map_or(1.0, |&weight| weight)
    }

    /// Sets N, the dimensions of the vector.
    #[must_use]
    pub fn with_dimensions(mut self, dimensions: usize) -> Self {
        self.dimensions = dimensions;
        self
    }

    /// Sets the largest number of passes over the training part.
    #[must_use]
    pub fn with_epochs(mut self, epochs: usize) -> Self {
        self.epochs = epochs;
        self
    }

    /// Sets the number of rows in a batch.
    #[must_use]
    pub fn with_batch(mut self, batch: usize) -> Self {
        self.batch = batch;
        self
    }

    /// Sets Adam's learning rate.
    #[must_use]
    pub fn with_learning_rate(mut self, learning_rate: f64) -> Self {
        self.learning_rate = learning_rate;
        self
    }

    /// Sets how the learning rate changes.
    #[must_use]
    pub fn with_schedule(mut self, schedule: Schedule) -> Self {
        self.schedule = schedule;
        self
    }

    /// Sets the decay of the weights.
    #[must_use]
    pub fn with_weight_decay(mut self, weight_decay: f64) -> Self {
        self.weight_decay = weight_decay;
        self
    }

    /// Sets the part of each class that is held out.
    #[must_use]
    pub fn with_validation(mut self, validation: f64) -> Self {
        self.validation = validation;
        self
    }

    /// Sets the number of epochs without a lower validation loss after which training ends early.
    #[must_use]
    pub fn with_patience(mut self, patience: usize) -> Self {
        self.patience = patience;
        self
    }

    /// Sets whether inputs are standardized while training.
    #[must_use]
    pub fn with_standardize(mut self, standardize: bool) -> Self {
        self.standardize = standardize;
        self
    }

    /// Sets the factor of the deviation of the first weights.
    #[must_use]
    pub fn with_gain(mut self, gain: f64) -> Self {
        self.gain = gain;
        self
    }

    /// Sets the seed of the split, the first weights and the order of the rows.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the factor of the inputs of one channel while training.
    #[must_use]
    pub fn with_channel_weight(mut self, channel: impl Into<String>, weight: f64) -> Self {
        self.channel_weights.insert(channel.into(), weight);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosine_falls_from_one_to_zero() {
        let factors = [0, 25, 50, 100].map(|step| Schedule::Cosine.factor(step, 100));
        let exact = [1.0, (2.0 + 2.0f64.sqrt()) / 4.0, 0.5, 0.0];
        assert!(factors.iter().zip(exact).all(|(found, exact)| (found - exact).abs() < 1e-15), "{factors:?}");
        assert_eq!(Schedule::Constant.factor(99, 100), 1.0);
    }
}
