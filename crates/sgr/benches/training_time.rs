//! Seconds to train a model of the usual size on noise, without the making of graphs, and microseconds a row to apply it.
//!
//! `cargo bench -p sgr-graphs --features lab --bench training_time` prints one JSON object. One thread.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a benchmark prints, and fails loudly")]

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::learning::{TrainingSet, TrainingSettings, train};
use sgr::representation::Perceptron;

const ROWS: usize = 15_000;
const WIDTH: usize = 260;
const CLASSES: usize = 12;

fn main() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let classes: Vec<usize> = (0..ROWS).map(|row| row % CLASSES).collect();
    let inputs: Vec<f32> = (0..ROWS * WIDTH).map(|_| random.random_range(-1.0..1.0f32)).collect();
    let names = (0..CLASSES).map(|class| class.to_string()).collect();
    let set = TrainingSet::new(WIDTH, inputs, classes, names).expect("a set and settings in range");
    let mut settings = TrainingSettings::default();
    // Noise: without patience it would end at once.
    settings.patience = settings.epochs;
    let start = Instant::now();
    let trained = train(&set, &settings, &mut |_| ControlFlow::Continue(())).expect("a set and settings in range");
    let seconds = start.elapsed().as_secs_f64();
    let start = Instant::now();
    infer(&trained.perceptron, set.inputs());
    let microseconds = start.elapsed().as_secs_f64() * 1e6 / ROWS as f64;
    let epochs = trained.history.len();
    println!(
        "{{\"rows\": {ROWS}, \"epochs\": {epochs}, \"seconds\": {seconds}, \"microseconds_per_row\": {microseconds}}}"
    );
}

fn infer(perceptron: &Perceptron, inputs: &[f32]) {
    let mut vectors = Vec::with_capacity(ROWS * perceptron.outputs());
    perceptron.apply(inputs, &mut vectors);
    black_box(vectors);
}
