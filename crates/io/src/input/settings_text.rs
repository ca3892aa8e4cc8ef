//! Small text files that are read whole: curricula, remarks, lists of paths.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::{InputError, Problem};

/// The text of a small file, of at most `limit` bytes. The limit holds for pipes and devices too, which have no length.
///
/// # Errors
/// [`Problem::Io`], [`Problem::TooLong`] beyond the limit, [`Problem::Unexpected`] for bytes that are not UTF-8.
pub fn read_text(path: impl AsRef<Path>, limit: u64) -> Result<String, InputError> {
    let path = path.as_ref();
    let file = File::open(path).map_err(|error| InputError::file(path, error))?;
    text_of(file, limit).map_err(|problem| InputError::file(path, problem))
}

fn text_of(source: impl Read, limit: u64) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    source.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(Problem::TooLong { limit });
    }
    String::from_utf8(bytes).map_err(|error| {
        let found = format!("byte {} that is not UTF-8", error.utf8_error().valid_up_to() + 1);
        Problem::Unexpected { found, wanted: "a text file".to_owned() }
    })
}
