//! Which labels, and which nodes, move a class or a distance?
//!
//! An [`Explainer`] embeds a collection with its labels and, if the graphs have classes, learns them by the logistic regression of
//! [`evaluation`](crate::evaluation). Then labels are left out in turn, and the label part of the vectors is computed again:
//! [`Explainer::labels`] leaves out each label of the alphabet in all graphs, [`Explainer::graph`] the label of each node and edge
//! of one graph. The spectrum does not depend on labels, so it is not solved again.

mod alphabet;
mod class_model;
mod csv;
mod error;
mod explainer;
mod graph_influence;
mod label_influence;
mod nearby;
mod pictures;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests;
mod typical;

pub use alphabet::Carrier;
pub use error::ExplainError;
pub use explainer::Explainer;
pub use graph_influence::{CarrierInfluence, GraphInfluence, Place, Prediction};
pub use label_influence::{CollectionInfluence, LabelInfluence};
