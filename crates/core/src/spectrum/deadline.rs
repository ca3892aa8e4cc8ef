//! The time limit of one graph. Methods that improve step by step ask it whether to end with their best result.

use std::time::{Duration, Instant};

/// A moment at which the work for a graph should end, if there is one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Deadline {
    start: Option<Instant>,
    limit: Duration,
}

impl Deadline {
    /// The end of a time limit that starts now; without a limit it never comes.
    pub(crate) fn after(limit: Option<Duration>) -> Self {
        Self { start: limit.map(|_| Instant::now()), limit: limit.unwrap_or_default() }
    }

    /// The end of a part of the time limit.
    pub(crate) fn part(self, part: f64) -> Self {
        Self { start: self.start, limit: self.limit.mul_f64(part) }
    }

    /// Whether the time is over.
    pub(crate) fn is_past(self) -> bool {
        self.remaining_seconds() <= 0.0
    }

    /// Seconds that are left; infinite without a limit, not negative.
    pub(crate) fn remaining_seconds(self) -> f64 {
        self.start.map_or(f64::INFINITY, |start| self.limit.saturating_sub(start.elapsed()).as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_comes_after_its_limit() {
        assert!(!Deadline::after(None).is_past() && Deadline::default().remaining_seconds() == f64::INFINITY);
        assert!(Deadline::after(Some(Duration::ZERO)).is_past());
        let hour = Deadline::after(Some(Duration::from_secs(3600)));
        assert!(!hour.is_past() && hour.part(0.0).is_past());
        assert!((1700.0..=1800.0).contains(&hour.part(0.5).remaining_seconds()));
    }
}
