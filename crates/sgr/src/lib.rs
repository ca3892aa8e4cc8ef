//! sgr
pub mod graph;
pub mod laplacian;
pub mod representation;
pub mod resampling;
pub mod spectrum;
