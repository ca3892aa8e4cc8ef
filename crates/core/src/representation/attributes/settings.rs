//! How a vector sees attributes.

use serde::{Deserialize, Serialize};

use crate::representation::characteristic::{DEPTHS, LANES};
use crate::representation::labels::{LARGEST_GAIN, MOST_NUMBERS, is_count_of_functions};

/// How attributes of any size become numbers of similar size.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[non_exhaustive]
pub enum AttributeScaling {
    /// asinh(x): the same for every collection.
    Asinh,
    /// (x − mean) / deviation, with a mean and a deviation for each attribute, learned from a collection.
    Standard {
        /// The means.
        means: Vec<f64>,
        /// The deviations; an attribute with deviation 0, or beyond the list, has no part in the vector.
        deviations: Vec<f64>,
    },
}

/// Settings of the attribute part; a [`Model`](crate::representation::Model) records them.
///
/// ```
/// use sgr_core::representation::AttributeSettings;
/// assert_eq!(AttributeSettings::default().functions, 128);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AttributeSettings {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Rounds of diffusion: 2, the only number so far.
    pub depth: usize,
    /// Number of characteristic functions: a multiple of 32.
    pub functions: usize,
    /// Deviation of the signal of a scaled attribute of size 1, in radians. A larger scale loses a point on PROTEINS, whose
    /// only attribute must be seen smoothly.
    pub scale: f64,
    /// Factor of a mean before the inverse hyperbolic sine.
    pub gain: f64,
    /// How attributes are scaled.
    pub scaling: AttributeScaling,
}

impl Default for AttributeSettings {
    /// The settings of all vectors, chosen on ENZYMES and PROTEINS.
    fn default() -> Self {
        Self { seed: 0, depth: DEPTHS - 1, functions: 128, scale: 0.25, gain: 5.0, scaling: AttributeScaling::Asinh }
    }
}

impl AttributeSettings {
    /// The first setting that an attribute part cannot have, as the wanted value.
    pub(in crate::representation) fn fault(&self) -> Option<String> {
        let Self { depth, functions, scale, gain, ref scaling, .. } = *self;
        if depth + 1 != DEPTHS {
            return Some(format!("depth {}", DEPTHS - 1));
        }
        if !is_count_of_functions(functions) {
            return Some(format!("functions as a multiple of {LANES} up to {MOST_NUMBERS}"));
        }
        if !(0.0..=LARGEST_GAIN).contains(&scale) {
            return Some(format!("scale from 0 to {LARGEST_GAIN}"));
        }
        if !(0.0..=LARGEST_GAIN).contains(&gain) {
            return Some(format!("gain from 0 to {LARGEST_GAIN}"));
        }
        let AttributeScaling::Standard { means, deviations } = scaling else { return None };
        if means.len() != deviations.len() {
            return Some(format!("as many means as deviations ({})", deviations.len()));
        }
        let are_numbers = means.iter().all(|mean| mean.is_finite());
        let are_deviations = deviations.iter().all(|deviation| deviation.is_finite() && *deviation >= 0.0);
        (!are_numbers || !are_deviations).then(|| "finite means, and finite deviations of at least 0".into())
    }
}
