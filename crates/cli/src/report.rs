//! Messages to the user: one line on stderr for each graph that was skipped, and the count at the end.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is where the program speaks")]

use std::fmt::{Arguments, Display};

use anyhow::bail;
use indicatif::ProgressBar;
use sgr::graph::{Dropped, GraphRecord};
use sgr::input::{Remedy, Scope};
use sgr::spectrum::Origin;

use crate::advice;
use crate::plan::{Skipped, SourcedGraph};

/// How a command ended.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// Graphs, or files, that did not make it.
    pub(crate) skipped: usize,
}

/// Prints a line to stderr with the program's name in front.
pub(crate) fn complain(message: Arguments<'_>) {
    eprintln!("sgr: {message}");
}

/// Says how far off the spectrum of a large graph can be, if that is more than was asked for.
pub(crate) fn tell_error(id: &str, origin: Origin, error: f64, max_error: f64) {
    if error > max_error {
        let origin = origin.name();
        complain(format_args!("{id}: the error can be {error:.1e} ({origin}), above the {max_error:.0e} asked for"));
    }
}

/// Prints to stdout; a closed pipe comes back as an error instead of a panic.
pub(crate) fn say(text: impl Display) -> std::io::Result<()> {
    use std::io::Write;
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{text}")?;
    stdout.flush()
}

/// Counts skipped graphs and files, and names each on stderr.
#[derive(Debug)]
pub(crate) struct SkipReport {
    /// With a single input a broken file is the end of it: there is nothing else to go on with.
    single_input: bool,
    reasons: Vec<String>,
    done: usize,
    dropped: Dropped,
}

impl SkipReport {
    pub(crate) fn new(inputs: usize) -> Self {
        Self { single_input: inputs == 1, reasons: Vec::new(), done: 0, dropped: Dropped::default() }
    }

    /// Takes one graph that came out of the pipeline: `keep` gets its result, or the graph is named as skipped.
    pub(crate) fn take<T>(
        &mut self,
        bar: &ProgressBar,
        outcome: Result<(SourcedGraph, T), Skipped>,
        keep: impl FnOnce(GraphRecord, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        bar.inc(1);
        match outcome {
            Ok((SourcedGraph { record, .. }, result)) => {
                let dropped = record.dropped;
                keep(record, result)?;
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

    pub(crate) fn reasons(&self) -> &[String] {
        &self.reasons
    }

    /// Names a skipped graph or file; an error if that leaves nothing to do.
    pub(crate) fn skip(&mut self, skipped: Skipped) -> anyhow::Result<()> {
        let reason = match skipped {
            Skipped::Source(error)
                if error.scope == Scope::File && (self.single_input || error.remedy() == Some(Remedy::Gather)) =>
            {
                return Err(error.into());
            }
            Skipped::Source(error) => advice::input_in_words(&error),
            Skipped::Spectrum { item, error } => {
                format!("{}: graph {}: {error}", item.path.display(), item.record.id)
            }
        };
        self.name_skipped(reason);
        Ok(())
    }

    /// Names a graph or file that was skipped, with the reason.
    pub(crate) fn name_skipped(&mut self, reason: String) {
        complain(format_args!("skipped: {reason}"));
        self.reasons.push(reason);
    }

    /// The end of the run: an error if not one graph made it.
    pub(crate) fn finish(&self) -> anyhow::Result<Done> {
        match (self.done, self.reasons.len()) {
            (0, 0) => bail!("found no graphs in the input"),
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
