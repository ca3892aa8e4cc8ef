//! Reasons why bytes are not a model.

use std::io;
use std::path::PathBuf;

use super::BuiltIn;
use super::file::{LARGEST_FILE, LARGEST_HEADER, VERSION};

/// Why bytes or parts are not a model: the found and the wanted value.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// Neither a built-in model nor a file.
    #[error("{found}: no such file; the models that are built in are {}", BuiltIn::ALL.map(BuiltIn::name).join(", "))]
    Unknown {
        /// The name as given.
        found: String,
    },
    /// The system refused.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// A file whose content is wrong.
    #[error("{}: {error}", path.display())]
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
    #[error("the header: {message}")]
    Header {
        /// What was found and wanted there.
        message: String,
    },
    /// A safetensors file of something else.
    #[error("found the format \"{found}\", wanted \"sgr-model\"")]
    Format {
        /// The value in the metadata.
        found: String,
    },
    /// A model of another version.
    #[error("found version {found} of the model file, wanted {VERSION}")]
    Version {
        /// The value in the metadata.
        found: String,
    },
    /// A tensor of other numbers.
    #[error("tensor {tensor}: found numbers of type \"{found}\", wanted \"F32\"")]
    Type {
        /// The tensor.
        tensor: &'static str,
        /// Its type.
        found: String,
    },
    /// A tensor of another shape.
    #[error("tensor {tensor}: found the shape {found:?}, wanted {wanted:?}")]
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
    /// Metadata that make no sense.
    #[error("metadata {key}: found {found}, wanted {wanted}")]
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
        Self::Metadata { key, found: format!("{start:?}"), wanted: shown(&wanted.to_string()) }
    }
}

/// Text of a file for a message. A stranger wrote it: control characters are escaped, so that it cannot forge lines or
/// colours, and 400 characters are enough for the longest list of keys that is wanted.
pub(super) fn shown(text: &str) -> String {
    let escaped = |char: char| match char {
        // Messages have quotes of their own.
        '"' | '\'' | '\\' => char.to_string(),
        _ => char.escape_debug().to_string(),
    };
    let start: String = text.chars().take(400).map(escaped).collect();
    if text.chars().nth(400).is_some() { start + "…" } else { start }
}
