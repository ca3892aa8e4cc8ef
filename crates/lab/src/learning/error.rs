//! Reasons why a model cannot be trained.

use crate::synthetic::SyntheticError;
use sgr_core::representation::{ChannelError, ModelError};
use sgr_core::text::shown;

/// Why nothing can be learned, or explained: what was found, and what was wanted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainingError {
    /// Text that is not a curriculum.
    #[error("{message}")]
    Text {
        /// The first mistake and its place.
        message: String,
    },
    /// A setting outside its range.
    #[error("{setting}: found {}, wanted {wanted}", shown(found))]
    Setting {
        /// The setting.
        setting: &'static str,
        /// Its value.
        found: String,
        /// The values that it may have.
        wanted: &'static str,
    },
    /// A weight for a channel that is not looked at.
    #[error("channel_weights: found \"{}\", wanted one of the channels {wanted:?}", shown(found))]
    ChannelWeight {
        /// The name.
        found: String,
        /// The channels there are.
        wanted: Vec<String>,
    },
    /// Channels that did not make the inputs.
    #[error("found channels of {found} inputs, wanted {wanted}")]
    ChannelWidth {
        /// Inputs of the channels.
        found: usize,
        /// Inputs of a row.
        wanted: usize,
    },
    /// Inputs and classes that do not belong together.
    #[error("found {inputs} inputs for {rows} rows, wanted {width} a row")]
    Rows {
        /// Inputs in all.
        inputs: usize,
        /// Rows, by the number of classes given.
        rows: usize,
        /// Inputs a row should have.
        width: usize,
    },
    /// A class without a name.
    #[error("row {row}: found class {found}, wanted one below {classes}")]
    Class {
        /// The row.
        row: usize,
        /// Its class.
        found: usize,
        /// Number of classes.
        classes: usize,
    },
    /// Fewer than two classes.
    #[error("found {found} classes, wanted at least 2 to tell apart")]
    TooFewClasses {
        /// Their number.
        found: usize,
    },
    /// An input that is infinite or none.
    #[error("row {row}: found {value} at input {input}, wanted a finite number")]
    NotFinite {
        /// The row.
        row: usize,
        /// The input.
        input: usize,
        /// The value.
        value: f32,
    },
    /// Too few rows to hold some out.
    #[error("found {training} rows to train on and {validation} held out, wanted some of each")]
    TooFewRows {
        /// Rows left for training.
        training: usize,
        /// Rows held out.
        validation: usize,
    },
    /// No epoch gave a finite loss.
    #[error(
        "the loss was not finite after any of {epochs} epochs; wanted a smaller learning_rate than {learning_rate}"
    )]
    Diverged {
        /// Epochs that ran.
        epochs: usize,
        /// The learning rate.
        learning_rate: f64,
    },
    /// A model that has no spectrum among its channels.
    #[error("found a model of the channels {found:?}, wanted one that looks at the spectrum")]
    NoSpectrum {
        /// Its channels.
        found: Vec<&'static str>,
    },
    /// Vectors whose covariance has no principal axes.
    #[error("found vectors of {dimensions} dimensions whose covariance has no eigenvectors, wanted finite vectors")]
    NoAxes {
        /// Their length.
        dimensions: usize,
    },
    /// Vectors without distances.
    #[error("the distances of the training graphs: {message}")]
    Distances {
        /// What is wrong with the vectors.
        message: String,
    },
    /// A list of channels that cannot be had.
    #[error(transparent)]
    Channels(#[from] ChannelError),
    /// A family or a range of synthetic graphs that cannot be had.
    #[error(transparent)]
    Synthetic(#[from] SyntheticError),
    /// The parts do not make a model.
    #[error(transparent)]
    Model(#[from] ModelError),
}
