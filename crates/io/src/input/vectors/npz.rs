//! NumPy archives of vectors, ids and labels.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use zip::ZipArchive;
use zip::result::ZipError;

use super::npy::{self, Header, numbers, read_header};
use super::{StoredVectors, check_count, label_column};
use crate::input::Problem;

type Archive = ZipArchive<BufReader<File>>;

pub(super) fn read(path: &Path, max_memory: u64) -> Result<StoredVectors, Problem> {
    let mut archive = ZipArchive::new(BufReader::new(File::open(path)?)).map_err(in_words)?;
    let missing = |array: &str, wanted: &str| Problem::Missing {
        missing: format!("the array {array}"),
        wanted: wanted.to_owned(),
    };
    let vectors = in_archive(&mut archive, "vectors", |mut entry| npy::read_vectors(&mut entry, max_memory))?;
    let Some((values, dimensions)) = vectors else {
        return Err(missing("vectors", "a table of vectors that are not sparse has it"));
    };
    let rows = values.len() / dimensions;
    let ids = in_archive(&mut archive, "ids", |entry| texts(entry, max_memory))?;
    let ids = ids.ok_or_else(|| missing("ids", "a table of vectors has it"))?;
    check_count("ids", ids.len(), rows)?;
    let labels = in_archive(&mut archive, "labels", |entry| texts(entry, max_memory))?.unwrap_or_default();
    if !labels.is_empty() {
        check_count("labels", labels.len(), rows)?;
    }
    let labels = labels.into_iter().map(|label| Some(label).filter(|label| !label.is_empty())).collect();
    Ok(StoredVectors { values, dimensions, ids, columns: label_column(labels) })
}

/// Reads an array of the archive, if it is there.
fn in_archive<T>(
    archive: &mut Archive,
    name: &str,
    read: impl FnOnce(&mut dyn Read) -> Result<T, Problem>,
) -> Result<Option<T>, Problem> {
    match archive.by_name(&format!("{name}.npy")) {
        Ok(mut entry) => read(&mut entry).map(Some),
        Err(ZipError::FileNotFound) => Ok(None),
        Err(error) => Err(in_words(error)),
    }
}

fn in_words(error: ZipError) -> Problem {
    match error {
        ZipError::Io(error) => Problem::Io(error),
        other => Problem::Zip(other.to_string()),
    }
}

/// An array of texts, or of whole numbers as texts.
fn texts(mut file: &mut dyn Read, max_memory: u64) -> Result<Vec<String>, Problem> {
    let Header { descr, shape } = read_header(&mut file)?;
    let [rows] = shape[..] else {
        let found = format!("an array of shape {shape:?}");
        return Err(Problem::Unexpected { found, wanted: "one text for each vector".to_owned() });
    };
    if descr == "<i8" {
        let numbers = numbers(&mut file, rows, 1, max_memory, i64::from_le_bytes)?;
        return Ok(numbers.iter().map(ToString::to_string).collect());
    }
    let width: Option<usize> = descr.strip_prefix("<U").and_then(|width| width.parse().ok());
    let Some(width) = width.filter(|width| *width > 0) else {
        return Err(npy::unexpected_type(&descr, "<U… or <i8"));
    };
    let letters = numbers(&mut file, rows, width, max_memory, u32::from_le_bytes)?;
    let letter = |&letter: &u32| char::from_u32(letter).unwrap_or(char::REPLACEMENT_CHARACTER);
    let texts = letters.chunks_exact(width).map(|cell| {
        let end = cell.iter().rposition(|&letter| letter != 0).map_or(0, |last| last + 1);
        cell[..end].iter().map(letter).collect()
    });
    Ok(texts.collect())
}
