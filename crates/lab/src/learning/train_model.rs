//! Models from curricula: graphs are drawn, described and learned from.

use std::convert::Infallible;
use std::ops::ControlFlow;

use serde_json::{Map, Value};
use sgr_core::embed::{Skipped, StreamSettings, embed_stream};
use sgr_core::graph::GraphRecord;
use sgr_core::representation::{Channels, Learned, Model, Representation, VectorStatistics};
use sgr_core::spectrum::SpectrumError;

use super::curriculum::Lesson;
use super::parts::size_and_density_parts;
use super::pretext_score::Verdict;
use super::vector_statistics::{MOST_DIMENSIONS, MOST_GRAPHS};
use super::{Curriculum, Epoch, FamilyVectors, PretextScore, Trained, TrainingError, TrainingSet, train};
use crate::synthetic::{GenerateSettings, SyntheticError, generate};

/// Random streams of each group of a curriculum: far more than a group may have graphs.
const GROUP_STREAMS: u64 = 1 << 40;

/// First stream of the graphs to be scored: beyond the streams of a thousand groups, so that training has seen none of
/// them.
const SCORED_STREAMS: u64 = 1 << 50;

/// Bytes of a record besides its graph: id, class and their allocations.
const RECORD_BYTES: u64 = 200;

/// The progress of a training.
#[derive(Debug, Clone, Copy)]
pub enum TrainingStep<'a> {
    /// Graphs have been drawn and their channels computed.
    Graphs {
        /// Graphs that are done.
        done: u64,
        /// All graphs.
        total: u64,
    },
    /// An epoch has ended.
    Epoch(&'a Epoch),
}

