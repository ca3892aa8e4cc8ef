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
    let nodes = spectrum.eigenvalues().len();
    let at = |&time: &f64| {
        let sum: f64 = spectrum.runs().map(|(value, count)| count as f64 * (time * value).cos()).sum();
        sum / normalization.divisor(nodes, || time.cos())
    };
    times.as_slice().iter().map(at).collect()
}

/// The wave trace as a vector.
#[derive(Debug, Clone)]
pub struct WaveTrace {
    times: Times,
    normalization: Normalization,
}

impl WaveTrace {
    /// The wave trace at the given times.
    pub fn new(times: Times, normalization: Normalization) -> Self {
        Self { times, normalization }
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
        self.times.as_slice().iter().map(|time| format!("wave_{time:.6}")).collect()
    }

    fn append(&mut self, graphs: &[SolvedGraph<'_>], rows: &mut Vec<f32>) {
        for solved in graphs {
            let trace = wave_trace(solved.spectrum, &self.times, self.normalization);
            rows.extend(trace.into_iter().map(|value| value as f32));
        }
    }

    fn clone_boxed(&self) -> Box<dyn Representation> {
        Box::new(self.clone())
    }
}
