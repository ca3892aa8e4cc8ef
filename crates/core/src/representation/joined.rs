//! A representation of the structure, followed by the label part and the attribute part.

use super::attributes::AttributePart;
use super::labels::LabelPart;
use super::{Representation, SolvedGraph, WithoutSpectrum};
use crate::graph::Graph;
use crate::resampling::SampleGrid;

/// The vector of the structure, followed by the parts of labels and attributes that were asked for.
pub(super) struct Joined {
    structure: Box<dyn Representation>,
    labels: Option<LabelPart>,
    attributes: Option<AttributePart>,
    /// Vectors of the structure of a block of graphs.
    rows: Vec<f32>,
}

impl Joined {
    pub(super) fn new(
        structure: Box<dyn Representation>,
        labels: Option<LabelPart>,
        attributes: Option<AttributePart>,
    ) -> Self {
        Self { structure, labels, attributes, rows: Vec::new() }
    }

    /// Appends the parts that follow the vector of the structure.
    fn append_parts(&mut self, graph: &Graph, rows: &mut Vec<f32>) {
        if let Some(labels) = &mut self.labels {
            labels.append(graph, rows);
        }
        if let Some(attributes) = &mut self.attributes {
            attributes.append(graph, rows);
        }
    }
}

impl Representation for Joined {
    fn name(&self) -> &'static str {
        self.structure.name()
    }

    fn columns(&self) -> Vec<String> {
        let mut columns = self.structure.columns();
        columns.extend(self.labels.iter().flat_map(LabelPart::columns));
        columns.extend(self.attributes.iter().flat_map(AttributePart::columns));
        columns
    }

    fn append(&mut self, graphs: &[SolvedGraph<'_>], rows: &mut Vec<f32>) {
        self.rows.clear();
        self.structure.append(graphs, &mut self.rows);
        let width = self.rows.len() / graphs.len().max(1);
        for (at, solved) in graphs.iter().enumerate() {
            rows.extend_from_slice(&self.rows[at * width..][..width]);
            self.append_parts(solved.graph, rows);
        }
    }

    fn grid(&self) -> SampleGrid {
        self.structure.grid()
    }

    fn without_spectrum(&mut self) -> Option<&mut dyn WithoutSpectrum> {
        self.structure.without_spectrum()?;
        Some(self)
    }

    fn is_sparse(&self) -> bool {
        self.structure.is_sparse()
    }

    fn clone_boxed(&self) -> Box<dyn Representation> {
        let (labels, attributes) =
            (self.labels.as_ref().map(LabelPart::copy), self.attributes.as_ref().map(AttributePart::copy));
        Box::new(Self::new(self.structure.clone_boxed(), labels, attributes))
    }
}

impl WithoutSpectrum for Joined {
    fn append_graph(&mut self, graph: &Graph, rows: &mut Vec<f32>) {
        if let Some(structure) = self.structure.without_spectrum() {
            structure.append_graph(graph, rows);
        }
        self.append_parts(graph, rows);
    }
}
