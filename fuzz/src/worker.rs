//! Runs consecutive inputs of a target in this process.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::failure::Failure;
use crate::measure::{Limits, STARTED, clean_up, run};
use crate::mutation::input;
use crate::seeds::{Seed, seeds_of};
use crate::tally::Tally;
use crate::targets::{Input, Target};

/// An input that runs longer than this is taken for endless, and its process is ended: far above the limit of one second,
/// so that a slow one is measured and reported with its time.
const ENDLESS: Duration = Duration::from_secs(30);

/// Exit code of a process with an endless input.
pub const HANG: i32 = 3;

/// Failures of a target after which it is given up: each takes time to make it small.
pub(crate) const MOST_FAILURES: usize = 5;

/// Runs the inputs `numbers` of `target` in the campaign with this `seed`.
///
/// # Errors
/// If the target has no seeds, or `trace` cannot be written: it holds the number of the input at work, for the case that
/// the process dies.
pub fn run_range(
    target: &Target,
    seed: u64,
    numbers: Range<u64>,
    limits: Limits,
    trace: Option<&Path>,
) -> io::Result<Tally> {
    let seeds = seeds_of(target.name)?;
    let mut trace = trace.map(File::create).transpose()?;
    let mut tally = Tally::default();
    for index in numbers {
        if let Some(trace) = &mut trace {
            trace.seek(SeekFrom::Start(0))?;
            trace.write_all(&index.to_le_bytes())?;
        }
        run_input(target, &seeds, (seed, index), limits, &mut tally);
        if tally.failures.len() >= MOST_FAILURES {
            break;
        }
    }
    clean_up();
    Ok(tally)
}

fn run_input(target: &Target, seeds: &[Seed], number: (u64, u64), limits: Limits, tally: &mut Tally) {
    let bytes = input(target, seeds, number.0, number.1);
    let outcome = run(target, Input::of(&bytes), limits);
    tally.count(&outcome);
    if let Err(promise) = outcome.verdict {
        tally.failures.push(Failure::keep(target, number, &bytes, promise, limits));
    }
}

/// Ends this process with the code [`HANG`] if an input takes longer than [`ENDLESS`].
pub fn watch() {
    std::thread::spawn(|| {
        let mut last = STARTED.load(Ordering::Relaxed);
        loop {
            std::thread::sleep(ENDLESS);
            let now = STARTED.load(Ordering::Relaxed);
            if now == last && now > 0 {
                std::process::exit(HANG);
            }
            last = now;
        }
    });
}
