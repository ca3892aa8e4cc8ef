use pulp::Arch;

use super::expansion::{BLOCK, Expansion};
use super::exponential::{WHOLE, add_decay};
use super::{Normalization, SolvedGraph, Times};
use crate::spectrum::Spectrum;

/// What is summed over the eigenvalues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kernel {
    /// e^(−tλ)
    Heat,
    /// cos(tλ)
    Wave,
}

impl Kernel {
    /// The normalised trace, summed as it is defined: one kernel value for each eigenvalue and time.
    pub(super) fn trace(self, spectrum: &Spectrum, times: &Times, normalization: Normalization) -> Vec<f64> {
        let mut trace = match self {
            Self::Heat => decays(spectrum, times),
            Self::Wave => {
                let at = |&time: &f64| spectrum.runs().map(|(value, count)| count as f64 * (time * value).cos()).sum();
                times.as_slice().iter().map(at).collect()
            }
        };
        self.normalize(&mut trace, spectrum, times, normalization);
        trace
    }

    fn normalize(self, trace: &mut [f64], spectrum: &Spectrum, times: &Times, normalization: Normalization) {
        let nodes = spectrum.node_count() as f64;
        match normalization {
            Normalization::None => {}
            Normalization::Empty => trace.iter_mut().for_each(|value| *value /= nodes),
            Normalization::Complete => {
                for (value, &time) in trace.iter_mut().zip(times.as_slice()) {
                    *value /= 1.0 + (nodes - 1.0) * self.at_one(time);
                }
            }
        }
    }

    /// The kernel at eigenvalue 1, which a complete graph has most of.
    fn at_one(self, time: f64) -> f64 {
        match self {
            Self::Heat => (-time).exp(),
            Self::Wave => time.cos(),
        }
    }
}

fn decays(spectrum: &Spectrum, times: &Times) -> Vec<f64> {
    let arch = Arch::new();
    let mut padded_times = times.as_slice().to_vec();
    padded_times.resize(padded_times.len().next_multiple_of(WHOLE), 0.0);
    let mut trace = vec![0.0; padded_times.len()];
    for (eigenvalue, multiplicity) in spectrum.runs() {
        add_decay(arch, &padded_times, eigenvalue, multiplicity as f64, &mut trace);
    }
    trace.truncate(times.as_slice().len());
    trace
}

/// Traces of many graphs at the same times, by the [`Expansion`] where there is one: what heat and wave vectors share.
#[derive(Debug, Clone)]
pub(super) struct TraceVectors {
    kernel: Kernel,
    times: Times,
    normalization: Normalization,
    expansion: Option<Expansion>,
    traces: Vec<f64>,
}

impl TraceVectors {
    pub(super) fn new(kernel: Kernel, times: Times, normalization: Normalization) -> Self {
        let expansion = Expansion::new(kernel, times.as_slice());
        Self { kernel, times, normalization, expansion, traces: Vec::new() }
    }

    pub(super) fn columns(&self, prefix: &str) -> Vec<String> {
        self.times.as_slice().iter().map(|time| format!("{prefix}_{time:.6}")).collect()
    }

    pub(super) fn append(&mut self, graphs: &[SolvedGraph<'_>], rows: &mut Vec<f32>) {
        let Some(expansion) = &mut self.expansion else {
            for solved in graphs {
                let trace = self.kernel.trace(solved.spectrum, &self.times, self.normalization);
                rows.extend(trace.iter().map(|&value| value as f32));
            }
            return;
        };
        let width = self.times.as_slice().len();
        for block in graphs.chunks(BLOCK) {
            expansion.fill(block.iter().map(|solved| solved.spectrum), &mut self.traces);
            for (solved, trace) in block.iter().zip(self.traces.chunks_exact_mut(width)) {
                self.kernel.normalize(trace, solved.spectrum, &self.times, self.normalization);
            }
            rows.extend(self.traces.iter().map(|&value| value as f32));
        }
    }
}
