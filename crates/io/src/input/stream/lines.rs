//! Lines of a byte stream, for all line-based readers.

use std::io::{self, Read};

use crate::input::Problem;
use crate::input::memory::MemoryLimit;

/// First size of the buffer: large enough that refills do not show, and small enough for the second cache.
const BUFFER: usize = 1 << 16;

/// Longest line, whatever the memory: a graph with 10^7 edges as one JSON line. A longer one is an error, so that a file
/// without line ends cannot take all memory.
pub(in crate::input) const MAX_LINE: usize = 1 << 28;

/// U+FEFF in UTF-8.
pub(in crate::input) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Lines of a byte stream, without their ends (`\n` or `\r\n`), counted from 1, in one reused buffer.
pub(in crate::input) struct Lines<R> {
    source: R,
    buffer: Vec<u8>,
    /// The unread part of `buffer`.
    start: usize,
    end: usize,
    /// Number of lines handed out.
    count: u64,
    at_end: bool,
    memory: MemoryLimit,
}

impl<R: Read> Lines<R> {
    pub(in crate::input) fn new(source: R, memory: MemoryLimit) -> Self {
        Self { source, buffer: vec![0; BUFFER], start: 0, end: 0, count: 0, at_end: false, memory }
    }

    /// Number of the line that [`next_line`](Self::next_line) gave last.
    pub(in crate::input) fn number(&self) -> u64 {
        self.count
    }

    /// The next line, or `None` at the end.
    pub(in crate::input) fn next_line(&mut self) -> Result<Option<&[u8]>, Problem> {
        let mut searched = self.start;
        loop {
            if let Some(at) = memchr::memchr(b'\n', &self.buffer[searched..self.end]) {
                return Ok(Some(self.hand_out(searched + at, 1)));
            }
            if self.at_end {
                return Ok((self.start < self.end).then(|| self.hand_out(self.end, 0)));
            }
            let unread = self.end - self.start;
            self.refill()?;
            searched = self.start + unread;
        }
    }

    /// The bytes in the buffer that were not handed out yet; they may end inside a line.
    pub(in crate::input) fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Takes `bytes` of [`buffered`](Self::buffered) for handed out, which were `lines` whole lines.
    pub(in crate::input) fn skip(&mut self, bytes: usize, lines: u64) {
        debug_assert!(bytes <= self.end - self.start);
        self.start += bytes;
        self.count += lines;
    }

    fn hand_out(&mut self, line_end: usize, newline: usize) -> &[u8] {
        let line = &self.buffer[self.start..line_end];
        self.start = line_end + newline;
        self.count += 1;
        // The mark that Windows programs put before UTF-8 is not part of the first name.
        let line = if self.count == 1 { line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line) } else { line };
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    /// Moves the unread part to the front, doubles a full buffer, and reads on.
    fn refill(&mut self) -> Result<(), Problem> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.end == self.buffer.len() {
            if self.buffer.len() >= MAX_LINE {
                let message = format!("line {} is longer than {MAX_LINE} bytes", self.count + 1);
                return Err(io::Error::new(io::ErrorKind::InvalidData, message).into());
            }
            if self.buffer.len() as u64 > self.memory.longest_line() {
                return Err(self.memory.long_line(self.buffer.len()));
            }
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        match self.source.read(&mut self.buffer[self.end..]) {
            Ok(0) => self.at_end = true,
            Ok(read) => self.end += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}
