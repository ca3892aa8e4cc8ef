//! `sgr completions`: completions for a shell.

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::report::Done;

pub(crate) fn run(args: CompletionsArgs) -> anyhow::Result<Done> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sgr", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Done::default())
}
