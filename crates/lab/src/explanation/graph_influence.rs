//! Nodes and edges of one graph, the label of each left out.

use super::explainer::{carriers_of, length};
use super::nearby::nearby_nodes;
use super::{ExplainError, Explainer};
use crate::experiment::pool;
use rayon::prelude::*;
use sgr_core::graph::{Graph, Label};
use sgr_core::progress::{Progress, Steps};
use sgr_core::representation::{LabelPart, LeftOut};

/// Entries of compressed rows that all label parts of one graph may go through without a limit of the caller's: about ten seconds.
const MOST_ENTRIES: usize = 100_000_000;

/// Nodes of one graph whose labels are left out without a limit of the caller's: a picture of more is not read.
const MOST_NODES: usize = 2000;

/// The influence of the label of each node and edge of a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphInfluence {
    /// Position of the graph in the collection.
    pub graph: usize,
    /// The class that the regression predicts; none without classes.
    pub prediction: Option<Prediction>,
    /// Another graph, and the distance of the two vectors.
    pub against: Option<(usize, f64)>,
    /// The nodes that were looked at, ascending: all of them, unless the graph is larger than the limit.
    pub nodes: Vec<u32>,
    /// Nodes, then edges.
    pub carriers: Vec<CarrierInfluence>,
}

/// A class that a regression predicts.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// Its name.
    pub class: String,
    /// Its probability.
    pub probability: f64,
    /// The class that the collection gives to the graph.
    pub given: String,
}

/// A node, or the ends of an edge, the lower one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A node.
    Node(u32),
    /// The ends of an edge.
    Edge([u32; 2]),
}

/// The influence of the label of one node or edge.
#[derive(Debug, Clone, PartialEq)]
pub struct CarrierInfluence {
    /// Where the label is.
    pub place: Place,
    /// The label.
    pub label: Label,
    /// The log-odds of the predicted class against the rest with the label, minus those without: above zero the label speaks for
    /// the class. They change where a probability next to 1 hardly does.
    pub log_odds: Option<f64>,
    /// The probability of the predicted class with the label, minus that without.
    pub probability: Option<f64>,
    /// The distance to the other graph with the label, minus that without: above zero the label sets the graphs apart.
    pub distance: Option<f64>,
    /// Euclidean distance by which the vector moves without the label.
    pub movement: f64,
}

impl CarrierInfluence {
    /// The number behind colours and order: the change of the distance, or else of the log-odds, or else the movement.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.distance.or(self.log_odds).unwrap_or(self.movement)
    }
}

impl Place {
    fn left_out(self) -> LeftOut<'static> {
        match self {
            Self::Node(node) => LeftOut::Node(node),
            Self::Edge([u, v]) => LeftOut::Edge(u, v),
        }
    }
}

impl Explainer<'_> {
    /// Leaves out the labels of the nodes and edges of a graph, one at a time; with another graph, their distance is watched
    /// too. At most `most` nodes, and the edges between them; without that limit 2000 nodes, or fewer where a graph is so large
    /// that they would take more than about ten seconds. The nodes are those nearest to the node with the most neighbours.
    ///
    /// # Errors
    /// [`ExplainError::NoLabelsInGraph`], and [`ExplainError::Describe`] if the system gives no threads.
    ///
    /// # Panics
    /// If there is no graph at a position.
    ///
    /// # Complexity
    /// One label part a node and edge.
    pub fn graph(
        &self,
        at: usize,
        against: Option<usize>,
        most: Option<usize>,
        progress: &dyn Progress,
    ) -> Result<GraphInfluence, ExplainError> {
        let graph = &self.records[at].graph;
        let nodes = nearby_nodes(graph, most.unwrap_or_else(|| affordable(graph)));
        let places = self.places(graph, &nodes);
        if places.is_empty() {
            let (id, wanted) = (self.records[at].id.clone(), carriers_of(self.seen));
            return Err(ExplainError::NoLabelsInGraph { id, wanted });
        }
        let predicted = self.classes.as_ref().map(|classes| classes.predicted(self.vector(at)));
        let steps = Steps::new(progress, places.len());
        let influence = |part: &mut LabelPart, (place, label): (Place, Label)| {
            let change = self.change(part, at, place.left_out());
            let probability = predicted.map(|(class, _)| self.probability_changes(at, &change)[class]);
            let log_odds =
                self.classes.as_ref().zip(predicted).map(|(classes, (class, _))| -classes.slope(class, &change));
            let distance = against.map(|other| self.distance(at, other, &[]) - self.distance(at, other, &change));
            steps.step();
            CarrierInfluence { place, label, log_odds, probability, distance, movement: length(&change) }
        };
        let carriers =
            pool(self.threads)?.install(|| places.into_par_iter().map_init(|| self.label_part(), influence).collect());
        Ok(GraphInfluence {
            graph: at,
            prediction: self.prediction(at),
            against: against.map(|other| (other, self.distance(at, other, &[]))),
            nodes,
            carriers,
        })
    }

    /// The class of a graph in the eyes of the regression.
    fn prediction(&self, at: usize) -> Option<Prediction> {
        let classes = self.classes.as_ref()?;
        let (class, probability) = classes.predicted(self.vector(at));
        let name = |class: usize| classes.labels.names()[class].clone();
        Some(Prediction { class: name(class), probability, given: name(classes.labels.classes()[at]) })
    }

    /// The distance of the vectors of two graphs, after a change of the label part of the first.
    fn distance(&self, at: usize, other: usize, change: &[f64]) -> f64 {
        let (one, other) = (self.vector(at), self.vector(other));
        let first = one.len() - change.len();
        let difference = |place: usize| {
            let moved = if place < first { 0.0 } else { change[place - first] };
            f64::from(one[place]) + moved - f64::from(other[place])
        };
        length(&(0..one.len()).map(difference).collect::<Vec<f64>>())
    }

    /// The nodes and the edges between them whose labels are seen and not empty.
    fn places(&self, graph: &Graph, nodes: &[u32]) -> Vec<(Place, Label)> {
        let mut places = Vec::new();
        if let Some(labels) = graph.node_labels().filter(|_| self.seen.has_nodes()) {
            places.extend(nodes.iter().map(|&node| (Place::Node(node), labels[node as usize].clone())));
        }
        if self.seen.has_edges() {
            for &u in nodes {
                let labels = graph.edge_labels(u).unwrap_or_default();
                let above = graph.neighbors(u).iter().zip(labels).filter(|(v, _)| **v > u);
                let inside = above.filter(|(v, _)| nodes.binary_search(v).is_ok());
                places.extend(inside.map(|(&v, label)| (Place::Edge([u, v]), label.clone())));
            }
        }
        places.retain(|(_, label)| !label.is_empty());
        places
    }
}

/// The nodes whose label parts take about ten seconds in one thread.
fn affordable(graph: &Graph) -> usize {
    let entries = graph.node_count() + graph.columns().len();
    (MOST_ENTRIES / entries.max(1)).clamp(1, MOST_NODES)
}
