//! The representations `heat` and `wave`.

use super::expansion::{BLOCK, Expansion};
use super::kernel::Kernel;
use super::{Normalization, Times};
use crate::representation::{Representation, SolvedGraph};

/// Traces of many graphs at the same times, by the [`Expansion`] where there is one.
#[derive(Debug, Clone)]
struct TraceVectors {
    kernel: Kernel,
    times: Times,
    normalization: Normalization,
    expansion: Option<Expansion>,
    traces: Vec<f64>,
}

impl TraceVectors {
    fn new(kernel: Kernel, times: Times, normalization: Normalization) -> Self {
        let expansion = Expansion::new(kernel, times.as_slice());
        Self { kernel, times, normalization, expansion, traces: Vec::new() }
    }

    fn columns(&self, prefix: &str) -> Vec<String> {
        self.times.as_slice().iter().map(|time| format!("{prefix}_{time:.6}")).collect()
    }

    fn append(&mut self, graphs: &[SolvedGraph<'_>], rows: &mut Vec<f32>) {
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

/// Declares a representation: its documentation, its type, its kernel, its times by default, and its name.
macro_rules! trace_representation {
    ($(#[$about:meta])* $type:ident, $kernel:expr, $times:expr, $name:literal) => {
        $(#[$about])*
        #[derive(Debug, Clone)]
        pub struct $type(TraceVectors);

        impl $type {
            /// The trace at the given times.
            #[must_use]
            pub fn new(times: Times, normalization: Normalization) -> Self {
                Self(TraceVectors::new($kernel, times, normalization))
            }
        }

        impl Default for $type {
            /// NetLSD's times and normalization.
            fn default() -> Self {
                Self::new($times, Normalization::default())
            }
        }

        impl Representation for $type {
            fn name(&self) -> &'static str {
                $name
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
    };
}

trace_representation! {
    /// The heat trace as a vector: NetLSD's. As accurate as the spectrum it is computed from.
    HeatTrace, Kernel::Heat, Times::netlsd_heat(), "heat"
}

trace_representation! {
    /// The wave trace as a vector. As accurate as the spectrum it is computed from.
    WaveTrace, Kernel::Wave, Times::netlsd_wave(), "wave"
}
