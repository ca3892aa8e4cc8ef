//! Figures of influences.

use super::alphabet::Carrier;
use super::{CarrierInfluence, CollectionInfluence, Explainer, GraphInfluence, LabelInfluence, Place};
use crate::figure::{BarRow, Bars, ColourScale, DrawnGraph, InfluenceFigure, Mark};
use sgr_core::graph::Graph;
use sgr_core::text::shown;

/// Rows of bars that are drawn: a page.
const MOST_ROWS: usize = 20;

/// Classes that are drawn: more columns would leave no room for the bars.
const MOST_CLASSES: usize = 6;

impl Explainer<'_> {
    /// Bars of the labels by influence, then `typical` graphs in the colours of their nodes.
    #[must_use]
    pub fn collection_figure(
        &self,
        title: &str,
        influence: &CollectionInfluence,
        typical: &[GraphInfluence],
    ) -> InfluenceFigure {
        let rows = influence.labels.iter().take(MOST_ROWS).map(bar_row).collect();
        let columns = match influence.classes.as_slice() {
            [] => vec!["movement of the vector".to_owned()],
            classes => classes.iter().take(MOST_CLASSES).map(|class| format!("class {}", shown(class))).collect(),
        };
        let typical: Vec<DrawnGraph> = typical.iter().take(MOST_CLASSES).map(|graph| self.drawn(graph)).collect();
        InfluenceFigure {
            title: title.to_owned(),
            remarks: self.collection_remarks(influence, !typical.is_empty()),
            bars: Some(Bars { columns, rows }),
            graphs: typical,
            scale: log_odds_scale("the class"),
        }
    }

    fn collection_remarks(&self, influence: &CollectionInfluence, has_graphs: bool) -> Vec<String> {
        let mut remarks = vec![match self.training_accuracy() {
            None => "Movement of the vector without a label, mean over the graphs that have it.".to_owned(),
            Some(right) => format!(
                "Probability of a class with a label minus that without it, mean over the graphs that have it. Logistic \
                 regression, right for {:.1} % of the {} graphs it learned from.",
                100.0 * right,
                influence.graphs
            ),
        }];
        if influence.alphabet > MOST_ROWS.min(influence.labels.len()) {
            let drawn = MOST_ROWS.min(influence.labels.len());
            remarks.push(format!("{drawn} of {} labels, most influence first.", influence.alphabet));
        }
        if influence.classes.len() > MOST_CLASSES {
            remarks.push(format!("{MOST_CLASSES} of {} classes.", influence.classes.len()));
        }
        if has_graphs {
            remarks.push("Below: the graph nearest to the mean of each class, coloured by influence on it.".to_owned());
        }
        remarks
    }

    /// Graphs in the colours of their nodes and edges.
    #[must_use]
    pub fn graph_figure(&self, title: &str, influences: &[GraphInfluence]) -> InfluenceFigure {
        let first = influences.first();
        let scale = match first.map(|first| (&first.against, &first.prediction)) {
            Some((Some(_), _)) => ColourScale::Diverging {
                below: "brings the graphs together".to_owned(),
                above: "sets the graphs apart".to_owned(),
            },
            Some((None, Some(prediction))) => log_odds_scale(&format!("class {}", shown(&prediction.class))),
            _ => ColourScale::Ascending { above: "movement of the vector".to_owned() },
        };
        InfluenceFigure {
            title: title.to_owned(),
            remarks: influences.iter().flat_map(|influence| self.graph_remarks(influence)).collect(),
            bars: None,
            graphs: influences.iter().map(|influence| self.drawn(influence)).collect(),
            scale,
        }
    }

    fn graph_remarks(&self, influence: &GraphInfluence) -> Vec<String> {
        let (shown_nodes, nodes) = (influence.nodes.len(), self.records[influence.graph].graph.node_count());
        let is_cut = shown_nodes < nodes;
        let remark = || format!("{shown_nodes} of {nodes} nodes, those nearest to the node with the most neighbours.");
        is_cut.then(remark).into_iter().collect()
    }

    /// A graph with the colours of an influence.
    fn drawn(&self, influence: &GraphInfluence) -> DrawnGraph {
        let record = &self.records[influence.graph];
        let GraphInfluence { nodes, carriers, .. } = influence;
        let place = |node: u32| nodes.binary_search(&node).ok();
        let texts = record.graph.node_labels().filter(|_| self.seen.has_nodes());
        let text = |&node: &u32| texts.map_or_else(String::new, |texts| shown(&texts[node as usize]).to_string());
        let mut marks: Vec<Mark> = nodes.iter().map(|node| Mark { text: text(node), ..Mark::default() }).collect();
        let mut edges = Vec::new();
        for carrier in carriers {
            match carrier.place {
                Place::Node(node) => {
                    if let Some(place) = place(node) {
                        marks[place] = mark(carrier);
                    }
                }
                Place::Edge([u, v]) => {
                    if let (Some(u), Some(v)) = (place(u), place(v)) {
                        edges.push(([u as u32, v as u32], mark(carrier)));
                    }
                }
            }
        }
        let caption = format!("graph {}", shown(&record.id));
        let (graph, detail) = (part(&record.graph, nodes), detail(influence));
        DrawnGraph { caption, detail, graph, nodes: marks, edges }
    }
}

fn bar_row(label: &LabelInfluence) -> BarRow {
    let kind = match label.carrier {
        Carrier::Node => "",
        Carrier::Edge => "edge ",
    };
    let note = format!("{} graph{}", label.graphs, if label.graphs == 1 { "" } else { "s" });
    let values = match label.changes.as_slice() {
        [] => vec![label.movement],
        changes => changes.iter().copied().take(MOST_CLASSES).collect(),
    };
    BarRow { label: format!("{kind}{}", shown(&label.label)), note, values }
}

fn log_odds_scale(class: &str) -> ColourScale {
    ColourScale::Diverging { below: format!("log-odds of {class}: lowers"), above: "raises".to_owned() }
}

fn mark(carrier: &CarrierInfluence) -> Mark {
    let (text, value) = (shown(&carrier.label).to_string(), carrier.value());
    let place = match carrier.place {
        Place::Node(node) => format!("node {node}"),
        Place::Edge([u, v]) => format!("edge {u}, {v}"),
    };
    let note = format!("{place}, label {text}: {value:+.4}");
    Mark { text, value: Some(value), note }
}

/// The prediction for a graph, in a few words.
fn detail(influence: &GraphInfluence) -> String {
    match &influence.prediction {
        None => String::new(),
        Some(found) if found.class == found.given => {
            format!("class {}, probability {:.2}", shown(&found.class), found.probability)
        }
        Some(found) => {
            let (class, given) = (shown(&found.class), shown(&found.given));
            format!("class {given}, predicted {class}, probability {:.2}", found.probability)
        }
    }
}

/// The graph of some of the nodes, ascending, and the edges between them.
fn part(graph: &Graph, nodes: &[u32]) -> Graph {
    if nodes.len() == graph.node_count() {
        return graph.clone();
    }
    let place = |node: u32| nodes.binary_search(&node).ok().map(|place| place as u32);
    let row = |(u, &node): (u32, &u32)| -> Vec<(u32, u32)> {
        graph.neighbors(node).iter().filter_map(|&other| Some((u, place(other)?))).filter(|(u, v)| u < v).collect()
    };
    let edges: Vec<(u32, u32)> = (0..).zip(nodes).flat_map(row).collect();
    let Ok(part) = Graph::from_edges(nodes.len(), &edges) else { unreachable!("places are below the number of nodes") };
    part
}
