//! Graphs a second from Parquet to Parquet, next to the solver alone on the same graphs in memory.
//!
//! `cargo bench -p sgr-graphs --features parquet --bench table_throughput -- GRAPHS.parquet [ROUNDS]`
//!
//! Both ways in turn, on all cores; medians. `benchmarks/tables.py` makes the file and runs this.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints, and may panic")]

use std::path::Path;
use std::time::Instant;

use sgr::embed::{StreamSettings, embed_stream};
use sgr::graph::Graph;
use sgr::input::{self, ReadOptions};
use sgr::output::{TableFormat, TableWriter, VectorRow};
use sgr::representation::{Representation, RepresentationName, RepresentationSettings};

fn main() {
    // `cargo bench` adds an argument of its own.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let Some(path) = arguments.first() else {
        println!("found no argument, wanted a Parquet file of graphs");
        return;
    };
    let rounds = arguments.get(1).map_or(3, |rounds| rounds.parse().unwrap());
    let representation = RepresentationSettings::new(RepresentationName::default()).build();
    let graphs: Vec<Graph> =
        input::open(path, None, &ReadOptions::new()).unwrap().map(|record| record.unwrap().graph).collect();
    let (mut alone, mut whole) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        alone.push(seconds(|| in_memory(&graphs, representation.as_ref())));
        // Removed after the clock has stopped: a user keeps the file.
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("vectors.parquet");
        whole.push(seconds(|| from_file_to_file(Path::new(path), &target, representation.as_ref())));
    }
    let rate = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        graphs.len() as f64 / times[times.len() / 2]
    };
    let (alone, whole) = (rate(&mut alone), rate(&mut whole));
    println!("{} graphs, {} threads", graphs.len(), StreamSettings::default().threads);
    println!("solver alone, graphs in memory: {alone:.0} graphs/s");
    println!("Parquet to Parquet: {whole:.0} graphs/s, {:.1} % of it", 100.0 * whole / alone);
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn in_memory(graphs: &[Graph], representation: &dyn Representation) {
    let mut sum = 0.0;
    let items = graphs.iter().map(Ok::<&Graph, ()>);
    embed_stream(items, representation, &StreamSettings::default(), |outcome| {
        // Something of every vector is used.
        sum += f64::from(outcome.unwrap().1.vector[0]);
        Ok::<(), ()>(())
    })
    .unwrap();
    assert!(sum.is_finite());
}

fn from_file_to_file(path: &Path, target: &Path, representation: &dyn Representation) {
    let mut table = TableWriter::create_as(target, TableFormat::Parquet, &representation.columns()).unwrap();
    let reader = input::open(path, None, &ReadOptions::new()).unwrap();
    embed_stream(reader, representation, &StreamSettings::default(), |outcome| {
        let (record, embedding) = outcome.unwrap();
        table.write_row(VectorRow { id: &record.id, label: record.label.as_deref(), vector: embedding.vector })
    })
    .unwrap();
    table.finish().unwrap();
}
