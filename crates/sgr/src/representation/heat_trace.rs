use pulp::Arch;

use super::exponential::{WHOLE, add_decay};
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
/// use sgr::{graph::Graph, representation::{Normalization, Times, heat_trace}, spectrum::Spectrum};
/// let edge = Spectrum::of(&Graph::from_edges(2, &[(0, 1)]).unwrap()).unwrap();
/// let trace = heat_trace(&edge, &Times::new(vec![0.0, 1.0]).unwrap(), Normalization::None);
/// assert!((trace[0] - 2.0).abs() < 1e-15 && (trace[1] - (1.0 + (-2.0f64).exp())).abs() < 1e-15);
/// ```
pub fn heat_trace(spectrum: &Spectrum, times: &Times, normalization: Normalization) -> Vec<f64> {
    let mut representation = HeatTrace::new(times.clone(), normalization);
    representation.fill(spectrum);
    representation.trace.truncate(times.as_slice().len());
    representation.trace
}

/// The heat trace as a vector: NetLSD's, from exact eigenvalues.
#[derive(Debug, Clone)]
pub struct HeatTrace {
    times: Times,
    /// The times and as many zeros as fill the last register.
    padded_times: Vec<f64>,
    normalization: Normalization,
    arch: Arch,
    /// The trace at `padded_times`.
    trace: Vec<f64>,
}

impl HeatTrace {
    /// The heat trace at the given times.
    pub fn new(times: Times, normalization: Normalization) -> Self {
        let mut padded_times = times.as_slice().to_vec();
        padded_times.resize(padded_times.len().next_multiple_of(WHOLE), 0.0);
        Self { times, padded_times, normalization, arch: Arch::new(), trace: Vec::new() }
    }

    fn fill(&mut self, spectrum: &Spectrum) {
        self.trace.clear();
        self.trace.resize(self.padded_times.len(), 0.0);
        for (eigenvalue, multiplicity) in spectrum.runs() {
            add_decay(self.arch, &self.padded_times, eigenvalue, multiplicity as f64, &mut self.trace);
        }
        let nodes = spectrum.eigenvalues().len();
        for (value, &time) in self.trace.iter_mut().zip(self.times.as_slice()) {
            *value /= self.normalization.divisor(nodes, || (-time).exp());
        }
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
        self.times.as_slice().iter().map(|time| format!("heat_{time:.6}")).collect()
    }

    fn append(&mut self, graphs: &[SolvedGraph<'_>], rows: &mut Vec<f32>) {
        for solved in graphs {
            self.fill(solved.spectrum);
            rows.extend(self.trace[..self.times.as_slice().len()].iter().map(|&value| value as f32));
        }
    }

    fn clone_boxed(&self) -> Box<dyn Representation> {
        Box::new(self.clone())
    }
}
