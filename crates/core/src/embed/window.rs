//! Windows: consecutive graphs of a stream, divided into chunks of graphs of like size.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::Skipped;
use super::stream::Chunking;
use crate::graph::Graph;

/// Graphs of a full window, in chunks of full size: with this many, the graphs of one chunk are nearly of one size.
const FULL_CHUNKS: usize = 4;

/// Fewest graphs of a chunk: the QL iteration takes as many matrices at a time. With fewer, part of its registers is empty.
const FEWEST: usize = 16;

/// Chunks for each thread, by their cost: the threads finish a window at about the same time.
const CHUNKS_FOR_EACH: u64 = 4;

/// Sum of the squared counts of inner nodes that is worth a chunk: some 100 µs of work, several times as long as it takes to wake
/// a thread.
const WORTH_A_CHUNK: u64 = 20_000;

/// Consecutive items of a stream.
#[derive(Debug)]
pub(super) struct Window<S, R> {
    items: Vec<Result<S, R>>,
    /// For each item its nodes with more than one neighbour: leaves are mostly twins and cost nothing.
    inner_nodes: Vec<u32>,
    /// Sum of nodes and edges.
    entries: usize,
}

/// How a window was divided, and which slots of the stream it takes.
#[derive(Debug)]
pub(super) struct WindowPlan {
    /// Number of the window in the stream.
    pub(super) number: usize,
    /// The slots that it takes.
    slots: usize,
    /// The chunk of each item.
    chunk_of: Vec<u32>,
    /// Number of chunks.
    chunks: usize,
}

/// Some items of a window, in the order of the stream.
#[derive(Debug)]
pub(super) struct Chunk<S, R> {
    pub(super) window: Arc<WindowPlan>,
    /// Place among the chunks of the window.
    pub(super) place: usize,
    pub(super) items: Vec<Result<S, R>>,
}

/// The items of a chunk after a worker had their graphs: each, or the reason why it was skipped, and the worker's result for
/// the others.
pub(super) type MappedChunk<S, R, T> = (Vec<Outcome<S, R>>, T);

/// An item, or the reason why it was skipped.
pub(super) type Outcome<S, R> = Result<S, Skipped<S, R>>;

/// The chunks of a window that are done.
#[derive(Debug)]
pub(super) struct MappedWindow<S, R, T> {
    plan: Arc<WindowPlan>,
    /// By their places.
    chunks: BTreeMap<usize, MappedChunk<S, R, T>>,
}

impl<S, R, T> MappedWindow<S, R, T> {
    /// No chunk is done.
    pub(super) fn new(plan: Arc<WindowPlan>) -> Self {
        Self { plan, chunks: BTreeMap::new() }
    }

    pub(super) fn insert(&mut self, place: usize, chunk: MappedChunk<S, R, T>) {
        self.chunks.insert(place, chunk);
    }

    pub(super) fn is_complete(&self) -> bool {
        self.chunks.len() == self.plan.chunks
    }

    /// The slots that it takes.
    pub(super) fn slots(&self) -> usize {
        self.plan.slots
    }

    /// The items in the order of the stream, each with the place of its chunk; and the results of the chunks by their
    /// places, each for the items of the chunk in the same order.
    pub(super) fn in_order(self) -> (impl Iterator<Item = (usize, Outcome<S, R>)>, Vec<T>) {
        let Self { plan, chunks } = self;
        let (outcomes, results): (Vec<_>, Vec<T>) =
            chunks.into_values().map(|(outcomes, result)| (outcomes.into_iter(), result)).unzip();
        let (mut outcomes, mut next) = (outcomes, 0);
        let in_order = std::iter::from_fn(move || {
            let chunk = *plan.chunk_of.get(next)? as usize;
            next += 1;
            Some((chunk, outcomes.get_mut(chunk)?.next()?))
        });
        (in_order, results)
    }
}

impl<S: Borrow<Graph>, R> Window<S, R> {
    /// A window without items.
    pub(super) fn new() -> Self {
        Self { items: Vec::new(), inner_nodes: Vec::new(), entries: 0 }
    }

    pub(super) fn push(&mut self, item: Result<S, R>) {
        let graph = item.as_ref().ok().map(Borrow::borrow);
        self.inner_nodes.push(graph.map_or(0, inner_nodes));
        self.entries += graph.map_or(0, |graph| graph.node_count() + graph.edge_count());
        self.items.push(item);
    }

    /// Number of items.
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    /// Sum of nodes and edges.
    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    /// Whether the limits allow no further graph.
    pub(super) fn is_full(&self, chunking: Chunking) -> bool {
        self.len() >= FULL_CHUNKS * chunking.graphs || self.entries >= chunking.entries
    }

