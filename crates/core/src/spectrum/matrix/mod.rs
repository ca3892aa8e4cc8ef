//! Matrices and orders of their rows that several stages use.

pub(crate) mod aligned;
pub(crate) mod bandwidth_order;
pub(crate) mod elimination_order;
pub(crate) mod fill_pattern;
pub(crate) mod graph_view;
pub(crate) mod precision;
pub(crate) mod quotient_graph;
pub(crate) mod sparse_laplacian;
