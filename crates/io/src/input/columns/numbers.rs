//! Numbers and texts of a column, whatever their type, without a copy.

use std::fmt::Display;
use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float16Type, Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

/// A whole number that may be a node.
pub(super) trait Whole: Copy + Display + TryInto<u32> {}

impl<T: Copy + Display + TryInto<u32>> Whole for T {}

/// Runs `$body` with `$values` as the slice of an array of whole numbers, whatever their type; or with the slices of two arrays
/// of the same type.
macro_rules! with_whole {
    ($array:expr, $values:ident => $body:expr) => {
        with_whole!($array, $array, ($values, _same) => $body)
    };
    ($array:expr, $other:expr, ($values:ident, $others:ident) => $body:expr) => {
        match $array.data_type() {
            arrow_schema::DataType::Int8 => with_whole!(@as Int8Type, $array, $other, $values, $others, $body),
            arrow_schema::DataType::Int16 => with_whole!(@as Int16Type, $array, $other, $values, $others, $body),
            arrow_schema::DataType::Int32 => with_whole!(@as Int32Type, $array, $other, $values, $others, $body),
            arrow_schema::DataType::UInt8 => with_whole!(@as UInt8Type, $array, $other, $values, $others, $body),
            arrow_schema::DataType::UInt16 => with_whole!(@as UInt16Type, $array, $other, $values, $others, $body),
            arrow_schema::DataType::UInt32 => with_whole!(@as UInt32Type, $array, $other, $values, $others, $body),
            arrow_schema::DataType::UInt64 => with_whole!(@as UInt64Type, $array, $other, $values, $others, $body),
            // The layout has checked the type: 64 bits are all that is left.
            _ => with_whole!(@as Int64Type, $array, $other, $values, $others, $body),
        }
    };
    (@as $type:ident, $array:expr, $other:expr, $values:ident, $others:ident, $body:expr) => {{
        let $values: &[_] = $array.as_primitive::<arrow_array::types::$type>().values();
        let $others: &[_] = $other.as_primitive::<arrow_array::types::$type>().values();
        $body
    }};
}

pub(super) use with_whole;

/// Whether values of this type are whole numbers.
pub(super) fn is_whole(data_type: &DataType) -> bool {
    data_type.is_integer()
}

/// Whether values of this type are numbers that a weight or an attribute can be.
pub(super) fn is_number(data_type: &DataType) -> bool {
    is_whole(data_type) || data_type.is_floating()
}

/// Whether values of this type can be labels.
pub(super) fn is_text(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

/// A value of a column of text.
pub(super) fn text_at(array: &ArrayRef, at: usize) -> &str {
    match array.data_type() {
        DataType::LargeUtf8 => array.as_string::<i64>().value(at),
        DataType::Utf8View => array.as_string_view().value(at),
        _ => array.as_string::<i32>().value(at),
    }
}

/// A text or a whole number or a truth value, as text. The type must be one of these.
pub(super) fn name_at(array: &ArrayRef, at: usize) -> String {
    match array.data_type() {
        data_type if is_text(data_type) => text_at(array, at).to_owned(),
        DataType::Boolean => array.as_boolean().value(at).to_string(),
        _ => with_whole!(array, values => values[at].to_string()),
    }
}

/// A whole number of any type, or its digits if it is negative or beyond 64 bits.
pub(super) fn count_at(array: &ArrayRef, at: usize) -> Result<u64, String> {
    with_whole!(array, values => whole(values[at]))
}

fn whole<T: Copy + Display + TryInto<u64>>(number: T) -> Result<u64, String> {
    number.try_into().map_err(|_| number.to_string())
}

/// A number of any type. The type must be one of [`is_number`].
pub(super) fn number_at(array: &ArrayRef, at: usize) -> f64 {
    match array.data_type() {
        DataType::Float16 => array.as_primitive::<Float16Type>().value(at).to_f64(),
        DataType::Float32 => array.as_primitive::<Float32Type>().value(at).into(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(at),
        _ => with_whole!(array, values => values[at] as f64),
    }
}

/// The first null in a range.
pub(super) fn null_in(array: &ArrayRef, mut range: Range<usize>) -> Option<usize> {
    if array.null_count() == 0 { None } else { range.find(|&at| array.is_null(at)) }
}

/// A value of a column that is no list and no structure.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Scalar<'a> {
    /// None.
    Null,
    /// A text.
    Text(&'a str),
    /// A whole number, in digits.
    Whole(String),
    /// Another number.
    Number(f64),
    /// A truth value.
    Truth(bool),
}

impl Scalar<'_> {
    /// Whether values of this type are scalars.
    pub(crate) fn fits(data_type: &DataType) -> bool {
        is_text(data_type) || is_number(data_type) || *data_type == DataType::Boolean
    }
}

/// A value of a column. The type must be one of [`Scalar::fits`].
pub(crate) fn scalar_at(array: &ArrayRef, at: usize) -> Scalar<'_> {
    match array.data_type() {
        _ if array.is_null(at) => Scalar::Null,
        data_type if is_text(data_type) => Scalar::Text(text_at(array, at)),
        data_type if is_whole(data_type) => Scalar::Whole(name_at(array, at)),
        DataType::Boolean => Scalar::Truth(array.as_boolean().value(at)),
        _ => Scalar::Number(number_at(array, at)),
    }
}
