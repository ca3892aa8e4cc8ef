//! How are the weights found, and what do they look at?
//!
//! [`train_model`] makes a model from a [`Curriculum`]: it draws synthetic graphs, trains on them, and computes the statistics of
//! their vectors ([`FamilyVectors`]). [`train`] finds a perceptron and a linear head that tell the classes of a [`TrainingSet`] apart; [`Trained`] keeps the
//! history and becomes a [`Model`](sgr_core::representation::Model). [`Saliency`] tells which part of the spectrum a model's
//! classes depend on.
//!
//! The same set, settings and seed give the same bytes on one instruction set: training runs on one thread, and every sum
//! has its order. This room never reads a user's data.

mod curriculum;
mod curriculum_text;
mod error;
mod gradient;
mod network;
pub(crate) mod optimizer;
mod parts;
mod pretext_score;
mod principal_axes;
mod saliency;
mod settings;
mod split;
mod standardization;
mod train_model;
mod trained;
mod training;
mod training_set;
mod vector_statistics;

pub use curriculum::{Curriculum, GraphGroup};
pub use curriculum_text::CurriculumChanges;
pub use error::TrainingError;
pub use gradient::{Gradient, loss_and_gradient};
pub use pretext_score::{PretextScore, RangeScore};
pub use saliency::Saliency;
pub use settings::{Schedule, TrainingSettings};
pub use train_model::{
    TrainModelError, TrainingStep, family_vectors, score_model, train_model, unseen_inputs, with_statistics,
};
pub use trained::{Ending, Epoch, Trained};
pub use training::train;
pub use training_set::TrainingSet;
pub use vector_statistics::FamilyVectors;
