//! Whole collections in memory, for methods that compare graphs with each other.

use sgr::graph::GraphCollection;
use sgr::spectrum::SpectrumError;

use crate::plan::{Inputs, Skipped, SourcedGraph};
use crate::progress;
use crate::report::{Done, SkipReport};
use crate::retry::gathering_if_needed;

/// Reads all graphs of some inputs. Graphs without nodes, which no method can describe, are named and left out.
pub(crate) fn read(mut inputs: Inputs, quiet: bool) -> anyhow::Result<(GraphCollection, Done)> {
    gathering_if_needed(&mut inputs, |inputs| {
        let mut report = SkipReport::new(inputs.paths.len());
        let bar = progress::start(|| inputs.expected(), quiet);
        let mut collection = GraphCollection::new();
        for graph in inputs.graphs() {
            let outcome = graph.map_err(Skipped::Source).and_then(with_nodes);
            report.take(&bar, outcome.map(|sourced| (sourced, ())), |record, ()| {
                collection.push(record);
                Ok(())
            })?;
        }
        bar.finish_and_clear();
        Ok((collection, report.finish()?))
    })
}

fn with_nodes(sourced: SourcedGraph) -> Result<SourcedGraph, Skipped> {
    match sourced.record.graph.node_count() {
        0 => Err(Skipped::Spectrum { item: sourced, error: SpectrumError::EmptyGraph }),
        _ => Ok(sourced),
    }
}
