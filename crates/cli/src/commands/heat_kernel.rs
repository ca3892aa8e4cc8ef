//! `sgr heat-kernel`: exp(−tL) of each graph, or its diagonal.

use anyhow::bail;
use serde_json::{Value, json};
use sgr::graph::GraphRecord;
use sgr::representation::HeatKernel;
use sgr::text::{shown, shown_path};

use crate::args::HeatKernelArgs;
use crate::line_sink::LineSink;
use crate::plan::{Inputs, Skipped};
use crate::progress;
use crate::report::{Done, SkipReport};
use crate::retry::gathering_if_needed;

/// Most nodes of a graph whose matrices are written: 16 million numbers, some 300 MB of text for each time.
const LARGEST_FULL: usize = 4096;

pub(crate) fn run(args: HeatKernelArgs) -> anyhow::Result<Done> {
    if let Some(path) = &args.output
        && path.extension().is_none_or(|ending| ending != "jsonl")
    {
        bail!("{}: heat kernels are written as JSON lines; wanted a name that ends in .jsonl", shown_path(path));
    }
    let mut inputs = Inputs::new(&args.input, &args.read, &args.memory)?;
    args.files(&inputs.paths).check()?;
    // Lines on stdout cannot be taken back; a file can.
    match args.output {
        Some(_) => gathering_if_needed(&mut inputs, |inputs| write_kernels(&args, inputs)),
        None => write_kernels(&args, &inputs),
    }
}

fn write_kernels(args: &HeatKernelArgs, inputs: &Inputs) -> anyhow::Result<Done> {
    let mut sink = LineSink::open(args.output.as_deref())?;
    let mut report = SkipReport::new(&inputs.paths);
    let bar = progress::start(|| inputs.expected(), args.quiet);
    for graph in inputs.graphs() {
        bar.inc(1);
        let sourced = match graph {
            Ok(sourced) => sourced,
            Err(error) => {
                bar.suspend(|| report.skip(Skipped::Source(error)))?;
                continue;
            }
        };
        match line(&sourced.record, args) {
            Ok(line) => {
                bar.suspend(|| sink.write(&line))?;
                report.count_done(sourced.record.dropped);
            }
            Err(reason) => {
                let (path, id) = (shown_path(&sourced.path), shown(&sourced.record.id));
                bar.suspend(|| report.name_skipped(format!("{path}: graph {id}: {reason}")));
            }
        }
    }
    bar.finish_and_clear();
    let done = report.finish()?;
    sink.finish()?;
    Ok(done)
}

/// The line of one graph, or the reason why it has none.
fn line(record: &GraphRecord, args: &HeatKernelArgs) -> Result<Value, String> {
    let nodes = record.graph.node_count();
    if args.full && nodes > LARGEST_FULL {
        return Err(format!("found {nodes} nodes, wanted at most {LARGEST_FULL} for whole matrices"));
    }
    let kernel = HeatKernel::of(&record.graph).map_err(|error| error.to_string())?;
    let mut line = json!({ "id": record.id, "nodes": nodes, "times": args.times });
    let values: Result<Vec<Value>, _> = args
        .times
        .iter()
        .map(|&time| match args.full {
            true => Ok(json!(kernel.matrix(time)?.chunks(nodes).collect::<Vec<_>>())),
            false => Ok(json!(kernel.auto_diffusivity(time)?)),
        })
        .collect();
    let values = values.map_err(|error: sgr::representation::InvalidTime| error.to_string())?;
    line[if args.full { "kernel" } else { "diagonal" }] = json!(values);
    Ok(line)
}
