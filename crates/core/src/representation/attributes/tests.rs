//! The attribute part against its definition, computed slowly in floating point.

use std::f64::consts::TAU;

use super::signals::ANGLE;
use super::{AttributePart, AttributeScaling, AttributeSettings};
use crate::graph::{Attributes, Graph};
use crate::representation::characteristic::{HashedNormals, TURN};

fn with_attributes(edges: &[(u32, u32)], rows: &[&[f64]]) -> Graph {
    let mut attributes = Attributes::new();
    rows.iter().for_each(|row| attributes.push(row, 0).unwrap());
    Graph::from_edges(rows.len(), edges).unwrap().with_attributes(attributes).unwrap()
}

fn part(graph: &Graph, settings: &AttributeSettings) -> Vec<f32> {
    let mut row = Vec::new();
    AttributePart::new(settings.clone()).append(graph, &mut row);
    row
}

fn assert_by_definition(graph: &Graph, settings: &AttributeSettings, scaled: impl Fn(usize, f64) -> f64) {
    let found = part(graph, settings);
    let nodes = graph.node_count() as u32;
    for (function, &found) in found.iter().enumerate() {
        let signal = |node: u32, depth: usize| {
            let row = graph.attributes().map(|attributes| attributes.row(node)).unwrap_or_default();
            let factor = |attribute: usize| {
                let normals = HashedNormals::new(settings.seed, attribute as u64);
                settings.scale * f64::from(normals.normal((3 * function + depth) as u64, 1e6)) / 1e6
            };
            row.iter().enumerate().map(|(at, &value)| scaled(at, value) * factor(at)).sum::<f64>()
        };
        let mean = |node: u32, of: &dyn Fn(u32) -> f64| {
            let row = graph.neighbors(node);
            row.iter().map(|&other| of(other)).sum::<f64>() / row.len().max(1) as f64
        };
        let near = |node: u32| signal(node, 1) + mean(node, &|other| signal(other, 2));
        let word = HashedNormals::new(settings.seed, ANGLE).word(function as u64);
        let start = (word & 0xFFFF) as f64 / f64::from(TURN) * TAU;
        let angle = |node: u32| start + signal(node, 0) + mean(node, &near);
        let wanted = (settings.gain * (0..nodes).map(|node| angle(node).cos()).sum::<f64>() / f64::from(nodes)).asinh();
        assert!((f64::from(found) - wanted).abs() < 5e-3, "{function}: {found} for {wanted}");
    }
}

#[test]
fn functions_are_those_of_the_definition() {
    let rows: [&[f64]; 5] =
        [&[0.5, -3.0, 100.0], &[2.0, 0.0, 1e4], &[-1.0, 4.0, 0.0], &[0.0, 0.5, 7.0], &[9.0, 9.0, 9.0]];
    let graph = with_attributes(&[(0, 1), (1, 2), (2, 0), (2, 3)], &rows);
    assert_by_definition(&graph, &AttributeSettings::default(), |_, value| value.asinh());
    let (means, deviations) = (vec![1.0, 2.0], vec![0.5, 0.0]);
    let scaling = AttributeScaling::Standard { means, deviations };
    let learned = AttributeSettings { scaling, ..AttributeSettings::default() };
    assert_by_definition(&graph, &learned, |at, value| if at == 0 { (value - 1.0) / 0.5 } else { 0.0 });
    assert_by_definition(&Graph::from_edges(3, &[(0, 1)]).unwrap(), &AttributeSettings::default(), |_, value| value);
}

#[test]
fn huge_attributes_give_finite_numbers() {
    let graph = with_attributes(&[(0, 1), (1, 2)], &[&[f64::MAX], &[f64::MIN], &[f64::MIN_POSITIVE]]);
    let scaling = AttributeScaling::Standard { means: vec![0.0], deviations: vec![f64::MIN_POSITIVE] };
    for settings in [AttributeSettings::default(), AttributeSettings { scaling, ..AttributeSettings::default() }] {
        assert!(part(&graph, &settings).iter().all(|value| value.is_finite()));
    }
}

#[test]
fn the_numbering_of_the_nodes_leaves_no_trace() {
    let rows: [&[f64]; 4] = [&[0.1, 1.0], &[0.2, -1.0], &[0.3, 5.0], &[0.4, 0.0]];
    let graph = with_attributes(&[(0, 1), (0, 2), (0, 3), (1, 2)], &rows);
    // Node v becomes 3 − v.
    let moved = with_attributes(&[(3, 2), (3, 1), (3, 0), (2, 1)], &[rows[3], rows[2], rows[1], rows[0]]);
    let settings = AttributeSettings::default();
    assert_eq!(part(&graph, &settings), part(&moved, &settings));
    let other = with_attributes(&[(0, 1), (0, 2), (0, 3), (1, 3)], &rows);
    assert_ne!(part(&graph, &settings), part(&other, &settings));
}
