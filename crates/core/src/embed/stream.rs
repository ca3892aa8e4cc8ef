//! Streams of graphs through workers on several threads.

use std::any::Any;
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};

use super::chunk_queue::ChunkQueue;
use super::window::{Chunk, MappedChunk, MappedWindow, Window, WindowPlan};
use super::{Skipped, StreamSettings};
use crate::graph::Graph;
use crate::spectrum::{IdleThreads, SpectrumError};

/// Windows that may be read but not yet delivered. One slow graph delays the delivery of all later ones; this bounds their
/// memory, and is large enough that the workers rarely wait for the slow one.
const IN_FLIGHT: usize = 64;

/// Bytes of a graph for each node and edge: an offset, two entries, and as much again for weights.
const ENTRY_BYTES: u64 = 24;

/// Graphs in the first window if a worker waits for it; the next ones have twice as many each, up to the limit of a chunk. Small
/// first windows start all threads soon.
const FIRST_WINDOW: usize = 32;

/// When a chunk of graphs is full. The result does not depend on it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Chunking {
    /// Graphs in a chunk. A window that is divided into chunks has a few times as many, so that the small solver finds
    /// matrices of like size.
    pub graphs: usize,
    /// Sum of squared counts of inner nodes (leaves are mostly twins and cost nothing): so that no thread is left with a
    /// long tail, and yet large matrices find company for the QL iteration.
    pub squared_inner_nodes: u64,
    /// Sum of nodes and edges: bounds the memory of the windows that wait.
    pub entries: usize,
}

impl Default for Chunking {
    fn default() -> Self {
        Self { graphs: 256, squared_inner_nodes: 6_000_000, entries: 500_000 }
    }
}

impl Chunking {
    /// The same with fewer graphs in a chunk if their results are long rows of `width` numbers.
    pub(super) fn for_rows_of(self, width: usize) -> Self {
        // 256 KB in a chunk, 64 MB in all that are in flight.
        const NUMBERS: usize = 65_536;
        Self { graphs: self.graphs.min(NUMBERS / width.max(1)).max(1), ..self }
    }
}

/// A worker's results for the graphs of a chunk.
#[derive(Debug)]
pub(super) struct ChunkResult<T> {
    /// For each graph the reason why it has no result, if it has none.
    pub(super) refusals: Vec<Option<SpectrumError>>,
    /// The results of the others.
    pub(super) result: T,
}

/// The results of the chunk at a place in a window, or the panic of a worker.
type Finished<S, R, T> = (Arc<WindowPlan>, usize, Result<MappedChunk<S, R, T>, Box<dyn Any + Send>>);

/// Streams graphs through a function of whole chunks of graphs, on several threads.
///
/// `make_worker` is called once for the function of each thread, with the count of the threads that have no work. `deliver`
/// runs on the calling thread, in the order of the graphs.
///
/// # Errors
/// The first error of `deliver` ends the run and comes back.
pub(super) fn map_chunks<S, R, T, W, E>(
    items: impl Iterator<Item = Result<S, R>> + Send,
    settings: &StreamSettings,
    make_worker: impl Fn(&Arc<IdleThreads>) -> W,
    mut deliver: impl FnMut(MappedWindow<S, R, T>) -> Result<(), E>,
) -> Result<(), E>
where
    S: Borrow<Graph> + Send,
    R: Send,
    T: Send,
    W: FnMut(&[&Graph]) -> ChunkResult<T> + Send,
{
    let threads = settings.threads.max(1);
    let queue = ChunkQueue::new(threads);
    let (result_sender, results) = channel();
    // Slots are taken for each window that is read and given back when it is delivered. All slots together are the memory
    // limit: a window with large graphs takes several.
    let (take_slot, give_slot) = sync_channel(IN_FLIGHT);
    let idle = Arc::new(IdleThreads::default());
    std::thread::scope(|scope| {
        let queue = &queue;
        let reader = Reader {
            chunking: settings.chunking,
            threads,
            slot_entries: (settings.spectrum.memory_limit / ENTRY_BYTES / IN_FLIGHT as u64).max(1),
            take_slot,
            queue,
        };
        scope.spawn(move || reader.read(items));
        for _ in 0..threads {
            let idle = &idle;
            let (worker, sender) = (make_worker(idle), result_sender.clone());
            scope.spawn(move || work(worker, idle, queue, &sender));
        }
        drop(result_sender);
        // An early return drops `results` and `give_slot`: the other threads get an error and end.
        deliver_in_order(results, give_slot, &mut deliver)
    })
}

