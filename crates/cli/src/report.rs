//! Messages to the user: one line on stderr for each graph that was skipped, and the count at the end.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is where the program speaks")]

use std::fmt::{Arguments, Display};
use std::io::{ErrorKind, Stdout, Write};
use std::path::PathBuf;

use anyhow::bail;
use indicatif::ProgressBar;
use serde_json::{Value, json};
use sgr::graph::Dropped;
use sgr::input::{Remedy, Scope};
use sgr::spectrum::Origin;
use sgr::text::{json_escaped, shown, shown_path, visible};

use crate::plan::{Skipped, SourcedGraph};
use crate::{advice, closed_stdout};

/// Inputs that a message names one by one.
const NAMED: usize = 3;

/// Reasons that a summary lists: a file of a few kilobytes can unpack to millions of bad graphs, and a list of them all would
/// take any memory.
const REASONS_KEPT: usize = 10_000;

/// How a command ended.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// Graphs, or files, that did not make it.
    pub(crate) skipped: usize,
}

/// Prints a line to stderr with the program's name in front. Text of files in it cannot act on the terminal or pass for
/// another line. A stderr that is closed or full must not end the work, so errors are ignored.
pub(crate) fn complain(message: Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "sgr: {}", visible(&message.to_string()));
}

/// Says how far off the spectrum of a large graph can be, if that is more than was asked for.
pub(crate) fn tell_error(id: &str, origin: Origin, error: f64, max_error: f64) {
    if error > max_error {
        let origin = origin.name();
        let id = shown(id);
        complain(format_args!("{id}: the error can be {error:.1e} ({origin}), above the {max_error:.0e} asked for"));
    }
}

/// Prints lines to stdout; a closed or full stdout comes back as an error instead of a panic.
pub(crate) fn say(text: impl Display) -> std::io::Result<()> {
    print(format!("{text}\n").as_bytes())
}

/// Prints a JSON value to stdout, on one line.
pub(crate) fn say_json(value: &Value) -> std::io::Result<()> {
    say(json_escaped(&value.to_string()))
}

/// Standard output for results; an error if it was closed.
pub(crate) fn stdout() -> std::io::Result<Stdout> {
    match closed_stdout::was_closed() {
        true => Err(std::io::Error::new(ErrorKind::NotConnected, "standard output is closed")),
        false => Ok(std::io::stdout()),
    }
}

/// Writes bytes to stdout, to the last one.
pub(crate) fn print(bytes: &[u8]) -> std::io::Result<()> {
    let mut stdout = stdout()?.lock();
    let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
    written.map_err(|error| std::io::Error::new(error.kind(), format!("standard output: {error}")))
}

/// Counts skipped graphs and files, and names each on stderr.
#[derive(Debug)]
pub(crate) struct SkipReport {
    /// The inputs. With a single one a broken file is the end of it: there is nothing else to go on with.
    inputs: Vec<PathBuf>,
    /// The first reasons, and the number of all.
    reasons: Vec<String>,
    skipped: usize,
    done: usize,
    dropped: Dropped,
    /// Where the notes of a part begin.
    noted: Noted,
}

/// Counts at the time of the last notes.
#[derive(Debug, Clone, Copy, Default)]
struct Noted {
    reasons: usize,
    skipped: usize,
    done: usize,
    dropped: Dropped,
}

impl SkipReport {
    pub(crate) fn new(inputs: &[PathBuf]) -> Self {
        let (dropped, noted) = (Dropped::default(), Noted::default());
        Self { inputs: inputs.to_vec(), reasons: Vec::new(), skipped: 0, done: 0, dropped, noted }
    }

    /// Notes on the graphs since the last notes, with those whose spectrum is approximate, for a run that is resumed.
    pub(crate) fn notes(&mut self, approximate: Vec<Value>) -> Value {
        let Noted { reasons, skipped, done, dropped } = self.noted;
        let notes = json!({
            "done": self.done - done,
            "skipped": self.skipped - skipped,
            "reasons": self.reasons[reasons..],
            "self_loops": self.dropped.self_loops - dropped.self_loops,
            "repeats": self.dropped.repeats - dropped.repeats,
            "zero_weights": self.dropped.zero_weights - dropped.zero_weights,
            "approximate": approximate,
        });
        self.mark();
        notes
    }

