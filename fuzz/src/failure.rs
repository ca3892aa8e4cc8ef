//! Inputs that broke a promise: made small, and kept with the command that repeats them.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::measure::{Limits, run};
use crate::targets::{Input, Target};

/// Runs that making an input smaller may take: the result need not be the smallest, only readable.
const MOST_RUNS: usize = 2000;

/// Time that it may take: large memory takes long to fill.
const LONGEST: Duration = Duration::from_secs(10);

/// An input that broke a promise.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Failure {
    /// The target.
    pub target: String,
    /// The input's number, with the seed of its campaign.
    pub number: (u64, u64),
    /// The broken promise.
    pub promise: String,
    /// The file that holds the input, if it could be written.
    pub file: Option<PathBuf>,
}

impl Failure {
    /// Makes the input smaller and keeps it in a file.
    #[must_use]
    pub fn keep(target: &Target, number: (u64, u64), bytes: &[u8], promise: String, limits: Limits) -> Self {
        let kind = kind_of(&promise).to_owned();
        // A hang would have to be waited for each time.
        if kind == "hang" {
            return Self::keep_whole(target, number, bytes, promise);
        }
        let (bytes, promise) = smaller(target, bytes, promise, &kind, limits);
        Self::keep_whole(target, number, &bytes, promise)
    }

    /// Keeps the input as it is in a file.
    #[must_use]
    pub fn keep_whole(target: &Target, number: (u64, u64), bytes: &[u8], promise: String) -> Self {
        let file = write(target.name, number, bytes).ok();
        Self { target: target.name.to_owned(), number, promise, file }
    }

    /// The failure and the command that repeats it.
    #[must_use]
    pub fn report(&self) -> String {
        let Self { target, number: (seed, index), promise, file } = self;
        let promise: String = promise.chars().take(600).collect();
        let by_number = format!("cargo run -p sgr-graphs-fuzz -- --seed {seed} --input {target}:{index}");
        match file {
            Some(file) => format!(
                "{target}: {promise}\n  again: cargo run -p sgr-graphs-fuzz -- --file {target}:{}\n  or:    {by_number}",
                file.display()
            ),
            None => format!("{target}: {promise}\n  again: {by_number}"),
        }
    }
}

/// The first word of a broken promise: a smaller input must break the same one.
fn kind_of(promise: &str) -> &str {
    promise.split(':').next().unwrap_or(promise)
}

/// A smaller input that breaks a promise of the same kind: parts are left out, halves first.
fn smaller(target: &Target, bytes: &[u8], promise: String, kind: &str, limits: Limits) -> (Vec<u8>, String) {
    let (mut best, mut promise) = (bytes.to_vec(), promise);
    let mut length = best.len().div_ceil(2);
    let (mut runs, start) = (0, Instant::now());
    let has_time = |runs| runs < MOST_RUNS && start.elapsed() < LONGEST;
    while length > 0 && has_time(runs) {
        let (mut at, mut has_shrunk) = (0, false);
        while at < best.len() && has_time(runs) {
            let mut shorter = best.clone();
            shorter.drain(at..(at + length).min(best.len()));
            runs += 1;
            // Memory and time are those of a file that is read alone, so the limits stay.
            match run(target, Input::with_variant(&shorter, Input::of(bytes).variant), limits).verdict {
                Err(other) if kind_of(&other) == kind => {
                    (best, promise, has_shrunk) = (shorter, other, true);
                }
                _ => at += length,
            }
        }
        if !has_shrunk || length > best.len() {
            length /= 2;
        }
    }
    (best, promise)
}

/// Failing inputs are found in the target folder of the workspace, or where `SGR_FUZZ_FAILURES` says.
fn write(target: &str, (seed, index): (u64, u64), bytes: &[u8]) -> io::Result<PathBuf> {
    let folder = match std::env::var_os("SGR_FUZZ_FAILURES") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target/fuzz-failures"),
    };
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{target}-{seed}-{index}"));
    fs::write(&path, bytes)?;
    path.canonicalize()
}
