//! One graph as an edge list.

use std::io::{self, Write};
use std::path::Path;

use super::GraphWriter;
use crate::output::{AtomicFile, OutputError};
use sgr_core::graph::{Graph, GraphRecord};

/// An edge list as SNAP writes it: comments that tell the numbers, then `u <tab> v` a line, with the weight behind if
/// there is one.
///
/// It holds one graph, and no isolated node of it: the first comment says how many nodes there were.
pub(super) struct EdgeListWriter {
    file: AtomicFile,
    is_full: bool,
}

impl EdgeListWriter {
    pub(super) fn create(path: &Path) -> Result<Self, OutputError> {
        Ok(Self { file: AtomicFile::create(path)?, is_full: false })
    }

    fn write_edges(&mut self, graph: &Graph) -> io::Result<()> {
        let file = &mut self.file;
        let isolated = graph.isolated_count();
        writeln!(file, "# nodes {}, edges {}", graph.node_count(), graph.edge_count())?;
        writeln!(file, "# nodes without an edge, not listed: {isolated}")?;
        for (u, v, weight) in graph.edges() {
            match graph.is_weighted() {
                true => writeln!(file, "{u}\t{v}\t{weight}")?,
                false => writeln!(file, "{u}\t{v}")?,
            }
        }
        Ok(())
    }
}

impl GraphWriter for EdgeListWriter {
    fn write_graph(&mut self, record: &GraphRecord) -> Result<(), OutputError> {
        if self.is_full {
            return Err(OutputError::CannotExpress {
                path: self.file.path().to_owned(),
                id: record.id.clone(),
                found: "a second graph",
                wanted: "only one in an edge list; a name that ends in .jsonl or .zip takes many",
            });
        }
        self.is_full = true;
        let written = self.write_edges(&record.graph);
        written.map_err(OutputError::at(self.file.path()))
    }

    fn finish(self: Box<Self>) -> Result<(), OutputError> {
        self.file.commit()
    }
}
