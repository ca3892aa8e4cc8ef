use super::trace::{Kernel, TraceVectors};
use super::{Normalization, Representation, SolvedGraph, Times};
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
pub fn heat_trace(spectrum: &Spectrum, times: &Times, normalization: Normalization) -> Vec<f64> {
    Kernel::Heat.trace(spectrum, times, normalization)
}

/// The heat trace as a vector: NetLSD's, from exact eigenvalues.
#[derive(Debug, Clone)]
pub struct HeatTrace(TraceVectors);

impl HeatTrace {
    /// The heat trace at the given times.
    pub fn new(times: Times, normalization: Normalization) -> Self {
        Self(TraceVectors::new(Kernel::Heat, times, normalization))
    }
}

impl Default for HeatTrace {
    /// NetLSD's times and normalisation.
    fn default() -> Self {
        Self::new(Times::netlsd_heat(), Normalization::default())
    }
}

impl Representation for HeatTrace {
    fn name(&self) -> &'static str {
        "heat"
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
