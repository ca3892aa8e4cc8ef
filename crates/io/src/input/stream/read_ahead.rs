//! Reading on a second thread, for compressed archives.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Bytes handed over at once: large enough that the hand-over does not show.
const BLOCK: usize = 1 << 18;

/// Blocks that may wait: bounds the memory, and lets either side pause for a while.
const WAITING: usize = 8;

/// A byte stream that another thread reads ahead: decompression runs in parallel with parsing.
pub(in crate::input) struct ReadAhead {
    blocks: Receiver<io::Result<Vec<u8>>>,
    current: Vec<u8>,
    at: usize,
    at_end: bool,
}

impl ReadAhead {
    /// Starts a thread that runs `produce` with a [`BlockSender`] to write to. The thread ends when `produce` returns or
    /// this reader is dropped; an error of `produce` surfaces here.
    pub(in crate::input) fn spawn(produce: impl FnOnce(&mut BlockSender) -> io::Result<()> + Send + 'static) -> Self {
        let (sender, blocks) = sync_channel(WAITING);
        std::thread::spawn(move || {
            let mut sender = BlockSender { sender };
            let end = produce(&mut sender).map(|()| Vec::new());
            // Fails only if the reader was dropped, and then the end does not matter.
            let _ = sender.sender.send(end);
        });
        Self { blocks, current: Vec::new(), at: 0, at_end: false }
    }
}

/// The producing end of a [`ReadAhead`].
pub(in crate::input) struct BlockSender {
    sender: SyncSender<io::Result<Vec<u8>>>,
}

impl BlockSender {
    /// Sends all of `source`, block by block.
    pub(in crate::input) fn send_all(&mut self, mut source: impl Read) -> io::Result<()> {
        loop {
            let mut block = Vec::with_capacity(BLOCK);
            let read = source.by_ref().take(BLOCK as u64).read_to_end(&mut block)?;
            if read == 0 || self.sender.send(Ok(block)).is_err() {
                return Ok(());
            }
        }
    }
}

impl Read for ReadAhead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.current.len() && !self.at_end {
            // An empty block is the end. Silence without one is a producer that died, not a shorter file.
            let died = |_| io::Error::other("the thread that unpacks the file died");
            self.current = self.blocks.recv().map_err(died)??;
            self.at = 0;
            self.at_end = self.current.is_empty();
        }
        let count = buffer.len().min(self.current.len() - self.at);
        buffer[..count].copy_from_slice(&self.current[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}
