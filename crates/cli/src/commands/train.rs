//! `sgr train`: a model from synthetic graphs.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use sgr::input::read_text;
use sgr::learning::{
    Curriculum, CurriculumChanges, PretextScore, RangeScore, TrainingStep, score_model, train_model, with_statistics,
};
use sgr::representation::{Model, VectorStatistics};
use sgr::text::{shown, shown_path};

use crate::args::{ModelName, TrainArgs};
use crate::report::{Done, say, say_json};
use crate::{exit, progress};

pub(crate) fn run(args: TrainArgs) -> anyhow::Result<Done> {
    let start = Instant::now();
    args.files().check()?;
    let old = args.statistics.as_ref().map(ModelName::open).transpose()?;
    let curriculum = curriculum(&args, old.as_ref())?;
    let Some(output) = args.output.as_deref().filter(|_| !args.show) else {
        say(curriculum.to_toml().trim_end())?;
        return Ok(Done::default());
    };
    // Before the work: a folder that is missing should not cost a minute.
    sgr::output::AtomicFile::create(output)?;
    let mut settings = args.threads.settings();
    settings.spectrum.memory_limit = args.memory.bytes();
    let interrupted = exit::ending_by_itself();
    let bar = progress::start(|| Some(curriculum.graph_count()), args.threads.quiet);
    let mut observe = |step: TrainingStep<'_>| {
        show(&bar, step, &curriculum);
        if interrupted.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let (model, history) = match old {
        Some(model) => (with_statistics(model, &curriculum, &settings, &mut observe)?, Vec::new()),
        None => train_model(&curriculum, &settings, &mut observe)?,
    };
    bar.finish_and_clear();
    sgr::output::save_model(&model, output)?;
    let trained = start.elapsed();
    let score = match args.score {
        count if count == 0 || args.statistics.is_some() => None,
        count => Some(score_model(&model, &curriculum, count, &settings)?),
    };
    if args.json {
        say_json(&json!({
            "output": output.display().to_string(),
            "classes": model.classes().len(),
            "graphs": curriculum.graph_count(),
            "inputs": model.channels().width(),
            "dimensions": model.perceptron().outputs(),
            "seed": curriculum.training.seed,
            "scores": serde_json::from_str::<serde_json::Value>(model.provenance().scores())?,
            "new_graphs": score.as_ref().map(|score| json!({ "accuracy": score.accuracy(), "table": score })),
            "seconds": trained.as_secs_f64(),
        }))?;
        return Ok(Done::default());
    }
    if args.statistics.is_some() {
        let graphs = model.statistics().map_or(0, VectorStatistics::graphs);
        say(format_args!("{}: the model with statistics of {graphs} graphs", shown_path(output)))?;
        return Ok(Done::default());
    }
    say(format_args!("{}: {} epochs, {} classes", shown_path(output), history.len(), model.classes().len()))?;
    let accuracy = model.provenance().score("validation_accuracy");
    say(format_args!("{:.1} % of the graphs held out are in the right class", 100.0 * accuracy.unwrap_or(f64::NAN)))?;
    score.as_ref().map_or(Ok(()), tell)?;
    Ok(Done::default())
}

/// The curriculum that the arguments ask for, or that of a model that gets statistics, checked.
fn curriculum(args: &TrainArgs, old: Option<&Model>) -> anyhow::Result<Curriculum> {
    if let (Some(model), Some(name)) = (old, &args.statistics) {
        let name = name.shown();
        let curriculum = Curriculum::of(model);
        let curriculum = curriculum.with_context(|| format!("{name}: found no record of its training graphs"))?;
        let changes = CurriculumChanges { distance: args.distance, ..CurriculumChanges::default() };
        return curriculum.with(&changes).context(name);
    }
    let curriculum = match Curriculum::built_in(&args.curriculum) {
        Some(curriculum) => curriculum,
        None => {
            let text = read_text(Path::new(&args.curriculum), Curriculum::LARGEST_TEXT).with_context(|| {
                let known = Curriculum::BUILT_IN.join(" and ");
                format!("cannot read the curriculum; those that are built in are {known}")
            })?;
            Curriculum::from_toml(&text).with_context(|| shown(&args.curriculum).to_string())?
        }
    };
    let changes = CurriculumChanges {
        seed: args.seed,
        epochs: args.epochs,
        dimensions: args.dimensions,
        learning_rate: args.learning_rate,
        batch: args.batch,
        graphs: None,
        distance: args.distance,
    };
    curriculum.with(&changes).with_context(|| shown(&args.curriculum).to_string())
}

fn show(bar: &ProgressBar, step: TrainingStep<'_>, curriculum: &Curriculum) {
    match step {
        TrainingStep::Graphs { done, .. } => bar.set_position(done),
        TrainingStep::Epoch(epoch) => {
            if epoch.number == 1 {
                bar.reset();
                bar.set_length(curriculum.training.epochs as u64);
                // The template is a constant; should it be wrong, the line before serves.
                if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} epochs  {msg}  {eta} left") {
                    bar.set_style(style);
                }
                bar.enable_steady_tick(Duration::from_millis(200));
            }
            bar.set_position(epoch.number as u64);
            let (loss, accuracy) = (epoch.validation_loss, 100.0 * epoch.validation_accuracy);
            bar.set_message(format!("loss {loss:.3}, {accuracy:.1} % right"));
        }
    }
}

/// How the model does on new graphs: by family, by size and by degree.
fn tell(score: &PretextScore) -> std::io::Result<()> {
    say(format_args!("{:.1} % of new graphs are taken for their own family:", 100.0 * score.accuracy()))?;
    for (at, family) in score.families.iter().enumerate() {
        let row = &score.confusion[at];
        let total: u64 = row.iter().sum();
        let mistaken = (0..row.len()).filter(|&other| other != at).max_by_key(|&other| row[other]);
        let mistaken = mistaken.filter(|&other| row[other] > 0).map_or(String::new(), |other| {
            format!("  next {} ({:.1} %)", score.families[other], percent(row[other], total))
        });
        say(format_args!("  {family:<18}{:>5.1} %{mistaken}", percent(row[at], total)))?;
    }
    ranges("nodes", &score.by_size)?;
    ranges("mean degree", &score.by_degree)
}

fn ranges(what: &str, ranges: &[RangeScore]) -> std::io::Result<()> {
    say(format_args!("by {what}:"))?;
    for range in ranges {
        let bounds = format!("{}..{}", range.from, range.to);
        say(format_args!("  {bounds:<18}{:>5.1} %  of {} graphs", percent(range.right, range.graphs), range.graphs))?;
    }
    Ok(())
}

fn percent(part: u64, total: u64) -> f64 {
    100.0 * part as f64 / total as f64
}
