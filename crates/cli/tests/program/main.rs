//! The program as a user runs it. One binary: linking several takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod commands;
mod documents;
mod evaluation;
mod generate;
mod learning;
mod pipes;
mod readme;
mod results_cache;
mod weights;
