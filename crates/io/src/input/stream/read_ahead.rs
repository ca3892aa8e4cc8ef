//! Reading on a second thread, for compressed archives.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};

/// Bytes handed over at once: large enough that the hand-over does not show, and that a decompressor rarely stops.
const BLOCK: usize = 1 << 18;

/// Bytes of the first block; each later one is twice as large, up to [`BLOCK`]: parsing starts soon.
const FIRST_BLOCK: usize = 1 << 14;

/// Blocks that may wait: bounds the memory, and lets either side pause for a while.
const WAITING: usize = 8;

/// A byte stream that another thread reads ahead: decompression runs in parallel with parsing.
pub(in crate::input) struct ReadAhead {
    blocks: Receiver<io::Result<Vec<u8>>>,
    /// Takes blocks back that were read: new memory costs a fault for each of its pages.
    spare: Sender<Vec<u8>>,
    current: Vec<u8>,
    at: usize,
    at_end: bool,
}

impl ReadAhead {
    /// Starts a thread that runs `produce` with a [`BlockSender`] to write to. The thread ends when `produce` returns or
    /// this reader is dropped; an error of `produce` surfaces here.
    pub(in crate::input) fn spawn(produce: impl FnOnce(&mut BlockSender) -> io::Result<()> + Send + 'static) -> Self {
        let (sender, blocks) = sync_channel(WAITING);
        let (spare, spare_blocks) = channel();
        std::thread::spawn(move || {
            let mut sender = BlockSender { sender, spare: spare_blocks };
            let end = produce(&mut sender).map(|()| Vec::new());
            // Fails only if the reader was dropped, and then the end does not matter.
            let _ = sender.sender.send(end);
        });
        Self { blocks, spare, current: Vec::new(), at: 0, at_end: false }
    }

    /// Goes to the next block.
    fn advance(&mut self) -> io::Result<()> {
        // An empty block is the end. Silence without one is a producer that died, not a shorter file.
        let died = |_| io::Error::other("the thread that unpacks the file died");
        let next = self.blocks.recv().map_err(died)??;
        // Fails only if the producer has ended.
        let _ = self.spare.send(std::mem::replace(&mut self.current, next));
        self.at = 0;
        self.at_end = self.current.is_empty();
        Ok(())
    }
}

/// The producing end of a [`ReadAhead`].
pub(in crate::input) struct BlockSender {
    sender: SyncSender<io::Result<Vec<u8>>>,
    spare: Receiver<Vec<u8>>,
}

impl BlockSender {
    /// Sends all of `source`, block by block.
    pub(in crate::input) fn send_all(&mut self, mut source: impl Read) -> io::Result<()> {
        let mut length = FIRST_BLOCK;
        loop {
            let mut block = self.spare.try_recv().unwrap_or_default();
            block.resize(length, 0);
            let read = fill(&mut source, &mut block)?;
            block.truncate(read);
            if read == 0 || self.sender.send(Ok(block)).is_err() {
                return Ok(());
            }
            length = (2 * length).min(BLOCK);
        }
    }
}

/// Reads until the block is full or the source ends. Gives the number of bytes.
fn fill(source: &mut impl Read, block: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < block.len() {
        match source.read(&mut block[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

impl Read for ReadAhead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.current.len() && !self.at_end {
            self.advance()?;
        }
        let count = buffer.len().min(self.current.len() - self.at);
        buffer[..count].copy_from_slice(&self.current[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}
