use std::io::{self, Write};
use std::path::Path;

use super::npy::{header, ids_path};
use super::{AtomicFile, OutputError, csv};
use crate::baselines::GramMatrix;

/// Numbers that are written in one go: as many as the buffer of the file, which they then pass by.
const AT_ONCE: usize = 8 * 1024;

impl GramMatrix {
    /// Writes the matrix as a NumPy array of f64, and the graphs' ids and class labels in `OUT.ids.csv` beside it, whole
    /// or not at all.
    ///
    /// # Errors
    /// [`OutputError::UnknownFormat`] if `path` does not end in .npy; as for [`AtomicFile::create`] and
    /// [`AtomicFile::commit`].
    pub fn save<'a>(
        &self,
        path: &Path,
        names: impl Iterator<Item = (&'a str, Option<&'a str>)>,
    ) -> Result<(), OutputError> {
        if !path.extension().unwrap_or_default().eq_ignore_ascii_case("npy") {
            return Err(OutputError::UnknownFormat { path: path.to_owned(), wanted: ".npy".to_owned() });
        }
        let ids_path = ids_path(path);
        let (mut array, mut ids) = (AtomicFile::create(path)?, AtomicFile::create(&ids_path)?);
        self.write_array(&mut array).map_err(OutputError::at(path))?;
        write_ids(&mut ids, names).map_err(OutputError::at(&ids_path))?;
        let (array, ids) = (array.seal()?, ids.seal()?);
        ids.publish()?;
        array.publish()
    }

    fn write_array(&self, file: &mut AtomicFile) -> io::Result<()> {
        file.write_all(&header("<f8", &[self.size(), self.size()]))?;
        let mut bytes = vec![0; 8 * AT_ONCE];
        self.values().chunks(AT_ONCE).try_for_each(|values| {
            let bytes = &mut bytes[..8 * values.len()];
            bytes.as_chunks_mut().0.iter_mut().zip(values).for_each(|(bytes, value)| *bytes = value.to_le_bytes());
            file.write_all(bytes)
        })
    }
}

fn write_ids<'a>(file: &mut AtomicFile, mut names: impl Iterator<Item = (&'a str, Option<&'a str>)>) -> io::Result<()> {
    csv::write_header(file, &[])?;
    names.try_for_each(|(id, label)| {
        csv::write_names(file, id, label)?;
        file.write_all(b"\n")
    })
}
