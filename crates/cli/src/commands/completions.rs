//! `sgr completions`: completions for a shell.

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::report::{Done, print};

pub(crate) fn run(args: CompletionsArgs) -> anyhow::Result<Done> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sgr", &mut script);
    print(&script)?;
    Ok(Done::default())
}
