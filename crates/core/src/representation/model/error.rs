//! Reasons why bytes are not a model.

use std::io;
use std::path::PathBuf;

use super::BuiltIn;
use super::file::{LARGEST_FILE, LARGEST_HEADER, VERSION};
use crate::text::{shown, shown_path};

/// Why bytes or parts are not a model: the found and the wanted value.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// Neither a built-in model nor a file.
    #[error("{}: no such file; the models that are built in are {}", shown(found), BuiltIn::ALL.map(BuiltIn::name).join(", "))]
    Unknown {
        /// The name as given.
        found: String,
    },
    /// The system refused.
    #[error("{}: {cause}", shown_path(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// A file whose content is wrong.
    #[error("{}: {error}", shown_path(path))]
    InFile {
        /// The file.
        path: PathBuf,
        /// The error in it.
        error: Box<ModelError>,
    },
    /// A file that no model needs.
    #[error("found more than {LARGEST_FILE} bytes, wanted a model of at most that many")]
    TooLarge,
    /// The file ends too early, or goes on too long.
    #[error("found {found} bytes, wanted {wanted} for {what}")]
    Length {
        /// The part of the file that the bytes are for.
        what: &'static str,
        /// Bytes there are.
        found: u64,
        /// Bytes there should be.
        wanted: u64,
    },
    /// A header of absurd length.
    #[error("found a header of {found} bytes, wanted at most {LARGEST_HEADER}: this is not a model file")]
    HeaderTooLong {
        /// The length in the first eight bytes.
        found: u64,
    },
    /// The header is not as specified.
    #[error("the header: {}", shown(message))]
    Header {
        /// What was found and wanted there.
        message: String,
    },
    /// A safetensors file of something else.
    #[error("found the format \"{}\", wanted \"sgr-model\"", shown(found))]
    Format {
        /// The value in the metadata.
        found: String,
    },
    /// A model of another version.
    #[error("found version {} of the model file, wanted 1 to {VERSION}", shown(found))]
    Version {
        /// The value in the metadata.
        found: String,
    },
    /// A tensor of other numbers.
    #[error("tensor {tensor}: found numbers of type \"{}\", wanted \"F32\"", shown(found))]
    Type {
        /// The tensor.
        tensor: &'static str,
        /// Its type.
        found: String,
    },
    /// A tensor of another shape.
    #[error("tensor {tensor}: found the shape {}, wanted {wanted:?}", shown(&format!("{found:?}")))]
    Shape {
        /// The tensor.
        tensor: &'static str,
        /// Its shape.
        found: Vec<u64>,
        /// The shape that the metadata ask for.
        wanted: Vec<u64>,
    },
    /// A tensor in another place.
    #[error("tensor {tensor}: found it at bytes {found:?}, wanted {wanted}")]
    Place {
        /// The tensor.
        tensor: &'static str,
        /// First byte and end.
        found: [u64; 2],
        /// What would fit.
        wanted: String,
    },
    /// A number that is infinite or none.
    #[error("tensor {tensor}: found {found} at position {position}, wanted a finite number")]
    NotFinite {
        /// The tensor.
        tensor: &'static str,
        /// Position in it, from 0.
        position: usize,
        /// The number.
        found: f32,
    },
    /// A number with which a vector could become infinite.
    #[error(
        "tensor {tensor}: found {found} at position {position}, wanted at most {:e} in size",
        super::LARGEST_NUMBER
    )]
    NumberTooLarge {
        /// The tensor.
        tensor: &'static str,
        /// Position in it, from 0.
        position: usize,
        /// The number.
        found: f32,
    },
    /// A number that its place does not allow.
    #[error("tensor {tensor}: found {found} at position {position}, wanted {wanted}")]
    Number {
        /// The tensor.
        tensor: &'static str,
        /// Position in it, from 0.
        position: usize,
        /// The number.
        found: f32,
        /// What would be allowed.
        wanted: String,
    },
    /// Metadata that make no sense.
    #[error("metadata {key}: found {found}, wanted {}", shown(wanted))]
    Metadata {
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
        /// The value that it should have.
        wanted: String,
    },
}

impl ModelError {
    /// Metadata that make no sense; the start of the value is enough to know it by.
    pub(super) fn metadata(key: &'static str, found: &str, wanted: impl ToString) -> Self {
        let start: String = found.chars().take(60).collect();
        Self::Metadata { key, found: format!("{start:?}"), wanted: wanted.to_string() }
    }
}
