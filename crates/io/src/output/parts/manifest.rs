//! The work that parts belong to.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde_json::Value;
use sgr_core::text::shown;

use crate::output::{AtomicFile, OutputError};

/// Settings and inputs, as JSON in a file.
pub(super) struct Manifest;

impl Manifest {
    /// Writes the manifest of new work, or compares with that of earlier work.
    pub(super) fn check_or_write(folder: &Path, work: &Value) -> Result<(), OutputError> {
        let path = folder.join("manifest.json");
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return AtomicFile::write(&path, format!("{work:#}\n").as_bytes());
            }
            Err(error) => return Err(OutputError::at(&path)(error)),
        };
        let found: Value = serde_json::from_slice(&text)
            .map_err(|error| OutputError::DamagedParts { path: path.clone(), reason: error.to_string() })?;
        match difference("", &found, work) {
            None => Ok(()),
            Some(difference) => Err(OutputError::OtherWork { path: folder.to_owned(), difference }),
        }
    }
}

/// The first place where two values differ, with both.
fn difference(place: &str, found: &Value, wanted: &Value) -> Option<String> {
    let inside = |key: &str| if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") };
    match (found, wanted) {
        (Value::Object(found), Value::Object(wanted)) => {
            let null = Value::Null;
            let keys = wanted.keys().chain(found.keys().filter(|key| !wanted.contains_key(*key)));
            keys.into_iter().find_map(|key| {
                difference(&inside(key), found.get(key).unwrap_or(&null), wanted.get(key).unwrap_or(&null))
            })
        }
        (Value::Array(found), Value::Array(wanted)) if found.len() == wanted.len() => found
            .iter()
            .zip(wanted)
            .enumerate()
            .find_map(|(at, (found, wanted))| difference(&format!("{place}[{at}]"), found, wanted)),
        _ if found == wanted => None,
        _ => Some(format!("{place} was {} and is {}", shown(&found.to_string()), shown(&wanted.to_string()))),
    }
}
