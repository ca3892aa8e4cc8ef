//! The label part against its definition, computed slowly in floating point.

use std::f64::consts::TAU;

use super::degree_term::{ANGLE, DEGREE};
use super::{EDGE, LabelPart, LabelSettings, Labels, LeftOut, NO_LABEL};
use crate::graph::{Graph, GraphBuilder, Label};
use crate::representation::characteristic::{HashedNormals, TURN, text_hash};

/// A graph with labels; an empty list of labels means none.
fn labelled(nodes: u32, edges: &[(u32, u32)], node_labels: &[&str], edge_labels: &[&str]) -> Graph {
    let mut builder = GraphBuilder::new();
    builder.reserve_nodes(nodes as usize).unwrap();
    for (at, &(u, v)) in edges.iter().enumerate() {
        match edge_labels.get(at) {
            Some(&label) => builder.add_labelled_edge(u, v, label.into(), None, at as u64).unwrap(),
            None => builder.add_edge(u, v, at as u64).unwrap(),
        }
    }
    node_labels.iter().for_each(|&label| builder.add_node_label(label.into()));
    builder.build().unwrap().0
}

fn part(graph: &Graph, labels: Labels) -> Vec<f32> {
    let mut row = Vec::new();
    LabelPart::new(labels, LabelSettings::default()).append(graph, &mut row);
    row
}

/// The random number of a text for a function at a depth, in radians.
fn number(seed: u64, text: &str, function: usize, depth: usize) -> f64 {
    let normal = HashedNormals::new(seed, text_hash(text)).normal((3 * function + depth) as u64, f64::from(TURN));
    f64::from(normal) / f64::from(TURN)
}

/// The characteristic functions by their definition, with sums over edges and in floating point.
fn by_definition(graph: &Graph, labels: Labels) -> Vec<f64> {
    let settings = LabelSettings::default();
    let nodes = graph.node_count();
    let text = |node: usize| match graph.node_labels() {
        Some(texts) if labels.has_nodes() => texts[node].to_string(),
        _ => NO_LABEL.to_owned(),
    };
    let first_signed = if labels == Labels::Edges { 0 } else { settings.functions - settings.edge_functions };
    let mean = |node: usize, function: usize, depth: usize, values: &[f64]| {
        let row = graph.neighbors(node as u32);
        let edge_labels = graph.edge_labels(node as u32).filter(|_| labels.has_edges() && function >= first_signed);
        let sign = |at: usize| match edge_labels {
            Some(labels) if number(EDGE, &labels[at], function, depth) < 0.0 => -1.0,
            _ => 1.0,
        };
        let sum: f64 = row.iter().enumerate().map(|(at, &other)| sign(at) * values[other as usize]).sum();
        sum / row.len().max(1) as f64
    };
    let signal = |node: usize, function: usize, depth: usize| {
        let normals = HashedNormals::new(0, DEGREE);
        let factor = f64::from(normals.normal((3 * function + depth) as u64, f64::from(TURN))) / f64::from(TURN);
        let factor = if depth == 2 { 0.0 } else { factor };
        number(0, &text(node), function, depth) + factor * (graph.neighbors(node as u32).len() as f64).ln_1p()
    };
    let function = |function: usize| {
        let start = (HashedNormals::new(0, ANGLE).word(function as u64) & 0xFFFF) as f64 / f64::from(TURN) * TAU;
        let far: Vec<f64> = (0..nodes).map(|node| signal(node, function, 2)).collect();
        let near: Vec<f64> = (0..nodes).map(|node| signal(node, function, 1) + mean(node, function, 2, &far)).collect();
        let angle = |node: usize| start + signal(node, function, 0) + mean(node, function, 1, &near);
        let mean = (0..nodes).map(|node| angle(node).cos()).sum::<f64>() / nodes as f64;
        (settings.gain * mean).asinh()
    };
    (0..settings.functions).map(function).collect()
}

/// Units of 2^−16 turn are 1e−4 radians: a few of them are rounded away in each node, and asinh(10 z) multiplies by up to ten.
fn assert_by_definition(graph: &Graph, labels: Labels) {
    let (found, wanted) = (part(graph, labels), by_definition(graph, labels));
    for (function, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        assert!((f64::from(*found) - wanted).abs() < 5e-3, "{labels} {function}: {found} for {wanted}");
    }
}

