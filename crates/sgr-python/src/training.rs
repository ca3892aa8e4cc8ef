//! Models of one's own.

use std::ops::ControlFlow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sgr::learning::Curriculum;
use sgr::pipeline::{self, TrainingStep};

use crate::background::{Job, threads};
use crate::description::pipeline_settings;
use crate::model::Model;

/// The curricula that are compiled in.
const BUILT_IN: [(&str, &str); 2] = [
    ("default", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/default.toml"))),
    ("paper", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/paper.toml"))),
];

/// Starts to train by a curriculum: the name of one that is compiled in, or the text of one. The result is the model.
/// Steps that are done: one an epoch.
#[pyfunction]
#[pyo3(signature = (curriculum, seed=None, epochs=None, dimensions=None, graphs=None, n_jobs=None))]
pub(crate) fn start_training(
    curriculum: &str,
    seed: Option<u64>,
    epochs: Option<usize>,
    dimensions: Option<usize>,
    graphs: Option<u64>,
    n_jobs: Option<usize>,
) -> PyResult<(Job, usize)> {
    let text = BUILT_IN.iter().find(|(name, _)| *name == curriculum).map_or(curriculum, |(_, text)| text);
    let mut curriculum: Curriculum =
        toml::from_str(text).map_err(|error| PyValueError::new_err(format!("the curriculum: {error}")))?;
    let training = &mut curriculum.training;
    training.seed = seed.unwrap_or(training.seed);
    training.epochs = epochs.unwrap_or(training.epochs);
    training.dimensions = dimensions.unwrap_or(training.dimensions);
    for group in &mut curriculum.graphs {
        group.count = graphs.unwrap_or(group.count);
    }
    curriculum.check().map_err(|error| PyValueError::new_err(error.to_string()))?;
    let epochs = curriculum.training.epochs;
    let job = Job::start(move |watch| {
        let trained = pipeline::train_model(&curriculum, &pipeline_settings(threads(n_jobs)), &mut |step| {
            if let TrainingStep::Epoch(_) = step {
                watch.advance(1);
            }
            if watch.is_unwanted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        Box::new(move |py| {
            let (model, _) = trained.map_err(|error| PyValueError::new_err(error.to_string()))?;
            Ok(Model::of(model).into_pyobject(py)?.into_any().unbind())
        })
    })?;
    Ok((job, epochs))
}
