//! sgr
pub mod graph;
pub mod input;
