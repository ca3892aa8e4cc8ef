//! How do the graphs of a collection look next to each other?
//!
//! A [`GraphMap`] places graphs on a plane by a [`Projection`] of their vectors, with [`Quantity`] by quantity what can be
//! counted in them, their nearest neighbours and a drawing of each. It becomes one page that works without a network, or a table
//! for other explorers ([`MapFormat`]).

mod base64;
mod coordinates;
mod drawing;
mod duplicates;
mod elements;
#[cfg(feature = "parquet")]
mod embedding_atlas;
mod error;
mod format;
mod graph_map;
mod neighbours;
mod page;
mod projection;
mod settings;
mod summary;

pub use crate::contrast::Quantity;
pub use coordinates::coordinates_of;
pub use duplicates::DuplicateGroup;
pub use error::MapError;
pub use format::MapFormat;
pub use graph_map::GraphMap;
pub use projection::Projection;
pub use settings::{GivenClusters, MOST_GRAPHS, MapSettings};
