//! How a vector sees attributes.

/// How attributes of any size become numbers of similar size.
#[derive(Debug, Clone, PartialEq)]
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

/// Settings of the attribute part.
///
/// ```
/// use sgr_core::representation::AttributeSettings;
/// assert_eq!(AttributeSettings::default().functions, 128);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct AttributeSettings {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of characteristic functions: a multiple of 16.
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
        Self { seed: 0, functions: 128, scale: 0.25, gain: 5.0, scaling: AttributeScaling::Asinh }
    }
}
