//! Models with made-up weights, for tests.
#![allow(dead_code, reason = "each test uses its part")]

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use sgr::representation::{AttributeSettings, Channels, LabelSettings, Model, ModelParts, Perceptron, Provenance};
use sgr::resampling::KnotRule;

/// A model of the given shape with random weights of the usual size.
pub(crate) fn random_model(names: &[&str], samples: usize, dimensions: usize, classes: usize, seed: u64) -> Model {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let channels = Channels::parse(names, samples, KnotRule::Literal).unwrap();
    let width = channels.width();
    let mut numbers = |count: usize, scale: f32| -> Vec<f32> {
        (0..count).map(|_| scale * random.random_range(-1.0..1.0f32)).collect()
    };
    let scale = 1.0 / (width as f32).sqrt();
    let perceptron = Perceptron::new(width, numbers(width * dimensions, scale), numbers(dimensions, 0.5));
    let parts = ModelParts {
        channels,
        perceptron,
        head_weights: numbers(classes * dimensions, 0.3),
        head_bias: numbers(classes, 0.3),
        labels: LabelSettings::default(),
        attributes: AttributeSettings::default(),
        classes: (0..classes).map(|class| format!("class \"{class}\" é")).collect(),
        provenance: Provenance::new(
            seed,
            &json!({ "epochs": 3, "learning_rate": 1e-3, "note": "made up" }).to_string(),
            &json!({ "validation_accuracy": 0.1 + 0.2, "validation_loss": 1e-300 }).to_string(),
        )
        .unwrap(),
    };
    Model::new(parts).unwrap()
}

pub(crate) fn object(value: Value) -> serde_json::Map<String, Value> {
    value.as_object().unwrap().clone()
}

/// The model whose files, one a version, are kept in `data/`.
pub(crate) fn kept_model() -> Model {
    random_model(&["spectrum", "size"], 5, 3, 2, 1)
}
