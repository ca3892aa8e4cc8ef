//! The functions behind the heat trace and the wave trace.

use pulp::Arch;

use super::exponential::{WHOLE, add_decay};
use super::{Normalization, Times};
use crate::spectrum::Spectrum;

/// The function that is summed over the eigenvalues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kernel {
    /// e^(−tλ)
    Heat,
    /// cos(tλ)
    Wave,
}

impl Kernel {
    /// The normalised trace, summed as defined: one value of the kernel for each eigenvalue and time.
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

    /// Largest error of the trace if each eigenvalue has at most the stated error of the spectrum, normalised like the
    /// trace.
    pub(super) fn errors(self, spectrum: &Spectrum, times: &Times, normalization: Normalization) -> Vec<f64> {
        let error = spectrum.error();
        let of_value = |time: f64, value: f64| match self {
            // The heat kernel is convex and falls: it differs most at the lower end of the interval.
            Self::Heat => (-time * (value - error).max(0.0)).exp() - (-time * value).exp(),
            Self::Wave => (time * error).min(2.0),
        };
        let at = |&time: &f64| spectrum.runs().map(|(value, count)| count as f64 * of_value(time, value)).sum();
        let mut errors: Vec<f64> = times.as_slice().iter().map(at).collect();
        self.normalize(&mut errors, spectrum, times, normalization);
        errors.iter_mut().for_each(|error| *error = error.abs());
        errors
    }

    pub(super) fn normalize(self, trace: &mut [f64], spectrum: &Spectrum, times: &Times, normalization: Normalization) {
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

    /// The kernel at eigenvalue 1: nearly all eigenvalues of a large complete graph are there.
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
