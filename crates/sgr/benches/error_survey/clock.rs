//! Processor time of the survey: other work on the machine does not count.

use std::time::{Duration, Instant};

/// Processor time that makes the clock's ticks of 10 ms small.
const LONG_ENOUGH: Duration = Duration::from_millis(200);

/// Most repetitions of a short run.
const MOST_REPEATS: u32 = 20;

/// The result of `run`, and the seconds that it takes: the mean of as many runs as the clock needs.
pub(crate) fn timed<T>(mut run: impl FnMut() -> T) -> (T, f64) {
    let (wall, start) = (Instant::now(), processor_time());
    let spent = || match (start, processor_time()) {
        (Some(start), Some(now)) => now.saturating_sub(start),
        _ => wall.elapsed(),
    };
    let (mut result, mut runs) = (run(), 1);
    while runs < MOST_REPEATS && spent() < LONG_ENOUGH {
        result = run();
        runs += 1;
    }
    (result, spent().as_secs_f64() / f64::from(runs))
}

/// Time that all threads of this process have run so far, where the system tells it: on Linux, in ticks of 10 ms.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Fields 14 and 15, user and system time; the second field is a name in parentheses.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}