/// The thread that reads graphs into windows and divides these into chunks.
struct Reader<'a, S, R> {
    chunking: Chunking,
    threads: usize,
    /// Nodes and edges that a slot stands for.
    slot_entries: u64,
    take_slot: SyncSender<()>,
    queue: &'a ChunkQueue<Chunk<S, R>>,
}

impl<S: Borrow<Graph>, R> Reader<'_, S, R> {
    /// Reads until the input or the interest ends. A window ends when it is full, or when a worker waits for it.
    fn read(self, items: impl Iterator<Item = Result<S, R>>) {
        let mut window = Window::new();
        let mut enough = FIRST_WINDOW.min(self.chunking.graphs);
        let mut number = 0;
        for item in items {
            window.push(item);
            if window.is_full(self.chunking) || window.len() >= enough && self.queue.is_short() {
                if !self.send(std::mem::replace(&mut window, Window::new()), number) {
                    return;
                }
                enough = (2 * enough).min(self.chunking.graphs);
                number += 1;
            }
        }
        if window.len() > 0 {
            self.send(window, number);
        }
    }

    /// Returns whether there is still a worker.
    fn send(&self, window: Window<S, R>, number: usize) -> bool {
        let slots = (window.entries() as u64 / self.slot_entries).clamp(1, IN_FLIGHT as u64) as usize;
        let has_slots = (0..slots).all(|_| self.take_slot.send(()).is_ok());
        has_slots && self.queue.add(window.divide(number, slots, self.chunking, self.threads))
    }
}

impl<S, R> Drop for Reader<'_, S, R> {
    /// Also if the input panics: the workers would wait for ever.
    fn drop(&mut self) {
        self.queue.close();
    }
}

/// Takes chunk after chunk until there are none, or the results are no longer received.
fn work<S: Borrow<Graph>, R, T>(
    mut worker: impl FnMut(&[&Graph]) -> ChunkResult<T>,
    idle: &IdleThreads,
    queue: &ChunkQueue<Chunk<S, R>>,
    results: &Sender<Finished<S, R, T>>,
) {
    loop {
        idle.rest();
        // A worker that ends rests for good: the last large graphs may use its core.
        let Some(Chunk { window, place, items }) = queue.take() else { break };
        idle.resume();
        // A panic travels to the calling thread; a chunk that never arrives would keep everybody waiting.
        let finished = catch_unwind(AssertUnwindSafe(|| map_chunk(&mut worker, items)));
        let has_panicked = finished.is_err();
        if results.send((window, place, finished)).is_err() || has_panicked {
            break;
        }
    }
    queue.leave();
}

fn map_chunk<S: Borrow<Graph>, R, T>(
    worker: &mut impl FnMut(&[&Graph]) -> ChunkResult<T>,
    items: Vec<Result<S, R>>,
) -> MappedChunk<S, R, T> {
    let graphs: Vec<&Graph> = items.iter().flatten().map(Borrow::borrow).collect();
    let ChunkResult { refusals, result } = worker(&graphs);
    let mut refusals = refusals.into_iter();
    let finish = |item: Result<S, R>| {
        let item = item.map_err(Skipped::Source)?;
        match refusals.next().flatten() {
            Some(error) => Err(Skipped::Spectrum { item, error }),
            None => Ok(item),
        }
    };
    (items.into_iter().map(finish).collect(), result)
}

/// Hands windows on in the order of the stream, each when all of its chunks are there.
fn deliver_in_order<S, R, T, E>(
    results: Receiver<Finished<S, R, T>>,
    give_slot: Receiver<()>,
    deliver: &mut impl FnMut(MappedWindow<S, R, T>) -> Result<(), E>,
) -> Result<(), E> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (plan, place, chunk) in results {
        let window = waiting.entry(plan.number).or_insert_with(|| MappedWindow::new(plan));
        window.insert(place, chunk.unwrap_or_else(|panic| resume_unwind(panic)));
        while waiting.get(&next).is_some_and(MappedWindow::is_complete) {
            let Some(window) = waiting.remove(&next) else { break };
            next += 1;
            // Taken before the chunks were sent, so they are there.
            for _ in 0..window.slots() {
                let _ = give_slot.recv();
            }
            deliver(window)?;
        }
    }
    Ok(())
}
