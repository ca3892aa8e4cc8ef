//! Whole collections in memory, for methods that compare graphs with each other.

use anyhow::bail;
use sgr::graph::{GraphCollection, GraphRecord};
use sgr::spectrum::SpectrumError;

use crate::plan::{Inputs, Skipped, SourcedGraph};
use crate::progress;
use crate::report::{Done, SkipReport};
use crate::retry::gathering_if_needed;

/// Reads all graphs of the inputs. Graphs without nodes, which no method can describe, are named and left out.
pub(crate) fn read(mut inputs: Inputs, quiet: bool) -> anyhow::Result<(GraphCollection, Done)> {
    gathering_if_needed(&mut inputs, |inputs| {
        let mut report = SkipReport::new(&inputs.paths);
        let bar = progress::start(|| inputs.expected(), quiet);
        let (mut collection, mut needed, limit) = (GraphCollection::new(), 0, inputs.options.max_memory);
        for graph in inputs.graphs() {
            let outcome = match graph {
                Ok(sourced) if sourced.record.graph.node_count() == 0 => {
                    Err(Skipped::Spectrum { item: sourced, error: SpectrumError::EmptyGraph })
                }
                Ok(sourced) => Ok((sourced, ())),
                Err(error) => Err(Skipped::Source(error)),
            };
            report.take(&bar, outcome, |SourcedGraph { record, .. }, ()| {
                needed += memory(&record);
                if needed > limit {
                    let graphs = collection.records().len() + 1;
                    bail!("{graphs} graphs take {needed} bytes of memory, wanted at most {limit}; --max-memory GB allows more");
                }
                collection.push(record);
                Ok(())
            })?;
        }
        bar.finish_and_clear();
        Ok((collection, report.finish()?))
    })
}

/// Bytes that a graph takes in a collection, which grows by doubling.
fn memory(record: &GraphRecord) -> u64 {
    let texts = record.id.len() + record.label.as_ref().map_or(0, String::len);
    record.graph.memory() + (2 * size_of::<GraphRecord>() + texts) as u64
}
