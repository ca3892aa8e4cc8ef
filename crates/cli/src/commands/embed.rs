//! `sgr embed`: one vector per graph.

use std::time::Instant;

use serde_json::json;
use sgr::embed::{Embedding, embed_stream};
use sgr::output::VectorRow;
use sgr::spectrum::Origin;

use crate::args::EmbedArgs;
use crate::plan::Inputs;
use crate::progress;
use crate::report::{Done, SkipReport, say_json, tell_error};
use crate::retry::gathering_if_needed;

pub(crate) fn run(args: EmbedArgs) -> anyhow::Result<Done> {
    let mut inputs = Inputs::new(&args.input, &args.read, &args.work.memory)?;
    args.vectors.keep_seen(&mut inputs.options);
    args.files(&inputs.paths).check()?;
    // Rows on stdout cannot be taken back; a file can.
    match args.can_be_taken_back() {
        true => gathering_if_needed(&mut inputs, |inputs| embed(&args, inputs)),
        false => embed(&args, &inputs),
    }
}

fn embed(args: &EmbedArgs, inputs: &Inputs) -> anyhow::Result<Done> {
    let start = Instant::now();
    let representation = args.vectors.representation()?;
    let columns = representation.columns();
    let mut table = args.table(&columns)?;
    let mut report = SkipReport::new(&inputs.paths);
    let bar = progress::start(|| inputs.expected(), args.work.threads.quiet);
    let mut settings = args.work.settings();
    args.large.apply(&mut settings.spectrum);
    settings.spectrum.progress = progress::for_large(&bar);
    let mut approximate = Vec::new();
    embed_stream(inputs.graphs(), representation.as_ref(), &settings, |outcome| {
        report.take(&bar, outcome, |record, embedding| {
            let Embedding { vector, origin, error } = embedding;
            if origin != Origin::Exact {
                bar.suspend(|| tell_error(&record.id, origin, error, args.large.max_error));
                approximate.push(json!({ "id": record.id, "origin": origin.name(), "error": error }));
            }
            Ok(table.write_row(VectorRow { id: &record.id, label: record.label.as_deref(), vector })?)
        })
    })?;
    bar.finish_and_clear();
    let done = report.finish()?;
    table.finish()?;
    if args.json {
        let summary = json!({
            "output": args.output.display().to_string(),
            "representation": representation.name(),
            "dimensions": columns.len(),
            "graphs": report.done(),
            "skipped": report.reasons(),
            "approximate": approximate,
            "self_loops_dropped": report.dropped().self_loops,
            "repeated_edges_dropped": report.dropped().repeats,
            "seconds": start.elapsed().as_secs_f64(),
        });
        say_json(&summary)?;
    }
    Ok(done)
}
