//! Double and single precision for generic code.

/// Numbers in double or single precision.
pub(crate) trait Precision: Copy + Default {
    /// The nearest number to a value.
    fn rounded(value: f64) -> Self;
}

impl Precision for f64 {
    fn rounded(value: f64) -> Self {
        value
    }
}

impl Precision for f32 {
    fn rounded(value: f64) -> Self {
        value as f32
    }
}
