//! Graphs of a file as vectors in memory.

use anyhow::bail;
use sgr::Graph;
use sgr::embed::{Embedding, embed_stream};
use sgr::input::{InputError, Scope};
use sgr::spectrum::Origin;

use crate::args::SearchArgs;
use crate::plan::{Inputs, SourcedGraph};
use crate::progress;
use crate::report::{Done, SkipReport, tell_error};
use crate::retry::gathering_if_needed;

/// Vectors with ids and columns of texts.
#[derive(Debug, Default)]
pub(super) struct Embedded {
    pub(super) ids: Vec<String>,
    pub(super) columns: Vec<(String, Vec<Option<String>>)>,
    pub(super) values: Vec<f32>,
    pub(super) dimensions: usize,
    pub(super) graphs: Vec<Graph>,
    pub(super) done: Done,
}

/// Embeds the graphs of an input, or the one of an id. `keeps` the graphs themselves, too.
pub(super) fn embed(args: &SearchArgs, mut inputs: Inputs, id: Option<&str>, keeps: bool) -> anyhow::Result<Embedded> {
    args.vectors.keep_seen(&mut inputs.options);
    gathering_if_needed(&mut inputs, |inputs| {
        let representation = args.vectors.representation()?;
        let mut report = SkipReport::new(&inputs.paths);
        let bar = progress::start(|| inputs.expected(), args.work.threads.quiet);
        let mut settings = args.work.settings();
        args.large.apply(&mut settings.spectrum);
        settings.spectrum.progress = progress::for_large(&bar);
        let mut found = Embedded { dimensions: representation.columns().len(), ..Embedded::default() };
        let (mut labels, mut needed, limit) = (Vec::new(), 0, args.work.memory.bytes());
        let wanted = id.map(str::to_owned);
        let graphs = inputs.graphs().filter(move |graph| is_wanted(graph, wanted.as_deref()));
        embed_stream(graphs, representation.as_ref(), &settings, |outcome| {
            report.take(&bar, outcome, |SourcedGraph { record, .. }, embedding| {
                let Embedding { vector, origin, error } = embedding;
                if origin != Origin::Exact {
                    bar.suspend(|| tell_error(&record.id, origin, error, args.large.max_error));
                }
                // Lists that grow by doubling.
                needed += 2 * (size_of_val(vector) + record.id.len() + size_of::<String>()) as u64;
                needed += if keeps { record.graph.memory() } else { 0 };
                if needed > limit {
                    let count = found.ids.len() + 1;
                    bail!("the vectors of {count} graphs take {needed} bytes of memory, wanted at most {limit}; --max-memory GB allows more");
                }
                found.values.extend_from_slice(vector);
                found.ids.push(record.id);
                labels.push(record.label);
                found.graphs.extend(keeps.then_some(record.graph));
                Ok(())
            })
        })?;
        bar.finish_and_clear();
        let is_missing = id.is_some() && report.done() + report.skipped() == 0;
        found.done = if is_missing { Done::default() } else { report.finish()? };
        if labels.iter().any(Option::is_some) {
            found.columns.push(("label".to_owned(), labels));
        }
        Ok(found)
    })
}

/// Whether an item is the graph of an id, or ends the reading before it came.
fn is_wanted(graph: &Result<SourcedGraph, InputError>, id: Option<&str>) -> bool {
    let Some(id) = id else { return true };
    match graph {
        Ok(graph) => graph.record.id == id,
        Err(error) => error.scope == Scope::File || error.graph.as_deref() == Some(id),
    }
}
