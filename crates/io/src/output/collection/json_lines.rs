//! Collections of graphs as JSON lines.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::GraphWriter;
use crate::output::{AtomicFile, OutputError};
use sgr_core::graph::GraphRecord;

/// One JSON object per line: `{"id": "…", "label": "…", "nodes": n, "edges": [[u, v], …]}`.
///
/// Nodes are 0 to n − 1. The label is left out where there is none; the edges of a weighted graph are `[u, v, weight]`.
/// Labels and attributes that the graph has follow as `node_labels`, `node_attributes` and `edge_labels`.
pub(super) struct JsonLinesWriter {
    file: AtomicFile,
}

impl JsonLinesWriter {
    pub(super) fn create(path: &Path) -> Result<Self, OutputError> {
        Ok(Self { file: AtomicFile::create(path)? })
    }

    fn write_line(&mut self, record: &GraphRecord) -> io::Result<()> {
        let (file, graph) = (&mut self.file, &record.graph);
        file.write_all(b"{\"id\":")?;
        serde_json::to_writer(&mut *file, &record.id)?;
        if let Some(label) = &record.label {
            file.write_all(b",\"label\":")?;
            serde_json::to_writer(&mut *file, label)?;
        }
        write!(file, ",\"nodes\":{},\"edges\":[", graph.node_count())?;
        let mut separator: &[u8] = b"";
        for (u, v, weight) in graph.edges() {
            file.write_all(separator)?;
            separator = b",";
            if graph.is_weighted() {
                serde_json::to_writer(&mut *file, &(u, v, weight))?;
            } else {
                serde_json::to_writer(&mut *file, &(u, v))?;
            }
        }
        file.write_all(b"]")?;
        if let Some(labels) = graph.node_labels() {
            write_list(file, "node_labels", labels.iter().map(|label| &**label))?;
        }
        if let Some(attributes) = graph.attributes() {
            write_list(file, "node_attributes", (0..graph.node_count() as u32).map(|node| attributes.row(node)))?;
        }
        if graph.all_edge_labels().is_some() {
            write_list(file, "edge_labels", graph.labels_of_edges())?;
        }
        file.write_all(b"}\n")
    }
}

/// Writes `,"key":[…]`.
fn write_list(file: &mut AtomicFile, key: &str, values: impl Iterator<Item = impl Serialize>) -> io::Result<()> {
    write!(file, ",\"{key}\":[")?;
    let mut separator: &[u8] = b"";
    for value in values {
        file.write_all(separator)?;
        separator = b",";
        serde_json::to_writer(&mut *file, &value)?;
    }
    file.write_all(b"]")
}

impl GraphWriter for JsonLinesWriter {
    fn write_graph(&mut self, record: &GraphRecord) -> Result<(), OutputError> {
        let written = self.write_line(record);
        written.map_err(OutputError::at(self.file.path()))
    }

    fn finish(self: Box<Self>) -> Result<(), OutputError> {
        self.file.commit()
    }
}
