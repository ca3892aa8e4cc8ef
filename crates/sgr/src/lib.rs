//! sgr
pub mod graph;
pub mod input;
pub mod output;
