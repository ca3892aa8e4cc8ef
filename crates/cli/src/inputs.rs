//! From arguments to streams of graphs and settings of the library.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use sgr::embed::StreamSettings;
use sgr::experiment::EvaluationSettings;
use sgr::graph::{Graph, GraphRecord};
use sgr::input::{self, Format, InputError, ReadOptions};
use sgr::representation::{BuiltIn, Model, Representation, RepresentationName, RepresentationSettings};
use sgr::spectrum::SpectrumSettings;

use crate::args::{EvaluateArgs, LargeArgs, ModelName, ReadArgs, ThreadArgs, VectorArgs, WorkArgs};

impl ReadArgs {
    pub(crate) fn options(&self) -> ReadOptions {
        let mut options = ReadOptions::default();
        options.weights = self.weights;
        options.directed_as_undirected = self.directed_as.is_some();
        options.header = self.header;
        options.gather = self.gather;
        options.max_declared_nodes = self.max_nodes;
        options
    }
}

impl ThreadArgs {
    pub(crate) fn settings(&self) -> StreamSettings {
        let mut settings = StreamSettings::default();
        if let Some(threads) = self.threads {
            settings.threads = threads.into();
            settings.spectrum.threads = threads.into();
        }
        settings
    }
}

impl WorkArgs {
    pub(crate) fn settings(&self) -> StreamSettings {
        let mut settings = self.threads.settings();
        settings.spectrum.memory_limit = (self.max_memory * 1e9) as u64;
        settings
    }
}

impl LargeArgs {
    /// Adds to `settings` what to do about large graphs.
    pub(crate) fn apply(&self, settings: &mut SpectrumSettings) {
        settings.approach = self.spectrum;
        settings.max_error = self.max_error;
        settings.ends = self.ends.into();
    }
}

impl EvaluateArgs {
    pub(crate) fn settings(&self) -> EvaluationSettings {
        let mut settings = EvaluationSettings::default();
        settings.runs = self.runs as usize;
        settings.seed = self.seed;
        settings.raw_kernels = self.raw_kernels;
        settings.time_limit = self.max_minutes.map(|minutes| Duration::from_secs(60 * u64::from(minutes)));
        settings.protocol = self.protocol;
        settings.classifier = self.classifier;
        settings
    }
}

impl VectorArgs {
    pub(crate) fn representation(&self) -> anyhow::Result<Box<dyn Representation>> {
        let is_default = matches!(self.model, ModelName::BuiltIn(BuiltIn::Default));
        if !is_default && !matches!(self.representation, RepresentationName::Sgr) {
            bail!("--model is for --representation sgr, which is the default: leave one of the two out");
        }
        let settings = RepresentationSettings::new(self.representation)
            .samples(self.samples as usize)
            .knots(self.knots)
            .normalization(self.normalization);
        Ok(match self.representation {
            RepresentationName::Sgr => settings.model(self.model.open()?).build(),
            _ => settings.build(),
        })
    }
}

impl ModelName {
    pub(crate) fn open(&self) -> anyhow::Result<Model> {
        Ok(match self {
            Self::BuiltIn(model) => model.model(),
            Self::File(path) => Model::open(path)?,
        })
    }
}

/// A graph on its way, with the file or folder it came from.
#[derive(Debug)]
pub(crate) struct SourcedGraph {
    pub(crate) path: PathBuf,
    pub(crate) record: GraphRecord,
}

impl Borrow<Graph> for SourcedGraph {
    fn borrow(&self) -> &Graph {
        &self.record.graph
    }
}

/// A graph that has no result.
pub(crate) type Skipped = sgr::embed::Skipped<SourcedGraph, InputError>;

/// The graphs of all inputs, one file after another. With several inputs the ids get the file's name in front.
pub(crate) struct Inputs {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) format: Option<Format>,
    pub(crate) options: ReadOptions,
}

impl Inputs {
    pub(crate) fn new(paths: Vec<PathBuf>, read: &ReadArgs) -> anyhow::Result<Self> {
        // A name that does not tell its format is a slip of the command line: say so before any work is done.
        for path in &paths {
            if read.format.is_none() && path.exists() {
                Format::from_path(path)?;
            } else if !path.exists() {
                bail!("{}: no such file or folder", path.display());
            }
        }
        Ok(Self { paths, format: read.format, options: read.options() })
    }

    /// The number of graphs, where one input knows it beforehand.
    pub(crate) fn expected(&self) -> Option<u64> {
        let [path] = self.paths.as_slice() else { return None };
        // Only TU collections know; and a pipe must not be opened twice.
        if self.format.map_or_else(|| Format::from_path(path).ok(), Some) != Some(Format::Tu) {
            return None;
        }
        let reader = input::open(path, self.format, &self.options).ok()?;
        reader.size_hint().1.map(|count| count as u64)
    }

    pub(crate) fn graphs(&self) -> Box<dyn Iterator<Item = Result<SourcedGraph, InputError>> + Send> {
        let (format, options) = (self.format, self.options.clone());
        // One input knows how many graphs are left in it, and the pipeline makes use of that.
        if let [path] = self.paths.as_slice() {
            return graphs_of(path.clone(), format, &options, None);
        }
        let names: HashSet<_> = self.paths.iter().map(|path| path.file_name()).collect();
        let has_namesakes = names.len() < self.paths.len();
        let all = self.paths.clone().into_iter();
        Box::new(all.flat_map(move |path| {
            // Files of the same name in different folders are told apart by the whole path.
            let name = if has_namesakes { Some(path.as_os_str()) } else { path.file_name() };
            let name = name.unwrap_or_default().to_string_lossy().into_owned();
            graphs_of(path, format, &options, Some(name))
        }))
    }
}

/// The graphs of one file or folder; `name` goes in front of their ids.
fn graphs_of(
    path: PathBuf,
    format: Option<Format>,
    options: &ReadOptions,
    name: Option<String>,
) -> Box<dyn Iterator<Item = Result<SourcedGraph, InputError>> + Send> {
    let reader = match input::open(&path, format, options) {
        Ok(reader) => reader,
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    Box::new(reader.map(move |record| {
        let mut record = record?;
        if let Some(name) = &name {
            record.id = format!("{name}/{}", record.id);
        }
        Ok(SourcedGraph { path: path.clone(), record })
    }))
}
