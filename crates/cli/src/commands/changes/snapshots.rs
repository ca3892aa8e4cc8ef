//! Reads the snapshots of a series. A snapshot without a vector is a gap, with its name and the reason.

use std::path::PathBuf;

use anyhow::bail;
use sgr::changes::Series;
use sgr::embed::{Embedding, embed_stream};
use sgr::spectrum::Origin;
use sgr::text::shown_path;

use crate::args::ChangesArgs;
use crate::plan::{Inputs, Skipped, SourcedGraph};
use crate::progress;
use crate::report::{Done, SkipReport, tell_error};

/// Snapshots in order.
pub(super) struct Snapshots {
    pub(super) series: Series,
    /// Why a snapshot has no vector.
    pub(super) problems: Vec<Option<String>>,
    pub(super) done: Done,
}

/// A snapshot as it came.
struct Snapshot {
    path: PathBuf,
    /// Unknown for some that could not be read.
    id: Option<String>,
    /// The vector, or why there is none.
    vector: Result<Vec<f32>, String>,
}

impl Snapshots {
    pub(super) fn read(args: &ChangesArgs, inputs: &Inputs) -> anyhow::Result<Self> {
        let representation = args.vectors.representation()?;
        let mut report = SkipReport::new(&inputs.paths);
        let bar = progress::start(|| inputs.expected(), args.work.threads.quiet);
        let mut settings = args.work.settings();
        args.large.apply(&mut settings.spectrum);
        settings.spectrum.progress = progress::for_large(&bar);
        let (mut found, mut needed, limit) = (Vec::new(), 0, args.work.memory.bytes());
        embed_stream(inputs.graphs(), representation.as_ref(), &settings, |outcome| {
            found.push(Snapshot::of(&outcome));
            report.take(&bar, outcome, |SourcedGraph { record, .. }, embedding| {
                let Embedding { vector, origin, error } = embedding;
                if origin != Origin::Exact {
                    bar.suspend(|| tell_error(&record.id, origin, error, args.large.max_error));
                }
                // Twice: here, and in the series.
                needed += 2 * (size_of_val(vector) + record.id.len() + size_of::<Snapshot>()) as u64;
                if needed > limit {
                    let count = found.len();
                    bail!("the vectors of {count} snapshots take {needed} bytes of memory, wanted at most {limit}; --max-memory GB allows more");
                }
                Ok(())
            })
        })?;
        bar.finish_and_clear();
        let (mut series, mut problems) = (Series::new(representation.columns().len()), Vec::new());
        for (id, vector) in named(found, inputs, &mut report) {
            match &vector {
                Ok(vector) => series.push(id, vector)?,
                Err(_) => series.push_gap(id),
            }
            problems.push(vector.err());
        }
        Ok(Self { series, problems, done: report.finish()? })
    }
}

impl Snapshot {
    fn of(outcome: &Result<(SourcedGraph, Embedding<'_>), Skipped>) -> Self {
        match outcome {
            Ok((SourcedGraph { path, record, .. }, embedding)) => {
                Self { path: path.clone(), id: Some(record.id.clone()), vector: Ok(embedding.vector.to_vec()) }
            }
            Err(Skipped::Source(error)) => {
                Self { path: error.path.clone(), id: error.graph.clone(), vector: Err(error.to_string()) }
            }
            Err(Skipped::Spectrum { item: SourcedGraph { path, record, .. }, error }) => {
                Self { path: path.clone(), id: Some(record.id.clone()), vector: Err(error.to_string()) }
            }
        }
    }
}

/// The snapshots with the names they have in the table. A file with one graph gives it its name. A file without any is a gap.
fn named(found: Vec<Snapshot>, inputs: &Inputs, report: &mut SkipReport) -> Vec<(String, Result<Vec<f32>, String>)> {
    if let [_] = inputs.paths.as_slice() {
        let id = |(at, snapshot): (usize, Snapshot)| (snapshot.id.unwrap_or_else(|| at.to_string()), snapshot.vector);
        return found.into_iter().enumerate().map(id).collect();
    }
    let mut named = Vec::new();
    let mut rest = found.into_iter().peekable();
    for (path, name) in inputs.paths.iter().zip(inputs.names()) {
        let mut of_file = Vec::new();
        while let Some(snapshot) = rest.next_if(|snapshot| snapshot.path == *path) {
            of_file.push(snapshot);
        }
        match of_file.len() {
            0 => {
                let problem = format!("{}: found no graphs, wanted a snapshot", shown_path(path));
                report.name_skipped(problem.clone());
                named.push((name, Err(problem)));
            }
            1 => named.extend(of_file.into_iter().map(|snapshot| (name.clone(), snapshot.vector))),
            _ => named.extend(of_file.into_iter().enumerate().map(|(at, snapshot)| {
                // Ids of graphs that were read have the name in front already.
                let id = match (snapshot.id, &snapshot.vector) {
                    (Some(id), _) if id.starts_with(&format!("{name}/")) => id,
                    (id, _) => format!("{name}/{}", id.unwrap_or_else(|| at.to_string())),
                };
                (id, snapshot.vector)
            })),
        }
    }
    named
}
