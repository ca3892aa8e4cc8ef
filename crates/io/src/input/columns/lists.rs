//! Columns of lists, whatever their layout.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, Field};

/// A column of lists: where the list of each row lies in the column of all values.
#[derive(Debug)]
pub(in crate::input) struct Lists {
    column: ArrayRef,
    values: ArrayRef,
}

/// The field of the values of lists; `None` if the type is no list.
pub(in crate::input) fn item_of(data_type: &DataType) -> Option<&Field> {
    match data_type {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => Some(item),
        _ => None,
    }
}

impl Lists {
    /// `None` if the column holds no lists.
    pub(in crate::input) fn of(column: &ArrayRef) -> Option<Self> {
        let values = match column.data_type() {
            DataType::List(_) => column.as_list::<i32>().values(),
            DataType::LargeList(_) => column.as_list::<i64>().values(),
            DataType::FixedSizeList(..) => column.as_fixed_size_list().values(),
            _ => return None,
        };
        Some(Self { column: column.clone(), values: values.clone() })
    }

    /// All values.
    pub(in crate::input) fn values(&self) -> &ArrayRef {
        &self.values
    }

    /// Where the values of a row lie; `None` if it is null.
    pub(in crate::input) fn range(&self, row: usize) -> Option<Range<usize>> {
        if self.column.is_null(row) {
            return None;
        }
        Some(match self.column.data_type() {
            DataType::List(_) => {
                let offsets = self.column.as_list::<i32>().value_offsets();
                offsets[row] as usize..offsets[row + 1] as usize
            }
            DataType::LargeList(_) => {
                let offsets = self.column.as_list::<i64>().value_offsets();
                offsets[row] as usize..offsets[row + 1] as usize
            }
            _ => {
                let length = self.column.as_fixed_size_list().value_length() as usize;
                row * length..(row + 1) * length
            }
        })
    }
}
