//! Predicted seconds of the graphs of a table.

use std::sync::{Mutex, PoisonError};

use numpy::PyArray1;
use pyo3::prelude::*;
use sgr::embed::CostPredictor;
use sgr::input::columns::GraphRows;

use super::capsule::batches_of;
use super::table::{TableGraphs, TableReading, unreadable};
use crate::background::Job;
use crate::spectrum_settings::SpectrumSettings;

/// Starts to predict the seconds of each row of a table: 0 for a row that will have no vector.
#[pyfunction]
pub(crate) fn start_predictions(
    table: &Bound<'_, PyAny>,
    reading: PyRef<'_, TableReading>,
    settings: PyRef<'_, SpectrumSettings>,
) -> PyResult<Job> {
    let batches = batches_of(table)?;
    let rows = GraphRows::new(reading.layout(&batches.schema())?, &reading.options);
    let mut predictor = CostPredictor::new(settings.stream(1).spectrum);
    Job::start(move |watch| {
        let failure = Mutex::new(None);
        let graphs = TableGraphs::new(batches, rows, &failure);
        let mut seconds = Vec::new();
        for row in graphs.take_while(|_| !watch.is_unwanted()) {
            let predicted = row.ok().and_then(|item| predictor.seconds(&item.graph).ok());
            seconds.push(predicted.unwrap_or(0.0));
            watch.advance(1);
        }
        let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        Box::new(move |py| match failure {
            Some(failure) => Err(unreadable(&failure)),
            None => Ok(PyArray1::from_vec(py, seconds).into_any().unbind()),
        })
    })
}
