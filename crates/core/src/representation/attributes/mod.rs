//! The attribute part of a vector: characteristic functions of diffused attributes.

mod settings;
mod signals;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests;

pub use settings::{AttributeScaling, AttributeSettings};

use self::signals::AttributeSignals;
use super::characteristic::CharacteristicFunctions;
use crate::graph::Graph;

/// Makes the attribute part of one graph after another; keeps its buffers.
///
/// # Formula
/// ```text
/// z_j  = (1/n) Σ_v cos [ x W₀ + P (x W₁ + P x W₂) + b ]_j (v)        x: scaled attributes, P: mean over neighbours
/// part = asinh(gain · z_j)
/// ```
/// W: normal numbers that the number of the attribute and the seed determine; b a uniform angle. Without attributes, x is zero.
///
/// # Complexity
/// O((n · attributes + m) · functions) time, O(n · attributes) space.
#[derive(Debug)]
pub(super) struct AttributePart {
    settings: AttributeSettings,
    characteristic: CharacteristicFunctions,
    signals: AttributeSignals,
}

impl AttributePart {
    pub(super) fn new(settings: AttributeSettings) -> Self {
        let signals = AttributeSignals::new(&settings);
        Self { settings, characteristic: CharacteristicFunctions::new(), signals }
    }

    /// A copy with buffers of its own.
    pub(super) fn copy(&self) -> Self {
        Self::new(self.settings.clone())
    }

    /// Names of the numbers.
    pub(super) fn columns(&self) -> impl Iterator<Item = String> {
        (0..self.settings.functions).map(|at| format!("attribute_{at}"))
    }

    /// Appends the part of one graph.
    pub(super) fn append(&mut self, graph: &Graph, row: &mut Vec<f32>) {
        self.signals.read(graph);
        self.characteristic.compute(graph, &self.signals, 0..self.settings.functions);
        self.characteristic.append(self.settings.gain, row);
    }
}
