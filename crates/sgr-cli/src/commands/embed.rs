use std::time::Instant;

use serde_json::json;
use sgr::output::{TableWriter, VectorRow};
use sgr::pipeline;

use crate::args::EmbedArgs;
use crate::inputs::Inputs;
use crate::progress;
use crate::report::{Done, SkipReport, gathering_if_needed, say};

pub(crate) fn run(args: EmbedArgs) -> anyhow::Result<Done> {
    let mut inputs = Inputs::new(args.input.clone(), &args.read)?;
    gathering_if_needed(&mut inputs, |inputs| embed(&args, inputs))
}

fn embed(args: &EmbedArgs, inputs: &Inputs) -> anyhow::Result<Done> {
    let start = Instant::now();
    let representation = args.vectors.representation()?;
    let columns = representation.columns();
    let mut table = TableWriter::create(&args.output, &columns)?;
    let mut report = SkipReport::new(inputs.paths.len());
    let bar = progress::start(|| inputs.expected(), args.work.threads.quiet);
    pipeline::embed(inputs.graphs(), representation.as_ref(), &args.work.settings(), |outcome| {
        report.take(&bar, outcome, |record, vector| {
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
            "self_loops_dropped": report.dropped().self_loops,
            "repeated_edges_dropped": report.dropped().repeats,
            "seconds": start.elapsed().as_secs_f64(),
        });
        say(summary)?;
    }
    Ok(done)
}
