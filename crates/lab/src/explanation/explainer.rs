//! A collection with its vectors and the regression of its classes.

use super::ExplainError;
use super::alphabet::labels_of;
use super::class_model::ClassModel;
use crate::evaluation::{ClassLabels, EvaluationError, VectorRows};
use crate::experiment::{Description, class_labels, represent};
use sgr_core::embed::StreamSettings;
use sgr_core::graph::GraphRecord;
use sgr_core::progress::Progress;
use sgr_core::representation::{
    LabelPart, LabelSettings, Labels, LeftOut, Model, RepresentationName, RepresentationSettings,
};

/// Graphs with their vectors, and the classes as a logistic regression (C = 1, on the vectors as they are) has learned them from all
/// of the graphs.
#[derive(Debug)]
pub struct Explainer<'a> {
    pub(super) records: &'a [GraphRecord],
    pub(super) seen: Labels,
    pub(super) threads: usize,
    label_settings: LabelSettings,
    width: usize,
    rows: Vec<f32>,
    /// None without classes, or with one.
    pub(super) classes: Option<ClassModel>,
}

impl<'a> Explainer<'a> {
    /// Embeds the graphs with the labels that are to be seen, and learns their classes if all graphs have one and there are two.
    ///
    /// # Errors
    /// [`ExplainError::NoLabels`]; [`ExplainError::Evaluation`] if some graphs have a class and others have none;
    /// [`ExplainError::Describe`].
    pub fn new(
        records: &'a [GraphRecord],
        seen: Labels,
        model: &Model,
        settings: &StreamSettings,
        progress: &dyn Progress,
    ) -> Result<Self, ExplainError> {
        if records.iter().all(|record| labels_of(&record.graph, seen).is_empty()) {
            return Err(ExplainError::NoLabels { graphs: records.len(), wanted: carriers_of(seen) });
        }
        let labels = classes_of(records)?;
        let representation =
            RepresentationSettings::new(RepresentationName::Sgr).model(model.clone()).labels(Some(seen));
        let described = represent(records, representation.build().as_ref(), settings, progress)?;
        let Description::Vectors { width, rows } = described else { unreachable!("a representation makes vectors") };
        let vectors = VectorRows::new(&rows, width)?;
        let classes = labels.map(|labels| ClassModel::learn(labels, vectors)).transpose()?;
        let (threads, label_settings) = (settings.threads, model.labels().clone());
        Ok(Self { records, seen, threads, label_settings, width, rows, classes })
    }

    /// The position of the first graph with an id.
    ///
    /// # Errors
    /// [`ExplainError::UnknownId`].
    pub fn position(&self, id: &str) -> Result<usize, ExplainError> {
        let found = self.records.iter().position(|record| record.id == id);
        found.ok_or_else(|| {
            let example = self.records.first().map_or_else(String::new, |record| record.id.clone());
            ExplainError::UnknownId { id: id.to_owned(), graphs: self.records.len(), example }
        })
    }

    /// The graphs.
    #[must_use]
    pub fn records(&self) -> &'a [GraphRecord] {
        self.records
    }

    /// The names of the classes; none if the graphs have no classes, or one.
    #[must_use]
    pub fn class_names(&self) -> &[String] {
        self.classes.as_ref().map_or(&[], |classes| classes.labels.names())
    }

    /// The part of the graphs whose class the regression gives back, having learned from the same graphs.
    #[must_use]
    pub fn training_accuracy(&self) -> Option<f64> {
        let classes = self.classes.as_ref()?;
        let is_right = |(at, class): &(usize, &usize)| classes.predicted(self.vector(*at)).0 == **class;
        let right = classes.labels.classes().iter().enumerate().filter(is_right).count();
        Some(right as f64 / self.records.len() as f64)
    }

    /// Makes label parts; each thread has its own.
    pub(super) fn label_part(&self) -> LabelPart {
        LabelPart::new(self.seen, self.label_settings.clone())
    }

    pub(super) fn vector(&self, graph: usize) -> &[f32] {
        &self.rows[graph * self.width..][..self.width]
    }

    /// The numbers of the label part, which are the last ones of a vector.
    pub(super) fn label_numbers(&self, graph: usize) -> &[f32] {
        let vector = self.vector(graph);
        &vector[vector.len() - self.label_settings.width()..]
    }

    /// The change of the label part of a graph if labels are left out.
    pub(super) fn change(&self, part: &mut LabelPart, graph: usize, left_out: LeftOut<'_>) -> Vec<f64> {
        let mut without = Vec::new();
        part.append_without(&self.records[graph].graph, left_out, &mut without);
        let difference = |(without, with): (&f32, &f32)| f64::from(*without) - f64::from(*with);
        without.iter().zip(self.label_numbers(graph)).map(difference).collect()
    }

    /// For each class the probability with all labels, minus that without some; none without classes.
    pub(super) fn probability_changes(&self, graph: usize, change: &[f64]) -> Vec<f64> {
        let Some(classes) = &self.classes else { return Vec::new() };
        let values = classes.decision_values(self.vector(graph));
        let with = ClassModel::probabilities(&values);
        let without = ClassModel::probabilities(&classes.moved(&values, change));
        with.iter().zip(without).map(|(with, without)| with - without).collect()
    }
}

/// Nodes, edges, or both, in words.
pub(super) fn carriers_of(seen: Labels) -> &'static str {
    match seen {
        Labels::Nodes => "nodes",
        Labels::Edges => "edges",
        Labels::All => "nodes or edges",
    }
}

pub(super) fn length(vector: &[f64]) -> f64 {
    vector.iter().map(|value| value * value).sum::<f64>().sqrt()
}

/// The classes, if there are at least two. Some graphs with a class and others without are a mistake of the file.
fn classes_of(records: &[GraphRecord]) -> Result<Option<ClassLabels>, EvaluationError> {
    if records.iter().all(|record| record.label.is_none()) {
        return Ok(None);
    }
    match class_labels(records) {
        Ok(labels) => Ok(Some(labels)),
        Err(EvaluationError::OneClass { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
