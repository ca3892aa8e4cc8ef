//! Which vector stands for a graph?
//!
//! A [`Representation`] turns a graph and its spectrum into a row of numbers of fixed length: the output of a trained
//! [`Model`] ([`Learned`], the paper's σ), the resampled spectrum ([`SpectrumVector`], the paper's Λ), the heat trace
//! ([`HeatTrace`]) or the wave trace ([`WaveTrace`]). The input of a model is made of [`Channels`]. A [`Fingerprint`] needs the
//! graph alone.
//! There are also the [`HeatKernel`] of a single graph and the two [distances](distance) between graphs.
//!
//! This room never sees a class label.

mod attributes;
mod channels;
mod characteristic;
pub mod distance;
mod fingerprint;
mod heat_kernel;
mod joined;
mod labels;
mod model;
mod registry;
mod spectrum_vector;
mod trace;
mod vector_distance;
mod wide;

pub use attributes::{AttributeScaling, AttributeSettings};
pub use channels::{ChannelError, Channels};
pub use fingerprint::{Fingerprint, FingerprintSettings, FingerprintValues};
pub use heat_kernel::{HeatKernel, HeatKernelError};
pub use labels::{LabelPart, LabelSettings, Labels, LeftOut};
#[doc(hidden)]
pub use model::first_largest;
pub use model::{
    BuiltIn, Learned, Model, ModelError, ModelParts, PairDistances, Perceptron, Provenance, StatisticsParts,
    VectorStatistics,
};
pub use registry::{RepresentationName, RepresentationSettings};
pub use spectrum_vector::SpectrumVector;
pub use trace::{
    HeatTrace, InvalidTime, Normalization, Times, WaveTrace, heat_trace, heat_trace_errors, wave_trace,
    wave_trace_errors,
};
pub use vector_distance::Distance;

use crate::graph::Graph;
use crate::resampling::SampleGrid;
use crate::spectrum::Spectrum;

/// A graph with its spectrum: the input of a representation.
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

    /// The samples of the spectrum that the error of a vector is stated for.
    fn grid(&self) -> SampleGrid {
        SampleGrid::default()
    }

    /// The way to the same vectors without spectra, if there is one: then none is computed for them.
    fn without_spectrum(&mut self) -> Option<&mut dyn WithoutSpectrum> {
        None
    }

    /// Whether most numbers of a vector are 0: a file format that can leave zeros out then does.
    fn is_sparse(&self) -> bool {
        false
    }

    /// A copy for another thread.
    fn clone_boxed(&self) -> Box<dyn Representation>;
}

/// A representation that reads graphs alone.
pub trait WithoutSpectrum {
    /// Appends the vector of a graph to `rows`.
    fn append_graph(&mut self, graph: &Graph, rows: &mut Vec<f32>);
}
