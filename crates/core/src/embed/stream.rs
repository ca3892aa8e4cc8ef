//! Streams of graphs through workers on several threads.

use std::any::Any;
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};

use super::{Skipped, StreamSettings};
use crate::graph::Graph;
use crate::spectrum::{IdleThreads, SpectrumError};

/// Chunks that may be read but not yet delivered. One slow graph delays the delivery of all later ones; this bounds their
/// memory, and is large enough that the workers rarely wait for the slow one.
const IN_FLIGHT: usize = 256;

/// Bytes of a graph for each node and edge: an offset, two entries, and as much again for weights.
const ENTRY_BYTES: u64 = 24;

/// Graphs in the first chunk; each later one is twice as large, up to the limits of [`Chunking`]. Small first chunks start
/// all threads soon.
const FIRST_CHUNK: usize = 32;

/// When a chunk of graphs is full. The result does not depend on it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Chunking {
    /// Graphs in a chunk: enough that the small solver finds matrices of like size. Towards the end of an input that
    /// knows its length the chunks get smaller, so that the threads finish together.
    pub graphs: usize,
    /// Sum of squared counts of inner nodes (leaves are mostly twins and cost nothing): so that no thread is left with a
    /// long tail, and yet large matrices find company for the QL iteration.
    pub squared_inner_nodes: u64,
    /// Sum of nodes and edges: bounds the memory of the chunks that wait.
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

type Chunk<S, R> = Vec<Result<S, R>>;

/// A worker's results for the graphs of a chunk.
#[derive(Debug)]
pub(super) struct ChunkResult<T> {
    /// For each graph the reason why it has no result, if it has none.
    pub(super) refusals: Vec<Option<SpectrumError>>,
    /// The results of the others.
    pub(super) result: T,
}

/// A chunk of items after a worker had its graphs.
#[derive(Debug)]
pub(super) struct MappedChunk<S, R, T> {
    /// The items in input order, or the reason why one was skipped.
    pub(super) outcomes: Vec<Result<S, Skipped<S, R>>>,
    /// The worker's result for the items that were not skipped.
    pub(super) result: T,
}

/// A chunk of items, its number, and the slots that it takes.
struct NumberedChunk<S, R> {
    number: usize,
    slots: usize,
    items: Chunk<S, R>,
}

/// A chunk with its number, its slots and its results, or the panic of a worker.
type Finished<S, R, T> = ((usize, usize), Result<MappedChunk<S, R, T>, Box<dyn Any + Send>>);

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
    mut deliver: impl FnMut(MappedChunk<S, R, T>) -> Result<(), E>,
) -> Result<(), E>
where
    S: Borrow<Graph> + Send,
    R: Send,
    T: Send,
    W: FnMut(&[&Graph]) -> ChunkResult<T> + Send,
{
    let threads = settings.threads.max(1);
    let (chunk_sender, chunk_receiver) = sync_channel(threads);
    // Owned by the workers alone: when the last one ends, a reader that waits to send gets an error and ends too.
    let chunk_receiver = Arc::new(Mutex::new(chunk_receiver));
    let (result_sender, results) = channel();
    // Slots are taken for each chunk that is read and given back when it is delivered. All slots together are the memory
    // limit: a chunk with large graphs takes several.
    let (take_slot, give_slot) = sync_channel(IN_FLIGHT);
    let idle = Arc::new(IdleThreads::default());
    std::thread::scope(|scope| {
        let chunking = settings.chunking;
        let slot_entries = settings.spectrum.memory_limit / ENTRY_BYTES / IN_FLIGHT as u64;
        let slots_of = move |entries: usize| (entries as u64 / slot_entries.max(1)).clamp(1, IN_FLIGHT as u64) as usize;
        scope.spawn(move || read_chunks(items, chunking, threads, slots_of, &take_slot, &chunk_sender));
        for _ in 0..threads {
            let idle = &idle;
            let (worker, receiver, sender) = (make_worker(idle), chunk_receiver.clone(), result_sender.clone());
            scope.spawn(move || work(worker, idle, &receiver, &sender));
        }
        drop((chunk_receiver, result_sender));
        // An early return drops `results` and `give_slot`: the other threads get an error and end.
        deliver_in_order(results, give_slot, &mut deliver)
    })
}