/// Ring of `n` nodes with chords, labels `C`, `N`, `O` in turn, bonds `1` and `2` in turn.
fn ring(n: u32) -> Graph {
    let edges: Vec<(u32, u32)> = (0..n).flat_map(|u| [(u, (u + 1) % n), (u, (u + 3) % n)]).collect();
    let nodes: Vec<&str> = (0..n).map(|node| ["C", "N", "O"][node as usize % 3]).collect();
    let bonds: Vec<&str> = (0..edges.len()).map(|edge| ["1", "2"][edge % 2]).collect();
    labelled(n, &edges, &nodes, &bonds)
}

#[test]
fn functions_are_those_of_the_definition() {
    for labels in Labels::ALL {
        assert_by_definition(&ring(11), labels);
        assert_by_definition(&labelled(4, &[(0, 1), (1, 2)], &["a", "b", "a", "c"], &[]), labels);
        assert_by_definition(&labelled(3, &[], &[], &[]), labels);
    }
}

/// A star whose centre has more neighbours than are added in 32 bits, and more nodes than cosines are added in 32 bits.
#[test]
fn large_degrees_and_many_nodes_are_right() {
    let edges: Vec<(u32, u32)> = (1..3000).map(|leaf| (0, leaf)).collect();
    let texts: Vec<&str> = (0..40_000).map(|node| ["C", "N", "O"][node % 3]).collect();
    assert_by_definition(&labelled(40_000, &edges, &texts, &[]), Labels::Nodes);
}

#[test]
fn more_labels_than_are_remembered_have_the_same_signals() {
    let texts: Vec<String> = (0..5000).map(|node| format!("label {node}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let edges: Vec<(u32, u32)> = (1..5000).map(|node| (node - 1, node)).collect();
    let path = labelled(5000, &edges, &texts, &[]);
    assert_by_definition(&path, Labels::Nodes);
    // Signals that were forgotten for it come again.
    let mut labels = LabelPart::new(Labels::Nodes, LabelSettings::default());
    let (mut before, mut between, mut after) = (Vec::new(), Vec::new(), Vec::new());
    labels.append(&ring(7), &mut before);
    labels.append(&path, &mut between);
    labels.append(&ring(7), &mut after);
    assert_eq!(before, after);
    assert_eq!(between, part(&path, Labels::Nodes));
}

#[test]
fn the_histogram_counts_nodes_or_edges() {
    let settings = LabelSettings::default();
    let graph = labelled(4, &[(0, 1), (1, 2)], &["a", "b", "a", "a"], &["x", "x"]);
    let counts = |labels| {
        let row = part(&graph, labels);
        let mut counts: Vec<f32> = row[settings.functions..].iter().map(|value| value.exp() - 1.0).collect();
        counts.retain(|&count| count > 0.0);
        counts.iter_mut().for_each(|count| *count = count.round());
        counts.sort_by(f32::total_cmp);
        counts
    };
    assert_eq!(counts(Labels::Nodes), [1.0, 3.0]);
    assert_eq!(counts(Labels::All), [1.0, 3.0]);
    assert_eq!(counts(Labels::Edges), [2.0]);
}

#[test]
fn a_graph_without_labels_is_one_whose_nodes_carry_the_same() {
    let edges = [(0, 1), (1, 2), (2, 3)];
    let bare = labelled(4, &edges, &[], &[]);
    assert_eq!(part(&bare, Labels::Nodes), part(&labelled(4, &edges, &[""; 4], &[]), Labels::Nodes));
    assert_eq!(part(&bare, Labels::All), part(&bare, Labels::Nodes));
    assert_ne!(part(&bare, Labels::Nodes), part(&labelled(4, &edges, &["", "", "", "O"], &[]), Labels::Nodes));
}

/// Two triangles and a hexagon, and the same with labels in turn: colour refinement sees no difference.
#[test]
fn graphs_with_the_same_colours_have_the_same_bytes() {
    let triangles = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)];
    let hexagon = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)];
    let texts = ["C", "N", "O", "C", "N", "O"];
    // Bonds by their ends: CN, NO, OC.
    let bonds = ["cn", "no", "oc", "cn", "no", "oc"];
    for labels in Labels::ALL {
        let (one, other) = (labelled(6, &triangles, &texts, &bonds), labelled(6, &hexagon, &texts, &bonds));
        assert_eq!(part(&one, labels), part(&other, labels), "{labels}");
        let moved = labelled(6, &hexagon, &["C", "N", "O", "C", "O", "N"], &bonds);
        assert_eq!(part(&one, labels) == part(&moved, labels), labels == Labels::Edges, "{labels}");
    }
}

