//! Explanations of labels find the labels and nodes that decide, and agree with vectors that are computed from nothing.

use super::{Carrier, Explainer, Place};
use crate::figure::ColourScale;
use sgr_core::embed::{Embedder, StreamSettings};
use sgr_core::graph::{Graph, GraphBuilder, GraphRecord};
use sgr_core::representation::distance::euclidean;
use sgr_core::representation::{BuiltIn, Labels};

/// A ring with a tail; `text` labels the nodes, and edges alternate between `-` and `=`.
fn ring(nodes: u32, text: impl Fn(u32) -> &'static str) -> Graph {
    let mut builder = GraphBuilder::new();
    builder.reserve_nodes(nodes as usize + 1).unwrap();
    for node in 0..=nodes {
        let other = if node == nodes { 0 } else { (node + 1) % nodes };
        let bond = ["-", "="][node as usize % 2];
        builder.add_labelled_edge(node, other, bond.into(), None, 0).unwrap();
    }
    (0..=nodes).for_each(|node| builder.add_node_label(text(node).into()));
    builder.build().unwrap().0
}

fn record(id: usize, class: Option<&str>, graph: Graph) -> GraphRecord {
    GraphRecord { id: format!("g{id}"), label: class.map(String::from), graph, dropped: Default::default() }
}

/// Forty rings of `a` and `b` in turn. Rings of class `yes` have an `x` at node 3, the others have a `y` there.
fn decided_by_a_label() -> Vec<GraphRecord> {
    let one = |at: usize| {
        let special = if at.is_multiple_of(2) { "x" } else { "y" };
        let class = if at.is_multiple_of(2) { "yes" } else { "no" };
        let text = move |node: u32| if node == 3 { special } else { ["a", "b"][(node as usize + at / 2) % 2] };
        record(at, Some(class), ring(6 + (at as u32 % 5), text))
    };
    (0..40).map(one).collect()
}

/// Forty rings with the same labels. In class `yes` an `x` is next to a `y`, in class `no` it is three nodes away.
fn decided_by_neighbours() -> Vec<GraphRecord> {
    let one = |at: usize| {
        let (class, place) = if at.is_multiple_of(2) { ("yes", 3) } else { ("no", 5) };
        let text = move |node: u32| match node {
            2 => "x",
            _ if node == place => "y",
            _ => "a",
        };
        record(at, Some(class), ring(8 + (at as u32 % 7), text))
    };
    (0..40).map(one).collect()
}

fn explainer(records: &[GraphRecord], seen: Labels) -> Explainer<'_> {
    explainer_on(records, seen, 2)
}

fn explainer_on(records: &[GraphRecord], seen: Labels, threads: usize) -> Explainer<'_> {
    let settings = StreamSettings::default().with_threads(threads);
    Explainer::new(records, seen, &BuiltIn::Default.model(), &settings, &()).unwrap()
}

/// The full vector, the spectrum included.
fn vector(graph: &Graph, seen: Labels) -> Vec<f32> {
    Embedder::new().labels(seen).embed(&[graph]).unwrap().row(0).to_vec()
}

/// The same graph with other labels of its nodes.
fn relabelled(graph: &Graph, text: impl Fn(u32, &str) -> String) -> Graph {
    let mut builder = GraphBuilder::new();
    builder.reserve_nodes(graph.node_count()).unwrap();
    for u in 0..graph.node_count() as u32 {
        for (&v, label) in graph.neighbors(u).iter().zip(graph.edge_labels(u).unwrap()).filter(|(v, _)| **v > u) {
            builder.add_labelled_edge(u, v, label.clone(), None, 0).unwrap();
        }
        builder.add_node_label(text(u, &graph.node_labels().unwrap()[u as usize]).into());
    }
    builder.build().unwrap().0
}

