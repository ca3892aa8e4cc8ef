//! The queue of chunks between the reader of a stream and its workers.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Chunks that wait for a worker.
#[derive(Debug)]
pub(super) struct ChunkQueue<C> {
    state: Mutex<State<C>>,
    /// A chunk came, or no more will come.
    filled: Condvar,
    /// A chunk was taken, or a worker ended.
    emptied: Condvar,
}

#[derive(Debug)]
struct State<C> {
    chunks: VecDeque<C>,
    /// Workers that wait for a chunk.
    waiting: usize,
    /// Workers that may still take a chunk.
    workers: usize,
    /// Whether the reader waits for room.
    reader_waits: bool,
    is_closed: bool,
}

impl<C> ChunkQueue<C> {
    /// An empty queue for this many workers.
    pub(super) fn new(workers: usize) -> Self {
        let state = State { chunks: VecDeque::new(), waiting: 0, workers, reader_waits: false, is_closed: false };
        Self { state: Mutex::new(state), filled: Condvar::new(), emptied: Condvar::new() }
    }

    /// Whether a worker waits for which there is no chunk.
    pub(super) fn is_short(&self) -> bool {
        let state = self.lock();
        state.waiting > state.chunks.len()
    }

    /// Adds chunks as soon as no more chunks wait than there are workers. Returns whether there is a worker to take them.
    pub(super) fn add(&self, chunks: impl Iterator<Item = C>) -> bool {
        let is_full = |state: &mut State<C>| {
            state.reader_waits = state.workers > 0 && state.chunks.len() > state.workers;
            state.reader_waits
        };
        let mut state = self.emptied.wait_while(self.lock(), is_full).unwrap_or_else(PoisonError::into_inner);
        if state.workers == 0 {
            return false;
        }
        state.chunks.extend(chunks);
        (0..state.waiting.min(state.chunks.len())).for_each(|_| self.filled.notify_one());
        true
    }

    /// The next chunk, when there is one; `None` at the end.
    pub(super) fn take(&self) -> Option<C> {
        let mut state = self.lock();
        state.waiting += 1;
        let is_empty = |state: &mut State<C>| state.chunks.is_empty() && !state.is_closed;
        let mut state = self.filled.wait_while(state, is_empty).unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        let chunk = state.chunks.pop_front();
        if state.reader_waits {
            self.emptied.notify_one();
        }
        chunk
    }

    /// No more chunks will come.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.filled.notify_all();
    }

    /// A worker ended: without any worker, a reader that waits to add chunks ends, too.
    pub(super) fn leave(&self) {
        self.lock().workers -= 1;
        self.emptied.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, State<C>> {
        // No code that can panic runs while the lock is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_come_in_order_and_end_when_the_queue_is_closed() {
        let queue = ChunkQueue::new(1);
        assert!(!queue.is_short());
        assert!(queue.add([1, 2, 3].into_iter()));
        assert_eq!([queue.take(), queue.take()], [Some(1), Some(2)]);
        queue.close();
        assert_eq!([queue.take(), queue.take()], [Some(3), None]);
    }

    #[test]
    fn a_reader_waits_for_room_and_ends_with_the_last_worker() {
        let queue = ChunkQueue::new(2);
        std::thread::scope(|scope| {
            assert!(queue.add(0..3));
            let reader = scope.spawn(|| (queue.add(3..6), queue.add(6..9)));
            let first = queue.take();
            // Two of the first three chunks are left: no more than workers.
            while queue.lock().chunks.len() < 5 {
                std::thread::yield_now();
            }
            queue.leave();
            queue.leave();
            // Only now: a failure before would leave the reader waiting.
            assert_eq!((first, reader.join().ok()), (Some(0), Some((true, false))));
        });
    }

    #[test]
    fn a_worker_without_a_chunk_makes_the_queue_short() {
        let queue = ChunkQueue::<u8>::new(1);
        std::thread::scope(|scope| {
            scope.spawn(|| queue.take());
            while !queue.is_short() {
                std::thread::yield_now();
            }
            queue.close();
        });
    }
}
