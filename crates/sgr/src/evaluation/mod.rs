//! How good are the vectors?
//!
//! This room knows numbers and class labels; it never learns what a graph is.

pub mod clustering;
