//! Influences as tables and as JSON.

use std::fmt::Write;

use serde_json::{Map, Value, json};
use sgr::explanation::{CarrierInfluence, CollectionInfluence, GraphInfluence, Place};
use sgr::graph::GraphRecord;
use sgr::text::shown;

/// Classes that a table has room for.
const MOST_CLASSES: usize = 6;

/// Nodes and edges that a table lists.
const MOST_ROWS: usize = 20;

/// Characters of a label or a class in a table.
const MOST_CHARACTERS: usize = 24;

/// One line a label.
pub(super) fn collection_table(influence: &CollectionInfluence, accuracy: Option<f64>) -> String {
    let classes = influence.classes.len().min(MOST_CLASSES);
    let mut head: Vec<String> =
        ["label", "of", "graphs", "carriers", "influence", "movement"].map(String::from).to_vec();
    head.extend(influence.classes[..classes].iter().map(|class| format!("class {}", short(class))));
    let mut rows = vec![head];
    for label in &influence.labels {
        let mut row = vec![short(&label.label), label.carrier.name().to_owned()];
        row.extend([label.graphs, label.carriers].map(|count| count.to_string()));
        row.push(if accuracy.is_some() {
            format!("{:+.4}", label.influence)
        } else {
            format!("{:.4}", label.influence)
        });
        row.push(format!("{:.4}", label.movement));
        row.extend(label.changes[..classes].iter().map(|change| format!("{change:+.4}")));
        rows.push(row);
    }
    let mut text = aligned(&rows, 2);
    // Writing to a string cannot fail.
    if let Some(accuracy) = accuracy {
        let (graphs, right) = (influence.graphs, 100.0 * accuracy);
        let _ = write!(text, "\nthe regression is right for {right:.1} % of the {graphs} graphs it learned from");
    }
    if influence.classes.len() > classes {
        let _ = write!(text, "\n{classes} of {} classes; --json and .csv have all", influence.classes.len());
    }
    text
}

pub(super) fn collection_json(influence: &CollectionInfluence, accuracy: Option<f64>) -> Value {
    let labels = influence.labels.iter().map(|label| {
        let changes = influence.classes.iter().zip(&label.changes);
        let changes: Map<String, Value> = changes.map(|(class, change)| (class.clone(), json!(change))).collect();
        json!({
            "carrier": label.carrier.name(),
            "label": &*label.label,
            "graphs": label.graphs,
            "carriers": label.carriers,
            "influence": label.influence,
            "movement": label.movement,
            "classes": changes,
        })
    });
    json!({
        "graphs": influence.graphs,
        "classes": influence.classes,
        "training_accuracy": accuracy,
        "alphabet": influence.alphabet,
        "labels": labels.collect::<Vec<_>>(),
    })
}

/// The nodes and edges of most influence, one line each.
pub(super) fn graph_table(records: &[GraphRecord], influence: &GraphInfluence) -> String {
    let mut carriers: Vec<&CarrierInfluence> = influence.carriers.iter().collect();
    carriers.sort_by(|one, other| other.value().abs().total_cmp(&one.value().abs()));
    let mut head = vec!["at", "label"];
    head.extend(influence.prediction.iter().flat_map(|_| ["log-odds", "probability"]));
    head.extend(influence.against.map(|_| "distance"));
    head.push("movement");
    let mut rows = vec![head.into_iter().map(String::from).collect::<Vec<_>>()];
    for carrier in carriers.iter().take(MOST_ROWS) {
        let mut row = vec![in_words(carrier.place), short(&carrier.label)];
        row.extend(
            [carrier.log_odds, carrier.probability, carrier.distance]
                .into_iter()
                .flatten()
                .map(|change| format!("{change:+.4}")),
        );
        row.push(format!("{:.4}", carrier.movement));
        rows.push(row);
    }
    let mut text = heading(records, influence) + &aligned(&rows, 2);
    if carriers.len() > MOST_ROWS {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{MOST_ROWS} of {} rows; --json and .csv have all", carriers.len());
    }
    text
}

/// The prediction and the distance that the rows change.
fn heading(records: &[GraphRecord], influence: &GraphInfluence) -> String {
    let mut text = String::new();
    let id = shown(&records[influence.graph].id);
    if let Some(found) = &influence.prediction {
        let (class, given) = (shown(&found.class), shown(&found.given));
        let _ = writeln!(
            text,
            "graph {id}: predicted class {class}, probability {:.4}; given class {given}",
            found.probability
        );
    }
    if let Some((other, distance)) = influence.against {
        let _ = writeln!(text, "graph {id}: distance {distance:.4} to graph {}", shown(&records[other].id));
    }
    text
}

pub(super) fn graph_json(records: &[GraphRecord], influence: &GraphInfluence) -> Value {
    let prediction = influence
        .prediction
        .as_ref()
        .map(|found| json!({ "class": found.class, "probability": found.probability, "given": found.given }));
    let against =
        influence.against.map(|(other, distance)| json!({ "graph": records[other].id, "distance": distance }));
    let carrier = |carrier: &CarrierInfluence| {
        let (kind, nodes) = match carrier.place {
            Place::Node(node) => ("node", vec![node]),
            Place::Edge(ends) => ("edge", ends.to_vec()),
        };
        json!({
            "carrier": kind,
            "nodes": nodes,
            "label": &*carrier.label,
            "log_odds": carrier.log_odds,
            "probability": carrier.probability,
            "distance": carrier.distance,
            "movement": carrier.movement,
        })
    };
    json!({
        "graph": records[influence.graph].id,
        "nodes": records[influence.graph].graph.node_count(),
        "looked_at": influence.nodes.len(),
        "prediction": prediction,
        "against": against,
        "carriers": influence.carriers.iter().map(carrier).collect::<Vec<_>>(),
    })
}

fn in_words(place: Place) -> String {
    match place {
        Place::Node(node) => format!("node {node}"),
        Place::Edge([u, v]) => format!("edge {u}-{v}"),
    }
}

fn short(text: &str) -> String {
    let text = shown(text).to_string();
    match text.char_indices().nth(MOST_CHARACTERS) {
        None => text,
        Some(_) => text.chars().take(MOST_CHARACTERS - 1).chain(['…']).collect(),
    }
}

/// Columns two spaces apart: the first ones to the left, the others to the right.
fn aligned(rows: &[Vec<String>], left: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|text| text.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (text, &width))| match column < left {
            true => format!("{text:<width$}"),
            false => format!("{text:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
