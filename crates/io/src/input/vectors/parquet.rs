//! Tables of vectors in Parquet.

use std::fs::File;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Schema};
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder};

use super::{LABEL, StoredVectors};
use crate::input::columns::{Lists, Scalar, item_of, scalar_at};
use crate::input::{Format, Problem};

/// The column of vectors.
const VECTOR: &str = "vector";
/// The column of ids.
const ID: &str = "id";

fn damaged(cause: impl std::fmt::Display) -> Problem {
    Problem::Damaged { format: Format::Parquet, cause: cause.to_string() }
}

/// Whether a file has a column of vectors.
pub(super) fn has_vectors(path: &Path) -> bool {
    let metadata =
        File::open(path).ok().and_then(|file| ArrowReaderMetadata::load(&file, ArrowReaderOptions::new()).ok());
    metadata.is_some_and(|metadata| vector_column(metadata.schema()).is_some())
}

fn vector_column(schema: &Schema) -> Option<usize> {
    let (at, field) = schema.column_with_name(VECTOR)?;
    let item = item_of(field.data_type())?.data_type();
    matches!(item, DataType::Float32 | DataType::Float64).then_some(at)
}

pub(super) fn read(path: &Path, max_memory: u64) -> Result<StoredVectors, Problem> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path)?).map_err(damaged)?;
    let schema = builder.schema().clone();
    let Some(vectors) = vector_column(&schema) else {
        let wanted = "a table of vectors has lists of numbers there".to_owned();
        return Err(Problem::Missing { missing: format!("the column {VECTOR}"), wanted });
    };
    let is_text = |at: &usize| Scalar::fits(schema.field(*at).data_type());
    let texts: Vec<usize> = (0..schema.fields().len()).filter(|at| *at != vectors).filter(is_text).collect();
    let mut found = StoredVectors::default();
    let names = texts.iter().map(|&at| schema.field(at).name()).filter(|name| *name != ID);
    found.columns = names.map(|name| (name.clone(), Vec::new())).collect();
    for batch in builder.build().map_err(damaged)? {
        let batch = batch.map_err(damaged)?;
        append_vectors(batch.column(vectors), &mut found)?;
        append_texts(&batch, &texts, &mut found)?;
        let needed = size_of_val(found.values.as_slice()) as u64;
        if needed > max_memory {
            return Err(Problem::TooMuchMemory { needed, limit: max_memory });
        }
    }
    if found.dimensions == 0 {
        return Err(Problem::Unexpected { found: "no vectors".to_owned(), wanted: "at least one".to_owned() });
    }
    found.columns.retain(|(name, texts)| name != LABEL || texts.iter().any(Option::is_some));
    Ok(found)
}

fn append_vectors(column: &ArrayRef, found: &mut StoredVectors) -> Result<(), Problem> {
    let wrong = |row: usize, found: &str, wanted: String| Problem::Column {
        column: VECTOR.to_owned(),
        found: format!("{found} in row {row}"),
        wanted,
    };
    let Some(lists) = Lists::of(column) else { return Err(damaged("the vectors are no lists")) };
    for row in 0..column.len() {
        let at = found.values.len() / found.dimensions.max(1);
        let list = lists.range(row).ok_or_else(|| wrong(at, "null", "a vector".to_owned()))?;
        let numbers = lists.values().slice(list.start, list.len());
        if numbers.null_count() > 0 {
            return Err(wrong(at, "null among the numbers", "numbers".to_owned()));
        }
        if found.dimensions == 0 {
            found.dimensions = numbers.len();
        }
        if numbers.len() != found.dimensions || numbers.is_empty() {
            let wanted = format!("{} as before", found.dimensions.max(1));
            return Err(wrong(at, &format!("{} numbers", numbers.len()), wanted));
        }
        match numbers.data_type() {
            DataType::Float32 => found.values.extend(numbers.as_primitive::<Float32Type>().values()),
            _ => found.values.extend(numbers.as_primitive::<Float64Type>().values().iter().map(|&value| value as f32)),
        }
    }
    Ok(())
}

/// The ids, and the texts of the other columns. Vectors without an id are numbered.
fn append_texts(batch: &RecordBatch, texts: &[usize], found: &mut StoredVectors) -> Result<(), Problem> {
    let text = |column: &ArrayRef, row: usize| match scalar_at(column, row) {
        Scalar::Null => None,
        Scalar::Text(text) => Some(text.to_owned()),
        Scalar::Whole(digits) => Some(digits),
        Scalar::Number(number) => Some(number.to_string()),
        Scalar::Truth(truth) => Some(truth.to_string()),
    };
    let schema = batch.schema();
    let (ids, others): (Vec<usize>, Vec<usize>) = texts.iter().partition(|&&at| schema.field(at).name() == ID);
    for row in 0..batch.num_rows() {
        let id = ids.first().and_then(|&at| text(batch.column(at), row));
        let number = found.ids.len();
        found.ids.push(id.unwrap_or_else(|| number.to_string()));
    }
    for ((_, column), at) in found.columns.iter_mut().zip(others) {
        column.extend((0..batch.num_rows()).map(|row| text(batch.column(at), row)));
    }
    Ok(())
}
