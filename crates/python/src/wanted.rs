//! Values that a parameter may not have, in the words of the library: what was found and what was wanted.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, PyResult};
use sgr::names::{Named, UnknownName};

/// A ValueError that names the parameter, the value and the values that are allowed.
pub(crate) fn wanted(parameter: &str, found: impl Display, wanted: &str) -> PyErr {
    PyValueError::new_err(format!("found {parameter} {found}, wanted {wanted}"))
}

/// A limit of memory in bytes, from gigabytes.
pub(crate) fn memory_limit(max_memory: f64) -> PyResult<u64> {
    match max_memory.is_finite() && max_memory > 0.0 {
        true => Ok((max_memory * 1e9) as u64),
        false => Err(wanted("max_memory", max_memory, "a positive number of gigabytes")),
    }
}

/// Advice for graphs that do not fit.
pub(crate) const MORE_MEMORY: &str = "pass max_memory=… (gigabytes) to allow more";

/// The value of that name; a ValueError names the parameter and lists the names.
pub(crate) fn named<T: Named>(parameter: &'static str, name: &str) -> PyResult<T> {
    let in_parameter = |error: UnknownName| UnknownName { kind: parameter, ..error };
    T::from_name(name).map_err(|error| PyValueError::new_err(in_parameter(error).to_string()))
}