    fn mark(&mut self) {
        let (reasons, skipped, done, dropped) = (self.reasons.len(), self.skipped, self.done, self.dropped);
        self.noted = Noted { reasons, skipped, done, dropped };
    }

    /// Adds the notes of an earlier run.
    pub(crate) fn restore(&mut self, notes: &Value) {
        let count = |key: &str| notes[key].as_u64().unwrap_or(0);
        self.done += count("done") as usize;
        self.skipped += count("skipped") as usize;
        self.dropped +=
            Dropped { self_loops: count("self_loops"), repeats: count("repeats"), zero_weights: count("zero_weights") };
        let reasons = notes["reasons"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let room = REASONS_KEPT - self.reasons.len();
        self.reasons.extend(reasons.take(room).map(str::to_owned));
        self.mark();
    }

    /// Takes one graph that came out of the pipeline: `keep` gets its result, or the graph is named as skipped.
    pub(crate) fn take<T>(
        &mut self,
        bar: &ProgressBar,
        outcome: Result<(SourcedGraph, T), Skipped>,
        keep: impl FnOnce(SourcedGraph, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        bar.inc(1);
        match outcome {
            Ok((graph, result)) => {
                let dropped = graph.record.dropped;
                keep(graph, result)?;
                self.count_done(dropped);
                Ok(())
            }
            Err(skipped) => bar.suspend(|| self.skip(skipped)),
        }
    }

    pub(crate) fn count_done(&mut self, dropped: Dropped) {
        self.done += 1;
        self.dropped += dropped;
    }

    /// Loops, repeats and zero weights of the graphs that were done.
    pub(crate) fn dropped(&self) -> Dropped {
        self.dropped
    }

    pub(crate) fn done(&self) -> usize {
        self.done
    }

    /// Why graphs were skipped, for a summary: all reasons were said, the first ones are kept.
    pub(crate) fn reasons(&self) -> Vec<String> {
        let more = self.skipped - self.reasons.len();
        let more = (more > 0).then(|| format!("and {more} more"));
        self.reasons.iter().cloned().chain(more).collect()
    }

    /// Graphs and files that were skipped.
    pub(crate) fn skipped(&self) -> usize {
        self.skipped
    }

    /// Names a skipped graph or file; an error if that leaves nothing to do.
    pub(crate) fn skip(&mut self, skipped: Skipped) -> anyhow::Result<()> {
        let reason = match skipped {
            Skipped::Source(error)
                if error.scope == Scope::File && (self.inputs.len() == 1 || error.remedy() == Some(Remedy::Gather)) =>
            {
                return Err(error.into());
            }
            Skipped::Source(error) => advice::input_in_words(&error),
            Skipped::Spectrum { item, error } => {
                format!("{}: graph {}: {error}", shown_path(&item.path), shown(&item.record.id))
            }
        };
        self.name_skipped(reason);
        Ok(())
    }

    /// Names a graph or file that was skipped, with the reason.
    pub(crate) fn name_skipped(&mut self, reason: String) {
        complain(format_args!("skipped: {reason}"));
        self.skipped += 1;
        if self.reasons.len() < REASONS_KEPT {
            self.reasons.push(reason);
        }
    }

    /// The inputs, for a message about all of them.
    fn names(&self) -> String {
        let named: Vec<String> = self.inputs.iter().take(NAMED).map(|path| shown_path(path).to_string()).collect();
        let more = self.inputs.len().saturating_sub(NAMED);
        if more == 0 { named.join(", ") } else { format!("{} and {more} more", named.join(", ")) }
    }

    /// The end of the run: an error if not one graph made it.
    pub(crate) fn finish(&self) -> anyhow::Result<Done> {
        match (self.done, self.skipped) {
            (0, 0) => bail!("{}: found no graphs, wanted at least one", self.names()),
            (0, skipped) => bail!("all {skipped} graphs were skipped"),
            (_, skipped) => {
                if self.dropped.self_loops > 0 {
                    complain(format_args!("{} self-loops dropped", self.dropped.self_loops));
                }
                if skipped > 0 {
                    complain(format_args!("{} graphs done, {skipped} skipped", self.done));
                }
                Ok(Done { skipped })
            }
        }
    }
}
