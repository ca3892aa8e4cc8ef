//! Whole collections in memory, for methods that compare graphs with each other.

use sgr::graph::GraphCollection;
use sgr::spectrum::SpectrumError;

use crate::plan::{Inputs, Skipped};
use crate::progress;
use crate::report::{Done, SkipReport};
use crate::retry::gathering_if_needed;

/// Reads all graphs of the inputs. Graphs without nodes, which no method can describe, are named and left out.
pub(crate) fn read(mut inputs: Inputs, quiet: bool) -> anyhow::Result<(GraphCollection, Done)> {
    gathering_if_needed(&mut inputs, |inputs| {
        let mut report = SkipReport::new(inputs.paths.len());
        let bar = progress::start(|| inputs.expected(), quiet);
        let mut collection = GraphCollection::new();
        for graph in inputs.graphs() {
            let outcome = match graph {
                Ok(sourced) if sourced.record.graph.node_count() == 0 => {
                    Err(Skipped::Spectrum { item: sourced, error: SpectrumError::EmptyGraph })
                }
                Ok(sourced) => Ok((sourced, ())),
                Err(error) => Err(Skipped::Source(error)),
            };
            report.take(&bar, outcome, |record, ()| {
                collection.push(record);
                Ok(())
            })?;
        }
        bar.finish_and_clear();
        Ok((collection, report.finish()?))
    })
}
