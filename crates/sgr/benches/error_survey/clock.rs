//! Processor time of one thread: other work on the machine does not count.

use std::time::{Duration, Instant};

/// A moment that spent time is counted from.
pub(crate) struct Clock {
    wall: Instant,
    processor: Option<Duration>,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self { wall: Instant::now(), processor: processor_time() }
    }

    /// Seconds since the start: of the processor where the system tells them, otherwise of the wall clock.
    pub(crate) fn seconds(&self) -> f64 {
        let spent = match (self.processor, processor_time()) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.wall.elapsed(),
        };
        spent.as_secs_f64()
    }
}

/// Time that this thread has run so far; Linux tells it in nanoseconds.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
