use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::InputError;

/// Bytes of a file, decompressed if its name ends in `.gz` or `.zst`.
pub(super) fn open(path: &Path) -> Result<Box<dyn Read + Send>, InputError> {
    let file = File::open(path).map_err(|error| InputError::file(path, error))?;
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    Ok(match ending.as_str() {
        // Concatenated members are one file to gzip, so they are to us.
        "gz" => Box::new(flate2::read::MultiGzDecoder::new(file)),
        "zst" => Box::new(ZstFrames::new(file).map_err(|error| InputError::file(path, error))?),
        _ => Box::new(file),
    })
}
