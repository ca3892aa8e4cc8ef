//! A file of labelled graphs, their vectors, and how well a classifier tells the classes apart.
//!
//! `cargo run --features lab --example classify [FILE]`

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use std::path::PathBuf;

use sgr::evaluation::{LogisticRegression, Protocol, VectorRows, score};
use sgr::experiment::class_labels;
use sgr::graph::GraphRecord;

fn main() -> Result<(), sgr::Error> {
    let shapes = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/shapes.jsonl");
    let file = std::env::args_os().nth(1).map_or_else(|| PathBuf::from(shapes), PathBuf::from);
    let records: Vec<GraphRecord> = sgr::input::open(&file, None, &Default::default())?.collect::<Result<_, _>>()?;

    let vectors = sgr::embed(&records)?;
    let labels = class_labels(&records)?;
    println!("{} graphs of the classes {}", records.len(), labels.names().join(", "));

    let classifier = LogisticRegression::new(VectorRows::new(vectors.as_slice(), vectors.dimensions())?)?;
    let splits = Protocol::CrossValidation.splits(&labels, 10, 0)?;
    let score = score(&classifier, &labels, &splits, None, &());
    println!("accuracy {:.1} %, ten-fold cross-validation", 100.0 * score.mean());
    Ok(())
}
