//! `sgr saliency --labels`: labels, nodes and edges that move a class or a distance.

use sgr::explanation::{CollectionInfluence, Explainer, GraphInfluence};
use sgr::figure::{FigureFormat, InfluenceFigure};
use sgr::output::AtomicFile;
use sgr::representation::{BuiltIn, Labels};
use sgr::text::{shown, shown_path};

use super::tables;
use crate::args::SaliencyArgs;
use crate::plan::Inputs;
use crate::report::{Done, complain, say, say_json};
use crate::{collection, progress};

/// Labels that are left out unless a limit is named: alphabets of more are rare.
const MOST_LABELS: usize = 64;

pub(super) fn run(args: &SaliencyArgs, seen: Labels) -> anyhow::Result<Done> {
    // Before the work: a folder that is missing should not cost an hour.
    for path in &args.output {
        AtomicFile::create(path)?;
    }
    let mut inputs = Inputs::of(args.input.iter().cloned().map(Into::into).collect(), &args.read, &args.work.memory)?;
    inputs.options.node_labels = seen.has_nodes();
    inputs.options.edge_labels = seen.has_edges();
    let quiet = args.work.threads.quiet;
    let (collection, done) = collection::read(inputs, quiet)?;
    let model = args.model_or(BuiltIn::Default).open()?;
    let bar = progress::fraction("vectors".to_owned(), quiet);
    let explainer = Explainer::new(collection.records(), seen, &model, &args.work.settings(), &bar);
    bar.finish();
    let explainer = explainer?;
    if explainer.class_names().is_empty() {
        complain(format_args!(
            "found no two classes among the graphs: there are movements of vectors, and no probabilities"
        ));
    }
    match &args.graph {
        None => explain_collection(args, &explainer)?,
        Some(id) => explain_graph(args, &explainer, id)?,
    }
    Ok(done)
}

fn explain_collection(args: &SaliencyArgs, explainer: &Explainer<'_>) -> anyhow::Result<()> {
    let bar = progress::fraction("labels".to_owned(), args.work.threads.quiet);
    let influence = explainer.labels(args.limit.map_or(MOST_LABELS, |limit| limit as usize), &bar);
    bar.finish();
    let influence = influence?;
    let (alphabet, labels) = (influence.alphabet, influence.labels.len());
    if alphabet > labels {
        complain(format_args!(
            "found {alphabet} labels, left out the {labels} most frequent ones; --limit N changes that"
        ));
    }
    write(args, || Ok(influence.to_csv()?), || collection_figure(args, explainer, &influence))?;
    let accuracy = explainer.training_accuracy();
    if args.json {
        say_json(&tables::collection_json(&influence, accuracy))?;
    } else {
        say(tables::collection_table(&influence, accuracy))?;
    }
    Ok(())
}

fn collection_figure(
    args: &SaliencyArgs,
    explainer: &Explainer<'_>,
    influence: &CollectionInfluence,
) -> anyhow::Result<InfluenceFigure> {
    let typical: Vec<GraphInfluence> =
        explainer.typical_graphs().into_iter().filter_map(|at| explainer.graph(at, None, None, &()).ok()).collect();
    let names: Vec<String> = args
        .input
        .iter()
        .filter_map(|path| path.file_name())
        .map(|name| shown_path(name.as_ref()).to_string())
        .collect();
    Ok(explainer.collection_figure(&format!("influence of labels in {}", names.join(", ")), influence, &typical))
}

fn explain_graph(args: &SaliencyArgs, explainer: &Explainer<'_>, id: &str) -> anyhow::Result<()> {
    let at = explainer.position(id)?;
    let against = args.against.as_deref().map(|id| explainer.position(id)).transpose()?;
    let limit = args.limit.map(|limit| limit as usize);
    let bar = progress::fraction("nodes".to_owned(), args.work.threads.quiet);
    let influence = explainer.graph(at, against, limit, &bar);
    bar.finish();
    let influence = influence?;
    let (nodes, looked_at) = (explainer.records()[at].graph.node_count(), influence.nodes.len());
    if nodes > looked_at {
        complain(format_args!(
            "graph {}: found {nodes} nodes, left out the labels of the {looked_at} nearest to the node with the most \
             neighbours; --limit N changes that",
            shown(id)
        ));
    }
    write(
        args,
        || Ok(influence.to_csv()?),
        || {
            // The other graph is drawn too, in the colours of its own nodes.
            let other = against.map(|other| explainer.graph(other, Some(at), limit, &())).transpose()?;
            let title = match &args.against {
                None => format!("influence of labels in graph {}", shown(id)),
                Some(other) => format!("influence of labels on the distance of {} and {}", shown(id), shown(other)),
            };
            let drawn: Vec<GraphInfluence> = [influence.clone()].into_iter().chain(other).collect();
            Ok(explainer.graph_figure(&title, &drawn))
        },
    )?;
    if args.json {
        say_json(&tables::graph_json(explainer.records(), &influence))?;
    } else {
        say(tables::graph_table(explainer.records(), &influence))?;
    }
    Ok(())
}

/// Writes every output; a figure is made once for all of them.
fn write(
    args: &SaliencyArgs,
    csv: impl Fn() -> anyhow::Result<Vec<u8>>,
    figure: impl Fn() -> anyhow::Result<InfluenceFigure>,
) -> anyhow::Result<()> {
    let mut drawn = None;
    for path in &args.output {
        match FigureFormat::from_path(path)? {
            FigureFormat::Csv => AtomicFile::write(path, &csv()?)?,
            _ => {
                let figure = match drawn.take() {
                    Some(figure) => figure,
                    None => figure()?,
                };
                drawn.insert(figure).save(path)?;
            }
        }
    }
    Ok(())
}
