//! Models from curricula: graphs are drawn, described and learned from.

use std::convert::Infallible;
use std::ops::ControlFlow;

use serde_json::{Map, Value};
use sgr_core::embed::{Skipped, StreamSettings, embed_stream};
use sgr_core::graph::GraphRecord;
use sgr_core::representation::{Channels, Model};
use sgr_core::spectrum::SpectrumError;

use super::curriculum::Lesson;
use super::parts::size_and_density_parts;
use super::pretext_score::Verdict;
use super::{Curriculum, Epoch, PretextScore, Trained, TrainingError, TrainingSet, train};
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
        append_inputs(drawn, &channels, settings, &mut inputs)?;
        done += lesson.settings.count;
        if observe(TrainingStep::Graphs { done, total }).is_break() {
            return Err(TrainModelError::Stopped);
        }
    }
    let set = TrainingSet::new(channels.width(), inputs, classes, Curriculum::class_names(&lessons))?
        .with_channels(&channels)?;
    let trained = train(&set, &curriculum.training, &mut |epoch| observe(TrainingStep::Epoch(epoch)))?;
    let history = trained.history.clone();
    Ok((into_model(trained, curriculum, channels)?, history))
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
        append_inputs(drawn, model.channels(), settings, &mut inputs)?;
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
    append_inputs(drawn, channels, settings, &mut inputs)?;
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
    fits("the weights", saturated(weights * 6 * 8), limit)
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

fn append_inputs(
    graphs: Vec<GraphRecord>,
    channels: &Channels,
    settings: &StreamSettings,
    inputs: &mut Vec<f32>,
) -> Result<(), SpectrumError> {
    let items = graphs.into_iter().map(Ok::<GraphRecord, Infallible>);
    embed_stream(items, channels, settings, |outcome| match outcome {
        Ok((_, embedding)) => {
            inputs.extend_from_slice(embedding.vector);
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
