//! Seconds for the exact spectra of all graphs of a collection, graphs in memory, one thread: median of the runs of one second, at least five.
//!
//! `cargo bench -p sgr-graphs --features lab --bench spectrum_stage -- FILE` prints one JSON object. `benchmarks/compare.py` compares it with
//! NumPy's `eigvalsh`.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a benchmark prints, and fails loudly")]

use std::path::PathBuf;
use std::time::Instant;

use sgr::graph::GraphRecord;
use sgr::input::{ReadOptions, open};
use sgr::spectrum::{SpectrumSettings, SpectrumSolver};

fn main() {
    // Cargo adds `--bench`.
    let path = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let Some(path) = path.map(PathBuf::from) else {
        println!("{{\"skipped\": \"give a file of graphs\"}}");
        return;
    };
    let graphs: Vec<GraphRecord> = open(&path, None, &ReadOptions::default())
        .expect("a file of graphs")
        .collect::<Result<_, _>>()
        .expect("graphs without fault");
    let mut times: Vec<f64> = Vec::new();
    while times.len() < 5 || times.iter().sum::<f64>() < 1.0 {
        times.push(seconds(&graphs));
    }
    times.sort_by(f64::total_cmp);
    println!("{{\"graphs\": {}, \"seconds\": {}}}", graphs.len(), times[times.len() / 2]);
}

fn seconds(graphs: &[GraphRecord]) -> f64 {
    let mut solver = SpectrumSolver::new(SpectrumSettings::default());
    let mut spectra = Vec::new();
    let mut graphs: Vec<_> = graphs.iter().map(|record| &record.graph).collect();
    let start = Instant::now();
    // As the stream does: windows of consecutive graphs, in groups of like size.
    for window in graphs.chunks_mut(1024) {
        let has_branches = |row: &&[usize]| row[1] - row[0] > 1;
        window.sort_by_cached_key(|graph| graph.offsets().windows(2).filter(has_branches).count());
        for group in window.chunks(256) {
            solver.solve(group, &mut spectra);
            assert!(spectra.iter().all(Result::is_ok), "a graph without a spectrum");
        }
    }
    start.elapsed().as_secs_f64()
}
