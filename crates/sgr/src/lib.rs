//! Graphs in, vectors out: spectra of normalized Laplacians, exact where that is affordable, as learned vectors.
//!
//! From edges to the learned vector:
//! ```
//! use sgr::Graph;
//!
//! let square = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)])?;
//! let star = Graph::from_edges(4, &[(0, 1), (0, 2), (0, 3)])?;
//! let vectors = sgr::embed(&[square, star])?;
//! assert_eq!((vectors.len(), vectors.row(0).len()), (2, 256));
//! # Ok::<(), sgr::Error>(())
//! ```
//! [`Embedder`] has the settings: `Embedder::new().representation("heat").max_error(1e-2).threads(8)`.
//!
//! The modules are rooms, in the order data moves through them; a room only looks back along the path.
//!
//! | room | answers | feature |
//! |---|---|---|
//! | [`text`] | how does foreign text stand in a message? | |
//! | [`names`] | what are the values of an enum called? | |
//! | [`graph`] | what is a graph here? | |
//! | [`progress`] | how much of a long computation is done? | |
//! | [`laplacian`] | which matrix describes a graph? | |
//! | [`resampling`] | how do spectra of different lengths compare? | |
//! | [`spectrum`] | what are its eigenvalues, and how sure are we? | |
//! | [`representation`] | which vector stands for this graph? | |
//! | [`embed`](mod@embed) | how do many graphs become vectors, in order, on all cores, in bounded memory? | |
//! | `input` | how does a file become graphs? | `io` |
//! | `output` | how do results leave? | `io` |
//! | `datasets` | how does a data set with a name become a file here? | `fetch` |
//! | `search` | which vectors are most like this one? | `search` |
//! | `synthetic` | which graphs do we invent? | `lab` |
//! | `learning` | how are the weights of a model found; what do they look at? | `lab` |
//! | `gram` | how alike are all pairs of graphs? | `lab` |
//! | `baselines` | what would the older methods say? | `lab` |
//! | `neural` | how do networks of others learn to classify graphs? | `lab` |
//! | `evaluation` | how good are the vectors? | `lab` |
//! | `figure` | how do numbers become pictures? | `lab` |
//! | `document` | how do results become pages? | `lab` |
//! | `experiment` | which method, on which graphs, with which score? | `lab` |
//! | `explanation` | which labels, and which nodes, move a class or a distance? | `lab` |
//! | `contrast` | what distinguishes some graphs of a collection from the others? | `lab` |
//! | `clusters` | which graphs belong together, and what is each group? | `lab` |
//! | `changes` | when did a series of graphs change? | `lab` |
//! | `map` | how do the graphs of a collection look next to each other? | `lab` |
//!
//! The library never prints. The same input gives the same bytes on one machine, whatever the number of threads.

mod error;

pub use error::Error;
pub use sgr_core::embed::{Embedder, Vectors};
pub use sgr_core::graph::Graph;
#[doc(hidden)]
pub use sgr_core::numerics;
pub use sgr_core::representation::Model;
pub use sgr_core::spectrum::Spectrum;
pub use sgr_core::{embed, graph, laplacian, names, progress, representation, resampling, spectrum, text};
#[cfg(feature = "fetch")]
pub use sgr_fetch as datasets;
#[cfg(feature = "io")]
pub use sgr_io::{input, output};
#[cfg(feature = "lab")]
pub use sgr_lab::{
    baselines, changes, clusters, contrast, document, evaluation, experiment, explanation, figure, gram, learning, map,
    neural, synthetic,
};
#[cfg(feature = "search")]
pub use sgr_search as search;

/// The README's Rust code runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The Rust code of the guide runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/rust.md")]
struct Guide;
