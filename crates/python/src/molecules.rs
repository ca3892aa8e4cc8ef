//! Molecules: SMILES as graphs, and whether a file holds molecules.

use std::path::PathBuf;

use pyo3::prelude::*;
use sgr::graph::GraphRecord;
use sgr::input::{self, Format, GraphReader, HydrogenNodes, MoleculeOptions, ReadOptions, SmilesGraphs};

use crate::graph::Graph;
use crate::graph_file::Item;
use crate::wanted::named;

/// The graph of each SMILES, or in words why it has none. The interpreter is free meanwhile.
#[pyfunction]
pub(crate) fn graphs_of_smiles(
    py: Python<'_>,
    texts: Vec<String>,
    ids: Vec<String>,
    hydrogens: &str,
    hydrogen_counts: bool,
) -> PyResult<Vec<Item>> {
    let hydrogens = named::<HydrogenNodes>("hydrogens", hydrogens)?;
    let molecules = MoleculeOptions::new().hydrogen_nodes(hydrogens).hydrogen_counts(hydrogen_counts);
    let mut graphs = SmilesGraphs::new(&ReadOptions::new().molecules(molecules));
    let mut item = |(text, id): (String, String)| match graphs.of(&text) {
        Err(problem) => Item::Skipped(problem.to_string()),
        Ok((graph, dropped)) => {
            Item::Graph(Graph::of(GraphRecord { id, label: None, graph, dropped }).with_molecule(true))
        }
    };
    Ok(py.detach(|| texts.into_iter().zip(ids).map(&mut item).collect()))
}

/// Whether a file or folder holds molecules or proteins, by its name or, for a table, by its columns. A file that cannot be
/// opened tells why when it is read.
#[pyfunction]
#[pyo3(signature = (path, format=None))]
pub(crate) fn holds_molecules(path: PathBuf, format: Option<&str>) -> PyResult<bool> {
    let format = match format {
        Some(name) => Some(named::<Format>("format", name)?),
        None => Format::from_path(&path).ok(),
    };
    let Some(format) = format.filter(|format| format.is_table() || format.is_molecular()) else { return Ok(false) };
    let opened = input::open(&path, Some(format), &ReadOptions::new());
    Ok(format.is_molecular() || opened.is_ok_and(|reader: GraphReader| reader.has_molecules()))
}
