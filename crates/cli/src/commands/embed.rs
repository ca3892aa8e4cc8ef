//! `sgr embed`: one vector per graph.

use std::time::Instant;

use serde_json::json;
use sgr::embed::{Embedding, embed_stream};
use sgr::output::VectorRow;
use sgr::spectrum::Origin;

use crate::args::EmbedArgs;
use crate::plan::{Inputs, SourcedGraph};
use crate::progress;
use crate::report::{Done, SkipReport, complain, say_json, tell_error};
use crate::retry::gathering_if_needed;

pub(crate) fn run(mut args: EmbedArgs) -> anyhow::Result<Done> {
    let mut inputs = Inputs::new(&args.input, &args.read, &args.work.memory)?;
    args.vectors.keep_seen(&mut inputs.options);
    inputs.options.keep.clone_from(&args.keep);
    args.vectors.see_molecules([&inputs])?;
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
    let mut table = args.table(representation.as_ref(), inputs)?;
    let mut report = SkipReport::new(&inputs.paths);
    let mut approximate = Vec::new();
    for notes in table.notes() {
        report.restore(&notes);
        approximate.extend(notes["approximate"].as_array().cloned().unwrap_or_default());
    }
    let (resumed, mut noted) = (table.items(), approximate.len());
    if resumed > 0 {
        complain(format_args!("{resumed} graphs are done, going on after them"));
    }
    let bar = progress::start(|| inputs.expected(), args.work.threads.quiet);
    let mut settings = args.work.settings();
    args.large.apply(&mut settings.spectrum);
    settings.spectrum.progress = progress::for_large(&bar);
    bar.inc(resumed);
    embed_stream(inputs.graphs_after(resumed), representation.as_ref(), &settings, |outcome| {
        report.take(&bar, outcome, |SourcedGraph { record, kept, .. }, embedding| {
            let Embedding { vector, origin, error } = embedding;
            if origin != Origin::Exact {
                bar.suspend(|| tell_error(&record.id, origin, error, args.large.max_error));
                approximate.push(json!({ "id": record.id, "origin": origin.name(), "error": error }));
            }
            let row = VectorRow { id: &record.id, label: record.label.as_deref(), vector };
            Ok(table.write_row(row, kept.as_ref())?)
        })?;
        table.count_item(|| {
            let new = approximate[std::mem::replace(&mut noted, approximate.len())..].to_vec();
            report.notes(new)
        })?;
        anyhow::Ok(())
    })?;
    bar.finish_and_clear();
    let done = report.finish()?;
    table.finish(|| report.notes(approximate[noted..].to_vec()))?;
    if args.json {
        let summary = json!({
            "output": args.output.display().to_string(),
            "representation": representation.name(),
            "dimensions": representation.columns().len(),
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
