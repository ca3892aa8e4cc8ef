//! Stage 1: eigenvalues that are known by formula leave the graph, and connected components are separated.

pub(crate) mod closed_forms;
pub(crate) mod components;
pub(crate) mod twins;
