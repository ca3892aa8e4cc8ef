//! The campaign as a program: many mutated inputs, one of them again, or a file.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is where the program speaks")]

use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use sgr_fuzz::seeds::seeds_of;
use sgr_fuzz::targets::{self, Input, Target, USUAL_VARIANTS};
use sgr_fuzz::{Limits, campaign, clean_up, input, run, tally, worker};

/// Feeds mutated files to every reader of sgr: no panic, no hang (more than 1 s), no more than 200 MB besides the file.
#[derive(Debug, Parser)]
struct Args {
    /// Mutated inputs, over all targets together
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    inputs: u64,

    /// Where the randomness starts
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Processes at a time
    #[arg(long, value_name = "N", default_value_t = 2)]
    processes: usize,

    /// Only this target; may be given several times
    #[arg(long, value_name = "NAME", value_parser = target)]
    target: Vec<&'static Target>,

    /// Run input number N of a target again and write it to stdout
    #[arg(long, value_name = "TARGET:N", conflicts_with_all = ["target", "file"])]
    input: Option<String>,

    /// Run a file with all settings that its target has
    #[arg(long, value_name = "TARGET:FILE", conflicts_with = "target")]
    file: Option<String>,

    /// The work of one process of a campaign
    #[arg(long, hide = true, requires = "trace")]
    part: Option<String>,

    /// Where that process notes the input at work
    #[arg(long, hide = true)]
    trace: Option<PathBuf>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let outcome = match (&args.part, &args.input, &args.file) {
        (Some(part), ..) => run_part(part, &args),
        (_, Some(input), _) => run_again(input, args.seed),
        (_, _, Some(file)) => run_file(file),
        _ => run_campaign(&args),
    };
    match outcome {
        Ok(code) => code,
        Err(message) => {
            eprintln!("sgr-fuzz: {message}");
            ExitCode::from(2)
        }
    }
}

fn target(name: &str) -> Result<&'static Target, String> {
    targets::by_name(name).ok_or_else(|| {
        let known: Vec<&str> = targets::ALL.iter().map(|target| target.name).collect();
        format!("found {name}, wanted one of {}", known.join(", "))
    })
}

/// `TARGET:REST`.
fn target_and(text: &str) -> Result<(&'static Target, &str), String> {
    let (name, rest) = text.split_once(':').ok_or_else(|| format!("found {text}, wanted TARGET:…"))?;
    Ok((target(name)?, rest))
}

fn run_campaign(args: &Args) -> Result<ExitCode, String> {
    let start = Instant::now();
    let chosen = if args.target.is_empty() { targets::ALL.to_vec() } else { args.target.clone() };
    let tell = |failure: &sgr_fuzz::failure::Failure| println!("{}\n", failure.report());
    let rows = campaign::run(&chosen, args.seed, args.inputs, args.processes.max(1), &tell)
        .map_err(|error| error.to_string())?;
    println!("{}", tally::table(&rows));
    println!("{:.0} s with {} processes, seed {}", start.elapsed().as_secs_f64(), args.processes, args.seed);
    Ok(code_of(rows.iter().all(|(_, tally)| tally.failures.is_empty())))
}

fn run_part(part: &str, args: &Args) -> Result<ExitCode, String> {
    let (target, range) = target_and(part)?;
    let numbers: Option<Range<u64>> =
        range.split_once("..").and_then(|(start, end)| Some(start.parse().ok()?..end.parse().ok()?));
    let numbers = numbers.ok_or_else(|| format!("found {range}, wanted A..B"))?;
    worker::watch();
    let tally = worker::run_range(target, args.seed, numbers, Limits::CAMPAIGN, args.trace.as_deref())
        .map_err(|error| error.to_string())?;
    println!("{}", serde_json::to_string(&tally).map_err(|error| error.to_string())?);
    Ok(ExitCode::SUCCESS)
}

fn run_again(text: &str, seed: u64) -> Result<ExitCode, String> {
    use std::io::Write;
    let (target, index) = target_and(text)?;
    let index = index.parse().map_err(|_| format!("found {index}, wanted the number of an input"))?;
    let seeds = seeds_of(target.name).map_err(|error| error.to_string())?;
    let bytes = input(target, &seeds, seed, index);
    // Before the run, which may end the process.
    std::io::stdout().write_all(&bytes).map_err(|error| error.to_string())?;
    let outcome = run(target, Input::of(&bytes), Limits::CAMPAIGN);
    clean_up();
    eprintln!("{outcome:?}");
    Ok(code_of(outcome.verdict.is_ok()))
}

fn run_file(text: &str) -> Result<ExitCode, String> {
    let (target, path) = target_and(text)?;
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let as_it_came = run(target, Input::of(&bytes), Limits::CAMPAIGN);
    let all = (0..USUAL_VARIANTS).map(|variant| run(target, Input::with_variant(&bytes, variant), Limits::CAMPAIGN));
    let failed = std::iter::once(as_it_came).chain(all).find(|run| run.verdict.is_err());
    clean_up();
    eprintln!("{}", failed.as_ref().map_or_else(|| "all promises hold".to_owned(), |run| format!("{run:?}")));
    Ok(code_of(failed.is_none()))
}

fn code_of(is_good: bool) -> ExitCode {
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
