//! Heat and wave traces of spectra, at given times.
//!
//! [`heat_trace`] and [`wave_trace`] are the traces of one spectrum; [`HeatTrace`] and [`WaveTrace`] make vectors of many.

mod expansion;
mod exponential;
mod kernel;
mod times;
mod vectors;

pub use times::{InvalidTime, Normalization, Times};
pub use vectors::{HeatTrace, WaveTrace};

use self::kernel::Kernel;
use crate::spectrum::Spectrum;

/// Heat trace of a spectrum at the given times.
///
/// # Formula
/// ```text
/// h(t) = Σ_j exp(−t · λ_j)        t ≥ 0
/// ```
/// Tsitsulin et al. 2018, "NetLSD", eq. (3); divided as [`Normalization`] says.
///
/// # Edge cases
/// `t = 0` gives the number of nodes, `t → ∞` the number of components.
///
/// # Complexity
/// O(d · m) time for d distinct eigenvalues and m times, O(m) space.
///
/// ```
/// use sgr_core::{graph::Graph, representation::{Normalization, Times, heat_trace}, spectrum::Spectrum};
/// let edge = Spectrum::of(&Graph::from_edges(2, &[(0, 1)]).unwrap()).unwrap();
/// let trace = heat_trace(&edge, &Times::new(vec![0.0, 1.0]).unwrap(), Normalization::None);
/// assert!((trace[0] - 2.0).abs() < 1e-15 && (trace[1] - (1.0 + (-2.0f64).exp())).abs() < 1e-15);
/// ```
#[must_use]
pub fn heat_trace(spectrum: &Spectrum, times: &Times, normalization: Normalization) -> Vec<f64> {
    Kernel::Heat.trace(spectrum, times, normalization)
}

/// Largest errors of a [`heat_trace`], one for each time, by the stated error of the spectrum.
///
/// # Formula
/// ```text
/// Σ_j exp(−t · max(λ_j − ε, 0)) − exp(−t · λ_j)        ε = the stated error
/// ```
/// A bound if every eigenvalue has at most the stated error. The error of an approximation is stated for its samples, so it
/// is an estimate there.
///
/// # Complexity
/// O(d · m) time for d distinct eigenvalues and m times, O(m) space.
#[must_use]
pub fn heat_trace_errors(spectrum: &Spectrum, times: &Times, normalization: Normalization) -> Vec<f64> {
    Kernel::Heat.errors(spectrum, times, normalization)
}

/// Largest errors of a [`wave_trace`], one for each time, by the stated error of the spectrum: at most tε for each
/// eigenvalue. As for [`heat_trace_errors`].
#[must_use]
pub fn wave_trace_errors(spectrum: &Spectrum, times: &Times, normalization: Normalization) -> Vec<f64> {
    Kernel::Wave.errors(spectrum, times, normalization)
}

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
#[must_use]
pub fn wave_trace(spectrum: &Spectrum, times: &Times, normalization: Normalization) -> Vec<f64> {
    Kernel::Wave.trace(spectrum, times, normalization)
}
