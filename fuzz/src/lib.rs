//! Mutated files for every reader: no panic, no hang, bounded memory, and graphs that keep the rules.
//!
//! | file | question |
//! |---|---|
//! | `targets/` | which code reads the input, and what must hold for its result? One file per kind of file |
//! | `seeds.rs` | which files do the mutations start from? |
//! | `mutation.rs`, `numbers.rs` | how does input number i of a target come from the seeds? |
//! | `measure.rs` | did the run panic, how long did it take, how much memory? |
//! | `failure.rs` | how is a failing input made small and kept? |
//! | `worker.rs`, `campaign.rs`, `tally.rs` | how are millions of inputs run in several processes and counted? |
//!
//! Input number i depends on the seed of the campaign, the name of the target, i, and the seed files, and on nothing else.

pub mod campaign;
pub mod failure;
mod graph_checks;
mod measure;
mod mutation;
mod numbers;
pub mod seeds;
pub mod tally;
pub mod targets;
pub mod worker;

pub use measure::{Limits, Run, clean_up, run};
pub use mutation::input;

/// Counts the memory that every input takes.
#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;