/// Why a model could not be trained.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainModelError {
    /// The curriculum or the training.
    #[error(transparent)]
    Training(#[from] TrainingError),
    /// A synthetic graph could not be drawn.
    #[error(transparent)]
    Synthetic(#[from] SyntheticError),
    /// A synthetic graph has no spectrum.
    #[error(transparent)]
    Spectrum(#[from] SpectrumError),
    /// The training would not fit.
    #[error("{what}: found {needed} bytes to hold in memory, wanted at most {limit}")]
    TooMuchMemory {
        /// The part of the training.
        what: &'static str,
        /// Bytes that it takes.
        needed: u64,
        /// The limit in force.
        limit: u64,
    },
    /// The observer ended it before there was anything to keep.
    #[error("stopped before the first epoch: nothing has been learned")]
    Stopped,
}

/// Trains a model from nothing: draws the graphs of a curriculum, computes their channels, and trains on those.
///
/// `observe` may end it: during training the best weights so far are kept. The same curriculum gives the same bytes on one
/// instruction set, whatever the threads.
///
/// # Errors
/// [`TrainModelError`].
pub fn train_model(
    curriculum: &Curriculum,
    settings: &StreamSettings,
    observe: &mut dyn FnMut(TrainingStep<'_>) -> ControlFlow<()>,
) -> Result<(Model, Vec<Epoch>), TrainModelError> {
    // Before the graphs are drawn, which takes long.
    curriculum.check()?;
    let (lessons, channels) = (curriculum.lessons()?, curriculum.channels()?);
    check_memory(curriculum, &lessons, channels.width(), settings.spectrum.memory_limit)?;
    let (total, mut done) = (curriculum.graph_count(), 0);
    let (mut inputs, mut classes) = (Vec::new(), Vec::new());
    for lesson in &lessons {
        let drawn = draw(lesson, lesson.settings.count, curriculum.training.seed, 0, settings)?;
        let parts = size_and_density_parts(&sizes(&drawn), lesson.settings.bins);
        classes.extend(parts.into_iter().map(|part| lesson.first_class + part));
        append_vectors(drawn, &channels, settings, &mut inputs)?;
        done += lesson.settings.count;
        if observe(TrainingStep::Graphs { done, total }).is_break() {
            return Err(TrainModelError::Stopped);
        }
    }
    let set = TrainingSet::new(channels.width(), inputs, classes, Curriculum::class_names(&lessons))?
        .with_channels(&channels)?;
    let trained = train(&set, &curriculum.training, &mut |epoch| observe(TrainingStep::Epoch(epoch)))?;
    let history = trained.history.clone();
    let model = into_model(trained, curriculum, channels)?;
    let statistics = statistics_of_training(&model, curriculum, &lessons, set.inputs())?;
    Ok((model.with_statistics(statistics).map_err(TrainingError::from)?, history))
}

/// The statistics of the vectors of the training graphs; none if the vectors are too long.
fn statistics_of_training(
    model: &Model,
    curriculum: &Curriculum,
    lessons: &[Lesson<'_>],
    inputs: &[f32],
) -> Result<Option<VectorStatistics>, TrainingError> {
    let dimensions = model.perceptron().outputs();
    if dimensions > MOST_DIMENSIONS {
        return Ok(None);
    }
    let mut vectors = FamilyVectors { dimensions, ..FamilyVectors::default() };
    let mut rows = inputs.chunks_exact(model.channels().width()).zip(sampled(curriculum));
    for lesson in lessons {
        let of_lesson = rows.by_ref().take(lesson.settings.count as usize);
        let of_lesson: Vec<&[f32]> = of_lesson.filter_map(|(row, is_sampled)| is_sampled.then_some(row)).collect();
        vectors.push_family(lesson.family.name(), of_lesson.len());
        model.perceptron().apply(&of_lesson.concat(), &mut vectors.rows);
    }
    vectors.statistics(curriculum.distance, curriculum.training.seed).map(Some)
}

/// Whether each training graph belongs to those that statistics are computed on: all, or evenly spaced ones.
fn sampled(curriculum: &Curriculum) -> impl Iterator<Item = bool> {
    let every = curriculum.graph_count().div_ceil(MOST_GRAPHS as u64).max(1);
    (0..curriculum.graph_count()).map(move |at| at % every == 0)
}

/// The model with the statistics of its vectors of the graphs of its curriculum, which are drawn again: for a file from before
/// there were statistics. They are those that a training ends with.
///
/// # Errors
/// [`TrainModelError`]: as for [`family_vectors`], and for vectors of more than 512 dimensions.
pub fn with_statistics(
    model: Model,
    curriculum: &Curriculum,
    settings: &StreamSettings,
    observe: &mut dyn FnMut(TrainingStep<'_>) -> ControlFlow<()>,
) -> Result<Model, TrainModelError> {
    let dimensions = model.perceptron().outputs();
    if dimensions > MOST_DIMENSIONS {
        let wanted = "at most 512, for statistics";
        return Err(TrainingError::Setting { setting: "dimensions", found: dimensions.to_string(), wanted }.into());
    }
    let vectors = family_vectors(curriculum, &Learned::new(&model), settings, observe)?;
    let statistics = vectors.statistics(curriculum.distance, curriculum.training.seed)?;
    Ok(model.with_statistics(Some(statistics)).map_err(TrainingError::from)?)
}

/// The vectors of the graphs of a curriculum, at most 65,536 of them, evenly spaced.
///
/// # Errors
/// [`TrainModelError`], also if `observe` ends it.
pub fn family_vectors(
    curriculum: &Curriculum,
    representation: &dyn Representation,
    settings: &StreamSettings,
    observe: &mut dyn FnMut(TrainingStep<'_>) -> ControlFlow<()>,
) -> Result<FamilyVectors, TrainModelError> {
    curriculum.check()?;
    let dimensions = representation.columns().len();
    check_statistics_memory(curriculum, dimensions, settings.spectrum.memory_limit)?;
    let mut vectors = FamilyVectors { dimensions, ..FamilyVectors::default() };
    let (total, mut done, mut sampled) = (curriculum.graph_count(), 0, sampled(curriculum));
    for lesson in &curriculum.lessons()? {
        let drawn = draw(lesson, lesson.settings.count, curriculum.training.seed, 0, settings)?;
        let kept: Vec<GraphRecord> = drawn
            .into_iter()
            .zip(&mut sampled)
            .filter_map(|(record, is_sampled)| is_sampled.then_some(record))
            .collect();
        vectors.push_family(lesson.family.name(), kept.len());
        append_vectors(kept, representation, settings, &mut vectors.rows)?;
        done += lesson.settings.count;
        if observe(TrainingStep::Graphs { done, total }).is_break() {
            return Err(TrainModelError::Stopped);
        }
    }
    Ok(vectors)
}

/// Scores a model on new graphs of its curriculum, `count` of each family and group.
///
/// # Errors
/// [`TrainModelError`], also if the model's classes are not those of the curriculum.
pub fn score_model(
    model: &Model,
    curriculum: &Curriculum,
    count: u64,
    settings: &StreamSettings,
) -> Result<PretextScore, TrainModelError> {
    let lessons = curriculum.lessons()?;
    let names = Curriculum::class_names(&lessons);
    if model.classes() != names {
        let found = format!("a model of {} other classes", model.classes().len());
        let wanted = "the model that the curriculum makes";
        return Err(TrainingError::Setting { setting: "curriculum", found, wanted }.into());
    }
    let mut families: Vec<String> = Vec::new();
    let mut family_of_class = Vec::new();
    for class in &names {
        let name = Curriculum::family_of_class(class);
        let family = families.iter().position(|known| known == name).unwrap_or(families.len());
        if family == families.len() {
            families.push(name.to_owned());
        }
        family_of_class.push(family);
    }
    let mut verdicts = Vec::new();
    for lesson in &lessons {
        let drawn = draw(lesson, count, curriculum.training.seed, SCORED_STREAMS, settings)?;
        let sizes = sizes(&drawn);
        let mut inputs = Vec::new();
        append_vectors(drawn, model.channels(), settings, &mut inputs)?;
        verdicts.extend(model.classify(&inputs).into_iter().zip(sizes).map(|(class, (nodes, edges))| Verdict {
            family: family_of_class[lesson.first_class],
            taken_for: family_of_class[class],
            nodes,
            mean_degree: 2.0 * edges as f64 / nodes as f64,
        }));
    }
    Ok(PretextScore::new(families, &verdicts))
}

/// The inputs of `count` graphs of one family of a curriculum that training has not seen, row by row: for saliency.
///
/// # Errors
/// [`TrainModelError`], also if the curriculum does not have the family.
pub fn unseen_inputs(
    curriculum: &Curriculum,
    channels: &Channels,
    family: &str,
    count: u64,
    settings: &StreamSettings,
) -> Result<Vec<f32>, TrainModelError> {
    let lessons = curriculum.lessons()?;
    let Some(lesson) = lessons.iter().find(|lesson| lesson.family.name() == family) else {
        let wanted = "a family of the curriculum";
        return Err(TrainingError::Setting { setting: "family", found: family.to_owned(), wanted }.into());
    };
    let drawn = draw(lesson, count, curriculum.training.seed, SCORED_STREAMS, settings)?;
    let mut inputs = Vec::new();
    append_vectors(drawn, channels, settings, &mut inputs)?;
    Ok(inputs)
}

fn draw(
    lesson: &Lesson<'_>,
    count: u64,
    seed: u64,
    first_stream: u64,
    settings: &StreamSettings,
) -> Result<Vec<GraphRecord>, TrainModelError> {
    let mut generation = GenerateSettings::new(vec![lesson.family], count);
    generation.recipe = lesson.settings.recipe();
    generation.seed = seed;
    generation.first = first_stream + lesson.group as u64 * GROUP_STREAMS;
    generation.threads = settings.threads;
    generation.max_memory = settings.spectrum.memory_limit;
    let (mut drawn, mut needed) = (Vec::new(), 0);
    generate(&generation, |record| {
        needed += record.graph.memory() + RECORD_BYTES;
        drawn.push(record);
        fits("the graphs of a family", needed, settings.spectrum.memory_limit)
    })?;
    Ok(drawn)
}

/// Refuses a curriculum whose inputs or weights cannot fit, before a graph is drawn.
fn check_memory(
    curriculum: &Curriculum,
    lessons: &[Lesson<'_>],
    width: usize,
    limit: u64,
) -> Result<(), TrainModelError> {
    // The inputs, their standardized copy, and the growth of the first list by doubling; single precision.
    let rows = u128::from(curriculum.graph_count());
    fits("the inputs of all graphs", saturated(rows * width as u128 * 4 * 4), limit)?;
    // Weights, gradients, two moments of Adam, the best weights so far, and the model; some of them in double precision.
    let classes: usize = lessons.iter().map(|lesson| lesson.settings.bins * lesson.settings.bins).sum();
    let weights = (width + classes) as u128 * curriculum.training.dimensions as u128;
    fits("the weights", saturated(weights * 6 * 8), limit)?;
    check_statistics_memory(curriculum, curriculum.training.dimensions.min(MOST_DIMENSIONS), limit)
}

/// Refuses vectors whose statistics cannot fit.
fn check_statistics_memory(curriculum: &Curriculum, dimensions: usize, limit: u64) -> Result<(), TrainModelError> {
    // The vectors, the growth of their list, a prepared copy; covariance and its eigenvectors.
    let rows = u128::from(curriculum.graph_count().min(MOST_GRAPHS as u64));
    let (vectors, matrices) = (rows * dimensions as u128 * 4 * 4, (dimensions as u128).pow(2) * 8 * 3);
    fits("the statistics of the vectors", saturated(vectors + matrices), limit)
}

fn saturated(bytes: u128) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

fn fits(what: &'static str, needed: u64, limit: u64) -> Result<(), TrainModelError> {
    if needed <= limit { Ok(()) } else { Err(TrainModelError::TooMuchMemory { what, needed, limit }) }
}

/// Nodes and edges of each graph.
fn sizes(graphs: &[GraphRecord]) -> Vec<(usize, usize)> {
    graphs.iter().map(|record| (record.graph.node_count(), record.graph.edge_count())).collect()
}

fn append_vectors(
    graphs: Vec<GraphRecord>,
    representation: &dyn Representation,
    settings: &StreamSettings,
    vectors: &mut Vec<f32>,
) -> Result<(), SpectrumError> {
    let items = graphs.into_iter().map(Ok::<GraphRecord, Infallible>);
    embed_stream(items, representation, settings, |outcome| match outcome {
        Ok((_, embedding)) => {
            vectors.extend_from_slice(embedding.vector);
            Ok(())
        }
        Err(Skipped::Spectrum { error, .. }) => Err(error),
        Err(Skipped::Source(never)) => match never {},
    })
}

fn into_model(trained: Trained, curriculum: &Curriculum, channels: Channels) -> Result<Model, TrainingError> {
    let mut notes = Map::new();
    // Structs of numbers and names always become values.
    notes.insert("graphs".to_owned(), serde_json::to_value(&curriculum.graphs).unwrap_or(Value::Null));
    trained.into_model_with(channels, notes)
}
