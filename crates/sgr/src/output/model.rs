use std::path::Path;

use super::{AtomicFile, OutputError};
use crate::representation::Model;

impl Model {
    /// Writes the model file, whole or not at all.
    ///
    /// # Errors
    /// As for [`AtomicFile::create`] and [`AtomicFile::commit`].
    pub fn save(&self, path: &Path) -> Result<(), OutputError> {
        AtomicFile::write(path, &self.to_bytes())
    }
}
