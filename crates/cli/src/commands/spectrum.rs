//! `sgr spectrum`: the eigenvalues of each graph.

use anyhow::bail;
use serde_json::{Value, json};
use sgr::embed::map_spectra;
use sgr::graph::GraphRecord;
use sgr::resampling::{KnotRule, Resampler, SAMPLES};
use sgr::spectrum::{ComponentMethod, ComponentPlan, Explanation, LargePlan, Spectrum};
use sgr::text::{shown, shown_path};

use crate::args::SpectrumArgs;
use crate::line_sink::LineSink;
use crate::plan::{Inputs, SourcedGraph};
use crate::progress;
use crate::report::{Done, SkipReport, complain, tell_error};
use crate::retry::gathering_if_needed;

pub(crate) fn run(args: SpectrumArgs) -> anyhow::Result<Done> {
    if let Some(path) = &args.output
        && path.extension().is_none_or(|ending| ending != "jsonl")
    {
        bail!("{}: eigenvalues are written as JSON lines; wanted a name that ends in .jsonl", shown_path(path));
    }
    let mut inputs = Inputs::new(&args.input, &args.read, &args.work.memory)?;
    args.files(&inputs.paths).check()?;
    // Lines on stdout cannot be taken back; a file can.
    match args.output {
        Some(_) => gathering_if_needed(&mut inputs, |inputs| write_spectra(&args, inputs)),
        None => write_spectra(&args, &inputs),
    }
}

fn write_spectra(args: &SpectrumArgs, inputs: &Inputs) -> anyhow::Result<Done> {
    let mut sink = LineSink::open(args.output.as_deref())?;
    let mut settings = args.work.settings();
    settings.spectrum.explain = args.explain;
    args.large.apply(&mut settings.spectrum);
    let mut report = SkipReport::new(&inputs.paths);
    let bar = progress::start(|| inputs.expected(), args.work.threads.quiet);
    settings.spectrum.progress = progress::for_large(&bar);
    let make_worker =
        || |spectrum: &Spectrum, explanation: Option<&Explanation>| (spectrum.clone(), explanation.cloned());
    map_spectra(inputs.graphs(), &settings, make_worker, |outcome| {
        report.take(&bar, outcome, |SourcedGraph { record, .. }, (spectrum, explanation)| {
            if let Some(explanation) = &explanation {
                bar.suspend(|| complain(format_args!("{}: {}", shown(&record.id), sentence(explanation))));
            }
            bar.suspend(|| tell_error(&record.id, spectrum.origin(), spectrum.error(), args.large.max_error));
            // Both may be the same terminal.
            bar.suspend(|| sink.write(&line(&record, &spectrum, explanation.as_ref())))
        })
    })?;
    bar.finish_and_clear();
    let done = report.finish()?;
    sink.finish()?;
    Ok(done)
}

fn line(record: &GraphRecord, spectrum: &Spectrum, explanation: Option<&Explanation>) -> Value {
    let mut line = json!({
        "id": record.id,
        "nodes": record.graph.node_count(),
        "edges": record.graph.edge_count(),
        "origin": spectrum.origin().name(),
        "error": spectrum.error(),
    });
    match spectrum.eigenvalues() {
        Some(eigenvalues) => line["eigenvalues"] = json!(eigenvalues),
        None => {
            let mut resampler = Resampler::new(SAMPLES, KnotRule::Literal);
            line["samples"] = json!(spectrum.samples(&mut resampler));
        }
    }
    if let Some(explanation) = explanation {
        line["explain"] = explained(explanation);
    }
    line
}

fn explained(explanation: &Explanation) -> Value {
    let pieces: Vec<Value> = explanation
        .plans
        .iter()
        .map(|piece| {
            let considered: serde_json::Map<String, Value> =
                piece.considered().map(|(solver, seconds)| (solver.name().to_owned(), json!(seconds))).collect();
            json!({
                "nodes": piece.nodes,
                "method": method_name(piece.method),
                "bandwidth": piece.bandwidth,
                "predicted_seconds": considered,
            })
        })
        .collect();
    json!({
        "components": explanation.components,
        "twins": explanation.twins,
        "pieces": pieces,
        "large": explanation.large.as_ref().map(explained_large),
        "text": sentence(explanation),
    })
}

