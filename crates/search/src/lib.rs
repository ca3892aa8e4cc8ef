//! Which graphs are most like this one?
//!
//! | room | answers |
//! |---|---|
//! | [`rows`] | which vectors are compared? |
//! | [`distance`] | how far apart are two vectors? |
//! | [`nearest`] | which rows are nearest to a query? |
//! | [`cells`] | which rows are near a query, without a look at most of them? |
//! | [`duplicates`] | which rows are equal? |
//! | [`index`] | how are vectors with ids and columns kept, and found again? |
//!
//! This crate prints nothing and knows no graphs, only their vectors. Users depend on `sgr-graphs`, which re-exports it.

pub mod cells;
pub mod distance;
pub mod duplicates;
mod error;
pub mod index;
pub mod nearest;
pub mod rows;

pub use error::SearchError;
