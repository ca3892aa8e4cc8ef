//! The work of a run that can be resumed: settings and inputs, which a later run must have too.

use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};
use sgr::input::FileState;
use sgr::text::shown_path;

use super::Inputs;
use crate::args::{EmbedArgs, ModelName};

impl EmbedArgs {
    /// All that the bytes of the result depend on.
    pub(crate) fn resumable_work(&self, inputs: &Inputs) -> anyhow::Result<Value> {
        let (vectors, read, large) = (&self.vectors, &self.read, &self.large);
        let model = match &vectors.model {
            ModelName::BuiltIn(model) => json!(model.name()),
            ModelName::File(path) => json!(states(path)?),
        };
        let mut graphs = Vec::new();
        for path in &inputs.paths {
            graphs.extend(states(path)?);
        }
        let columns: Vec<String> =
            inputs.options.columns.iter().map(|(role, column)| format!("{role}={column}")).collect();
        Ok(json!({
            "version": env!("CARGO_PKG_VERSION"),
            "inputs": graphs,
            "representation": vectors.representation.name(),
            "model": model,
            "samples": vectors.samples,
            "knots": vectors.knots.name(),
            "normalization": vectors.normalization.name(),
            "dimensions": vectors.dimensions,
            "depth": vectors.depth,
            "values": vectors.values.name(),
            "labels": vectors.labels.map(|labels| labels.name()),
            "ignore_labels": vectors.ignore_labels,
            "attributes": vectors.attributes,
            "format": inputs.format.map(|format| format.name()),
            "weights": read.weights,
            "directed_as_undirected": read.directed_as.is_some(),
            "header": inputs.options.header,
            "hydrogens": read.hydrogens.name(),
            "hydrogen_counts": read.hydrogen_counts,
            "contact_distance": read.contact_distance,
            "max_nodes": read.max_nodes,
            "columns": columns,
            "keep": self.keep,
            "spectrum": large.spectrum.name(),
            "max_error": large.max_error,
            "max_seconds": large.max_seconds.map(|limit| limit.as_secs_f64()),
            "ends": large.ends,
        }))
    }
}

fn states(path: &Path) -> anyhow::Result<Vec<FileState>> {
    FileState::of(path).with_context(|| shown_path(path).to_string())
}
