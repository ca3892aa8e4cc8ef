//! One file per command.

pub(crate) mod changes;
pub(crate) mod cluster;
pub(crate) mod completions;
pub(crate) mod distance;
pub(crate) mod embed;
pub(crate) mod evaluate;
pub(crate) mod fetch;
pub(crate) mod generate;
pub(crate) mod gram;
pub(crate) mod heat_kernel;
pub(crate) mod info;
pub(crate) mod man;
pub(crate) mod map;
pub(crate) mod report;
pub(crate) mod retrieval;
pub(crate) mod saliency;
pub(crate) mod search;
pub(crate) mod spectrum;
pub(crate) mod train;
