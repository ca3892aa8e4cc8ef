//! What the tests of several methods need.

use super::components::Components;
use super::lumped::{Rows, fill_degrees};
use super::remainder::Remainder;
use super::twin_reduction::TwinReduction;
use super::{Approach, SpectrumSettings, SpectrumSolver};
use crate::graph::Graph;

/// The matrix of a connected graph, and its exact eigenvalues.
pub(super) fn matrix_and_eigenvalues(graph: &Graph) -> (Remainder, Vec<f64>) {
    let mut degrees = Vec::new();
    fill_degrees(graph, &mut degrees);
    (only_piece(Rows::of_graph(graph, &degrees)), exact_eigenvalues(graph))
}

/// What twins leave of a graph that is in one piece then, and the exact eigenvalues of that.
pub(super) fn reduced_matrix_and_eigenvalues(graph: &Graph) -> (Remainder, Vec<f64>) {
    let (mut degrees, mut atoms) = (Vec::new(), Vec::new());
    fill_degrees(graph, &mut degrees);
    let mut twins = TwinReduction::default();
    let rows = twins.reduce(Rows::of_graph(graph, &degrees), &mut atoms);
    let mut eigenvalues = exact_eigenvalues(graph);
    for atom in atoms {
        for _ in 0..atom.multiplicity {
            let nearest = (0..eigenvalues.len()).min_by(|&a, &b| {
                (eigenvalues[a] - atom.eigenvalue).abs().total_cmp(&(eigenvalues[b] - atom.eigenvalue).abs())
            });
            eigenvalues.remove(nearest.expect("no more atoms than eigenvalues"));
        }
    }
    (only_piece(rows), eigenvalues)
}

fn only_piece(rows: Rows<'_>) -> Remainder {
    let mut components = Components::default();
    components.find(rows);
    let mut matrix = Remainder::new();
    matrix.push(rows, components.nodes(0), components.positions());
    assert_eq!(matrix.size(), rows.node_count(), "a connected graph");
    matrix
}

fn exact_eigenvalues(graph: &Graph) -> Vec<f64> {
    let mut spectra = Vec::new();
    let settings = SpectrumSettings { approach: Approach::Exact, ..SpectrumSettings::default() };
    assert!(SpectrumSolver::new(settings).solve(&[graph], &mut spectra).is_empty());
    spectra.remove(0).eigenvalues().to_vec()
}
