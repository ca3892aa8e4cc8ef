//! `sgr generate`: synthetic collections.

use std::collections::HashSet;
use std::time::Instant;

use anyhow::bail;
use serde_json::{Value, json};
use sgr::output::{CollectionFormat, CollectionWriter};
use sgr::synthetic::{GenerateSettings, Recipe, generate};
use sgr::text::shown_path;

use crate::args::GenerateArgs;
use crate::progress;
use crate::report::{Done, say, say_json};

pub(crate) fn run(args: GenerateArgs) -> anyhow::Result<Done> {
    let start = Instant::now();
    let settings = settings(&args)?;
    let format = CollectionFormat::from_path(&args.output)?;
    let total = args.family.len() as u64 * args.count;
    if format == CollectionFormat::EdgeList && total != 1 {
        let name = shown_path(&args.output);
        bail!(
            "{name}: found {total} graphs to write, wanted 1 in an edge list; a name that ends in .jsonl or .zip takes many"
        );
    }
    let mut collection = CollectionWriter::create(&args.output)?;
    let bar = progress::start(|| Some(total), args.threads.quiet);
    let (mut nodes, mut edges) = (0, 0);
    generate(&settings, |record| {
        bar.inc(1);
        nodes += record.graph.node_count();
        edges += record.graph.edge_count();
        collection.write_graph(&record).map_err(anyhow::Error::from)
    })?;
    collection.finish()?;
    bar.finish_and_clear();
    let is_tu = matches!(format, CollectionFormat::TuFolder | CollectionFormat::TuArchive);
    if args.json {
        let summary = json!({
            "output": args.output.display().to_string(),
            "graphs": total,
            "nodes": nodes,
            "edges": edges,
            "classes": classes(&args, is_tu),
            "seed": args.seed,
            "seconds": start.elapsed().as_secs_f64(),
        });
        say_json(&summary)?;
    } else if is_tu {
        for (at, family) in args.family.iter().enumerate() {
            say(format_args!("class {}: {family}", at + 1))?;
        }
    }
    Ok(Done::default())
}

fn settings(args: &GenerateArgs) -> anyhow::Result<GenerateSettings> {
    let mut seen = HashSet::new();
    if let Some(again) = args.family.iter().find(|family| !seen.insert(**family)) {
        bail!("found the family {again} twice, wanted each once; --count says how many graphs it gives");
    }
    let mut settings = GenerateSettings::new(args.family.clone(), args.count);
    settings.recipe = Recipe {
        nodes: args.nodes.into(),
        mean_degree: args.degree.into(),
        blocks: args.blocks.into(),
        ratio: args.ratio.into(),
    };
    settings.seed = args.seed;
    settings.threads = args.threads.settings().threads;
    settings.max_memory = args.memory.bytes();
    // Before the output is opened: a slip of the command line leaves no trace.
    settings.check()?;
    Ok(settings)
}

/// The classes as they stand in the file: by number in a TU collection, by name elsewhere.
fn classes(args: &GenerateArgs, is_tu: bool) -> Vec<Value> {
    let class = |(at, family): (usize, &sgr::synthetic::Family)| {
        let label = if is_tu { (at + 1).to_string() } else { family.name().to_owned() };
        json!({ "label": label, "family": family.name(), "graphs": args.count })
    };
    args.family.iter().enumerate().map(class).collect()
}
