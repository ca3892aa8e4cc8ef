//! Stage 1, for the solver: removes eigenvalues that have a formula, and separates connected components.

pub(crate) mod closed_forms;
pub(crate) mod components;
pub(crate) mod twins;
