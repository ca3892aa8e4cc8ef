//! A stream of Arrow messages whose declared sizes are checked before the decoder allocates them.

use std::io::{self, Cursor, Read};

use arrow_ipc::root_as_message;

use super::ipc::damaged;
use super::ipc_sizes::{CONTINUATION, check_message, size};
use crate::input::Problem;
use crate::input::memory::MemoryLimit;
use crate::input::stream::source::Bytes;

/// Bytes before a message: the continuation mark and the length, or in very old streams the length alone.
const PREFIX: u64 = 8;

/// Hands on message after message, each read whole: only as many bytes are held as have come.
pub(super) struct CheckedStream {
    source: Bytes,
    message: Cursor<Vec<u8>>,
    memory: MemoryLimit,
}

impl CheckedStream {
    pub(super) fn new(source: Bytes, memory: MemoryLimit) -> Self {
        Self { source, message: Cursor::default(), memory }
    }

    /// Reads the next message. A stream that ends inside it leaves the part that came, and its decoder says so.
    fn next_message(&mut self) -> Result<(), Problem> {
        let mut bytes = std::mem::take(&mut self.message).into_inner();
        bytes.clear();
        self.extend(&mut bytes, 4)?;
        if bytes == CONTINUATION {
            self.extend(&mut bytes, PREFIX)?;
        }
        let start = bytes.len();
        if let Some(word) = bytes.last_chunk::<4>().filter(|word| **word != CONTINUATION) {
            let end = start as u64 + size(i32::from_le_bytes(*word).into())?;
            if self.extend(&mut bytes, end)? && end > start as u64 {
                let body = size(root_as_message(&bytes[start..]).map_err(damaged)?.bodyLength())?;
                if self.extend(&mut bytes, end.saturating_add(body))? {
                    check_message(&mut Cursor::new(&bytes), 0, bytes.len() as u64, self.memory)?;
                }
            }
        }
        self.message = Cursor::new(bytes);
        Ok(())
    }

    /// Reads on until there are that many bytes; `false` if the stream ends before.
    fn extend(&mut self, bytes: &mut Vec<u8>, length: u64) -> Result<bool, Problem> {
        self.memory.check(length)?;
        self.source.by_ref().take(length.saturating_sub(bytes.len() as u64)).read_to_end(bytes)?;
        Ok(bytes.len() as u64 == length)
    }
}

impl Read for CheckedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.message.position() == self.message.get_ref().len() as u64 {
            self.next_message().map_err(io::Error::other)?;
        }
        self.message.read(buffer)
    }
}
