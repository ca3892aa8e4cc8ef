//! Classifies stored vectors or a stored Gram matrix, in one thread, so that `benchmarks/classifiers.py` can compare another
//! implementation on the same splits.
//!
//! `cargo bench -p sgr-graphs --features lab --bench classifier_agreement -- logistic|forest|svm|gaussian|neighbours|… EXAMPLES.npy LABELS.txt RUNS` prints one JSON
//! object: seconds, optimisations without an end, and for each run what was tested and predicted. Labels are one a line;
//! vectors are `f32`, Gram matrices `f64`. `... -- fgsd COLLECTION TABLE.npz` writes vectors that `sgr embed` does not make:
//! wide ones.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a benchmark prints, and fails loudly")]

use std::path::Path;
use std::time::Instant;

use serde_json::json;
use sgr::baselines::{Fgsd, GraphFeatures};
use sgr::evaluation::{
    ClassLabels, Classifier, LogisticRegression, Prediction, Protocol, RandomForest, SupportVectorMachine,
    VectorClassifier, VectorRows,
};
use sgr::gram::GramMatrix;
use sgr::input::{ReadOptions, open};
use sgr::output::{TableWriter, VectorRow};

const SEED: u64 = 1;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [kind, examples, labels, runs] = arguments.as_slice() else {
        match arguments.as_slice() {
            [kind, collection, table] if kind == "fgsd" => write_fgsd(collection.as_ref(), table.as_ref()),
            _ => println!("{{\"skipped\": \"wanted logistic|forest|svm EXAMPLES.npy LABELS.txt RUNS\"}}"),
        }
        return;
    };
    let text = std::fs::read_to_string(labels).expect("a file of labels");
    let labels = ClassLabels::new(&text.lines().map(Some).collect::<Vec<_>>()).expect("a class for each example");
    let runs = runs.parse().expect("a number of runs");
    let splits = Protocol::RandomSplits.splits(&labels, runs, SEED).expect("enough examples");
    let bytes = array_bytes(examples);
    let width = |size: usize| bytes.len() / size / labels.len();
    let floats = || -> Vec<f32> { bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect() };
    let predict = |classifier: &dyn Classifier| -> Vec<Prediction> {
        splits.iter().enumerate().map(|(run, split)| classifier.predict(&labels, split, run)).collect()
    };
    let (start, predictions) = match kind.as_str() {
        "svm" => {
            let values = bytes.as_chunks().0.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect();
            let gram = GramMatrix::new(labels.len(), values);
            (Instant::now(), predict(&SupportVectorMachine::new(&gram).expect("finite values")))
        }
        kind => {
            let rows = floats();
            let (start, vectors) = (Instant::now(), VectorRows::new(&rows, width(4)).expect("finite vectors"));
            match kind {
                "logistic" => (start, predict(&LogisticRegression::new(vectors).expect("principal axes"))),
                "forest" => (start, predict(&RandomForest::new(vectors, SEED))),
                kind => (start, predict(named(kind, vectors).as_ref())),
            }
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    let unfinished: usize = predictions.iter().map(|prediction| prediction.unfinished).sum();
    let runs: Vec<_> = (splits.iter().zip(&predictions))
        .map(|(split, prediction)| json!({"test": split.test, "predicted": prediction.classes}))
        .collect();
    println!("{}", json!({"seconds": seconds, "unfinished": unfinished, "runs": runs}));
}

/// A classifier by its name in `sgr evaluate`, with `standardized-` before it, `-chosen` behind it, or both.
fn named<'a>(kind: &str, vectors: VectorRows<'a>) -> Box<dyn Classifier + 'a> {
    let (kind, is_chosen) = kind.strip_suffix("-chosen").map_or((kind, false), |kind| (kind, true));
    let (kind, is_standardized) = kind.strip_prefix("standardized-").map_or((kind, false), |kind| (kind, true));
    let classifier: VectorClassifier =
        kind.replace("gaussian", "svm").replace("neighbours", "knn").parse().expect("a name");
    let made = match (is_standardized, is_chosen) {
        (true, is_chosen) => classifier.on_standardized(vectors, SEED, is_chosen),
        (false, true) => classifier.on_with_chosen_cost(vectors),
        (false, false) => classifier.on(vectors, SEED),
    };
    made.expect("a classifier of these vectors")
}

fn write_fgsd(collection: &Path, table: &Path) {
    let fgsd = Fgsd::default();
    let mut writer = TableWriter::create(table, &fgsd.columns()).expect("a folder to write to");
    for record in open(collection, None, &ReadOptions::default()).expect("a collection") {
        let record = record.expect("a graph");
        let mut vector = Vec::new();
        fgsd.append(&record.graph, &mut vector).expect("distances");
        let row = VectorRow { id: &record.id, label: record.label.as_deref(), vector: &vector };
        writer.write_row(row).expect("room on the disk");
    }
    writer.finish().expect("room on the disk");
}

/// The data of a NumPy array file of version 1: what follows the header.
fn array_bytes(path: &str) -> Vec<u8> {
    let file = std::fs::read(path).expect("an array file");
    let header = usize::from(u16::from_le_bytes([file[8], file[9]]));
    file[10 + header..].to_vec()
}
