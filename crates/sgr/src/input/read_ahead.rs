use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Bytes handed over at once: large enough that the hand-over does not show.
const BLOCK: usize = 1 << 18;

/// Blocks that may wait: bounds the memory, and lets either side be late for a while.
const WAITING: usize = 8;

/// A byte stream that another thread reads ahead: decompression runs beside parsing.
pub(super) struct ReadAhead {
    blocks: Receiver<io::Result<Vec<u8>>>,
    current: Vec<u8>,
    at: usize,
}

impl ReadAhead {
    /// Starts a thread that runs `produce` with a [`BlockSender`] to write to. The thread ends when `produce` returns or
    /// this reader is dropped; an error of `produce` surfaces here.
    pub(super) fn spawn(produce: impl FnOnce(&mut BlockSender) -> io::Result<()> + Send + 'static) -> Self {
        let (sender, blocks) = sync_channel(WAITING);
        std::thread::spawn(move || {
            let mut sender = BlockSender { sender };
            if let Err(error) = produce(&mut sender) {
                // A reader that is gone does not want the error either.
                let _ = sender.sender.send(Err(error));
            }
        });
        Self { blocks, current: Vec::new(), at: 0 }
    }
}

/// The producing end of a [`ReadAhead`].
pub(super) struct BlockSender {
    sender: SyncSender<io::Result<Vec<u8>>>,
}

impl BlockSender {
    /// Sends all of `source`, block by block.
    pub(super) fn send_all(&mut self, mut source: impl Read) -> io::Result<()> {
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
        while self.at == self.current.len() {
            match self.blocks.recv() {
                Ok(block) => {
                    self.current = block?;
                    self.at = 0;
                }
                // The producer has finished.
                Err(_) => return Ok(0),
            }
        }
        let count = buffer.len().min(self.current.len() - self.at);
        buffer[..count].copy_from_slice(&self.current[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}
