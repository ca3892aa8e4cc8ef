//! Seconds for all eigenvalues of one full band matrix, one thread: the best of several runs.
//!
//! `cargo bench -p sgr-graphs --bench band_solver -- NODES,BANDWIDTH ...` prints one JSON object a line. `benchmarks/band.py` compares it
//! with another build and with LAPACK.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a benchmark prints, and fails loudly")]

use std::time::Instant;

use sgr::graph::Graph;
use sgr::spectrum::{Solver, SpectrumSettings, SpectrumSolver};

fn main() {
    // Cargo adds `--bench`.
    for size in std::env::args().skip(1).filter(|argument| !argument.starts_with("--")) {
        let (nodes, bandwidth) = size.split_once(',').expect("NODES,BANDWIDTH");
        let (nodes, bandwidth) = (nodes.parse().expect("a number"), bandwidth.parse().expect("a number"));
        let (seconds, sum) = best_seconds(&full_band(nodes, bandwidth));
        println!(
            "{{\"nodes\": {nodes}, \"bandwidth\": {bandwidth}, \"seconds\": {seconds}, \"sum_of_squares\": {sum}}}"
        );
    }
}

/// All nodes up to `bandwidth` apart are neighbours.
fn full_band(nodes: usize, bandwidth: usize) -> Graph {
    let neighbors = |node: usize| (node + 1..(node + bandwidth + 1).min(nodes)).map(move |other| (node, other));
    let edges: Vec<(u32, u32)> =
        (0..nodes).flat_map(neighbors).map(|(node, other)| (node as u32, other as u32)).collect();
    Graph::from_edges(nodes, &edges).expect("edges within the nodes")
}

/// Seconds, and the sum of the squared eigenvalues.
fn best_seconds(graph: &Graph) -> (f64, f64) {
    let mut settings = SpectrumSettings::default();
    settings.solver = Some(Solver::Band);
    settings.reductions = false;
    let (mut solver, mut spectra) = (SpectrumSolver::new(settings), Vec::new());
    let (mut best, mut spent) = (f64::INFINITY, 0.0);
    for run in 0.. {
        let start = Instant::now();
        solver.solve(&[graph], &mut spectra);
        let seconds = start.elapsed().as_secs_f64();
        best = best.min(seconds);
        spent += seconds;
        if run >= 2 && spent > 2.0 {
            break;
        }
    }
    let spectrum = spectra.remove(0).expect("a spectrum");
    let squares = spectrum.eigenvalues().expect("all eigenvalues").iter().map(|value| value * value);
    (best, squares.sum())
}
