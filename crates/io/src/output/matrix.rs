//! Square matrices of pairs of graphs as NumPy files.

use std::io::{self, Write};
use std::path::Path;

use super::table::csv;
use super::table::npy::header;
use super::{AtomicFile, OutputError};
use crate::input::ids_path;

/// Numbers per write: 64 kB, the size of the file's buffer, so that they bypass the buffer.
const AT_ONCE: usize = 8 * 1024;

/// Writes a square matrix of pairs of graphs as a NumPy array of f64, and the graphs' ids and class labels to
/// `OUT.ids.csv` next to it. Both files appear whole or not at all. `values` are the rows of the matrix, one after another.
///
/// # Errors
/// [`OutputError::UnknownFormat`] if `path` does not end in .npy; as for [`AtomicFile::create`] and
/// [`AtomicFile::commit`].
pub fn save_matrix<'a>(
    path: impl AsRef<Path>,
    size: usize,
    values: &[f64],
    names: impl Iterator<Item = (&'a str, Option<&'a str>)>,
) -> Result<(), OutputError> {
    let path = path.as_ref();
    if !path.extension().unwrap_or_default().eq_ignore_ascii_case("npy") {
        return Err(OutputError::UnknownFormat { path: path.to_owned(), wanted: ".npy".to_owned() });
    }
    let ids_path = ids_path(path);
    let (mut array, mut ids) = (AtomicFile::create(path)?, AtomicFile::create(&ids_path)?);
    write_array(&mut array, size, values).map_err(OutputError::at(path))?;
    write_ids(&mut ids, names).map_err(OutputError::at(&ids_path))?;
    let (array, ids) = (array.seal()?, ids.seal()?);
    ids.publish()?;
    array.publish()
}

fn write_array(file: &mut AtomicFile, size: usize, values: &[f64]) -> io::Result<()> {
    file.write_all(&header("<f8", &[size, size]))?;
    let mut bytes = vec![0; 8 * AT_ONCE];
    values.chunks(AT_ONCE).try_for_each(|values| {
        let bytes = &mut bytes[..8 * values.len()];
        bytes.as_chunks_mut().0.iter_mut().zip(values).for_each(|(bytes, value)| *bytes = value.to_le_bytes());
        file.write_all(bytes)
    })
}

fn write_ids<'a>(file: &mut AtomicFile, mut names: impl Iterator<Item = (&'a str, Option<&'a str>)>) -> io::Result<()> {
    csv::write_header(file, &[])?;
    names.try_for_each(|(id, label)| {
        csv::write_names(file, id, label)?;
        file.write_all(b"\n")
    })
}
