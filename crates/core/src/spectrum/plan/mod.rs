//! Stage 2: which method solves which component, at what predicted cost, and which method follows if it misses its error.
//!
//! All costs of elementary operations ([`costs`]), all thresholds ([`thresholds`]) and all fallbacks ([`large`]) are here.

pub(crate) mod component;
pub(crate) mod costs;
pub(crate) mod explanation;
pub(crate) mod large;
pub(crate) mod thresholds;
