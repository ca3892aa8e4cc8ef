//! Runs one input: panics, time and memory.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use crate::MEMORY;
use crate::targets::{Input, Target, Verdict, scratch};

/// What an input may cost.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Longest time; `None`: no limit, for tests, which must not depend on the speed of a machine.
    pub time: Option<Duration>,
    /// Most bytes on the heap, besides those of the input.
    pub memory: usize,
}

impl Limits {
    /// The limits of the campaign: one second and 200 MB.
    pub const CAMPAIGN: Self = Self { time: Some(Duration::from_secs(1)), memory: 200_000_000 };
}

/// How the run of one input ended.
#[derive(Debug)]
pub struct Run {
    /// Whether the input was read, or the broken promise.
    pub verdict: Result<Verdict, String>,
    /// Time of all checks together.
    pub time: Duration,
    /// Largest number of bytes on the heap, less those before the run and those of the input.
    pub memory: usize,
}

/// The message of the last panic, on whichever thread.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

/// The memory of the process is that of one input only if there is one at a time; tests run on several threads.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

thread_local! {
    /// Whether an input is at work on this thread. Panics elsewhere in a test keep their usual message.
    static AT_WORK: Cell<bool> = const { Cell::new(false) };
}

/// Runs that this process has begun.
pub(crate) static STARTED: AtomicU64 = AtomicU64::new(0);

/// Runs `target` on `input`. A run beyond the time limit is repeated twice, and the shortest one counts, in processor time
/// where the system tells it: the machine may have been busy with other work.
#[must_use]
pub fn run(target: &Target, input: Input<'_>, limits: Limits) -> Run {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    keep_panic_messages();
    let mut run = run_once(target, input);
    for _ in 0..2 {
        if limits.time.is_none_or(|most| run.time <= most) || run.verdict.is_err() {
            break;
        }
        let before = processor_time();
        let again = run_once(target, input);
        let spent = processor_time().zip(before).map_or(again.time, |(after, before)| after - before);
        run.time = run.time.min(spent);
    }
    if run.verdict.is_ok() {
        if let Some(most) = limits.time.filter(|most| run.time > *most) {
            run.verdict =
                Err(format!("hang: {:.1} s, wanted at most {:.1} s", run.time.as_secs_f64(), most.as_secs_f64()));
        } else if run.memory > limits.memory {
            run.verdict = Err(format!("memory: {} bytes, wanted at most {}", run.memory, limits.memory));
        }
    }
    run
}

/// Removes the files that inputs needed.
pub fn clean_up() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    scratch::remove();
}

/// Processor time of all threads of this process, where Linux tells it.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Fields 14 and 15, user and system time; the second field is a name in parentheses. A tick is 10 ms.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}

fn run_once(target: &Target, input: Input<'_>) -> Run {
    STARTED.fetch_add(1, Ordering::Relaxed);
    MEMORY.reset_peak_usage();
    let (before, start) = (MEMORY.current_usage(), Instant::now());
    AT_WORK.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    AT_WORK.set(false);
    let time = start.elapsed();
    let memory = MEMORY.peak_usage().saturating_sub(before + input.bytes.len());
    let panic = PANIC.lock().unwrap_or_else(PoisonError::into_inner).take();
    let verdict = match (panic, outcome) {
        (Some(message), _) => Err(format!("panic: {message}")),
        (None, Ok(verdict)) => verdict,
        (None, Err(_)) => Err("panic: without a message".to_owned()),
    };
    Run { verdict, time, memory }
}

/// Keeps the messages of panics instead of printing them: also those of threads that a reader started.
fn keep_panic_messages() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            // Threads that a reader started have no name, or not that of a test.
            if AT_WORK.get() || std::thread::current().name().is_none() {
                PANIC.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| info.to_string());
            } else {
                usual(info);
            }
        }));
        // Damage that a decoder tells by a panic is an error of the reader.
        sgr::input::report_damage_as_errors_only();
    });
}
