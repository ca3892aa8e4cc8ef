//! The vectors of a batch on their way to Python.

use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;

use crate::background::Finish;

/// A row for each graph, NaN until it is known, with the certainty of its spectrum; and the graphs that failed.
pub(crate) struct Table {
    width: usize,
    rows: Vec<f32>,
    pub(crate) failures: Vec<(usize, String)>,
    pub(crate) origins: Vec<&'static str>,
    pub(crate) errors: Vec<f64>,
}

impl Table {
    pub(crate) fn new(graphs: usize, width: usize) -> Self {
        let (rows, failures) = (vec![f32::NAN; graphs * width], Vec::new());
        Self { width, rows, failures, origins: vec![""; graphs], errors: vec![f64::NAN; graphs] }
    }

    pub(crate) fn fill(&mut self, place: usize, row: Result<&[f32], String>) {
        match row {
            Ok(row) => self.rows[place * self.width..][..self.width].copy_from_slice(row),
            Err(reason) => self.failures.push((place, reason)),
        }
    }

    pub(crate) fn finish(self) -> Finish {
        Box::new(move |py| {
            let shape = [self.rows.len() / self.width.max(1), self.width];
            let vectors = self.rows.into_pyarray(py).reshape(shape)?;
            let errors = self.errors.into_pyarray(py);
            Ok((vectors, self.failures, self.origins, errors).into_pyobject(py)?.into_any().unbind())
        })
    }
}
