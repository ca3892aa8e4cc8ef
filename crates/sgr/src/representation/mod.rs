//! Which vector stands for a graph?
//!
//! A [`Representation`] turns a spectrum into a row of numbers of fixed length: the resampled spectrum itself
//! ([`SpectrumVector`], the paper's Λ), the heat trace ([`HeatTrace`]) or the wave trace ([`WaveTrace`]). One file each.
//! Beside them: the [`HeatKernel`] of a single graph, and the two [distances](distance) between graphs.
//!
//! This room never sees a class label.

pub mod distance;
mod expansion;
mod exponential;
mod heat_kernel;
mod heat_trace;
mod spectrum_vector;
mod table;
mod times;
mod trace;
mod wave_trace;

pub use heat_kernel::{HeatKernel, HeatKernelError};
pub use heat_trace::{HeatTrace, heat_trace};
pub use spectrum_vector::SpectrumVector;
pub use table::VectorTable;
pub use times::{InvalidTime, Normalization, Times};
pub use wave_trace::{WaveTrace, wave_trace};

use crate::spectrum::Spectrum;

/// A way to turn a spectrum into a vector of fixed length.
///
/// Implementations keep buffers, so each thread clones its own.
pub trait Representation: Send {
    /// The name that `--representation` takes.
    fn name(&self) -> &'static str;

    /// Names of the dimensions; as many as a row is long.
    fn columns(&self) -> Vec<String>;

    /// Appends the vector of one graph to `row`.
    fn append(&mut self, spectrum: &Spectrum, row: &mut Vec<f32>);

    /// A copy for another thread.
    fn clone_boxed(&self) -> Box<dyn Representation>;
}
