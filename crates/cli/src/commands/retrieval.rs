//! `sgr retrieval`: how often the nearest graphs are of the same class.

use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Context;
use serde_json::json;
use sgr::experiment::{Describer, LabelledCollection, Method, RetrievalCell, Retrievals, retrieve};
use sgr::learning::{Curriculum, family_vectors};
use sgr::output::AtomicFile;
use sgr::representation::{Distance, Model, VectorStatistics};
use sgr::text::{json_escaped, shown, shown_path};

use crate::args::{ModelName, RetrievalArgs};
use crate::plan::{Inputs, NamedPath};
use crate::report::{Done, complain, say};
use crate::{collection, progress};

pub(crate) fn run(args: RetrievalArgs) -> anyhow::Result<Done> {
    let paths = args.input.paths(&args.work.memory)?;
    let graphs: Vec<PathBuf> = paths.iter().map(|named| named.path.clone()).collect();
    args.files(&graphs).check()?;
    if let Some(path) = &args.json {
        // Before the work: a folder that is missing should not cost an hour.
        AtomicFile::create(path)?;
    }
    let described = Described::all(&args)?;
    let mut cells = Vec::new();
    let mut skipped = 0;
    for path in &paths {
        let (found, done) = of_collection(&args, path, &described)?;
        cells.extend(found);
        skipped += done;
    }
    let retrievals = Retrievals {
        commands: vec![command(&args)],
        version: env!("CARGO_PKG_VERSION").to_owned(),
        curriculum: args.curriculum.clone(),
        retrieval: cells,
    };
    if let Some(path) = &args.json {
        AtomicFile::write(path, json_escaped(&format!("{:#}\n", json!(retrievals))).as_bytes())?;
    }
    say("Mean average precision, per cent:")?;
    say(retrievals.summary().to_plain())?;
    Ok(Done { skipped })
}

/// The command line as a reader would type it, without paths that mean nothing elsewhere.
fn command(args: &RetrievalArgs) -> String {
    let joined = |names: Vec<String>| names.join(",");
    let methods = joined(args.method.iter().map(|method| method.name().to_owned()).collect());
    let models = joined(args.model.iter().map(name_of).collect());
    let distances = joined(args.distance.iter().map(|distance| distance.name().to_owned()).collect());
    let distances = if distances.is_empty() { distances } else { format!(" --distance {distances}") };
    let curriculum = match args.curriculum.as_str() {
        "default" => String::new(),
        name => format!(" --curriculum {name}"),
    };
    format!("sgr retrieval DATA --method {methods} --model {models}{distances}{curriculum}")
}

fn name_of(model: &ModelName) -> String {
    match model {
        ModelName::BuiltIn(model) => model.name().to_owned(),
        ModelName::File(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
    }
}

/// A method with its model, and the statistics of its vectors.
struct Described {
    method: Method,
    model: Option<Model>,
    statistics: Option<VectorStatistics>,
}

impl Described {
    /// Every method with each of its models.
    fn all(args: &RetrievalArgs) -> anyhow::Result<Vec<Self>> {
        let mut all = Vec::new();
        for &method in &args.method {
            if method.has_model() {
                for name in &args.model {
                    let model = name.open()?;
                    let statistics = model.statistics().filter(|_| method == Method::Sgr).cloned();
                    all.push(Self { method, model: Some(model), statistics });
                }
            } else {
                all.push(Self { method, model: None, statistics: synthetic_statistics(args, method)? });
            }
        }
        Ok(all)
    }

    fn describer(&self) -> Describer<'_> {
        Describer { model: self.model.as_ref(), ..Describer::new(self.method) }
    }
}

/// The statistics of a method's vectors of the graphs of the curriculum, if it has vectors and a distance needs them.
fn synthetic_statistics(args: &RetrievalArgs, method: Method) -> anyhow::Result<Option<VectorStatistics>> {
    // A fingerprint is described by the logarithms of its counts, not by the vectors of a representation.
    let is_needed = method != Method::Fingerprint && distances(args).iter().any(|distance| distance.needs_statistics());
    let Some(representation) = Describer::new(method).representation()?.filter(|_| is_needed) else { return Ok(None) };
    let curriculum = Curriculum::built_in(&args.curriculum).context("found an unknown curriculum")?;
    let bar = progress::start(|| Some(curriculum.graph_count()), args.work.threads.quiet);
    let vectors = family_vectors(&curriculum, representation.as_ref(), &args.work.settings(), &mut |step| {
        if let sgr::learning::TrainingStep::Graphs { done, .. } = step {
            bar.set_position(done);
        }
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    Ok(Some(vectors.statistics(curriculum.distance, curriculum.training.seed)?))
}

fn distances(args: &RetrievalArgs) -> Vec<Distance> {
    if args.distance.is_empty() { Distance::OF_ANY_NUMBERS.to_vec() } else { args.distance.clone() }
}

/// The scores of all methods on one collection, and how many methods failed.
fn of_collection(
    args: &RetrievalArgs,
    named: &NamedPath,
    described: &[Described],
) -> anyhow::Result<(Vec<RetrievalCell>, usize)> {
    let inputs = Inputs::of(vec![named.clone()], &args.read, &args.work.memory)?;
    let (collection, done) = collection::read(inputs, args.work.threads.quiet)?;
    let name = named.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let collection = LabelledCollection::new(name, collection).with_context(|| shown_path(&named.path).to_string())?;
    let (mut cells, mut skipped) = (Vec::new(), done.skipped);
    for described in described {
        let describer = described.describer();
        let name = format!("{} {}", shown(collection.name()), describer.method.name());
        let bar = progress::fraction(name.clone(), args.work.threads.quiet);
        let statistics = described.statistics.as_ref();
        let found = retrieve(&collection, &describer, &distances(args), statistics, &args.work.settings(), &bar);
        bar.finish();
        match found {
            Ok(found) => cells.extend(found),
            // Other methods may manage.
            Err(error) => {
                complain(format_args!("skipped: {name}: {error}"));
                skipped += 1;
            }
        }
    }
    Ok((cells, skipped))
}
