//! A file of graphs becomes a file of vectors, in parts if it is to be resumed.

use std::borrow::Borrow;
use std::path::{Path, PathBuf};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use sgr::embed::{Skipped, StreamSettings, embed_stream};
use sgr::graph::Graph;
use sgr::input::{self, FileState, Format, GraphReader, GraphRow, Keep, ReadOptions, Scope};
use sgr::output::{OutputError, PartsWriter, TableFormat, TableWriter, VectorRow, VectorTable};
use sgr::representation::Representation;

use super::table::TableReading;
use crate::background::{Finish, Job, Watch, threads};
use crate::description::Description;
use crate::spectrum_settings::SpectrumSettings;
use crate::wanted::named;

/// Reasons that are kept: a bad file must not fill the memory with them.
const REASONS_KEPT: usize = 10_000;

/// A graph with its row.
struct FileGraph(GraphRow);

impl Borrow<Graph> for FileGraph {
    fn borrow(&self) -> &Graph {
        &self.0.0.graph
    }
}

/// The number of vectors, of graphs without one, and the first reasons.
#[derive(Default)]
struct Counts {
    done: u64,
    skipped: u64,
    reasons: Vec<String>,
}

/// Starts to embed the graphs of a file or folder. `input` is its path and, if
/// its name is not to tell it, its format. `work` has all settings as JSON, if the work is to be resumed.
#[pyfunction]
#[pyo3(signature = (input, output, description, reading, settings, work=None, n_jobs=None))]
pub(crate) fn start_files(
    input: (PathBuf, Option<String>),
    output: PathBuf,
    description: PyRef<'_, Description>,
    reading: PyRef<'_, TableReading>,
    settings: PyRef<'_, SpectrumSettings>,
    work: Option<&str>,
    n_jobs: Option<usize>,
) -> PyResult<Job> {
    let refused = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let options = reading.options_for_files();
    let (input, format) = input;
    let read_as = format.map(|name| named::<Format>("format", &name)).transpose()?;
    let mut reader = input::open(&input, read_as, &options).map_err(|error| refused(&error))?;
    let representation = reading.description(reader.has_molecules(), &description).built()?;
    let format = TableFormat::from_path(&output).map_err(|error| refused(&error))?;
    let columns = representation.columns();
    let target = match work {
        None => TableWriter::create_keeping(&output, format, &columns, reader.kept()).map(VectorTable::Whole),
        Some(_) if format != TableFormat::Parquet => {
            return Err(PyValueError::new_err(format!("found format {format}, wanted .parquet with resume=True")));
        }
        Some(work) => {
            let work = resumable(work, &input)?;
            PartsWriter::open(&output, &columns, reader.kept(), &work).map(|parts| VectorTable::Parts(Box::new(parts)))
        }
    };
    let target = target.map_err(|error| refused(&error))?;
    let counts = Counts::of(&target.notes());
    reader.pass_over(target.items());
    let settings = settings.stream(threads(n_jobs));
    Job::start(move |watch| embed_file(reader, target, counts, representation.as_ref(), &settings, watch))
}

/// Settings and the state of the input.
fn resumable(settings: &str, input: &Path) -> PyResult<Value> {
    let settings: Value = serde_json::from_str(settings).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let version = env!("CARGO_PKG_VERSION");
    Ok(json!({ "version": version, "inputs": FileState::of(input)?, "settings": settings }))
}

fn embed_file(
    reader: GraphReader,
    mut target: VectorTable,
    mut counts: Counts,
    representation: &dyn Representation,
    settings: &StreamSettings,
    watch: &Watch,
) -> Finish {
    let in_words = |error: OutputError| error.to_string();
    let path = reader.path().to_owned();
    let graphs = reader.into_rows().map(|row| row.map(FileGraph));
    let mut noted = (counts.done, counts.skipped, counts.reasons.len());
    let ended = embed_stream(graphs, representation, settings, |outcome| {
        match outcome {
            Ok((FileGraph((record, kept)), embedding)) => {
                let row = VectorRow { id: &record.id, label: record.label.as_deref(), vector: embedding.vector };
                target.write_row(row, kept.as_ref()).map_err(in_words)?;
                counts.done += 1;
            }
            Err(Skipped::Source(error)) if error.scope == Scope::File => return Err(error.to_string()),
            Err(Skipped::Source(error)) => counts.skip(error.to_string()),
            Err(Skipped::Spectrum { item: FileGraph((record, _)), error }) => {
                let error = format!("{}: graph {}: {error}", path.display(), record.id);
                counts.skip(error);
            }
        }
        target.count_item(|| counts.notes(&mut noted)).map_err(in_words)?;
        watch.advance(1);
        if watch.is_unwanted() { Err("the caller was interrupted".to_owned()) } else { Ok(()) }
    });
    let ended = ended.and_then(|()| target.finish(|| counts.notes(&mut noted)).map_err(in_words));
    Box::new(move |py| match ended {
        Err(error) => Err(PyValueError::new_err(error)),
        Ok(()) => Ok((counts.done, counts.skipped, counts.reasons).into_pyobject(py)?.into_any().unbind()),
    })
}

impl Counts {
    /// The counts of the parts that earlier runs finished.
    fn of(notes: &[Value]) -> Self {
        let mut counts = Self::default();
        for notes in notes {
            counts.done += notes["done"].as_u64().unwrap_or(0);
            counts.skipped += notes["skipped"].as_u64().unwrap_or(0);
            let reasons = notes["reasons"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let room = REASONS_KEPT - counts.reasons.len();
            counts.reasons.extend(reasons.take(room).map(str::to_owned));
        }
        counts
    }

    fn skip(&mut self, reason: String) {
        self.skipped += 1;
        if self.reasons.len() < REASONS_KEPT {
            self.reasons.push(reason);
        }
    }

    /// Notes since the last ones.
    fn notes(&self, noted: &mut (u64, u64, usize)) -> Value {
        let (done, skipped, reasons) = std::mem::replace(noted, (self.done, self.skipped, self.reasons.len()));
        json!({ "done": self.done - done, "skipped": self.skipped - skipped, "reasons": self.reasons[reasons..] })
    }
}

impl TableReading {
    /// The settings of a reader of files.
    fn options_for_files(&self) -> ReadOptions {
        let parts = self.parts;
        let options = self.options.clone().columns(self.names.clone()).keep(self.keep.clone().unwrap_or_default());
        options
            .weights(parts.weights)
            .node_labels(parts.node_labels)
            .edge_labels(parts.edge_labels)
            .attributes(Keep::required_if(parts.attributes))
    }
}
