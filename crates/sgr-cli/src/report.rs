//! What the user is told: one line on stderr for each graph that was skipped, and the count at the end.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is where the program speaks")]

use std::fmt::{Arguments, Display};

use anyhow::bail;
use sgr::input::{Problem, Scope};
use sgr::pipeline::Skipped;

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

/// Prints to stdout; a closed pipe comes back as an error instead of a panic.
pub(crate) fn say(text: impl Display) -> std::io::Result<()> {
    use std::io::Write;
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{text}")?;
    stdout.flush()
}

/// Keeps count of what was skipped and names each on stderr.
#[derive(Debug)]
pub(crate) struct SkipReport {
    /// With a single input a broken file is the end of it: there is nothing else to go on with.
    single_input: bool,
    reasons: Vec<String>,
    done: usize,
}

impl SkipReport {
    pub(crate) fn new(inputs: usize) -> Self {
        Self { single_input: inputs == 1, reasons: Vec::new(), done: 0 }
    }

    pub(crate) fn count_done(&mut self) {
        self.done += 1;
    }

    pub(crate) fn done(&self) -> usize {
        self.done
    }

    pub(crate) fn reasons(&self) -> &[String] {
        &self.reasons
    }

    /// Names what was skipped; an error if that leaves nothing to do.
    pub(crate) fn skip(&mut self, skipped: Skipped) -> anyhow::Result<()> {
        if let Skipped::Input(error) = &skipped
            && error.scope == Scope::File
            && self.single_input
        {
            return Err(skipped.into());
        }
        complain(format_args!("skipped: {skipped}"));
        self.reasons.push(skipped.to_string());
        Ok(())
    }

    /// The end of the run: an error if not one graph made it.
    pub(crate) fn finish(&self) -> anyhow::Result<Done> {
        match (self.done, self.reasons.len()) {
            (0, 0) => bail!("found no graphs in the input"),
            (0, skipped) => bail!("all {skipped} graphs were skipped"),
            (_, skipped) => {
                if skipped > 0 {
                    complain(format_args!("{} graphs done, {skipped} skipped", self.done));
                }
                Ok(Done { skipped })
            }
        }
    }
}

/// Whether an error says that a TU collection must be gathered in memory to be read.
pub(crate) fn wants_gathering(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref::<Skipped>(),
        Some(Skipped::Input(error)) if matches!(error.problem, Problem::NotGrouped { .. })
    )
}
