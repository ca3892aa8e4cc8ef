//! Rows held out for validation.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{TrainingError, TrainingSet};

/// Rows to train on and rows held out.
#[derive(Debug)]
pub(super) struct Split {
    pub(super) training: Vec<usize>,
    pub(super) validation: Vec<usize>,
}

impl Split {
    /// Holds out the given part of each class, chosen at random.
    pub(super) fn new(set: &TrainingSet, part: f64, random: &mut ChaCha8Rng) -> Result<Self, TrainingError> {
        let mut split = Self { training: Vec::new(), validation: Vec::new() };
        for class in 0..set.names().len() {
            let mut rows: Vec<usize> = (0..set.len()).filter(|&row| set.classes()[row] == class).collect();
            rows.shuffle(random);
            let held_out = (part * rows.len() as f64).round() as usize;
            split.validation.extend(rows.drain(..held_out));
            split.training.extend(rows);
        }
        let (training, validation) = (split.training.len(), split.validation.len());
        match training > 0 && validation > 0 {
            true => Ok(split),
            false => Err(TrainingError::TooFewRows { training, validation }),
        }
    }
}
