//! Plan: from arguments to streams of graphs and settings of the library. Nothing is computed here.

mod distance;
mod files;
mod inputs;
mod memory;
mod natural_order;
mod reading;
mod resume;
mod search;
mod snapshots;
mod table;
mod vectors;
mod work;

pub(crate) use files::Files;
pub(crate) use inputs::{Inputs, Skipped, SourcedGraph};
pub(crate) use reading::NamedPath;
pub(crate) use search::{file_and_id, is_index};
