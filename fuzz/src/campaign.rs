//! Millions of inputs in several processes: one that dies or hangs costs one input, and memory is that of one input.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::failure::Failure;
use crate::tally::Tally;
use crate::targets::Target;
use crate::worker::{HANG, MOST_FAILURES};
use crate::{mutation, seeds};

/// Inputs of one process: some seconds of work, so that the start of a process does not show.
const INPUTS_OF_PROCESS: u64 = 50_000;

/// A range of inputs of a target.
type Part = (&'static Target, Range<u64>);

/// The state that the threads of a campaign share; each runs one process at a time.
struct Campaign<'a> {
    seed: u64,
    /// Parts that no process has begun.
    parts: Mutex<Vec<Part>>,
    tallies: Mutex<Vec<(&'static str, Tally)>>,
    tell: &'a (dyn Fn(&Failure) + Sync),
}

/// Runs `inputs` inputs, shared among the targets, in `processes` processes at a time. `tell` receives each failure.
///
/// # Errors
/// If a process cannot be started, or says nothing that can be understood.
pub fn run(
    targets: &[&'static Target],
    seed: u64,
    inputs: u64,
    processes: usize,
    tell: &(dyn Fn(&Failure) + Sync),
) -> io::Result<Vec<(&'static str, Tally)>> {
    let tallies = targets.iter().map(|target| (target.name, Tally::default())).collect();
    let parts = Mutex::new(parts_of(targets, inputs));
    let campaign = Campaign { seed, parts, tallies: Mutex::new(tallies), tell };
    let traces = tempfile::tempdir()?;
    let outcomes: Vec<io::Result<()>> = std::thread::scope(|scope| {
        let (campaign, traces) = (&campaign, traces.path());
        let threads: Vec<_> =
            (0..processes).map(|number| scope.spawn(move || campaign.work(&traces.join(number.to_string())))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(io::Error::other("panicked")))).collect()
    });
    outcomes.into_iter().collect::<io::Result<()>>()?;
    Ok(campaign.tallies.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The parts of a campaign, those of the first target last, since parts are taken from the end.
fn parts_of(targets: &[&'static Target], inputs: u64) -> Vec<Part> {
    let shares: u64 = targets.iter().map(|target| target.share).sum();
    let mut parts = Vec::new();
    for (at, &target) in targets.iter().enumerate() {
        // Cumulative shares, so that the sum is exactly `inputs`.
        let before: u64 = targets[..at].iter().map(|target| target.share).sum();
        let count = inputs * (before + target.share) / shares - inputs * before / shares;
        let starts = (0..count).step_by(INPUTS_OF_PROCESS as usize);
        parts.extend(starts.map(|start| (target, start..count.min(start + INPUTS_OF_PROCESS))));
    }
    parts.reverse();
    parts
}

impl Campaign<'_> {
    /// Runs one part after another until none is left.
    fn work(&self, trace: &Path) -> io::Result<()> {
        loop {
            // A statement of its own: as the head of the loop it would hold the lock during the work.
            let part = lock(&self.parts).pop();
            let Some((target, range)) = part else { return Ok(()) };
            let (tally, left) = self.run_part(target, range, trace)?;
            tally.failures.iter().for_each(self.tell);
            let mut failed = 0;
            if let Some((_, sum)) = lock(&self.tallies).iter_mut().find(|(name, _)| *name == target.name) {
                sum.add(tally);
                failed = sum.failures.len();
            }
            let mut parts = lock(&self.parts);
            if failed < MOST_FAILURES {
                parts.extend(left.into_iter().map(|range| (target, range)));
            } else {
                parts.retain(|(other, _)| other.name != target.name);
            }
        }
    }

    /// Runs a part in a process; gives its counts and what is left to do if it died.
    fn run_part(&self, target: &Target, range: Range<u64>, trace: &Path) -> io::Result<(Tally, Vec<Range<u64>>)> {
        let part = format!("{}:{}..{}", target.name, range.start, range.end);
        let seed = self.seed.to_string();
        let output = Command::new(std::env::current_exe()?)
            .args(["--part", &part, "--seed", &seed, "--trace"])
            .arg(trace)
            .output()?;
        if output.status.success() {
            return Ok((serde_json::from_slice(&output.stdout)?, Vec::new()));
        }
        let index = std::fs::read(trace).ok().and_then(|bytes| Some(u64::from_le_bytes(bytes.try_into().ok()?)));
        let Some(index) = index.filter(|index| range.contains(index)) else {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(io::Error::other(format!("the process of {part} ended with {}: {said}", output.status)));
        };
        let promise = match output.status.code() {
            Some(HANG) => "hang: no end".to_owned(),
            _ => format!("process: died with {}", output.status),
        };
        let bytes = mutation::input(target, &seeds::seeds_of(target.name)?, self.seed, index);
        let failure = Failure::keep_whole(target, (self.seed, index), &bytes, promise);
        let tally = Tally { inputs: 1, failures: vec![failure], ..Tally::default() };
        Ok((tally, vec![range.start..index, index + 1..range.end].into_iter().filter(|r| !r.is_empty()).collect()))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Lists are whole after every operation.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
