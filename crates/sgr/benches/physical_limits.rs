//! Limits of this machine for a TU collection as .zip: operations of the exact spectra, at the rate of a matrix product; bytes to inflate, at
//! the rate of inflating alone. One core, the fastest of five runs.
//!
//! `cargo bench -p sgr-graphs --features lab --bench physical_limits -- FILE` prints one JSON object. `benchmarks/compare.py` puts it next
//! to the time of the program.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a benchmark prints, and fails loudly")]

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, Par};
use sgr::graph::{Graph, GraphRecord};
use sgr::input::{ReadOptions, open};
use sgr::spectrum::{ComponentMethod, ComponentPlan, SpectrumSettings, SpectrumSolver};
use zip::ZipArchive;

fn main() {
    // Cargo adds `--bench`.
    let path = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let Some(path) = path.map(PathBuf::from) else {
        println!("{{\"skipped\": \"give a TU collection as .zip\"}}");
        return;
    };
    let (operations, rate) = (operations(&path), operations_a_second());
    let (bytes, inflate_seconds) = inflate(&path);
    println!(
        "{{\"operations\": {operations}, \"operations_a_second\": {rate}, \"bytes\": {bytes}, \"inflate_seconds\": {inflate_seconds}}}"
    );
}

/// Operations of the exact spectra of all graphs, after twins, closed forms and components.
fn operations(path: &Path) -> f64 {
    let reader = open(path, None, &ReadOptions::default()).expect("a file of graphs");
    let records: Vec<GraphRecord> = reader.collect::<Result<_, _>>().expect("graphs without fault");
    let graphs: Vec<&Graph> = records.iter().map(|record| &record.graph).collect();
    let mut solver = SpectrumSolver::new(SpectrumSettings::new().explain(true));
    let (mut spectra, mut sum) = (Vec::new(), 0.0);
    for graphs in graphs.chunks(256) {
        solver.solve(graphs, &mut spectra);
        for explanation in solver.explanations() {
            sum += explanation.plans.iter().map(of_component).sum::<f64>();
            // Those that are not solved one by one are dense to this count.
            sum += explanation.large.as_ref().map_or(0.0, |large| dense(large.nodes as f64));
        }
    }
    sum
}

/// The cheaper way to a tridiagonal matrix, and its eigenvalues.
fn of_component(plan: &ComponentPlan) -> f64 {
    if matches!(plan.method, ComponentMethod::ClosedForm(_)) {
        return 0.0;
    }
    let nodes = plan.nodes as f64;
    // A band of that width loses an entry of each column by 6 n operations (Golub & Van Loan, "Matrix Computations", §8.3).
    let band = plan.bandwidth.map_or(f64::INFINITY, |bandwidth| 6.0 * nodes * nodes * bandwidth as f64);
    // QL without square roots: 1.7 sweeps for each eigenvalue, over half of the rows in the mean, ten operations a row.
    dense(nodes).min(band) + 8.5 * nodes * nodes
}

/// Householder's reduction: Golub & Van Loan, §8.3.1.
fn dense(nodes: f64) -> f64 {
    4.0 / 3.0 * nodes.powi(3)
}

/// Of a product of matrices in double precision that fit into the cache.
fn operations_a_second() -> f64 {
    const SIZE: usize = 512;
    let matrix = |shift: usize| Mat::from_fn(SIZE, SIZE, |row, column| ((row * 7 + column * 3 + shift) % 11) as f64);
    let (left, right, mut product) = (matrix(0), matrix(5), Mat::zeros(SIZE, SIZE));
    let seconds = fastest(|| {
        for _ in 0..4 {
            matmul(product.as_mut(), Accum::Replace, left.as_ref(), right.as_ref(), 1.0, Par::Seq);
        }
    });
    assert!(product[(0, 0)] > 0.0);
    4.0 * 2.0 * (SIZE as f64).powi(3) / seconds
}

/// Bytes of the files that hold the graphs and their classes, and the seconds to inflate them.
fn inflate(path: &Path) -> (u64, f64) {
    let mut bytes = 0;
    let mut block = vec![0; 1 << 18];
    let seconds = fastest(|| {
        let mut archive = ZipArchive::new(BufReader::new(File::open(path).expect("a file"))).expect("an archive");
        bytes = 0;
        for at in 0..archive.len() {
            let mut entry = archive.by_index(at).expect("an entry");
            let name = entry.name().expect("a name").into_owned();
            if ["_A.txt", "_graph_indicator.txt", "_graph_labels.txt"].iter().any(|part| name.ends_with(part)) {
                while let read @ 1.. = entry.read(&mut block).expect("an entry without fault") {
                    bytes += read as u64;
                }
            }
        }
    });
    (bytes, seconds)
}

fn fastest(mut work: impl FnMut()) -> f64 {
    let seconds = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    };
    (0..5).map(seconds).fold(f64::INFINITY, f64::min)
}