    /// Divides the items into chunks of like size, those with the largest graphs first.
    pub(super) fn divide(
        self,
        number: usize,
        slots: usize,
        chunking: Chunking,
        threads: usize,
    ) -> impl Iterator<Item = Chunk<S, R>> {
        let (chunk_of, chunks) = like_sizes(&self.inner_nodes, chunking, threads);
        let mut lengths = vec![0; chunks];
        chunk_of.iter().for_each(|&chunk| lengths[chunk as usize] += 1);
        let mut items: Vec<Vec<Result<S, R>>> = lengths.into_iter().map(Vec::with_capacity).collect();
        for (item, &chunk) in self.items.into_iter().zip(&chunk_of) {
            items[chunk as usize].push(item);
        }
        let window = Arc::new(WindowPlan { number, slots, chunk_of, chunks });
        items.into_iter().enumerate().map(move |(place, items)| Chunk { window: window.clone(), place, items })
    }
}

/// The chunk of each graph, and the number of chunks: the largest graphs are in the first one.
fn like_sizes(inner_nodes: &[u32], chunking: Chunking, threads: usize) -> (Vec<u32>, usize) {
    let square = |graph: u32| u64::from(inner_nodes[graph as usize]).pow(2);
    let mut order: Vec<u32> = (0..inner_nodes.len() as u32).collect();
    order.sort_by_key(|&graph| std::cmp::Reverse(inner_nodes[graph as usize]));
    let all: u64 = order.iter().map(|&graph| square(graph)).sum();
    let share = (all / (CHUNKS_FOR_EACH * threads as u64)).max(WORTH_A_CHUNK);
    let mut chunk_of = vec![0; inner_nodes.len()];
    let (mut chunk, mut graphs, mut squares) = (0, 0, 0);
    for graph in order {
        let has_share = graphs >= FEWEST && squares >= share;
        if graphs > 0 && (graphs >= chunking.graphs || squares >= chunking.squared_inner_nodes || has_share) {
            chunk += 1;
            (graphs, squares) = (0, 0);
        }
        chunk_of[graph as usize] = chunk;
        graphs += 1;
        squares += square(graph);
    }
    (chunk_of, chunk as usize + 1)
}

/// Nodes with more than one neighbour.
fn inner_nodes(graph: &Graph) -> u32 {
    graph.offsets().windows(2).filter(|row| row[1] - row[0] > 1).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunking(graphs: usize, squared_inner_nodes: u64) -> Chunking {
        Chunking { graphs, squared_inner_nodes, entries: 1000 }
    }

    #[test]
    fn chunks_have_graphs_of_like_size_the_largest_first() {
        let sizes: Vec<u32> = (0..64).map(|at| at * 37 % 64).collect();
        let (chunk_of, chunks) = like_sizes(&sizes, chunking(16, u64::MAX), 1);
        assert_eq!(chunks, 4);
        for (size, chunk) in sizes.iter().zip(chunk_of) {
            assert_eq!(chunk, (63 - size) / 16);
        }
    }

    #[test]
    fn a_chunk_ends_at_its_share_of_the_work() {
        // The first two graphs are half of the work, and fewer than a register holds.
        let sizes: Vec<u32> = [1000, 1000].into_iter().chain(std::iter::repeat_n(200, 50)).collect();
        let (chunk_of, chunks) = like_sizes(&sizes, chunking(256, u64::MAX), 2);
        assert_eq!((chunk_of[FEWEST - 1], chunk_of[FEWEST]), (0, 1), "{chunk_of:?}");
        assert_eq!(chunks, 4);
        // Unless they are much work on their own.
        let (chunk_of, _) = like_sizes(&sizes, chunking(256, 1_000_000), 2);
        assert_eq!(chunk_of[..3], [0, 1, 2]);
    }

    #[test]
    fn items_keep_their_order_inside_a_chunk() {
        let star = |leaves: u32| Graph::from_edges(9, &(1..=leaves).map(|v| (0, v)).collect::<Vec<_>>());
        let mut window = Window::new();
        for leaves in [1, 5, 1, 6] {
            window.push(star(leaves).map_err(|_| "no graph"));
        }
        window.push(Err("another fault"));
        assert_eq!((window.len(), window.entries()), (5, 4 * 9 + 13));
        let chunks: Vec<_> = window.divide(7, 1, chunking(2, u64::MAX), 1).collect();
        let edges = |chunk: &Chunk<Graph, &str>| -> Vec<usize> {
            chunk.items.iter().map(|item| item.as_ref().map_or(0, Graph::edge_count)).collect()
        };
        assert_eq!(chunks.iter().map(edges).collect::<Vec<_>>(), [vec![5, 6], vec![1, 1], vec![0]]);
        assert_eq!(chunks[0].window.chunk_of, [1, 0, 1, 0, 2]);
        assert_eq!((chunks[2].window.number, chunks[2].window.chunks, chunks[2].place), (7, 3, 2));
    }
}
