//! Finds the extent of JSON values in a stream, so that one value at a time is in memory.

use std::io::{self, Read};

use crate::input::Problem;
use crate::input::memory::MemoryLimit;
use crate::input::stream::lines::{BYTE_ORDER_MARK, MAX_LINE};

/// Bytes per read.
const CHUNK: usize = 1 << 18;

/// A byte stream with one byte of foresight, blanks skipped between values.
pub(super) struct JsonScanner<R> {
    source: R,
    chunk: Vec<u8>,
    /// The unread part of `chunk`.
    start: usize,
    end: usize,
    /// Line of the next unread byte, from 1.
    line: u64,
    memory: MemoryLimit,
}

impl<R: Read> JsonScanner<R> {
    pub(super) fn new(source: R, memory: MemoryLimit) -> Self {
        Self { source, chunk: vec![0; CHUNK], start: 0, end: 0, line: 1, memory }
    }

    /// The line of the next byte, counted from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// The next byte that is not blank, left in place; `None` at the end of the file.
    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            let unread = &self.chunk[self.start..self.end];
            match unread.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n')) {
                Some(blanks) => {
                    self.consume(blanks);
                    return Ok(Some(self.chunk[self.start]));
                }
                None => {
                    self.consume(unread.len());
                    if !self.refill()? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Passes the byte that [`peek`](Self::peek) gave, which is never a line end.
    pub(super) fn pass(&mut self) {
        self.start += 1;
    }

    /// Passes the mark that Windows programs put before UTF-8.
    pub(super) fn skip_byte_order_mark(&mut self) -> io::Result<()> {
        while self.end - self.start < BYTE_ORDER_MARK.len() && self.refill()? {}
        if self.chunk[self.start..self.end].starts_with(BYTE_ORDER_MARK) {
            self.start += BYTE_ORDER_MARK.len();
        }
        Ok(())
    }

    /// Copies the value that starts at the next byte: a string, a list, an object, or a word up to the next blank,
    /// comma or closing bracket. Only its extent is checked.
    pub(super) fn copy_value(&mut self, value: &mut Vec<u8>) -> Result<(), Problem> {
        value.clear();
        let mut extent = Extent::default();
        loop {
            let unread = &self.chunk[self.start..self.end];
            let ended = extent.advance(unread);
            let taken = ended.unwrap_or(unread.len());
            if value.len() + taken > MAX_LINE {
                let message = format!("the value on line {} is longer than {MAX_LINE} bytes", self.line);
                return Err(io::Error::new(io::ErrorKind::InvalidData, message).into());
            }
            if value.len() > CHUNK && value.len() as u64 > self.memory.longest_line() {
                return Err(self.memory.long_line(value.len()));
            }
            value.extend_from_slice(&unread[..taken]);
            self.consume(taken);
            if ended.is_some() {
                return Ok(());
            }
            if !self.refill()? {
                let message = "found the end of the file inside a value, wanted the rest of it";
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message).into());
            }
        }
    }

    fn consume(&mut self, bytes: usize) {
        self.line += memchr::memchr_iter(b'\n', &self.chunk[self.start..self.start + bytes]).count() as u64;
        self.start += bytes;
    }

    /// Reads on behind the unread part; `false` at the end of the file.
    fn refill(&mut self) -> io::Result<bool> {
        self.chunk.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        loop {
            match self.source.read(&mut self.chunk[self.end..]) {
                Ok(read) => {
                    self.end += read;
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// How far into a value we are.
#[derive(Default)]
struct Extent {
    depth: u64,
    in_string: bool,
    escaped: bool,
    begun: bool,
}

impl Extent {
    /// Goes on through `bytes`; the position where the value ends, if it does.
    fn advance(&mut self, bytes: &[u8]) -> Option<usize> {
        for (at, &byte) in bytes.iter().enumerate() {
            if self.in_string {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => {
                        self.in_string = false;
                        if self.depth == 0 {
                            return Some(at + 1);
                        }
                    }
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' if self.begun && self.depth == 0 => return Some(at),
                b'"' => self.in_string = true,
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' | b',' | b':' | b' ' | b'\t' | b'\r' | b'\n' if self.depth == 0 => return Some(at),
                b']' | b'}' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return Some(at + 1);
                    }
                }
                _ => {}
            }
            self.begun = true;
        }
        None
    }
}
