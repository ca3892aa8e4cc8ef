//! Arrow's interface between Python packages: tables in capsules.
//!
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>

use std::ffi::CStr;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

const STREAM: &CStr = c"arrow_array_stream";
const ARRAY: &CStr = c"arrow_array";
const SCHEMA: &CStr = c"arrow_schema";

pub(super) fn value_error(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The batches of any object that offers a table, read as they are asked for.
pub(super) fn batches_of(object: &Bound<'_, PyAny>) -> PyResult<Box<dyn RecordBatchReader + Send>> {
    if object.hasattr("__arrow_c_stream__")? {
        let capsule = object.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
        return Ok(Box::new(stream_in(&capsule)?));
    }
    if object.hasattr("__arrow_c_array__")? {
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) =
            object.call_method0("__arrow_c_array__")?.extract()?;
        let batch = batch_in(&schema, &array)?;
        let schema = batch.schema();
        return Ok(Box::new(RecordBatchIterator::new([Ok(batch)], schema)));
    }
    let found = object.get_type().fully_qualified_name()?;
    Err(PyTypeError::new_err(format!(
        "found an object of type {found}, wanted a table with Arrow's interface: of pyarrow, Polars, DuckDB, pandas, or another \
         with __arrow_c_stream__ or __arrow_c_array__"
    )))
}

#[expect(unsafe_code, reason = "the capsule's name vouches for what its pointer points to: that is the interface")]
fn stream_in(capsule: &Bound<'_, PyCapsule>) -> PyResult<ArrowArrayStreamReader> {
    let pointer = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: the pointer is valid while the capsule lives; the stream is moved out and marked as released there.
    unsafe { ArrowArrayStreamReader::from_raw(pointer.as_ptr()) }.map_err(value_error)
}

#[expect(unsafe_code, reason = "the capsules' names vouch for what their pointers point to: that is the interface")]
fn batch_in(schema: &Bound<'_, PyCapsule>, array: &Bound<'_, PyCapsule>) -> PyResult<RecordBatch> {
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    // SAFETY: both pointers are valid while their capsules live; the array is moved out and marked as released there.
    let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) }.map_err(value_error)?;
    if !matches!(data.data_type(), arrow_schema::DataType::Struct(_)) {
        return Err(PyTypeError::new_err(format!("found an array of {}, wanted a table", data.data_type())));
    }
    Ok(RecordBatch::from(StructArray::from(data)))
}

/// A schema of any object that offers one.
#[expect(unsafe_code, reason = "the capsule's name vouches for what its pointer points to: that is the interface")]
pub(super) fn schema_of(object: &Bound<'_, PyAny>) -> PyResult<Schema> {
    let capsule = object.call_method0("__arrow_c_schema__")?.cast_into::<PyCapsule>()?;
    let pointer = capsule.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    // SAFETY: the pointer is valid while the capsule lives, and the schema is only read.
    let schema = unsafe { pointer.as_ref() };
    Schema::try_from(schema).map_err(value_error)
}

/// Batches for another package.
pub(super) fn stream_out(
    py: Python<'_>,
    batches: Vec<RecordBatch>,
    schema: SchemaRef,
) -> PyResult<Bound<'_, PyCapsule>> {
    let reader = RecordBatchIterator::new(batches.into_iter().map(Ok), schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), STREAM)
}

/// A schema for another package.
pub(super) fn schema_out<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(value_error)?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}
