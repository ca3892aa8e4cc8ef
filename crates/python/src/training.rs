//! Models of one's own.

use std::ops::ControlFlow;
use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sgr::input::read_text;
use sgr::learning::{Curriculum, CurriculumChanges, TrainingError, TrainingStep, train_model};

use crate::background::{Job, threads};
use crate::description::stream_settings;
use crate::graph_file::of_file;
use crate::model::Model;

/// The text of a curriculum in a file.
#[pyfunction]
pub(crate) fn read_curriculum(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    py.detach(|| read_text(path, Curriculum::LARGEST_TEXT)).map_err(of_file)
}

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
    let refused = |error: TrainingError| PyValueError::new_err(format!("the curriculum: {error}"));
    let curriculum = Curriculum::built_in(curriculum).map_or_else(|| Curriculum::from_toml(curriculum), Ok);
    let changes = CurriculumChanges { seed, epochs, dimensions, graphs, ..CurriculumChanges::default() };
    let curriculum = curriculum.and_then(|curriculum| curriculum.with(&changes)).map_err(refused)?;
    let epochs = curriculum.training.epochs;
    let job = Job::start(move |watch| {
        let trained = train_model(&curriculum, &stream_settings(threads(n_jobs)), &mut |step| {
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
