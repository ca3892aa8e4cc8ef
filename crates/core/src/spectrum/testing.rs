//! Matrices with their exact eigenvalues, for the tests of several methods.

use crate::graph::Graph;
use crate::spectrum::matrix::graph_view::{GraphView, fill_degrees};
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;
use crate::spectrum::reduction::components::Components;
use crate::spectrum::reduction::twins::TwinReduction;
use crate::spectrum::{Origin, SpectrumSettings, SpectrumSolver};

/// The matrix of a connected graph, and its exact eigenvalues.
pub(super) fn matrix_and_eigenvalues(graph: &Graph) -> (SparseLaplacian, Vec<f64>) {
    let mut degrees = Vec::new();
    fill_degrees(graph, &mut degrees);
    (only_component(GraphView::of_graph(graph, &degrees)), exact_eigenvalues(graph))
}

/// The matrix of a graph after twin reduction, which must be connected, and the exact eigenvalues of that matrix.
pub(super) fn reduced_matrix_and_eigenvalues(graph: &Graph) -> (SparseLaplacian, Vec<f64>) {
    let (mut degrees, mut atoms) = (Vec::new(), Vec::new());
    fill_degrees(graph, &mut degrees);
    let mut twins = TwinReduction::default();
    let rows = twins.reduce(GraphView::of_graph(graph, &degrees), &mut atoms);
    let mut eigenvalues = exact_eigenvalues(graph);
    for atom in atoms {
        for _ in 0..atom.multiplicity {
            let nearest = (0..eigenvalues.len()).min_by(|&a, &b| {
                (eigenvalues[a] - atom.eigenvalue).abs().total_cmp(&(eigenvalues[b] - atom.eigenvalue).abs())
            });
            eigenvalues.remove(nearest.expect("no more atoms than eigenvalues"));
        }
    }
    (only_component(rows), eigenvalues)
}

fn only_component(rows: GraphView<'_>) -> SparseLaplacian {
    let mut components = Components::default();
    components.find(rows);
    let mut matrix = SparseLaplacian::new();
    matrix.push(rows, components.nodes(0), components.positions());
    assert_eq!(matrix.size(), rows.node_count(), "a connected graph");
    matrix
}

fn exact_eigenvalues(graph: &Graph) -> Vec<f64> {
    let mut spectra = Vec::new();
    SpectrumSolver::new(SpectrumSettings::new().approach(Origin::Exact)).solve(&[graph], &mut spectra);
    let spectrum = spectra.remove(0).expect("a graph with nodes");
    spectrum.eigenvalues().expect("all eigenvalues").to_vec()
}
