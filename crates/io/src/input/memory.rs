//! Memory that a reader may hold, checked while it grows: an archive of a few kilobytes can unpack to any size.

use super::{Problem, ReadOptions};

/// Lines between two checks, where a line adds a bounded number of bytes: a check then costs nothing that shows, and at most a
/// megabyte comes between two of them.
const LINES_BETWEEN_CHECKS: u64 = 1 << 12;

/// The part of the memory that one line, with the buffer that holds it, may take.
const LINE_PART: u64 = 8;

/// Bytes that a reader may hold: names, labels, edges of one graph, and all that building the graph takes. Buffers of fixed
/// size, a few megabytes in all, are not counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct MemoryLimit(u64);

impl MemoryLimit {
    pub(super) fn of(options: &ReadOptions) -> Self {
        Self(options.max_memory)
    }

    /// An error if more than the limit is held or about to be.
    #[inline]
    pub(super) fn check(self, needed: u64) -> Result<(), Problem> {
        if needed <= self.0 { Ok(()) } else { Err(Problem::TooMuchMemory { needed, limit: self.0 }) }
    }

    /// As [`check`](Self::check), for one line in a few thousand.
    #[inline]
    pub(super) fn check_now_and_then(self, line: u64, needed: impl FnOnce() -> u64) -> Result<(), Problem> {
        if line.is_multiple_of(LINES_BETWEEN_CHECKS) { self.check(needed()) } else { Ok(()) }
    }

    /// Bytes that a line may have.
    pub(super) fn longest_line(self) -> u64 {
        self.0 / LINE_PART
    }

    /// The error of a line, or of a value, that is longer and has filled a buffer of this length.
    pub(super) fn long_line(self, buffer: usize) -> Problem {
        // The next larger buffer has twice the length.
        Problem::TooMuchMemory { needed: 2 * buffer as u64 * LINE_PART, limit: self.0 }
    }
}

/// Bytes of a list that grows by doubling, when it has this many entries of this size.
pub(super) fn growing(entries: usize, bytes: usize) -> u64 {
    2 * entries as u64 * bytes as u64
}