#[test]
fn the_label_that_decides_comes_first() {
    let records = decided_by_a_label();
    let found = explainer(&records, Labels::Nodes);
    assert_eq!(found.training_accuracy(), Some(1.0));
    let influence = found.labels(100, &()).unwrap();
    assert_eq!((influence.alphabet, influence.classes.as_slice()), (4, &["no".to_owned(), "yes".to_owned()][..]));
    let first_two: Vec<&str> = influence.labels[..2].iter().map(|label| &*label.label).collect();
    assert!(first_two.contains(&"x") && first_two.contains(&"y"), "{first_two:?}");
    for label in &influence.labels[..2] {
        let for_its_class = if &*label.label == "x" { label.changes[1] } else { label.changes[0] };
        assert!(for_its_class > 0.1, "{label:?}");
        assert!((label.changes[0] + label.changes[1]).abs() < 1e-12, "two probabilities add up to one");
        assert_eq!((label.graphs, label.carriers, label.carrier), (20, 20, Carrier::Node));
    }
    // In single graphs the node that carries it.
    for (at, record) in records.iter().enumerate().take(6) {
        let graph = found.graph(at, None, None, &()).unwrap();
        let prediction = graph.prediction.as_ref().unwrap();
        assert_eq!(Some(&prediction.class), record.label.as_ref());
        let most = graph.carriers.iter().max_by(|a, b| a.value().total_cmp(&b.value())).unwrap();
        assert_eq!(most.place, Place::Node(3), "graph {at}");
        assert!(most.log_odds.unwrap() > 0.0 && most.probability.unwrap() > 0.0);
    }
}

#[test]
fn labels_that_decide_together_come_first() {
    let records = decided_by_neighbours();
    let found = explainer(&records, Labels::Nodes);
    assert_eq!(found.training_accuracy(), Some(1.0));
    let influence = found.labels(100, &()).unwrap();
    let texts: Vec<&str> = influence.labels.iter().map(|label| &*label.label).collect();
    assert_eq!(texts[2], "a", "{influence:?}");
    assert!(influence.labels[1].influence > 1.5 * influence.labels[2].influence.abs(), "{influence:?}");
}

/// Movement, distance, log-odds and probability against vectors of graphs that were built with the labels left out, and against
/// the same regression.
#[test]
fn changes_are_those_of_vectors_from_nothing() {
    let records = decided_by_a_label();
    let found = explainer(&records, Labels::All);
    let (one, other) = (&records[4].graph, &records[7].graph);
    let [with, against] = [one, other].map(|graph| vector(graph, Labels::All));
    let influence = found.graph(4, Some(7), None, &()).unwrap();
    assert!((influence.against.unwrap().1 - euclidean(&with, &against)).abs() < 1e-9);
    let nodes = one.node_count();
    assert_eq!(influence.carriers.len(), nodes + one.edge_count());
    for (node, carrier) in influence.carriers[..nodes].iter().enumerate() {
        assert_eq!(carrier.place, Place::Node(node as u32));
        let left_out = |at: u32, text: &str| if at as usize == node { String::new() } else { text.to_owned() };
        let without = vector(&relabelled(one, left_out), Labels::All);
        assert!((carrier.movement - euclidean(&with, &without)).abs() < 1e-9);
        let closer = euclidean(&with, &against) - euclidean(&without, &against);
        assert!((carrier.distance.unwrap() - closer).abs() < 1e-9);
        // For two classes log-odds and probability say the same.
        let likely = influence.prediction.as_ref().unwrap().probability;
        let odds = (likely / (1.0 - likely)).ln() - carrier.log_odds.unwrap();
        let change = likely - 1.0 / (1.0 + (-odds).exp());
        assert!((carrier.probability.unwrap() - change).abs() < 1e-9);
    }
    // And of all graphs.
    let label = found.labels(100, &()).unwrap().labels.into_iter().find(|label| &*label.label == "x").unwrap();
    let has_x = |record: &&GraphRecord| record.graph.node_labels().unwrap().iter().any(|text| &**text == "x");
    let moved = records.iter().filter(has_x).map(|record| {
        let left_out = |_: u32, text: &str| if text == "x" { String::new() } else { text.to_owned() };
        euclidean(&vector(&record.graph, Labels::All), &vector(&relabelled(&record.graph, left_out), Labels::All))
    });
    assert!((label.movement - moved.sum::<f64>() / 20.0).abs() < 1e-9);
}

