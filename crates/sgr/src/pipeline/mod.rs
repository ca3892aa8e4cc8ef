//! What happens end to end?
//!
//! [`map_chunks`] streams graphs through the spectrum solver on several threads and hands the results on in the order
//! the graphs came, with bounded memory; [`map_spectra`] does so graph by graph, and [`embed`] makes vectors that way.
//! [`generate`] draws synthetic graphs, [`train_model`] makes a model of them. A [`Describer`] runs a [`Method`] on a
//! collection in memory, [`evaluate`] judges it, and a [`ResultsPage`] tells of the results. This room holds no arithmetic.

mod describe;
mod evaluate;
mod generate;
mod labelled_collection;
mod method;
mod results_page;
mod spectrum_figure;
mod stream;
mod train;

use std::path::PathBuf;

use crate::graph::{GraphCollection, GraphRecord};
use crate::input::InputError;
use crate::representation::{Representation, SolvedGraph, VectorTable};
use crate::spectrum::{Explanation, Origin, Spectrum, SpectrumError, SpectrumSettings};

pub use describe::{DescribeError, Describer, Description};
pub use evaluate::{EvaluateError, EvaluationSettings, VectorClassifier, agreement, cluster, evaluate};
pub use generate::{GenerateSettings, generate};
pub use labelled_collection::{LabelledCollection, class_labels};
pub use method::Method;
pub use results_page::ResultsPage;
pub use spectrum_figure::mean_spectra;
pub use stream::{Chunking, MappedChunk, map_chunks};
pub use train::{TrainModelError, TrainingStep, score_model, train_model, unseen_inputs};

/// How the work is spread.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PipelineSettings {
    /// Worker threads. The result does not depend on it, to the byte.
    pub threads: usize,
    /// How spectra are computed.
    pub spectrum: SpectrumSettings,
    /// How graphs are grouped for the workers.
    pub chunking: Chunking,
}

impl Default for PipelineSettings {
    /// As many threads as the machine has cores.
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let spectrum = SpectrumSettings { threads, ..SpectrumSettings::default() };
        Self { threads, spectrum, chunking: Chunking::default() }
    }
}

/// A graph on its way: where it came from, and what was read.
#[derive(Debug)]
pub struct SourcedGraph {
    /// The file or folder.
    pub path: PathBuf,
    /// The graph.
    pub record: GraphRecord,
}

/// A graph that did not make it, and why.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Skipped {
    /// It could not be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Its spectrum could not be computed.
    #[error("{}: graph {id}: {error}", path.display())]
    Spectrum {
        /// The file or folder.
        path: PathBuf,
        /// The graph.
        id: String,
        /// What was wrong.
        error: SpectrumError,
    },
}

/// Streams graphs through the spectrum solver and a function of each spectrum, on several threads.
///
/// As [`map_chunks`], graph by graph: the function gets the explanation if
/// [`explain`](crate::spectrum::SpectrumSettings::explain) is set.
///
/// # Errors
/// The first error of `deliver` ends the run and comes back.
pub fn map_spectra<T, W, E>(
    graphs: impl Iterator<Item = Result<SourcedGraph, InputError>> + Send,
    settings: &PipelineSettings,
    make_worker: impl Fn() -> W,
    mut deliver: impl FnMut(Result<(GraphRecord, T), Skipped>) -> Result<(), E>,
) -> Result<(), E>
where
    T: Send,
    W: FnMut(&Spectrum, Option<&Explanation>) -> T + Send,
{
    let make_chunk_worker = || {
        let mut worker = make_worker();
        move |solved: &[SolvedGraph<'_>], explanations: &[&Explanation]| -> Vec<T> {
            let explained = |at: usize| explanations.get(at).copied();
            solved.iter().enumerate().map(|(at, graph)| worker(graph.spectrum, explained(at))).collect()
        }
    };
    map_chunks(graphs, settings, make_chunk_worker, |chunk| {
        // As many results as graphs that were not skipped.
        let mut results = chunk.result.into_iter();
        let mut outcomes = chunk.outcomes.into_iter();
        outcomes.try_for_each(|outcome| match outcome {
            Ok(record) => results.next().map_or(Ok(()), |result| deliver(Ok((record, result)))),
            Err(skipped) => deliver(Err(skipped)),
        })
    })
}

