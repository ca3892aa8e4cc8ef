//! Files of graphs and vectors.
//!
//! | room | answers |
//! |---|---|
//! | [`input`] | how does a file become graphs? |
//! | [`output`] | how do results leave? |
//!
//! This crate computes nothing and prints nothing. Users depend on `sgr-graphs`, which re-exports it.

pub mod input;
pub mod output;
