use super::trace::{Kernel, TraceVectors};
use super::{Normalization, Representation, SolvedGraph, Times};
use crate::spectrum::Spectrum;

/// Wave trace of a spectrum at the given times: the real part, as NetLSD returns it.
///
/// # Formula
/// ```text
/// w(t) = Re Σ_j exp(−i t λ_j) = Σ_j cos(t λ_j)
/// ```
/// Tsitsulin et al. 2018, "NetLSD", §4.3; divided as [`Normalization`] says.
///
/// # Edge cases
/// With [`Normalization::Complete`] the divisor `1 + (n−1) cos t` has zeros; the trace is large there, as NetLSD's is.
///
/// # Complexity
/// O(d · m) time for d distinct eigenvalues and m times, O(m) space.
pub fn wave_trace(spectrum: &Spectrum, times: &Times, normalization: Normalization) -> Vec<f64> {
    Kernel::Wave.trace(spectrum, times, normalization)
}

/// The wave trace as a vector.
#[derive(Debug, Clone)]
pub struct WaveTrace(TraceVectors);

impl WaveTrace {
    /// The wave trace at the given times.
    pub fn new(times: Times, normalization: Normalization) -> Self {
        Self(TraceVectors::new(Kernel::Wave, times, normalization))
    }
}

impl Default for WaveTrace {
    /// NetLSD's times and normalisation.
    fn default() -> Self {
        Self::new(Times::netlsd_wave(), Normalization::default())
    }
}

impl Representation for WaveTrace {
    fn name(&self) -> &'static str {
        "wave"
    }

    fn columns(&self) -> Vec<String> {
        self.0.columns(self.name())
    }

    fn append(&mut self, graphs: &[SolvedGraph<'_>], rows: &mut Vec<f32>) {
        self.0.append(graphs, rows);
    }

    fn clone_boxed(&self) -> Box<dyn Representation> {
        Box::new(self.clone())
    }
}
