//! Graphs, the spectra of their normalized Laplacians, and vectors.
//!
//! The modules are rooms, in the order data moves through them; a room only looks back along the path.
//!
//! | room | answers |
//! |---|---|
//! | `numerics` | which algorithms do several rooms share? |
//! | [`text`] | how does foreign text stand in a message? |
//! | [`names`] | what are the values of an enum called? |
//! | [`graph`] | what is a graph here? |
//! | [`progress`] | how much of a long computation is done? |
//! | [`laplacian`] | which matrix describes a graph? |
//! | [`resampling`] | how do spectra of different lengths compare? |
//! | [`spectrum`] | what are its eigenvalues, and how sure are we? |
//! | [`representation`] | which vector stands for this graph? |
//! | [`embed`](mod@embed) | how do many graphs become vectors, in order, on all cores, in bounded memory? |
//!
//! This crate opens no file except a model file, prints nothing, and makes no randomness of its own. Users depend on
//! `sgr-graphs`, which re-exports it.

pub mod embed;
pub mod graph;
pub mod laplacian;
pub mod names;
#[doc(hidden)]
pub mod numerics;
pub mod progress;
pub mod representation;
pub mod resampling;
pub mod spectrum;
pub mod text;

pub use embed::{Embedder, Vectors, embed};
