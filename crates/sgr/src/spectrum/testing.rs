//! What the tests of several methods need.

use super::components::Components;
use super::lumped::{Rows, fill_degrees};
use super::remainder::Remainder;
use super::{Approach, SpectrumSettings, SpectrumSolver};
use crate::graph::Graph;

/// The matrix of a connected graph, and its exact eigenvalues.
pub(super) fn matrix_and_eigenvalues(graph: &Graph) -> (Remainder, Vec<f64>) {
    let mut degrees = Vec::new();
    fill_degrees(graph, &mut degrees);
    let rows = Rows::of_graph(graph, &degrees);
    let mut components = Components::default();
    components.find(rows);
    let mut matrix = Remainder::new();
    matrix.push(rows, components.nodes(0), components.positions());
    assert_eq!(matrix.size(), graph.node_count(), "a connected graph");
    let mut spectra = Vec::new();
    let settings = SpectrumSettings { approach: Approach::Exact, ..SpectrumSettings::default() };
    assert!(SpectrumSolver::new(settings).solve(&[graph], &mut spectra).is_empty());
    (matrix, spectra.remove(0).eigenvalues().to_vec())
}
