//! The cost of each solver for a component of a given size, in seconds on one thread: the numbers behind the cost model.
//!
//! `cargo bench -p sgr-graphs --features lab --bench solver_costs`

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::time::Instant;

use sgr::graph::Graph;
use sgr::spectrum::{MatrixShape, Solver, SpectrumSettings, SpectrumSolver};

fn main() {
    println!("{:>6} {:>6} {:>8} {:>12} {:>12} {:>8}", "nodes", "band", "solver", "measured µs", "model µs", "ratio");
    for nodes in [8usize, 16, 24, 32, 48, 64, 96, 128, 160, 192, 256, 384, 512, 768, 1024] {
        for reach in [nodes / 20 + 2, nodes / 7 + 2] {
            let graph = proximity_graph(nodes, reach);
            for solver in Solver::ALL {
                // Elimination is for other graphs.
                if solver == Solver::Elimination || (solver == Solver::Small && nodes > 320) {
                    continue;
                }
                let mut settings = SpectrumSettings::default();
                settings.solver = Some(solver);
                settings.reductions = false;
                let seconds = seconds_for_each(&graph, settings);
                let model = solver.predicted_seconds(MatrixShape {
                    nodes,
                    bandwidth: reach,
                    mean_width: reach,
                    multiplications: None,
                });
                println!(
                    "{nodes:>6} {reach:>6} {:>8} {:>12.1} {:>12.1} {:>8.2}",
                    solver.name(),
                    seconds * 1e6,
                    model * 1e6,
                    seconds / model
                );
            }
        }
    }
    nearly_trees();
}

/// The elimination solver on trees with some more edges, next to the solver of bands.
fn nearly_trees() {
    println!("{:>6} {:>6} {:>12} {:>12} {:>12} {:>8}", "nodes", "edges", "solver", "measured µs", "model µs", "ratio");
    for nodes in [200usize, 300, 500, 800, 1200, 2000] {
        for more in [0, nodes / 20, nodes / 8] {
            let graph = nearly_tree(nodes, more);
            for solver in [Solver::Band, Solver::Elimination] {
                let mut settings = SpectrumSettings::default().explain(true);
                settings.solver = Some(solver);
                settings.reductions = false;
                let mut explained = SpectrumSolver::new(settings.clone());
                explained.solve(&[&graph], &mut Vec::new());
                let model =
                    explained.explanations()[0].plans[0].considered().next().map_or(f64::NAN, |(_, seconds)| seconds);
                let seconds = seconds_for_each(&graph, settings);
                println!(
                    "{nodes:>6} {:>6} {:>12} {:>12.1} {:>12.1} {:>8.2}",
                    graph.edge_count(),
                    solver.name(),
                    seconds * 1e6,
                    model * 1e6,
                    seconds / model
                );
            }
        }
    }
}

/// A random tree with many neighbours of early nodes, and some more edges.
fn nearly_tree(nodes: usize, more: usize) -> Graph {
    let mut state = 1u64;
    let mut random = move |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    let mut edges: Vec<(u32, u32)> = (1..nodes).map(|node| (random(node) as u32, node as u32)).collect();
    edges.extend((0..more).map(|_| (random(nodes) as u32, random(nodes) as u32)).filter(|(from, to)| from != to));
    Graph::from_edges(nodes, &edges).expect("edges within the nodes")
}

/// A chain with random short-range edges: its bandwidth is `reach`, as it is for proteins.
fn proximity_graph(nodes: usize, reach: usize) -> Graph {
    let mut state = 1u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let mut edges: Vec<(u32, u32)> = (1..nodes as u32).map(|v| (v - 1, v)).collect();
    for node in 0..nodes {
        for _ in 0..2 {
            let other = node + 1 + random() % reach;
            if other < nodes {
                edges.push((node as u32, other as u32));
            }
        }
    }
    Graph::from_edges(nodes, &edges).expect("edges within the nodes")
}

/// Median over a few runs of the time for one of several copies of a graph.
fn seconds_for_each(graph: &Graph, settings: SpectrumSettings) -> f64 {
    let copies = (2_000_000 / graph.node_count().pow(2)).clamp(8, 4096) / 8 * 8;
    let graphs: Vec<&Graph> = std::iter::repeat_n(graph, copies).collect();
    let mut solver = SpectrumSolver::new(settings);
    let mut spectra = Vec::new();
    let mut times: Vec<f64> = (0..5)
        .map(|_| {
            let start = Instant::now();
            solver.solve(&graphs, &mut spectra);
            start.elapsed().as_secs_f64() / copies as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
