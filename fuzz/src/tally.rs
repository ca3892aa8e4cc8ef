//! Counts of a campaign, and their table.

use std::fmt::Write;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::measure::Run;
use crate::targets::Verdict;

/// What happened to the inputs of one target.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Inputs that were run.
    pub inputs: u64,
    /// Inputs that gave at least one graph, model or curriculum.
    pub accepted: u64,
    /// Inputs that gave errors only.
    pub refused: u64,
    /// Longest time of an input, with all checks.
    pub slowest: Duration,
    /// Largest memory of an input, in bytes, besides its own.
    pub largest: usize,
    /// Inputs that broke a promise.
    pub failures: Vec<Failure>,
}

impl Tally {
    /// Counts a run, except for its failure.
    pub(crate) fn count(&mut self, run: &Run) {
        self.inputs += 1;
        match run.verdict {
            Ok(Verdict::Accepted) => self.accepted += 1,
            Ok(Verdict::Refused) => self.refused += 1,
            Err(_) => {}
        }
        self.slowest = self.slowest.max(run.time);
        self.largest = self.largest.max(run.memory);
    }

    /// Adds the counts of another part of the campaign.
    pub fn add(&mut self, other: Self) {
        self.inputs += other.inputs;
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.slowest = self.slowest.max(other.slowest);
        self.largest = self.largest.max(other.largest);
        self.failures.extend(other.failures);
    }
}

/// The table of all targets, in Markdown.
#[must_use]
pub fn table(rows: &[(&str, Tally)]) -> String {
    let mut text = String::from(
        "| target | inputs | accepted | refused | failed | slowest | largest memory |\n|---|---:|---:|---:|---:|---:|---:|\n",
    );
    let mut total = Tally::default();
    for (name, tally) in rows {
        push_row(&mut text, name, tally);
        total.add(tally.clone());
    }
    push_row(&mut text, "all", &total);
    text
}

fn push_row(text: &mut String, name: &str, tally: &Tally) {
    let Tally { inputs, accepted, refused, slowest, largest, failures } = tally;
    let (slowest, largest, failed) = (slowest.as_secs_f64() * 1e3, *largest as f64 / 1e6, failures.len());
    // Writing to a String cannot fail.
    let _ =
        writeln!(text, "| {name} | {inputs} | {accepted} | {refused} | {failed} | {slowest:.0} ms | {largest:.1} MB |");
}
