//! Synthetic graphs, training, older methods and evaluation.
//!
//! | room | answers |
//! |---|---|
//! | [`synthetic`] | which graphs do we invent? |
//! | [`learning`] | how are the weights of a model found; what do they look at? |
//! | [`gram`] | how alike are all pairs of graphs? |
//! | [`baselines`] | what would the older methods say? |
//! | [`evaluation`] | how good are the vectors? |
//! | [`neural`] | how do networks of others learn to classify graphs? |
//! | [`figure`] | how do numbers become pictures? |
//! | [`document`] | how do results become pages? |
//! | [`experiment`] | which method, on which graphs, with which score? |
//! | [`explanation`] | which labels, and which nodes, move a class or a distance? |
//! | [`contrast`] | what distinguishes some graphs of a collection from the others? |
//! | [`clusters`] | which graphs belong together, and what is each group? |
//! | [`changes`] | when did a series of graphs change? |
//! | [`map`] | how do the graphs of a collection look next to each other? |
//!
//! This crate prints nothing. Users depend on `sgr-graphs` with its feature `lab`, which re-exports it.

pub mod baselines;
pub mod changes;
pub mod clusters;
pub mod contrast;
pub mod document;
pub mod evaluation;
pub mod experiment;
pub mod explanation;
pub mod figure;
pub mod gram;
pub mod learning;
pub mod map;
pub mod neural;
pub mod synthetic;
