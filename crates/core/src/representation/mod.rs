//! Which vector stands for a graph?
//!
//! A [`Representation`] turns a graph and its spectrum into a row of numbers of fixed length: what a trained [`Model`]
//! makes of it ([`Learned`], the paper's σ), the resampled spectrum itself ([`SpectrumVector`], the paper's Λ), the heat
//! trace ([`HeatTrace`]) or the wave trace ([`WaveTrace`]). One file each. A model looks at [`Channels`].
//! Beside them: the [`HeatKernel`] of a single graph, and the two [distances](distance) between graphs.
//!
//! This room never sees a class label.

mod built_in;
mod channels;
pub mod distance;
mod expansion;
mod exponential;
mod heat_kernel;
mod heat_trace;
mod learned;
mod model;
mod model_error;
mod model_file;
mod model_header;
mod perceptron;
mod registry;
mod spectrum_vector;
mod times;
mod trace;
mod wave_trace;

pub use built_in::BuiltIn;
pub use channels::{ChannelError, Channels};
pub use heat_kernel::{HeatKernel, HeatKernelError};
pub use heat_trace::{HeatTrace, heat_trace};
pub use learned::Learned;
#[doc(hidden)]
pub use model::first_largest;
pub use model::{Model, ModelParts, Provenance};
pub use model_error::ModelError;
pub(crate) use perceptron::Buffers;
pub use perceptron::Perceptron;
pub use registry::{RepresentationName, RepresentationSettings};
pub use spectrum_vector::SpectrumVector;
pub use times::{InvalidTime, Normalization, Times};
pub use wave_trace::{WaveTrace, wave_trace};

use crate::graph::Graph;
use crate::spectrum::Spectrum;

/// A graph beside its spectrum: what a representation may look at.
#[derive(Debug, Clone, Copy)]
pub struct SolvedGraph<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// Its spectrum.
    pub spectrum: &'a Spectrum,
}

/// A way to turn a graph and its spectrum into a vector of fixed length.
///
/// Implementations keep buffers, so each thread clones its own.
pub trait Representation: Send {
    /// The name in files and front ends.
    fn name(&self) -> &'static str;

    /// Names of the dimensions; as many as a row is long.
    fn columns(&self) -> Vec<String>;

    /// Appends the vectors of the graphs to `rows`, one after another.
    ///
    /// A block of graphs at once lets a representation share work between them; the bytes of a vector must not depend on
    /// the other graphs in the block.
    fn append(&mut self, graphs: &[SolvedGraph<'_>], rows: &mut Vec<f32>);

    /// A copy for another thread.
    fn clone_boxed(&self) -> Box<dyn Representation>;
}
