//! Graphs in, vectors out: exact Laplacian spectra and what they tell.
//!
//! The modules are rooms, in the order data moves through them; a room only looks back along the path.
//!
//! | room | answers |
//! |---|---|
//! | [`graph`] | what is a graph here? |
//! | [`input`] | how does a file become graphs? |
//! | [`synthetic`] | which graphs do we invent? |
//! | [`laplacian`] | which matrix describes it? |
//! | [`spectrum`] | what are its eigenvalues, and how sure are we? |
//! | [`resampling`] | how do spectra of different lengths compare? |
//! | [`representation`] | which vector stands for this graph? |
//! | [`learning`] | how are the weights found; what do they look at? |
//! | [`baselines`] | what would the older methods say? |
//! | [`evaluation`] | how good are the vectors? |
//! | [`output`] | how do results leave? |
//! | [`pipeline`] | what happens end to end? |
//!
//! From edges to a vector:
//! ```
//! use sgr::graph::Graph;
//! use sgr::representation::{Representation, SolvedGraph, SpectrumVector};
//! use sgr::spectrum::Spectrum;
//!
//! let square = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)])?;
//! let spectrum = Spectrum::of(&square)?;
//! assert_eq!(spectrum.eigenvalues(), &[0.0, 1.0, 1.0, 2.0]);
//!
//! let mut vector = Vec::new();
//! SpectrumVector::default().append(&[SolvedGraph { graph: &square, spectrum: &spectrum }], &mut vector);
//! assert_eq!(vector.len(), 256);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The library never prints, opens files only in [`input`] and [`output`] and to read a model, and the same input gives
//! the same bytes on one machine whatever the number of threads.

pub mod baselines;
pub mod evaluation;
pub mod graph;
pub mod input;
pub mod laplacian;
pub mod learning;
pub mod output;
pub mod pipeline;
pub mod progress;
pub mod representation;
pub mod resampling;
pub mod spectrum;
pub mod synthetic;

/// The README's Rust code runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
