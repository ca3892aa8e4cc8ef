use std::io::Write;
use std::path::Path;

use super::{AtomicFile, OutputError};
use crate::representation::Model;

impl Model {
    /// Writes the model file, whole or not at all.
    ///
    /// # Errors
    /// As for [`AtomicFile::create`] and [`AtomicFile::commit`].
    pub fn save(&self, path: &Path) -> Result<(), OutputError> {
        let mut file = AtomicFile::create(path)?;
        file.write_all(&self.to_bytes()).map_err(OutputError::at(path))?;
        file.commit()
    }
}
