//! How do many graphs become vectors, in order, on all cores, in bounded memory?
//!
//! [`embed`](embed()) turns graphs in memory into [`Vectors`]; an [`Embedder`] has all settings. [`embed_stream`] and
//! [`map_spectra`] take any iterator over items that lend a [`Graph`] and hand each item back with its result.
//!
//! This room does not know where graphs come from.

mod chunk_queue;
mod chunk_solver;
mod chunk_vectors;
mod embedder;
mod error;
mod prediction;
mod stream;
mod vectors;
mod window;

pub use embedder::Embedder;
pub use error::{EmbedError, Skipped};
pub use prediction::CostPredictor;
#[doc(hidden)]
pub use stream::Chunking;
pub use vectors::Vectors;

use std::borrow::Borrow;

use crate::graph::Graph;
use crate::representation::{Representation, SolvedGraph};
use crate::spectrum::{Explanation, Origin, Spectrum, SpectrumSettings};
use chunk_solver::ChunkSolver;
use chunk_vectors::{ChunkVectors, SpareRows};
use stream::map_chunks;

/// Embeds graphs in memory: the learned vectors of the built-in model `default`, on all cores.
///
/// # Errors
/// [`EmbedError::Spectrum`] for the first graph that has no spectrum.
///
/// ```
/// use sgr_core::graph::Graph;
/// let path = Graph::from_edges(3, &[(0, 1), (1, 2)])?;
/// let triangle = Graph::from_edges(3, &[(0, 1), (1, 2), (0, 2)])?;
/// let vectors = sgr_core::embed(&[&path, &triangle, &path])?;
/// assert_eq!(vectors.row(0), vectors.row(2));
/// assert_ne!(vectors.row(0), vectors.row(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn embed<G: Borrow<Graph> + Sync>(graphs: &[G]) -> Result<Vectors, EmbedError> {
    Embedder::new().embed(graphs)
}

/// How the work is spread.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct StreamSettings {
    /// Worker threads. The result does not depend on it, to the byte.
    pub threads: usize,
    /// How spectra are computed.
    pub spectrum: SpectrumSettings,
    /// How graphs are grouped for the workers.
    #[doc(hidden)]
    pub chunking: Chunking,
}

/// Threads that can work at once: the cores that this process may run on (its CPU affinity), and no more than the quota of
/// its control group pays for (cgroup v1 and v2). The default wherever a number of threads can be set.
#[must_use]
pub fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl Default for StreamSettings {
    /// As many threads as [can work at once](available_threads).
    fn default() -> Self {
        let threads = available_threads();
        let spectrum = SpectrumSettings { threads, ..SpectrumSettings::default() };
        Self { threads, spectrum, chunking: Chunking::default() }
    }
}

impl StreamSettings {
    /// The same settings with another number of threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self.spectrum.threads = threads;
        self
    }

    /// The same settings with other settings of the spectrum; the number of threads stays.
    #[must_use]
    pub fn with_spectrum(mut self, spectrum: SpectrumSettings) -> Self {
        self.spectrum = SpectrumSettings { threads: self.threads, ..spectrum };
        self
    }
}

/// Streams graphs through the spectrum solver and a function of each spectrum, on several threads.
///
/// Each worker calls `make_worker` once for its own function, which receives the explanation if
/// [`explain`](SpectrumSettings::explain) is set. `deliver` runs on the calling thread, in the order of the items.
///
/// # Errors
/// The first error of `deliver` ends the run and comes back.
pub fn map_spectra<S, R, T, W, E>(
    items: impl Iterator<Item = Result<S, R>> + Send,
    settings: &StreamSettings,
    make_worker: impl Fn() -> W,
    mut deliver: impl FnMut(Result<(S, T), Skipped<S, R>>) -> Result<(), E>,
) -> Result<(), E>
where
    S: Borrow<Graph> + Send,
    R: Send,
    T: Send,
    W: FnMut(&Spectrum, Option<&Explanation>) -> T + Send,
{
    let make_chunk_worker = |idle: &_| {
        let (mut worker, mut solver) = (make_worker(), ChunkSolver::new(settings, idle));
        let mut results = move |solved: &[SolvedGraph<'_>], explanations: &[&Explanation]| -> Vec<T> {
            let explained = |at: usize| explanations.get(at).copied();
            solved.iter().enumerate().map(|(at, graph)| worker(graph.spectrum, explained(at))).collect()
        };
        move |graphs: &[&Graph]| solver.map(graphs, &mut results)
    };
    map_chunks(items, settings, make_chunk_worker, |window| {
        let (mut outcomes, results) = window.in_order();
        // As many results as items that were not skipped.
        let mut results: Vec<_> = results.into_iter().map(Vec::into_iter).collect();
        outcomes.try_for_each(|(chunk, outcome)| match outcome {
            Ok(item) => results[chunk].next().map_or(Ok(()), |result| deliver(Ok((item, result)))),
            Err(skipped) => deliver(Err(skipped)),
        })
    })
}

/// A graph's vector, with the origin and the error of the spectrum behind it.
#[derive(Debug, Clone, Copy)]
pub struct Embedding<'a> {
    /// The vector.
    pub vector: &'a [f32],
    /// How the spectrum behind it was found; exact if there is none behind it.
    pub origin: Origin,
    /// Largest error of the samples of that spectrum: [`Spectrum::error`]; 0 if there is none behind it.
    pub error: f64,
}

/// Embeds graphs one after another: `deliver` receives each item with its vector, or the reason why it has none, in the
/// order of the items. No spectrum is computed for a representation that [needs none](Representation::without_spectrum).
///
/// # Errors
/// The first error of `deliver` ends the run and comes back.
pub fn embed_stream<S, R, E>(
    items: impl Iterator<Item = Result<S, R>> + Send,
    representation: &dyn Representation,
    settings: &StreamSettings,
    mut deliver: impl FnMut(Result<(S, Embedding<'_>), Skipped<S, R>>) -> Result<(), E>,
) -> Result<(), E>
where
    S: Borrow<Graph> + Send,
    R: Send,
{
    let width = representation.columns().len();
    let settings = &StreamSettings {
        // The stated error holds for the samples that the vectors are made of.
        spectrum: settings.spectrum.clone().grid(representation.grid()),
        chunking: settings.chunking.for_rows_of(width),
        ..settings.clone()
    };
    let spare = SpareRows::default();
    let make_worker = |idle: &_| {
        let mut vectors = ChunkVectors::new(representation.clone_boxed(), width, spare.clone());
        let mut solver = ChunkSolver::new(settings, idle);
        move |graphs: &[&Graph]| {
            let unsolved = vectors.without_spectra(graphs);
            unsolved.unwrap_or_else(|| solver.map(graphs, |solved, _| vectors.of(solved)))
        }
    };
    map_chunks(items, settings, make_worker, |window| {
        let (mut outcomes, results) = window.in_order();
        let mut rows: Vec<_> = results.iter().map(|rows| rows.embeddings(width)).collect();
        outcomes.try_for_each(|(chunk, outcome)| match outcome {
            Ok(item) => rows[chunk].next().map_or(Ok(()), |embedding| deliver(Ok((item, embedding)))),
            Err(skipped) => deliver(Err(skipped)),
        })?;
        drop(rows);
        results.into_iter().for_each(|rows| spare.give(rows.numbers));
        Ok(())
    })
}