/// Reads graphs into numbered chunks until the input or the interest ends.
fn read_chunks<S: Borrow<Graph>, R>(
    mut items: impl Iterator<Item = Result<S, R>>,
    chunking: Chunking,
    threads: usize,
    slots_of: impl Fn(usize) -> usize,
    take_slot: &SyncSender<()>,
    sender: &SyncSender<NumberedChunk<S, R>>,
) {
    let mut chunk = Vec::new();
    let (mut squared_inner_nodes, mut entries) = (0, 0);
    let mut number = 0;
    let mut send = |items: Chunk<S, R>, entries: usize| {
        let slots = slots_of(entries);
        let taken = (0..slots).all(|_| take_slot.send(()).is_ok());
        let sent = taken && sender.send(NumberedChunk { number, slots, items }).is_ok();
        number += 1;
        sent
    };
    // The first chunks are small, so that no worker waits long for the reader.
    let mut full = FIRST_CHUNK.min(graphs_for_each(&items, chunking, threads));
    while let Some(item) = items.next() {
        if let Ok(item) = &item {
            let graph = item.borrow();
            squared_inner_nodes += inner_nodes(graph).pow(2);
            entries += graph.node_count() + graph.edge_count();
        }
        chunk.push(item);
        if chunk.len() >= full || squared_inner_nodes >= chunking.squared_inner_nodes || entries >= chunking.entries {
            full = (2 * full).min(graphs_for_each(&items, chunking, threads));
            if !send(std::mem::take(&mut chunk), entries) {
                return;
            }
            (squared_inner_nodes, entries) = (0, 0);
        }
    }
    if !chunk.is_empty() {
        send(chunk, entries);
    }
}

/// Graphs for the next chunk: a part of the remaining ones if their number is known, so that two more chunks remain for each thread.
fn graphs_for_each<T>(items: &impl Iterator<Item = T>, chunking: Chunking, threads: usize) -> usize {
    // Fewer than a register's worth would waste the small solver.
    const FEWEST: usize = 16;
    let left = items.size_hint().1.unwrap_or(usize::MAX);
    (left / (2 * threads)).max(FEWEST).min(chunking.graphs)
}

/// Nodes with more than one neighbour.
fn inner_nodes(graph: &Graph) -> u64 {
    graph.offsets().windows(2).filter(|row| row[1] - row[0] > 1).count() as u64
}

/// Takes chunk after chunk until there are none, or the results are no longer received.
fn work<S: Borrow<Graph>, R, T>(
    mut worker: impl FnMut(&[&Graph]) -> ChunkResult<T>,
    idle: &IdleThreads,
    chunks: &Mutex<Receiver<NumberedChunk<S, R>>>,
    results: &Sender<Finished<S, R, T>>,
) {
    loop {
        // A worker that panicked while holding the lock has taken the scope down anyway.
        idle.rest();
        let next = chunks.lock().map(|receiver| receiver.recv());
        // A worker that ends rests for good: the last large graphs may use its core.
        let Ok(Ok(NumberedChunk { number, slots, items })) = next else { return };
        idle.resume();
        // A panic travels to the calling thread; a chunk that never arrives would keep everybody waiting.
        let finished = catch_unwind(AssertUnwindSafe(|| map_chunk(&mut worker, items)));
        let has_panicked = finished.is_err();
        if results.send(((number, slots), finished)).is_err() || has_panicked {
            return;
        }
    }
}

fn map_chunk<S: Borrow<Graph>, R, T>(
    worker: &mut impl FnMut(&[&Graph]) -> ChunkResult<T>,
    chunk: Chunk<S, R>,
) -> MappedChunk<S, R, T> {
    let graphs: Vec<&Graph> = chunk.iter().flatten().map(Borrow::borrow).collect();
    let ChunkResult { refusals, result } = worker(&graphs);
    let mut refusals = refusals.into_iter();
    let finish = |item: Result<S, R>| {
        let item = item.map_err(Skipped::Source)?;
        match refusals.next().flatten() {
            Some(error) => Err(Skipped::Spectrum { item, error }),
            None => Ok(item),
        }
    };
    MappedChunk { outcomes: chunk.into_iter().map(finish).collect(), result }
}

/// Hands results on in the order of their chunks.
fn deliver_in_order<S, R, T, E>(
    results: Receiver<Finished<S, R, T>>,
    give_slot: Receiver<()>,
    deliver: &mut impl FnMut(MappedChunk<S, R, T>) -> Result<(), E>,
) -> Result<(), E> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for ((number, slots), chunk) in results {
        waiting.insert(number, (slots, chunk.unwrap_or_else(|panic| resume_unwind(panic))));
        while let Some((slots, chunk)) = waiting.remove(&next) {
            next += 1;
            // Taken before the chunk was sent, so they are there.
            for _ in 0..slots {
                let _ = give_slot.recv();
            }
            deliver(chunk)?;
        }
    }
    Ok(())
}
