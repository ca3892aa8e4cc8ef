//! The model file: safetensors, as `docs/reference/model-file.md` spells it out.
//!
//! Written and read by hand: the `safetensors` crate keeps metadata in a hash map, so the same model would be other bytes
//! every time, and the shapes, the version and the metadata would have to be checked here in any case. That crate reads
//! our files and we read its files in the tests.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::header::Header;
use super::{BuiltIn, Model, ModelError};

/// The version of a model with statistics. One without is written as version 2; version 1 is read too.
pub(super) const VERSION: u32 = 3;
/// Most bytes of a header: names of classes and settings take a few thousand.
pub(super) const LARGEST_HEADER: u64 = 1 << 20;
/// Most bytes of a file: 256 MiB, a hundred times the size of the built-in models.
pub(super) const LARGEST_FILE: u64 = 1 << 28;

impl Model {
    /// The built-in model of that name, or the model of the file at that path.
    ///
    /// # Errors
    /// [`ModelError::Unknown`] if there is neither; as for [`read`](Self::read).
    ///
    /// ```
    /// assert_eq!(sgr_core::representation::Model::open("paper")?.perceptron().outputs(), 256);
    /// # Ok::<(), sgr_core::representation::ModelError>(())
    /// ```
    pub fn open(name: impl AsRef<Path>) -> Result<Self, ModelError> {
        let path = name.as_ref();
        match path.to_str().and_then(|name| name.parse::<BuiltIn>().ok()) {
            Some(built_in) => Ok(built_in.model()),
            // A word that is neither a model nor a file is more likely a slip than a missing file.
            None if !path.exists() => Err(ModelError::Unknown { found: path.display().to_string() }),
            None => Self::read(path),
        }
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// [`ModelError`] with the path.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ModelError> {
        let path = path.as_ref();
        let in_file = |error| ModelError::InFile { path: path.to_owned(), error: Box::new(error) };
        let io = |cause| ModelError::Io { path: path.to_owned(), cause };
        let mut bytes = Vec::new();
        // The limits hold for pipes and devices too, which have no length.
        let mut file = File::open(path).map_err(io)?.take(LARGEST_FILE + 1);
        file.by_ref().take(8).read_to_end(&mut bytes).map_err(io)?;
        let length = header_length(&bytes).map_err(in_file)?;
        file.by_ref().take(length).read_to_end(&mut bytes).map_err(io)?;
        // Before the rest is read: a file of anything else ends here.
        let (header, _) = split(&bytes).map_err(in_file)?;
        Header::parse(header).map_err(in_file)?;
        file.read_to_end(&mut bytes).map_err(io)?;
        Self::from_bytes(&bytes).map_err(in_file)
    }

    /// The model that the bytes of a file hold.
    ///
    /// # Errors
    /// [`ModelError`]. Memory stays within a small multiple of the bytes, whatever they say.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        if bytes.len() as u64 > LARGEST_FILE {
            return Err(ModelError::TooLarge);
        }
        let (header, data) = split(bytes)?;
        Header::parse(header)?.into_model(data)
    }

    /// The bytes of the file: always the same for the same model.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (header, data) = Header::of(self);
        // Strings and numbers: nothing that JSON cannot say.
        let mut text = serde_json::to_vec(&header).unwrap_or_default();
        // Numbers start at a multiple of eight, as safetensors requires.
        text.resize(text.len().next_multiple_of(8), b' ');
        let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
        bytes.extend(text);
        bytes.extend(data);
        bytes
    }
}

/// The length of the header, from the first eight bytes.
fn header_length(bytes: &[u8]) -> Result<u64, ModelError> {
    let too_short = ModelError::Length { what: "the length of the header", found: bytes.len() as u64, wanted: 8 };
    let found = bytes.first_chunk::<8>().map(|first| u64::from_le_bytes(*first)).ok_or(too_short)?;
    if found > LARGEST_HEADER { Err(ModelError::HeaderTooLong { found }) } else { Ok(found) }
}

/// Header and numbers.
fn split(bytes: &[u8]) -> Result<(&[u8], &[u8]), ModelError> {
    let length = header_length(bytes)?;
    let too_short = ModelError::Length { what: "the header", found: bytes.len() as u64, wanted: 8 + length };
    bytes.get(8..).and_then(|rest| rest.split_at_checked(length as usize)).ok_or(too_short)
}
