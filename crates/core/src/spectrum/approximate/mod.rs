//! Stage 3, approximate: the samples of a large spectrum with a stated error.

pub(crate) mod density;
pub(crate) mod extremes_only;
pub(crate) mod krylov;
pub(crate) mod slicing;