/// A graph's vector, and how sure it is.
#[derive(Debug, Clone, Copy)]
pub struct Embedding<'a> {
    /// The vector.
    pub vector: &'a [f32],
    /// How the spectrum behind it was found.
    pub origin: Origin,
    /// How far off the samples of that spectrum can be: [`Spectrum::error`].
    pub error: f64,
}

/// Embeds graphs one after another: `deliver` gets each graph with its vector, or why it was skipped, in input order.
///
/// # Errors
/// The first error of `deliver` ends the run and comes back.
pub fn embed<E>(
    graphs: impl Iterator<Item = Result<SourcedGraph, InputError>> + Send,
    representation: &dyn Representation,
    settings: &PipelineSettings,
    mut deliver: impl FnMut(Result<(GraphRecord, Embedding<'_>), Skipped>) -> Result<(), E>,
) -> Result<(), E> {
    let width = representation.columns().len();
    let make_worker = || {
        let mut representation = representation.clone_boxed();
        move |solved: &[SolvedGraph<'_>], _: &[&Explanation]| {
            let mut rows = Vec::with_capacity(solved.len() * width);
            representation.append(solved, &mut rows);
            let (found, wanted) = (rows.len(), solved.len() * width);
            assert_eq!(found, wanted, "found {found} numbers of {} vectors, wanted {wanted}", solved.len());
            let certainties = solved.iter().map(|graph| (graph.spectrum.origin(), graph.spectrum.error()));
            (rows, certainties.collect::<Vec<_>>())
        }
    };
    map_chunks(graphs, settings, make_worker, |chunk| {
        let (rows, certainties) = chunk.result;
        let mut embeddings = rows.chunks_exact(width).zip(certainties);
        let mut outcomes = chunk.outcomes.into_iter();
        outcomes.try_for_each(|outcome| match outcome {
            Ok(record) => embeddings
                .next()
                .map_or(Ok(()), |(vector, (origin, error))| deliver(Ok((record, Embedding { vector, origin, error })))),
            Err(skipped) => deliver(Err(skipped)),
        })
    })
}

/// Embeds a collection in memory.
///
/// # Errors
/// The first graph that has no vector, as [`Skipped`].
///
/// ```
/// use sgr::graph::{Graph, GraphCollection, GraphRecord};
/// use sgr::{pipeline, representation::HeatTrace};
/// let record = |id: &str, graph| GraphRecord { id: id.into(), label: None, graph, dropped: Default::default() };
/// let collection: GraphCollection = [
///     record("edge", Graph::from_edges(2, &[(0, 1)])?),
///     record("triangle", Graph::from_edges(3, &[(0, 1), (1, 2), (0, 2)])?),
/// ].into_iter().collect();
/// let table = pipeline::embed_collection(collection, &HeatTrace::default(), &Default::default())?;
/// assert_eq!((table.len(), table.row(0).len()), (2, 250));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn embed_collection(
    collection: GraphCollection,
    representation: &dyn Representation,
    settings: &PipelineSettings,
) -> Result<VectorTable, Skipped> {
    let mut table = VectorTable::new(representation.columns());
    let graphs = collection.into_iter().map(|record| Ok(SourcedGraph { path: PathBuf::from("memory"), record }));
    embed(graphs, representation, settings, |outcome| {
        let (record, embedding) = outcome?;
        table.push(record.id, record.label, embedding.vector);
        Ok::<(), Skipped>(())
    })?;
    Ok(table)
}
