//! `sgr saliency`: the parts of the spectrum that a model reads; with `--labels`, the labels that move classes and distances.

mod labels;
mod tables;

use anyhow::{Context, bail};
use serde_json::json;
use sgr::embed::{StreamSettings, embed_stream};
use sgr::figure::{FigureFormat, Strip, StripFigure};
use sgr::learning::{Curriculum, Saliency, unseen_inputs};
use sgr::representation::{BuiltIn, Model};
use sgr::text::shown;

use crate::args::SaliencyArgs;
use crate::plan::Inputs;
use crate::progress;
use crate::report::{Done, SkipReport, say, say_json};
use crate::retry::gathering_if_needed;

/// Strips that are drawn for a user's graphs when no family is named: more would not be read.
const MOST_STRIPS: usize = 4;

/// Graphs of each family in a figure that is not asked for by itself.
const GRAPHS: u64 = 200;

/// The paper's order: block models above, random graphs below.
const PAPER: [&str; 2] = ["block-model", "erdos-renyi"];

pub(crate) fn run(args: SaliencyArgs) -> anyhow::Result<Done> {
    // A name that tells no format is a slip of the command line: say so before any work is done.
    for path in &args.output {
        FigureFormat::from_path(path)?;
    }
    args.files().check()?;
    if let Some(seen) = args.labels {
        return labels::run(&args, seen);
    }
    let model = args.model_or(BuiltIn::Paper).open()?;
    for family in &args.family {
        classes_of(&model, family)?;
    }
    if args.input.is_empty() {
        return explain_synthetic(&args, &model);
    }
    let mut inputs = Inputs::of(args.input.iter().cloned().map(Into::into).collect(), &args.read, &args.work.memory)?;
    gathering_if_needed(&mut inputs, |inputs| explain_given(&args, &model, inputs))
}

/// The content of one strip.
struct Explained {
    family: String,
    graphs: usize,
    saliency: Saliency,
}

impl Explained {
    fn label(&self) -> String {
        format!("{} ({} graphs)", shown(&self.family), self.graphs)
    }
}

/// Each family on new graphs of its own kind, as in the paper.
fn explain_synthetic(args: &SaliencyArgs, model: &Model) -> anyhow::Result<Done> {
    let families = match args.family.as_slice() {
        [] => PAPER.map(str::to_owned).to_vec(),
        named => named.to_vec(),
    };
    let strips = of_synthetic(model, families, args.count, &args.work.settings())
        .context("of graphs like those the model was trained on; --input takes graphs of yours")?;
    finish(args, "what the model looks at", &strips)?;
    Ok(Done::default())
}

/// The paper's figure for a model, as an `<svg>` element.
pub(crate) fn paper_figure(model: &Model, settings: &StreamSettings) -> anyhow::Result<String> {
    let strips = of_synthetic(model, PAPER.map(str::to_owned).to_vec(), GRAPHS, settings)?;
    Ok(figure("what the model looks at", &strips).to_svg())
}

/// Families on new graphs of their own kind.
fn of_synthetic(
    model: &Model,
    families: Vec<String>,
    count: u64,
    settings: &StreamSettings,
) -> anyhow::Result<Vec<Explained>> {
    let curriculum = Curriculum::of(model).context("the model does not say which graphs it was trained on")?;
    let explain = |family: String| {
        let classes = classes_of(model, &family)?;
        let inputs = unseen_inputs(&curriculum, model.channels(), &family, count, settings)?;
        let saliency = Saliency::of(model, &inputs, &classes)?;
        Ok(Explained { family, graphs: count as usize, saliency })
    };
    families.into_iter().map(explain).collect()
}

/// A user's graphs: all of them for each family, the families being the most frequent predictions.
fn explain_given(args: &SaliencyArgs, model: &Model, inputs: &Inputs) -> anyhow::Result<Done> {
    let mut report = SkipReport::new(&inputs.paths);
    let bar = progress::start(|| inputs.expected(), args.work.threads.quiet);
    let mut rows = Vec::new();
    embed_stream(inputs.graphs(), model.channels(), &args.work.settings(), |outcome| {
        report.take(&bar, outcome, |_, row| {
            rows.extend_from_slice(row.vector);
            Ok(())
        })
    })?;
    bar.finish_and_clear();
    let done = report.finish()?;
    let taken_for = families_by_graphs(model, &rows);
    let families = match args.family.as_slice() {
        [] => taken_for.iter().take(MOST_STRIPS).map(|(family, _)| family.clone()).collect(),
        named => named.to_vec(),
    };
    let mut strips = Vec::new();
    for family in families {
        let saliency = Saliency::of(model, &rows, &classes_of(model, &family)?)?;
        let graphs = taken_for.iter().find(|(name, _)| *name == family).map_or(0, |(_, graphs)| *graphs);
        strips.push(Explained { family, graphs, saliency });
    }
    finish(args, "what the model looks at in these graphs", &strips)?;
    Ok(done)
}

/// The families that the graphs are taken for, most graphs first.
fn families_by_graphs(model: &Model, rows: &[f32]) -> Vec<(String, usize)> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for class in model.classify(rows) {
        let family = Curriculum::family_of_class(&model.classes()[class]);
        match counts.iter_mut().find(|(name, _)| name == family) {
            Some((_, count)) => *count += 1,
            None => counts.push((family.to_owned(), 1)),
        }
    }
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts
}

/// The classes of a model that are the family, or parts of it.
fn classes_of(model: &Model, family: &str) -> anyhow::Result<Vec<usize>> {
    let is_family = |class: &String| Curriculum::family_of_class(class) == family;
    let classes: Vec<usize> = (0..model.classes().len()).filter(|&at| is_family(&model.classes()[at])).collect();
    if classes.is_empty() {
        let mut known: Vec<&str> = model.classes().iter().map(|class| Curriculum::family_of_class(class)).collect();
        known.dedup();
        bail!("found the family \"{}\", wanted one that the model tells apart: {}", shown(family), known.join(", "));
    }
    Ok(classes)
}

fn figure(title: &str, strips: &[Explained]) -> StripFigure {
    let drawn = strips.iter().map(|strip| Strip { label: strip.label(), values: strip.saliency.strip() });
    StripFigure::new(title, drawn.collect(), "position in the spectrum, ascending")
}

fn finish(args: &SaliencyArgs, title: &str, strips: &[Explained]) -> anyhow::Result<()> {
    let figure = figure(title, strips);
    for path in &args.output {
        figure.save(path)?;
    }
    if args.json {
        let strips = strips.iter().map(|strip| {
            json!({
                "family": strip.family,
                "graphs": strip.graphs,
                "magnitudes": strip.saliency.magnitudes,
                "strip": strip.saliency.strip(),
            })
        });
        say_json(&json!({ "strips": strips.collect::<Vec<_>>() }))?;
    } else {
        for strip in strips {
            say(format_args!("{:<28}most: {}", strip.label(), peaks(&strip.saliency)))?;
        }
    }
    Ok(())
}

/// Where the spectrum matters: the share of the total influence of each quarter of it.
fn peaks(saliency: &Saliency) -> String {
    let total: f64 = saliency.magnitudes.iter().sum();
    let quarters = saliency.magnitudes.chunks(saliency.magnitudes.len().div_ceil(4));
    let shares = quarters.map(|quarter| format!("{:.0} %", 100.0 * quarter.iter().sum::<f64>() / total));
    format!("{} (quarters of the spectrum, low to high)", shares.collect::<Vec<_>>().join(", "))
}
