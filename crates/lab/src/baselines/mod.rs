//! What would the older methods say?
//!
//! Each in one file, after its paper: kernels ([`GraphKernel`]) give a [`GramMatrix`], the others ([`GraphFeatures`]) a
//! vector of fixed length. All see the bare graph unless node labels are asked for.
//!
//! This room never uses our own method.

mod deep_graph;
mod error;
mod fgsd;
mod graph_fingerprint;
mod graphlets;
mod heat_signatures;
mod label_numbers;
mod multiscale_laplacian;
mod netsimile;
mod pyramid_match;
mod random_walk;
mod setting_words;
mod shortest_path;
mod sparse_counts;
pub(crate) mod twins;
mod weisfeiler_lehman;

pub use deep_graph::DeepGraphKernel;
pub use error::BaselineError;
pub use fgsd::{Fgsd, FgsdLaplacian, SpectralDistance};
pub use graph_fingerprint::GraphFingerprint;
pub use graphlets::{GraphletKernel, Graphlets, graphlet_counts};
pub use heat_signatures::{HeatSignatures, SIGNATURE_TIMES, heat_signatures};
pub use multiscale_laplacian::{MultiscaleLaplacian, MultiscaleLaplacianSettings};
pub use netsimile::NetSimile;
pub use pyramid_match::PyramidMatchKernel;
pub use random_walk::RandomWalkKernel;
pub use shortest_path::ShortestPathKernel;
pub use weisfeiler_lehman::{FirstLabels, WeisfeilerLehmanKernel};

use crate::gram::GramMatrix;
use sgr_core::graph::Graph;
use sgr_core::progress::Progress;

/// A similarity of graphs that is a scalar product in some space.
pub trait GraphKernel: Sync {
    /// The matrix of all pairs. Works on the threads of the current rayon pool; the result does not depend on how many.
    ///
    /// # Errors
    /// [`BaselineError`]: a graph without the labels that were asked for, or work that would not fit in memory.
    fn gram(&self, graphs: &[&Graph], progress: &dyn Progress) -> Result<GramMatrix, BaselineError>;
}

/// A vector of fixed length for each graph by itself.
pub trait GraphFeatures: Sync {
    /// Names of the dimensions; as many as a vector is long.
    fn columns(&self) -> Vec<String>;

    /// Appends the vector of a graph to `row`.
    ///
    /// # Errors
    /// [`BaselineError::TooLarge`] for a graph whose distances would not fit in memory.
    fn append(&self, graph: &Graph, row: &mut Vec<f32>) -> Result<(), BaselineError>;
}
