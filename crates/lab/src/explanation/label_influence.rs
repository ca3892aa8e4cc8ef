//! Labels of an alphabet, each left out in all graphs.

use super::alphabet::{Alphabet, Carrier, labels_of};
use super::explainer::length;
use super::{ExplainError, Explainer};
use crate::experiment::pool;
use rayon::prelude::*;
use sgr_core::graph::Label;
use sgr_core::progress::{Progress, Steps};
use sgr_core::representation::LabelPart;

/// Graphs whose sums one thread adds up: the order of the additions does not depend on the number of threads.
const CHUNK: usize = 64;

/// The influence of each label of a collection.
#[derive(Debug, Clone, PartialEq)]
pub struct CollectionInfluence {
    /// Number of graphs.
    pub graphs: usize,
    /// The names of the classes; none if the graphs have no classes, or one.
    pub classes: Vec<String>,
    /// Labels that the graphs have; those beyond the limit were not left out.
    pub alphabet: usize,
    /// The labels, most influence first.
    pub labels: Vec<LabelInfluence>,
}

/// The influence of one label.
///
/// # Formula
/// ```text
/// influence = (1/K) Σ_g p_y(g) − p_y(g without ℓ)      with classes, y the class that the collection gives to g
/// influence = (1/K) Σ_g |x(g) − x(g without ℓ)|        without
/// ```
/// Sums over the graphs g that have the label, K all its carriers, x the vector, p the probabilities of the classes. A label that
/// moves all graphs towards the same class has little influence: it does not tell the classes apart. Nor is a label ahead of
/// others because a graph without its many carriers is unlike all graphs.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelInfluence {
    /// What carries the label.
    pub carrier: Carrier,
    /// Its text.
    pub label: Label,
    /// Graphs that have it.
    pub graphs: usize,
    /// Nodes or edges that carry it.
    pub carriers: usize,
    /// The probability that a carrier adds to the own class of its graph, on average: the order of the labels, by magnitude.
    /// Below zero it misleads.
    pub influence: f64,
    /// For each class the mean of its probability with the label minus that without, over the graphs that have it: above zero
    /// the label speaks for the class.
    pub changes: Vec<f64>,
    /// Mean Euclidean distance by which the vector moves without the label, over the graphs that have it.
    pub movement: f64,
}

impl Explainer<'_> {
    /// Leaves out the `most` most frequent labels, one at a time. On the explainer's threads; the result does not depend on how
    /// many.
    ///
    /// # Errors
    /// [`ExplainError::Describe`] if the system gives no threads.
    ///
    /// # Complexity
    /// One label part for each pair of a graph and a label that it has.
    pub fn labels(&self, most: usize, progress: &dyn Progress) -> Result<CollectionInfluence, ExplainError> {
        let alphabet = Alphabet::of(self.records, self.seen, most);
        let places = alphabet.places();
        let classes = self.class_names().len();
        let none: Vec<Sums> = alphabet.labels.iter().map(|_| Sums::new(classes)).collect();
        let graphs: Vec<usize> = (0..self.records.len()).collect();
        let steps = Steps::new(progress, graphs.len().div_ceil(CHUNK));
        let sums_of = |part: &mut LabelPart, chunk: &[usize]| {
            let mut sums = none.clone();
            for &graph in chunk {
                for (carrier, label, carriers) in labels_of(&self.records[graph].graph, self.seen) {
                    let Some(&place) = places.get(&(carrier, &**label)) else { continue };
                    let change = self.change(part, graph, carrier.without(label));
                    let own = self.classes.as_ref().map(|classes| classes.labels.classes()[graph]);
                    sums[place].take(carriers, &change, &self.probability_changes(graph, &change), own);
                }
            }
            steps.step();
            sums
        };
        let chunks: Vec<Vec<Sums>> = pool(self.threads)?.install(|| {
            graphs.par_chunks(CHUNK).map_init(|| self.label_part(), |part, chunk| sums_of(part, chunk)).collect()
        });
        let mut sums = none;
        for chunk in chunks {
            sums.iter_mut().zip(chunk).for_each(|(sum, other)| sum.add(&other));
        }
        let mean = |((carrier, label), sums): (&(Carrier, Label), Sums)| sums.mean(*carrier, label);
        let mut labels: Vec<LabelInfluence> = alphabet.labels.iter().zip(sums).map(mean).collect();
        // Stable: labels of the same influence stay in the order of their frequency.
        labels.sort_by(|one, other| other.influence.abs().total_cmp(&one.influence.abs()));
        Ok(CollectionInfluence {
            graphs: graphs.len(),
            classes: self.class_names().to_vec(),
            alphabet: alphabet.found,
            labels,
        })
    }
}

/// Sums over graphs for one label.
#[derive(Debug, Clone)]
struct Sums {
    graphs: usize,
    carriers: usize,
    influence: f64,
    changes: Vec<f64>,
    movement: f64,
}

impl Sums {
    fn new(classes: usize) -> Self {
        Self { graphs: 0, carriers: 0, influence: 0.0, changes: vec![0.0; classes], movement: 0.0 }
    }

    /// Adds a graph with its own class.
    fn take(&mut self, carriers: usize, change: &[f64], probabilities: &[f64], own: Option<usize>) {
        let movement = length(change);
        self.graphs += 1;
        self.carriers += carriers;
        self.movement += movement;
        self.changes.iter_mut().zip(probabilities).for_each(|(sum, change)| *sum += change);
        self.influence += own.map_or(movement, |class| probabilities[class]);
    }

    /// Adds the graphs of other sums.
    fn add(&mut self, other: &Self) {
        self.graphs += other.graphs;
        self.carriers += other.carriers;
        self.movement += other.movement;
        self.influence += other.influence;
        self.changes.iter_mut().zip(&other.changes).for_each(|(sum, change)| *sum += change);
    }

    fn mean(self, carrier: Carrier, label: &Label) -> LabelInfluence {
        // A label of the alphabet is in one graph at least.
        let count = self.graphs.max(1) as f64;
        LabelInfluence {
            carrier,
            label: label.clone(),
            graphs: self.graphs,
            carriers: self.carriers,
            influence: self.influence / self.carriers.max(1) as f64,
            changes: self.changes.iter().map(|sum| sum / count).collect(),
            movement: self.movement / count,
        }
    }
}
