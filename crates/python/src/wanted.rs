//! Values that a parameter may not have, in the words of the library: what was found and what was wanted.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// A ValueError that names the parameter, the value and the values that are allowed.
pub(crate) fn wanted(parameter: &str, found: impl Display, wanted: &str) -> PyErr {
    PyValueError::new_err(format!("found {parameter} {found}, wanted {wanted}"))
}
