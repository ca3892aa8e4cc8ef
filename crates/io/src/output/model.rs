//! Model files.

use std::path::Path;

use super::{AtomicFile, OutputError};
use sgr_core::representation::Model;

/// Writes a model file, whole or not at all.
///
/// # Errors
/// As for [`AtomicFile::create`] and [`AtomicFile::commit`].
pub fn save_model(model: &Model, path: impl AsRef<Path>) -> Result<(), OutputError> {
    AtomicFile::write(path, &model.to_bytes())
}
