//! Stage 3, exact: all eigenvalues of a component, up to rounding in double or single precision.

pub(crate) mod band;
pub(crate) mod batched;
pub(crate) mod component;
pub(crate) mod double_precision;
pub(crate) mod elimination;
pub(crate) mod single_precision;