#[test]
fn labels_of_edges_tell_graphs_apart() {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0)];
    let (one, other) =
        (labelled(4, &edges, &[], &["1", "1", "2", "2"]), labelled(4, &edges, &[], &["1", "2", "1", "2"]));
    assert_eq!(part(&one, Labels::Nodes), part(&other, Labels::Nodes));
    assert_ne!(part(&one, Labels::Edges), part(&other, Labels::Edges));
    assert_ne!(part(&one, Labels::All), part(&other, Labels::All));
}

#[test]
fn the_numbering_of_the_nodes_leaves_no_trace() {
    let graph = ring(13);
    let place = |node: u32| (node * 5 + 2) % 13;
    let mut texts = vec![Label::from(""); 13];
    let mut builder = GraphBuilder::new();
    builder.reserve_nodes(13).unwrap();
    for node in 0..13u32 {
        texts[place(node) as usize] = graph.node_labels().unwrap()[node as usize].clone();
        for (&other, label) in graph.neighbors(node).iter().zip(graph.edge_labels(node).unwrap()) {
            builder.add_labelled_edge(place(node), place(other), label.clone(), None, 0).unwrap();
        }
    }
    texts.into_iter().for_each(|text| builder.add_node_label(text));
    let moved = builder.build().unwrap().0;
    for labels in Labels::ALL {
        assert_eq!(part(&graph, labels), part(&moved, labels), "{labels}");
    }
}

/// Labels left out give the bytes of the same graph with empty texts in their places.
#[test]
fn labels_left_out_are_empty_texts() {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (1, 3)];
    let (nodes, bonds) = (["C", "N", "C", "O"], ["1", "2", "2", "1", "3"]);
    let graph = labelled(4, &edges, &nodes, &bonds);
    let cases = [
        (LeftOut::Nothing, nodes, bonds),
        (LeftOut::NodeLabel("C"), ["", "N", "", "O"], bonds),
        (LeftOut::Node(2), ["C", "N", "", "O"], bonds),
        (LeftOut::EdgeLabel("2"), nodes, ["1", "", "", "1", "3"]),
        (LeftOut::Edge(3, 1), nodes, ["1", "2", "2", "1", ""]),
        (LeftOut::Edge(0, 1), nodes, ["", "2", "2", "1", "3"]),
        // Nothing of the kind is there.
        (LeftOut::NodeLabel("1"), nodes, bonds),
        (LeftOut::EdgeLabel("C"), nodes, bonds),
        (LeftOut::Node(4), nodes, bonds),
        (LeftOut::Edge(0, 2), nodes, bonds),
        (LeftOut::Edge(4, 9), nodes, bonds),
    ];
    for labels in Labels::ALL {
        for (left_out, nodes, bonds) in cases {
            let mut row = Vec::new();
            LabelPart::new(labels, LabelSettings::default()).append_without(&graph, left_out, &mut row);
            assert_eq!(row, part(&labelled(4, &edges, &nodes, &bonds), labels), "{labels} without {left_out:?}");
        }
    }
}

/// Rings of 20 nodes with two leaves. Two rounds see the degrees of neighbours: leaves that are two steps apart on the ring, and
/// not those that are three steps apart, which a third round would see.
#[test]
fn two_rounds_of_refinement_are_all_that_the_part_sees() {
    let ring = |apart: u32| {
        let mut edges: Vec<(u32, u32)> = (0..20).map(|node| (node, (node + 1) % 20)).collect();
        edges.extend([(0, 20), (apart, 21)]);
        part(&labelled(22, &edges, &[], &[]), Labels::Nodes)
    };
    assert_eq!(ring(3), ring(10));
    assert_ne!(ring(2), ring(10));
}
