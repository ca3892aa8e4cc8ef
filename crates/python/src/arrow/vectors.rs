//! The columns that vectors add to a table.

use std::sync::Arc;

use arrow_array::builder::{Float32BufferBuilder, Float64Builder, StringBuilder};
use arrow_array::{ArrayRef, FixedSizeListArray, Float32Array, ListArray};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, FieldRef};
use sgr::embed::Embedding;

/// The names of the columns, in their order.
pub(super) const NAMES: [&str; 4] = ["vector", "origin", "error", "problem"];

/// Gathers the vectors of the rows of a batch: a row with a problem has no vector.
pub(super) struct VectorColumns {
    width: usize,
    /// Whether vectors are lists of any length, for engines without lists of fixed length.
    as_lists: bool,
    values: Float32BufferBuilder,
    is_there: BooleanBufferBuilder,
    origins: StringBuilder,
    errors: Float64Builder,
    problems: StringBuilder,
}

/// The fields of the columns.
pub(super) fn fields(width: usize, as_lists: bool) -> [Field; 4] {
    let item: FieldRef = Field::new_list_field(DataType::Float32, false).into();
    let vector = match as_lists {
        true => DataType::List(item),
        false => DataType::FixedSizeList(item, i32::try_from(width).unwrap_or(i32::MAX)),
    };
    let types = [vector, DataType::Utf8, DataType::Float64, DataType::Utf8];
    let mut types = types.into_iter();
    NAMES.map(|name| Field::new(name, types.next().unwrap_or(DataType::Null), true))
}

impl VectorColumns {
    pub(super) fn new(width: usize, as_lists: bool, rows: usize) -> Self {
        let values = Float32BufferBuilder::new(rows * width);
        let (is_there, origins) = (BooleanBufferBuilder::new(rows), StringBuilder::new());
        Self {
            width,
            as_lists,
            values,
            is_there,
            origins,
            errors: Float64Builder::new(),
            problems: StringBuilder::new(),
        }
    }

    pub(super) fn push(&mut self, row: Result<Embedding<'_>, String>) {
        match row {
            Ok(Embedding { vector, origin, error }) => {
                self.values.append_slice(vector);
                self.is_there.append(true);
                self.origins.append_value(origin.name());
                self.errors.append_value(error);
                self.problems.append_null();
            }
            Err(problem) => {
                if !self.as_lists {
                    self.values.append_n_zeroed(self.width);
                }
                self.is_there.append(false);
                self.origins.append_null();
                self.errors.append_null();
                self.problems.append_value(problem);
            }
        }
    }

    /// The columns.
    pub(super) fn finish(mut self) -> Vec<ArrayRef> {
        let is_there = self.is_there.finish();
        let values: ArrayRef = Arc::new(Float32Array::new(self.values.finish().into(), None));
        let lengths = is_there.iter().map(|is_there| if is_there { self.width } else { 0 });
        let item: FieldRef = Field::new_list_field(DataType::Float32, false).into();
        let offsets = OffsetBuffer::from_lengths(lengths);
        let nulls = Some(NullBuffer::new(is_there)).filter(|nulls| nulls.null_count() > 0);
        let vectors: ArrayRef = match self.as_lists {
            true => Arc::new(ListArray::new(item, offsets, values, nulls)),
            false => {
                let width = i32::try_from(self.width).unwrap_or(i32::MAX);
                Arc::new(FixedSizeListArray::new(item, width, values, nulls))
            }
        };
        vec![vectors, Arc::new(self.origins.finish()), Arc::new(self.errors.finish()), Arc::new(self.problems.finish())]
    }
}
