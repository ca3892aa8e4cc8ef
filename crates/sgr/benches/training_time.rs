//! How long the training of a model of the usual size takes, without the graphs: `cargo bench -p sgr --bench training_time`.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

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
    let set = TrainingSet::new(WIDTH, inputs, classes, names).unwrap();
    let mut settings = TrainingSettings::default();
    // Noise: without patience it would end at once.
    settings.patience = settings.epochs;
    let start = Instant::now();
    let trained = train(&set, &settings, &mut |_| ControlFlow::Continue(())).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    println!("training: {ROWS} rows of {WIDTH}, {} epochs: {seconds:.2} s", trained.history.len());
    let start = Instant::now();
    infer(&trained.perceptron, set.inputs());
    let microseconds = start.elapsed().as_secs_f64() * 1e6 / ROWS as f64;
    println!("inference: {microseconds:.2} µs a row");
}

fn infer(perceptron: &Perceptron, inputs: &[f32]) {
    let mut vectors = Vec::with_capacity(ROWS * perceptron.outputs());
    perceptron.apply(inputs, &mut vectors);
    black_box(vectors);
}
