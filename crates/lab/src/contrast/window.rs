//! Parts of curves that graphs are compared by.

use std::ops::Range;

use super::described::{Described, SAMPLES};

/// A curve of a graph, kept as samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Curve {
    /// The spectrum: eigenvalues from 0 to 2 by rank.
    Spectrum,
    /// The heat trace divided by the number of nodes, from 0 to 1, over the logarithm of the time.
    Trace,
}

impl Curve {
    /// The name in the page of a map.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Spectrum => "spectrum",
            Self::Trace => "trace",
        }
    }

    /// The value that the largest byte stands for.
    pub(crate) fn largest(self) -> f64 {
        match self {
            Self::Spectrum => 2.0,
            Self::Trace => 1.0,
        }
    }
}

/// Neighbouring samples of a curve, whose mean is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Window {
    /// What it is, in words.
    pub words: &'static str,
    /// Of which curve.
    pub curve: Curve,
    /// Numbers of the samples.
    pub samples: Range<usize>,
}

const fn window(words: &'static str, curve: Curve, samples: Range<usize>) -> Window {
    Window { words, curve, samples }
}

/// Quarters of the spectrum, which share their ends, and the heat trace at three times.
pub const WINDOWS: [Window; 7] = [
    window("eigenvalues in the first quarter of the spectrum", Curve::Spectrum, 0..9),
    window("eigenvalues in the second quarter of the spectrum", Curve::Spectrum, 8..17),
    window("eigenvalues in the third quarter of the spectrum", Curve::Spectrum, 16..25),
    window("eigenvalues in the last quarter of the spectrum", Curve::Spectrum, 24..33),
    window("heat left after a short time (0.1)", Curve::Trace, 8..9),
    window("heat left after a medium time (1)", Curve::Trace, 16..17),
    window("heat left after a long time (10)", Curve::Trace, 24..25),
];

impl Window {
    /// The mean of each graph.
    pub(super) fn values(&self, described: &Described) -> Vec<f32> {
        let bytes = match self.curve {
            Curve::Spectrum => &described.spectra,
            Curve::Trace => &described.traces,
        };
        let scale = self.curve.largest() / (255.0 * self.samples.len() as f64);
        let sum = |curve: &[u8]| curve[self.samples.clone()].iter().map(|&sample| f64::from(sample)).sum::<f64>();
        bytes.chunks_exact(SAMPLES).map(|curve| (scale * sum(curve)) as f32).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::times;
    use super::*;

    #[test]
    fn times_in_words_are_those_of_the_samples() {
        let traces = WINDOWS.into_iter().filter(|window| window.curve == Curve::Trace);
        for window in traces {
            let time = times()[window.samples.start];
            assert!(window.words.ends_with(&format!("({})", (time * 10.0).round() / 10.0)), "{}: {time}", window.words);
        }
    }
}