fn explained_large(plan: &LargePlan) -> Value {
    let predicted: serde_json::Map<String, Value> =
        plan.considered.iter().map(|(origin, seconds)| (origin.name().to_owned(), json!(seconds))).collect();
    let effort: serde_json::Map<String, Value> =
        plan.effort.iter().map(|(what, count)| ((*what).to_owned(), json!(count))).collect();
    json!({
        "nodes": plan.nodes,
        "edges": plan.edges,
        "pieces": plan.components,
        "method": plan.chosen.name(),
        "predicted_seconds": predicted,
        "spent_seconds": plan.spent_seconds,
        "effort": effort,
    })
}

/// Pieces up to this size are counted in an explanation instead of being named one by one.
const FEW_NODES: usize = 64;

fn method_name(method: ComponentMethod) -> &'static str {
    match method {
        ComponentMethod::Solver(solver) => solver.name(),
        ComponentMethod::ClosedForm(name) => name,
        _ => "other",
    }
}

/// The explanation in words: `2 components; 31 twins solved by formula; 40 nodes: small solver, predicted small 12 µs`.
fn sentence(explanation: &Explanation) -> String {
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let mut parts = vec![count(explanation.components, "component")];
    if explanation.twins > 0 {
        parts.push(format!("{} solved by formula", count(explanation.twins, "twin")));
    }
    let formulas = explanation.plans.iter().filter(|piece| matches!(piece.method, ComponentMethod::ClosedForm(_)));
    let mut names: Vec<&str> = formulas.map(|piece| method_name(piece.method)).collect();
    names.sort_unstable();
    for group in names.chunk_by(|a, b| a == b) {
        parts.push(format!("{} × {} by formula", group.len(), group[0]));
    }
    // Many small pieces are not worth a word each.
    let is_solved = |piece: &&ComponentPlan| matches!(piece.method, ComponentMethod::Solver(_));
    let small = explanation.plans.iter().filter(is_solved).filter(|piece| piece.nodes <= FEW_NODES).count();
    if small > 1 {
        parts.push(format!("{small} × up to {FEW_NODES} nodes: small solver"));
    }
    for piece in explanation.plans.iter().filter(is_solved).filter(|piece| small <= 1 || piece.nodes > FEW_NODES) {
        let costs: Vec<String> =
            piece.considered().map(|(solver, seconds)| format!("{} {}", solver.name(), time(seconds))).collect();
        let band = piece.bandwidth.map(|width| format!(", bandwidth {width}")).unwrap_or_default();
        let nodes = count(piece.nodes, "node");
        let name = method_name(piece.method);
        parts.push(format!("{nodes}{band}: {name} solver, predicted {}", costs.join(" against ")));
    }
    parts.extend(explanation.large.as_ref().map(large_sentence));
    parts.join("; ")
}

/// `125993 nodes, 161685 edges: slicing, predicted slicing 5.1 s against density 12.0 s; took 4.8 s, 2357 shifts`.
fn large_sentence(plan: &LargePlan) -> String {
    let predicted: Vec<String> =
        plan.considered.iter().map(|&(origin, seconds)| format!("{} {}", origin.name(), time(seconds))).collect();
    let mut text = format!(
        "{} nodes, {} edges: {}, predicted {}",
        plan.nodes,
        plan.edges,
        plan.chosen.name(),
        predicted.join(" against ")
    );
    if plan.spent_seconds > 0.0 {
        text += &format!("; took {}", time(plan.spent_seconds));
        text.extend(plan.effort.iter().map(|(what, count)| format!(", {count} {what}")));
    }
    text
}

fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds < 1e-3 => format!("{:.0} µs", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{seconds:.1} s"),
    }
}
