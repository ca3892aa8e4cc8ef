//! The program as a user runs it. One binary: linking several takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod bounded_memory;
mod changes;
mod cluster;
mod commands;
mod distances;
mod documents;
mod evaluation;
mod fetch;
mod fingerprints;
mod foreign_text;
mod generate;
mod label_saliency;
mod labels;
mod learning;
mod map;
mod molecules;
mod outputs_are_not_inputs;
mod pipes;
mod readme;
mod results_cache;
mod resume;
mod search;
#[allow(dead_code, reason = "the tests of downloads use all of it")]
#[path = "../../../fetch/tests/downloads/server.rs"]
mod server;
mod standard_output;
mod tables;
mod weights;
