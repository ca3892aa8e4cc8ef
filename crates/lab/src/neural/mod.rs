//! How do networks of others learn to classify graphs?
//!
//! A [`GraphNetwork`] turns graphs into tensors once; the [`PreparedNetwork`] that it gives is a
//! [`Classifier`] for a seed: it draws its first weights anew for each split, trains on the training part
//! and predicts the test part. One folder each, after its paper: [`Pscn`], [`Dcnn`].
//!
//! A training sees the classes of the training part only. A tenth of that part is held out, to choose the epoch. Each
//! training runs on one thread with random numbers of its own for each run, so results do not depend on the number of
//! threads.
//!
//! The layers are our own: both networks need five kinds of layers and two losses, each of some tens of lines next to its test.
//! candle, the lightest library that has them all, brings 128 crates and minutes of compilation for the
//! same products, and its one-hot rows would be dense: 250,000 numbers a graph of D&D where a look-up reads 2,840.
//! Matrix products are faer's; optimizers are shared with our own training (`learning/optimizer`).

mod dcnn;
mod features;
mod layers;
mod loss;
mod pscn;
mod training;

pub use dcnn::Dcnn;
pub use features::NodeFeatures;
pub use pscn::Pscn;

use std::fmt::Debug;

use crate::baselines::BaselineError;
use crate::evaluation::Classifier;
use sgr_core::graph::Graph;
use sgr_core::progress::Progress;

/// A network that learns to tell classes of graphs apart.
pub trait GraphNetwork: Sync {
    /// Turns graphs into tensors. Works on the threads of the current rayon pool; the result does not depend on how many.
    ///
    /// # Errors
    /// [`BaselineError`]: a graph without the labels that were asked for, or tensors that would not fit in memory.
    fn prepare(&self, graphs: &[&Graph], progress: &dyn Progress) -> Result<Box<dyn PreparedNetwork>, BaselineError>;
}

/// Tensors of a collection, ready for trainings.
pub trait PreparedNetwork: Debug + Send + Sync {
    /// What trains a network on each split; `seed` determines all random numbers, together with the number of the run.
    fn classifier(&self, seed: u64) -> Box<dyn Classifier + '_>;
}

/// Most bytes of the tensors of a collection: more would not leave room for anything else on an ordinary machine.
const MOST_BYTES: u64 = 4 << 30;

/// Refuses tensors that would not fit in memory.
fn check_bytes(what: &'static str, rows: usize, row_bytes: usize) -> Result<(), BaselineError> {
    let bytes = (rows as u64).saturating_mul(row_bytes as u64);
    if bytes <= MOST_BYTES { Ok(()) } else { Err(BaselineError::TooLarge { what, rows, bytes, limit: MOST_BYTES }) }
}
