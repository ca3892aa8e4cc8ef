//! Distances of two vectors.

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sgr::representation::{Distance, VectorStatistics};
use sgr::search::SearchError;
use sgr::search::distance::Preparation;

use crate::model::Model;
use crate::wanted::named;

/// The names of the distances between vectors.
#[pyfunction]
pub(crate) fn distance_names() -> Vec<&'static str> {
    Distance::ALL.map(Distance::name).to_vec()
}

/// The distance of two vectors; `model` has the statistics for those that need them.
#[pyfunction]
#[pyo3(signature = (distance, a, b, model=None))]
pub(crate) fn vector_distance(
    distance: &str,
    a: PyReadonlyArray1<'_, f32>,
    b: PyReadonlyArray1<'_, f32>,
    model: Option<&Model>,
) -> PyResult<f64> {
    let (a, b): (Vec<f32>, Vec<f32>) = (a.as_array().to_vec(), b.as_array().to_vec());
    let preparation = preparation(named::<Distance>("distance", distance)?, model)?;
    preparation.between(&a, &b).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The distance of a name with the statistics of a model; without a name the model's default, or the Euclidean one.
pub(crate) fn asked_preparation(name: Option<&str>, model: Option<&Model>) -> PyResult<Preparation> {
    let distance = match name {
        Some(name) => named::<Distance>("distance", name)?,
        None => model.map_or_else(Distance::default, Model::default_distance),
    };
    preparation(distance, model)
}

/// A distance with the statistics of a model; says how to get them where they are missing.
fn preparation(distance: Distance, model: Option<&Model>) -> PyResult<Preparation> {
    let inner = model.map(Model::inner);
    let statistics: Option<&VectorStatistics> = inner.as_ref().and_then(|model| model.statistics());
    Preparation::of(distance, statistics).map_err(|error| {
        let remedy = match (&error, model) {
            (SearchError::NoStatistics { .. }, Some(_)) => {
                "; `sgr train --statistics MODEL -o NEW` adds them to the file of a model"
            }
            (SearchError::NoStatistics { .. }, None) => {
                "; those are of the vectors of representation=\"sgr\" without labels and attributes"
            }
            _ => "",
        };
        PyValueError::new_err(format!("{error}{remedy}"))
    })
}
