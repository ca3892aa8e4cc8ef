//! The program `sgr`: parse, plan, run, exit code. The only place that prints.

mod advice;
mod args;
mod closed_stdout;
mod collection;
mod commands;
mod exit;
mod line_sink;
mod plan;
mod progress;
mod report;
mod retry;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(help_or_error) => return exit::without_command(&help_or_error),
    };
    exit::discard_unfinished_files_on_interrupt();
    sgr::input::report_damage_as_errors_only();
    let outcome = match cli.command {
        Command::Embed(args) => commands::embed::run(args),
        Command::Spectrum(args) => commands::spectrum::run(args),
        Command::HeatKernel(args) => commands::heat_kernel::run(args),
        Command::Info(args) => commands::info::run(args),
        Command::Distance(args) => commands::distance::run(args),
        Command::Search(args) => commands::search::run(args),
        Command::Generate(args) => commands::generate::run(args),
        Command::Train(args) => commands::train::run(args),
        Command::Saliency(args) => commands::saliency::run(args),
        Command::Evaluate(args) => commands::evaluate::run(args),
        Command::Retrieval(args) => commands::retrieval::run(args),
        Command::Report(args) => commands::report::run(args),
        Command::Cluster(args) => commands::cluster::run(args),
        Command::Gram(args) => commands::gram::run(args),
        Command::Map(args) => commands::map::run(args),
        Command::Changes(args) => commands::changes::run(args),
        Command::Fetch(args) => commands::fetch::run(args),
        Command::Completions(args) => commands::completions::run(args),
        Command::Man(args) => commands::man::run(args),
    };
    exit::code_of(outcome)
}