#[test]
fn three_classes_and_labels_of_edges_are_explained() {
    let mut records = decided_by_a_label();
    for (_, record) in records.iter_mut().enumerate().filter(|(at, _)| at % 4 == 3) {
        record.label = Some("third".to_owned());
    }
    let found = explainer(&records, Labels::Edges);
    let influence = found.labels(100, &()).unwrap();
    assert_eq!(influence.classes.len(), 3);
    for label in &influence.labels {
        assert_eq!(label.carrier, Carrier::Edge);
        assert!(label.changes.iter().sum::<f64>().abs() < 1e-12, "three probabilities add up to one");
    }
    let edges: usize = records.iter().map(|record| record.graph.edge_count()).sum();
    assert_eq!(influence.labels.iter().map(|label| label.carriers).sum::<usize>(), edges);
}

#[test]
fn without_classes_the_movement_is_all() {
    let mut records = decided_by_a_label();
    let texts = ["one class", "none"].map(|kind| {
        records.iter_mut().for_each(|record| record.label = (kind != "none").then(|| "same".to_owned()));
        let found = explainer(&records, Labels::Nodes);
        let influence = found.labels(2, &()).unwrap();
        assert_eq!((influence.alphabet, influence.labels.len(), influence.classes.len()), (4, 2, 0));
        assert!(influence.labels.iter().all(|label| label.influence > 0.0 && label.changes.is_empty()));
        let graph = found.graph(0, None, None, &()).unwrap();
        assert!(graph.prediction.is_none() && graph.carriers.iter().all(|carrier| carrier.value() == carrier.movement));
        assert!(matches!(found.graph_figure("", &[graph]).scale, ColourScale::Ascending { .. }));
        String::from_utf8(influence.to_csv().unwrap()).unwrap()
    });
    assert_eq!(texts[0], texts[1]);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let records: Vec<GraphRecord> = decided_by_a_label().into_iter().chain(decided_by_neighbours()).collect();
    let [one, three] = [1, 3].map(|threads| {
        let found = explainer_on(&records, Labels::All, threads);
        (found.labels(100, &()).unwrap(), found.graph(1, Some(2), None, &()).unwrap(), found.typical_graphs())
    });
    assert_eq!(one, three);
    assert_eq!(one.2.len(), 2);
}

#[test]
fn a_limit_keeps_the_nodes_next_to_the_hub() {
    let records = decided_by_a_label();
    let found = explainer(&records, Labels::All);
    // Node 0 has the tail.
    let influence = found.graph(0, None, Some(4), &()).unwrap();
    assert_eq!((influence.nodes.as_slice(), influence.carriers.len()), (&[0, 1, 5, 6][..], 4 + 3));
    let figure = found.graph_figure("part", &[influence]);
    assert_eq!((figure.graphs[0].nodes.len(), figure.graphs[0].graph.edge_count()), (4, 3));
    assert!(figure.remarks[0].starts_with("4 of 7 nodes"), "{:?}", figure.remarks);
}

#[test]
fn errors_say_what_was_found_and_wanted() {
    let message = |records: &[GraphRecord], seen| {
        let made = Explainer::new(records, seen, &BuiltIn::Default.model(), &StreamSettings::default(), &());
        made.unwrap_err().to_string()
    };
    let bare = || record(0, None, Graph::from_edges(3, &[(0, 1), (1, 2)]).unwrap());
    assert_eq!(
        message(&[bare(), bare()], Labels::Edges),
        "found 2 graphs without labels of edges, wanted at least one graph with them"
    );
    let mut records = decided_by_a_label();
    records[2].label = None;
    assert_eq!(
        message(&records, Labels::Nodes),
        "graph number 2 (from 0) has no class label, wanted one for each graph"
    );
    records[2] = GraphRecord { label: Some("yes".to_owned()), ..bare() };
    let found = explainer(&records, Labels::Nodes);
    assert_eq!(found.position("g7").unwrap(), 7);
    let unknown = found.position("g\u{1b}99").unwrap_err().to_string();
    assert_eq!(unknown, "found the id \"g\\u{1b}99\", which none of 40 graphs has; wanted one such as g0");
    let without = found.graph(2, None, None, &()).unwrap_err().to_string();
    assert_eq!(without, "graph g0: found no labels of nodes, wanted some");
}
